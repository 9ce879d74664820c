/** Reads filters: an input object becomes conditions, by a dialect. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLNamedType,
  getNamedType,
  isCompositeType,
} from "graphql";
import { isObject } from "../parse-json.ts";
import {
  type Dialect,
  isComparison,
  type Logic,
  type ParsedOperator,
  parseOperator,
  type Quantifier,
} from "../rules/dialect.ts";
import { missing, RULES_FILE, RulesError } from "../rules/rules-error.ts";
import { type Comparing, createComparing } from "../rules/value-order.ts";
import { suggest } from "../suggest.ts";
import type { World } from "./world.ts";

/** A requirement of a filter for an item. */
export type Condition =
  /** With `not`, none of the parts is true. */
  | { readonly kind: Logic; readonly parts: readonly Condition[] }
  /** The value of a field, or one of several values. */
  | { readonly kind: "value"; readonly field: string; readonly comparing: Comparing }
  /** The row to which a field refers, or its rows. */
  | {
      readonly kind: "rows";
      readonly field: string;
      readonly quantifier: Quantifier;
      readonly part: Condition;
    }
  /** A test of the resolver. */
  | { readonly kind: "test"; readonly name: string; readonly test: RowTest; readonly value: unknown };

type RowTest = (row: object, value: unknown) => unknown;

/** Tests that the resolver has for members. */
export type OwnTests = Readonly<Record<string, unknown>>;

/** @throws RulesError if a member has no meaning. @throws GraphQLError if a value is null, and the dialect rejects that. */
export function readFilter(
  world: World,
  type: GraphQLCompositeType,
  filter: object,
  ownTests: OwnTests,
): Condition {
  const { dialect } = world;
  const parts = Object.entries(filter).flatMap(([name, value]: [string, unknown]): Condition[] => {
    if (value === undefined) return [];
    const test = Object.hasOwn(ownTests, name) ? ownTests[name] : undefined;
    if (test !== undefined) return value === null ? [] : [ownTest(name, test, value)];
    const logic = dialect.logic?.[name];
    if (value === null && (logic || !comparesWithoutOperator(dialect))) {
      if (dialect.sqlNulls) throw nullArgument(name);
      return [];
    }
    if (!logic) return [readMember(world, type, name, value)];
    const inner = [value].flat().map((part) => readFilter(world, type, Object(part) as object, ownTests));
    return [{ kind: logic, parts: inner }];
  });
  return { kind: "and", parts };
}

function ownTest(name: string, test: unknown, value: unknown): Condition {
  if (typeof test !== "function") throw new RulesError(`where: the test "${name}" is not a function.`);
  return { kind: "test", name, test: test as RowTest, value };
}

/** Whether a member without an operator has a value: `{ title: "One" }`. */
function comparesWithoutOperator({ operators = {} }: Dialect): boolean {
  return Object.hasOwn(operators, "");
}

/** A field, or a field with an operator: `title_contains`. */
function readMember(world: World, type: GraphQLCompositeType, name: string, value: unknown): Condition {
  const field = fieldOf(world, type, name);
  if (!field) return readSuffix(world, type, name, value);
  const itemType = world.structure.itemTypeOf(field.type);
  const fieldType = itemType ?? getNamedType(field.type);
  if (!isObject(value)) {
    const operator = operatorOf(world.dialect, "");
    if (!operator) throw memberWithoutMeaning(world, type, name);
    return valueCondition(world.dialect, name, operator, value);
  }
  if (!isCompositeType(fieldType)) return readOperators(world.dialect, fieldType, name, value);
  const parts = readRelated(
    world,
    fieldType,
    name,
    value,
    world.dialect.lists ?? (itemType ? undefined : "some"),
  );
  if (!parts) throw memberWithoutMeaning(world, type, name);
  return { kind: "and", parts };
}

/** The end of the name is an operator. Names of fields can contain the separator. */
function readSuffix(world: World, type: GraphQLCompositeType, name: string, value: unknown): Condition {
  const { dialect } = world;
  const { separator } = dialect;
  if (!separator) throw memberWithoutMeaning(world, type, name);
  for (let end = name.lastIndexOf(separator); end > 0; end = name.lastIndexOf(separator, end - 1)) {
    const fieldName = name.slice(0, end);
    const operatorName = name.slice(end + separator.length);
    const operator = fieldOf(world, type, fieldName) && operatorOf(dialect, operatorName);
    if (operator) return valueCondition(dialect, fieldName, operator, value);
  }
  throw memberWithoutMeaning(world, type, name);
}

/**
 * A filter of related rows, or one filter for each quantifier.
 *
 * @param lists - The quantifier of a filter without one. `undefined` if such a filter has no meaning.
 */
function readRelated(
  world: World,
  type: GraphQLCompositeType,
  field: string,
  filter: object,
  lists: Quantifier | undefined,
): readonly Condition[] | undefined {
  const { quantifiers = {} } = world.dialect;
  const isQuantified = Object.keys(filter).some((name) => quantifiers[name] !== undefined);
  if (!isQuantified) {
    return lists && [{ kind: "rows", field, quantifier: lists, part: readFilter(world, type, filter, {}) }];
  }
  return Object.entries(filter).flatMap(([name, inner]): Condition[] => {
    if (inner === null || inner === undefined) return [];
    const quantifier = quantifiers[name];
    if (!quantifier) throw memberWithoutMeaning(world, type, name);
    return [{ kind: "rows", field, quantifier, part: readFilter(world, type, inner, {}) }];
  });
}

/** An object of operators: `{ _gt: 3 }`. */
function readOperators(dialect: Dialect, type: GraphQLNamedType, field: string, value: object): Condition {
  const parts = Object.entries(value).flatMap(([name, wanted]: [string, unknown]): Condition[] => {
    if (wanted === undefined) return [];
    const operator = operatorOf(dialect, name);
    if (!operator) throw operatorWithoutMeaning(dialect, type, field, name);
    if (wanted === null && dialect.sqlNulls === "strict") throw nullArgument(`${field}.${name}`);
    const { comparison } = operator;
    if (!isComparison(comparison)) {
      const inner = [wanted]
        .flat()
        .map((part) => readOperators(dialect, type, field, Object(part) as object));
      return [{ kind: comparison, parts: inner }];
    }
    const isIgnored = wanted === null && (comparison === "isNull" || comparison === "exists");
    return isIgnored ? [] : [valueCondition(dialect, field, operator, wanted)];
  });
  return { kind: "and", parts };
}

function valueCondition(
  { sqlNulls }: Dialect,
  field: string,
  operator: ParsedOperator,
  wanted: unknown,
): Condition {
  return { kind: "value", field, comparing: createComparing(operator, wanted, sqlNulls !== undefined) };
}

function operatorOf({ operators = {} }: Dialect, name: string): ParsedOperator | undefined {
  const text = Object.hasOwn(operators, name) ? operators[name] : undefined;
  return text === undefined ? undefined : parseOperator(text);
}

function fieldOf({ structure }: World, type: GraphQLCompositeType, name: string): Field | undefined {
  const fields = structure.possibleTypes(type).map((object) => object.getFields()[name]);
  return fields.find((field) => field !== undefined);
}

function nullArgument(path: string): GraphQLError {
  const message = `The member "${path}" of the filter must not be null.`;
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });
}

function memberWithoutMeaning(
  { dialect, structure }: World,
  type: GraphQLCompositeType,
  name: string,
): RulesError {
  const fields = structure.possibleTypes(type).flatMap((object) => Object.keys(object.getFields()));
  const { operators = {}, logic = {}, separator } = dialect;
  const ends = separator === undefined ? [] : Object.keys(operators).map((end) => `${separator}${end}`);
  const combined = fields.flatMap((field) => ends.map((end) => `${field}${end}`));
  const names = [...fields, ...Object.keys(logic), ...combined].filter((candidate) => candidate !== name);
  const what = `The member "${name}" of a filter of ${type.name} has no meaning.${suggest(name, names)}`;
  return withoutMeaning(what, name, name);
}

function operatorWithoutMeaning(
  dialect: Dialect,
  type: GraphQLNamedType,
  field: string,
  name: string,
): RulesError {
  const suggestion = suggest(name, Object.keys(dialect.operators ?? {}));
  const what = `The member "${field}.${name}" of a filter of ${type.name} has no meaning.${suggestion}`;
  return withoutMeaning(what, field, name);
}

function withoutMeaning(what: string, member: string, operator: string): RulesError {
  return missing(`${what} Add one of these to ${RULES_FILE}:`, [
    `where(rows, filter, { ${member}: (row, value) => … })`,
    `export const dialect = { …, operators: { ${operator}: "eq" } };`,
  ]);
}
