/**
 * Missing values: the values of an item that neither a test nor a resolver set. Each is replaced or an error.
 */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, isNonNullType } from "graphql";
import { MissingRuleError, missing, RULES_FILE, type RulesError } from "../rules/rules-error.ts";
import type { Item } from "./items.ts";
import { isSetInAnyRow } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * What replaces a missing value:
 *
 * | replacement | leaf value or value object | relation to a row | list of rows | list of value objects |
 * |---|---|---|---|---|
 * | `generated` | generated | one of the initial rows | some of the initial rows | generated |
 * | `filled` | generated | null. If it cannot be null, one of the initial rows | empty | generated |
 * | `empty` | null. If it cannot be null, an error | null. If it cannot be null, an error | empty | empty |
 *
 * The option `nulls` makes some generated values null.
 */
export type Replacement = "generated" | "filled" | "empty";

/**
 * The replacement of a missing value. `Item.origin` decides it.
 *
 * @throws RulesError if the option `data` must have the value.
 */
export function replacementOf(world: World, item: Item, field: Field): Replacement {
  const { origin } = item;
  if (origin === "generated" || origin === "filled") return origin;
  if (origin === "created" || isSetInAnotherRow(world, item, field)) return "empty";
  throw missingInAllRows(item, field);
}

/**
 * Whether another row of the same type has an own value for the field. If a mutation sets the first such
 * value, a missing value of the other rows is no longer an error.
 */
function isSetInAnotherRow(world: World, { type, id }: Item, field: Field): boolean {
  const isRow = id !== undefined;
  return isRow && (isSetInAnyRow(world, type, field) || isSetInInverse(world, type, field));
}

/** Whether a row has an own value for the list that is the other direction of a list, such as `[]`. */
function isSetInInverse(world: World, type: GraphQLObjectType, list: Field): boolean {
  const { structure } = world;
  const inverse = structure.inverseOf(type, list)?.field;
  const listedType = structure.listedTypeOf(list.type);
  if (!inverse || !listedType) return false;
  return structure.possibleTypes(listedType).some((listed) => isSetInAnyRow(world, listed, inverse));
}

/** The replacement `empty` of a value that is not a list. @throws RulesError if the value cannot be null. */
export function nullOrThrow(item: Item, field: Field): null {
  if (isNonNullType(field.type)) throw missingValueError(item, field);
  return null;
}

/** The error for a missing value that cannot be null. */
export function missingValueError(item: Item, field: Field): RulesError {
  return item.origin === "created" ? missingInCreated(item, field) : missingInRow(item, field);
}

function missingInCreated({ type, id }: Item, { name, type: fieldType }: Field): RulesError {
  if (id === undefined) {
    const what = `This ${type.name} has no "${name}", which is ${fieldType}.`;
    return new MissingRuleError(`${what} Return it in the resolver in ${RULES_FILE}.`);
  }
  return missing(
    `A mutation created ${type.name} "${id}" without "${name}", which is ${fieldType}. Set it in ${RULES_FILE}:`,
    [`db.${type.name}.create({ ...input, ${name}: … })`],
  );
}

function missingInRow({ type, id }: Item, field: Field): RulesError {
  if (id === undefined) return missingInValueObject(type, field);
  return missingInData(`${type.name} "${id}" has no "${field.name}", which is ${field.type}`, type, field);
}

function missingInAllRows({ type, id }: Item, field: Field): RulesError {
  if (id === undefined) return missingInValueObject(type, field);
  return missingInData(`No ${type.name} has a "${field.name}"`, type, field);
}

function missingInValueObject(type: GraphQLObjectType, { name }: Field): RulesError {
  return missing(`This ${type.name} has no "${name}". Add it to the data:`, [`{ …, ${name}: … }`]);
}

function missingInData(problem: string, type: GraphQLObjectType, { name }: Field): RulesError {
  return missing(`${problem}. Add it to the data, generate it, or compute it in ${RULES_FILE}:`, [
    `data: { ${type.name}: [{ …, ${name}: … }] }`,
    `data: { ${type.name}: fill([…]) }`,
    `${type.name}: { ${name}: (row) => … }`,
  ]);
}
