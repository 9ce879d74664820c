/**
 * Reads the values of items, without the resolvers of rules:
 *
 * - An own value is in `Item.values`.
 * - A list whose rows refer back is read from these rows. For example, `Customer.tickets` is read from
 *   `Ticket.customer` of all tickets. Its own value only decides the order, or that the list is null.
 * - A missing value is replaced, or is an error. `Item.origin` decides (`missing-values.ts`).
 */

import { type Field, toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isNonNullType,
} from "graphql";
import { missing, RULES_FILE, type RulesError } from "../rules/rules-error.ts";
import { generateLeaf, isGeneratedNull } from "./generators.ts";
import { type Item, ownValueOf } from "./items.ts";
import { readListOfLists, readListValue } from "./list-values.ts";
import { missingValueError, nullOrThrow, replacementOf } from "./missing-values.ts";
import { readReference } from "./references.ts";
import { backReferenceOf, listReferring, sortLike } from "./relations.ts";
import type { World } from "./world.ts";

/**
 * The value of a field: a leaf value, an item, or a list of these. The value of a page is the list of all its
 * items. A list of items that is null is empty here, so that resolvers need no check for null.
 *
 * @param keepsDeleted - Whether a deleted row can be the value, because a mutation can return what it deleted.
 * @throws RulesError if a missing value is an error.
 */
export function readValue(world: World, item: Item, field: Field, keepsDeleted = false): unknown {
  const ownValue = ownValueOf(item, field);
  // The usual case: an own leaf value.
  if (ownValue !== undefined && typeof ownValue !== "object") return ownValue;
  const isListOrPage = world.structure.listedTypeOf(field.type) !== undefined;
  if (isListOrPage) return readList(world, item, field, keepsDeleted) ?? [];
  const type = getNullableType(field.type);
  if (isCompositeType(type)) return readReference(world, item, field, keepsDeleted);
  const isListOfLists = isCompositeType(getNamedType(type));
  if (isListOfLists) return readListOfLists(world, item, field, keepsDeleted);
  return readLeaf(world, item, field, keepsDeleted);
}

/** The items of a list or a page, or null. */
export function readList(
  world: World,
  item: Item,
  field: Field,
  keepsDeleted: boolean,
): readonly (Item | null)[] | null {
  const back = backReferenceOf(world.structure, item, field);
  if (back) return readReferringRows(world, item, field, back);
  const isMissing = ownValueOf(item, field) === undefined;
  if (isMissing) checkInverse(world, item, field);
  return readListValue(world, item, field, keepsDeleted);
}

/**
 * The rows whose field `back` refers to the item, in the order of the own value of the list. Unlike
 * other lists, they do not depend on `keepsDeleted`: `listReferring`
 * reads them from an index, which all operations share.
 */
function readReferringRows(world: World, item: Item, field: Field, back: Field): readonly Item[] | null {
  const ownValue = ownValueOf(item, field);
  if (ownValue === null) return null;
  // The option `nulls` does not change rows of the data, because other rows of the data can refer to them.
  const isGenerated = ownValue === undefined && item.origin === "generated";
  if (isGenerated && isGeneratedNull(world, item, field)) return null;
  const type = world.structure.listedTypeOf(field.type) as GraphQLCompositeType;
  return sortLike(ownValue, listReferring(world, type, back, item));
}

/** @throws RulesError if several fields can be the other direction of a list, and the rules name none. */
function checkInverse({ structure }: World, item: Item, field: Field): void {
  const isValueObject = item.id === undefined;
  const inverse = isValueObject ? undefined : structure.inverseOf(item.type, field);
  if (!inverse || inverse.field) return;
  const coordinate = `${item.type.name}.${field.name}`;
  const { name: typeName } = structure.listedTypeOf(field.type) as GraphQLCompositeType;
  const fields = inverse.names.map((name) => `${typeName}.${name}`).join(" or ");
  throw missing(
    `The list ${coordinate} can be the other direction of ${fields}. Add one of these lines to ${RULES_FILE}:`,
    inverse.names.map((name) => `export const inverses = { "${coordinate}": "${name}" };`),
  );
}

/** A leaf value, or a list of leaf values. */
function readLeaf(world: World, item: Item, field: Field, keepsDeleted: boolean): unknown {
  const ownValue = ownValueOf(item, field);
  if (ownValue !== undefined) return ownValue;
  // Data of `customerId` sets `customer` (`toValues`), so that the ID is read from `customer`.
  const relation = world.structure.relationOf(item.type, field.name);
  if (relation) return readRelationId(world, item, field, relation, keepsDeleted);
  const replacement = replacementOf(world, item, field);
  if (replacement === "empty") return nullOrThrow(item, field);
  if (isCount(field)) throw missingCount(item.type, field);
  return isGeneratedNull(world, item, field) ? null : generateLeaf(world, item, field);
}

/**
 * The ID of the row to which a relation refers.
 *
 * @throws RulesError if the relation is null, and the ID cannot be null.
 */
function readRelationId(
  world: World,
  item: Item,
  field: Field,
  relation: Field,
  keepsDeleted: boolean,
): string | number | null {
  const target = readReference(world, item, relation, keepsDeleted);
  const id = target?.id ?? null;
  if (id === null && isNonNullType(field.type)) throw missingValueError(item, field);
  return id;
}

/** Whether a field counts other objects. A generated count would contradict their number. */
export function isCount(field: Pick<Field, "name" | "type">): boolean {
  return (
    String(getNullableType(field.type)) === "Int" &&
    /(?:^|_)count$|^number_of_|^num_/.test(toSnake(field.name))
  );
}

function missingCount({ name }: GraphQLObjectType, field: Field): RulesError {
  return missing(`${name}.${field.name} is a count without a value. Add to ${name} in ${RULES_FILE}:`, [
    `${field.name}: (row, _, { db }) => db.….list((other) => …).length,`,
  ]);
}
