/** `where`: the rows that match an input object, by a dialect. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  GraphQLError,
  GraphQLID,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
} from "graphql";
import { isObject } from "../json.ts";
import { compareValues, createComparing, type Leaf } from "../rules/compare.ts";
import {
  type Dialect,
  isComparison,
  type Logic,
  type ParsedOperator,
  parseOperator,
} from "../rules/dialect.ts";
import { isPromiseLike } from "../rules/resolvers.ts";
import { missing, RULES_FILE, RulesError } from "../rules/rules-error.ts";
import { all, any, not, type Truth } from "../rules/truth.ts";
import { suggest } from "../suggest.ts";
import { type Item, isItem } from "./items.ts";
import { itemOf, readValue, rowOf } from "./rows.ts";
import type { Session } from "./session.ts";

/** Whether an item matches. */
type Test = (item: Item) => Truth;
/** Whether one of several values matches: those of a list, or a single one. */
type ValueTest = (values: readonly Leaf[]) => Truth;

/** Tests that the resolver has for members. */
type OwnTests = Readonly<Record<string, unknown>>;

interface Filtering {
  readonly session: Session;
  readonly dialect: Dialect;
}

/** @throws RulesError if a member has no meaning. @throws GraphQLError if a value is null, and the dialect rejects that. */
export function whereRows<Row extends object>(
  session: Session,
  rows: readonly Row[],
  filter: object | null | undefined,
  tests: object = {},
): Row[] {
  const { world } = session;
  if (!Array.isArray(rows)) throw new RulesError("where(rows, filter): expected a list of rows.");
  if (filter === null || filter === undefined) return [...rows];
  if (!isObject(filter))
    throw new RulesError("where(rows, filter): expected the input object of an argument.");
  const items = rows.map((row) => {
    const item = itemOf(world, row);
    if (item) return item;
    throw new RulesError("where(rows, filter): a value of the list is not a row. Use its own filter().");
  });
  const filtering = { session, dialect: world.dialect };
  const testOf = new Map<GraphQLCompositeType, Test>();
  for (const { type } of items) {
    if (!testOf.has(type)) testOf.set(type, objectTest(filtering, type, filter, tests as OwnTests));
  }
  return rows.filter((_, index) => {
    const item = items[index] as Item;
    return testOf.get(item.type)?.(item);
  });
}

function objectTest(
  filtering: Filtering,
  type: GraphQLCompositeType,
  filter: object,
  ownTests: OwnTests,
): Test {
  const { dialect } = filtering;
  const tests = Object.entries(filter).flatMap(([name, value]: [string, unknown]): Test[] => {
    if (value === undefined) return [];
    const ownTest = Object.hasOwn(ownTests, name) ? ownTests[name] : undefined;
    if (ownTest !== undefined) return value === null ? [] : [callTest(filtering, name, ownTest, value)];
    const logic = dialect.logic?.[name];
    if (value === null && (logic || !comparesWithoutOperator(dialect))) {
      if (dialect.sqlNulls) throw nullArgument(name);
      return [];
    }
    return [
      logic ? logicTest(filtering, type, logic, value, ownTests) : memberTest(filtering, type, name, value),
    ];
  });
  const [first] = tests;
  return first && tests.length === 1 ? first : (item) => all(tests.map((test) => test(item)));
}

/** Whether a member without an operator has a value: `{ title: "One" }`. */
function comparesWithoutOperator({ operators = {} }: Dialect): boolean {
  return Object.hasOwn(operators, "");
}

function callTest({ session }: Filtering, name: string, test: unknown, value: unknown): Test {
  if (typeof test !== "function") throw new RulesError(`where: the test "${name}" is not a function.`);
  return (item) => {
    const result: unknown = test(rowOf(session, item), value);
    if (isPromiseLike(result)) throw new RulesError(`where: the test "${name}" must not be async.`);
    return Boolean(result);
  };
}

function logicTest(
  filtering: Filtering,
  type: GraphQLCompositeType,
  logic: Logic,
  value: unknown,
  ownTests: OwnTests,
): Test {
  const tests = [value].flat().map((part) => objectTest(filtering, type, Object(part) as object, ownTests));
  return (item) =>
    combine(
      logic,
      tests.map((test) => test(item)),
    );
}

/** `not` has a list as its value in some dialects: none of its entries is true. */
function combine(logic: Logic, truths: readonly Truth[]): Truth {
  if (logic === "and") return all(truths);
  return logic === "or" ? any(truths) : not(any(truths));
}

/** A field, or a field with an operator: `title_contains`. */
function memberTest(filtering: Filtering, type: GraphQLCompositeType, name: string, value: unknown): Test {
  const { dialect, session } = filtering;
  const field = fieldOf(filtering, type, name);
  if (!field) return suffixTest(filtering, type, name, value);
  const fieldType = session.world.structure.itemTypeOf(field.type) ?? getNamedType(field.type);
  if (isObject(value) && isCompositeType(fieldType)) return relatedTest(filtering, fieldType, name, value);
  if (isObject(value)) {
    const test = operatorsTest(dialect, fieldType, name, value);
    return (item) => test(valuesOf(session, item, name));
  }
  const operator = operatorOf(dialect, "");
  if (!operator) throw memberWithoutMeaning(filtering, type, name);
  return operatorTest(filtering, name, operator, value);
}

/** The end of the name is an operator. Names of fields can contain the separator. */
function suffixTest(filtering: Filtering, type: GraphQLCompositeType, name: string, value: unknown): Test {
  const { dialect } = filtering;
  const { separator } = dialect;
  if (!separator) throw memberWithoutMeaning(filtering, type, name);
  for (let end = name.lastIndexOf(separator); end > 0; end = name.lastIndexOf(separator, end - 1)) {
    const fieldName = name.slice(0, end);
    const operatorName = name.slice(end + separator.length);
    const operator = fieldOf(filtering, type, fieldName) && operatorOf(dialect, operatorName);
    if (operator) return operatorTest(filtering, fieldName, operator, value);
  }
  throw memberWithoutMeaning(filtering, type, name);
}

function fieldOf({ session }: Filtering, type: GraphQLCompositeType, name: string): Field | undefined {
  const possible = session.world.structure.possibleTypes(type);
  return possible.map((object) => object.getFields()[name]).find((field) => field !== undefined);
}

function operatorTest(
  { session, dialect }: Filtering,
  name: string,
  operator: ParsedOperator,
  value: unknown,
): Test {
  const comparing = createComparing(operator, value, dialect.sqlNulls !== undefined);
  return (item) => compareValues(comparing, valuesOf(session, item, name));
}

/** The test of rows to which a field refers, by a filter of their own. */
function relatedTest(filtering: Filtering, type: GraphQLCompositeType, name: string, filter: object): Test {
  const { session, dialect } = filtering;
  const { quantifiers = {} } = dialect;
  const isQuantified = Object.keys(filter).some((member) => quantifiers[member] !== undefined);
  const parts = isQuantified ? Object.entries(filter) : [[undefined, filter] as const];
  const tests = parts.flatMap(([member, part]): Test[] => {
    if (part === null || part === undefined) return [];
    const quantifier = member === undefined ? dialect.lists : quantifiers[member];
    if (member !== undefined && !quantifier) throw memberWithoutMeaning(filtering, type, member);
    const test = objectTest(filtering, type, part, {});
    return [
      (item) => {
        const value = readField(session, item, name);
        if (!Array.isArray(value)) return isItem(value) && test(value) === true;
        if (quantifier === undefined) throw memberWithoutMeaning(filtering, item.type, name);
        const truths = value.filter(isItem).map(test);
        // As SQL: no row for which the filter is false.
        if (quantifier === "every") return !truths.includes(false);
        return truths.includes(true) === (quantifier === "some");
      },
    ];
  });
  return (item) => all(tests.map((test) => test(item)));
}

/** The test of a value by an object of operators: `{ _gt: 3 }`. */
function operatorsTest(dialect: Dialect, type: GraphQLNamedType, path: string, value: object): ValueTest {
  const tests = Object.entries(value).flatMap(([name, wanted]: [string, unknown]): ValueTest[] => {
    if (wanted === undefined) return [];
    const operator = operatorOf(dialect, name);
    if (!operator) throw operatorWithoutMeaning(dialect, type, path, name);
    if (wanted === null && dialect.sqlNulls === "strict") throw nullArgument(`${path}.${name}`);
    const { comparison } = operator;
    if (isComparison(comparison)) {
      if (wanted === null && (comparison === "isNull" || comparison === "exists")) return [];
      const comparing = createComparing(operator, wanted, dialect.sqlNulls !== undefined);
      return [(values) => compareValues(comparing, values)];
    }
    const parts = [wanted].flat().map((part) => operatorsTest(dialect, type, path, Object(part) as object));
    return [
      (values) =>
        combine(
          comparison,
          parts.map((part) => part(values)),
        ),
    ];
  });
  const [first] = tests;
  return first && tests.length === 1 ? first : (values) => all(tests.map((test) => test(values)));
}

function operatorOf({ operators = {} }: Dialect, name: string): ParsedOperator | undefined {
  const text = Object.hasOwn(operators, name) ? operators[name] : undefined;
  return text === undefined ? undefined : parseOperator(text);
}

/** The values of a field: those of a list, the IDs of rows, or a single one. */
function valuesOf(session: Session, item: Item, name: string): readonly Leaf[] {
  const { type } = item.type.getFields()[name] ?? { type: GraphQLID };
  const value = readField(session, item, name);
  if (!Array.isArray(value)) return [toLeaf(value, type)];
  return value.flat(Number.POSITIVE_INFINITY).map((entry) => toLeaf(entry, type));
}

function toLeaf(value: unknown, type: GraphQLOutputType): Leaf {
  if (!isItem(value)) return { value: value ?? null, type };
  return { value: value.id ?? JSON.stringify(value.path), type: GraphQLID };
}

function readField(session: Session, item: Item, name: string): unknown {
  const field = item.type.getFields()[name];
  return field ? readValue(session, item, field) : null;
}

function nullArgument(path: string): GraphQLError {
  return new GraphQLError(`The member "${path}" of the filter must not be null.`, {
    extensions: { code: "BAD_USER_INPUT" },
  });
}

function memberWithoutMeaning(
  { dialect, session }: Filtering,
  type: GraphQLCompositeType,
  name: string,
): RulesError {
  const fields = session.world.structure
    .possibleTypes(type)
    .flatMap((object) => Object.keys(object.getFields()));
  const { operators = {}, logic = {}, separator } = dialect;
  const ends = separator === undefined ? [] : Object.keys(operators).map((end) => `${separator}${end}`);
  const combined = fields.flatMap((field) => ends.map((end) => `${field}${end}`));
  const names = [...fields, ...Object.keys(logic), ...combined].filter((candidate) => candidate !== name);
  return withoutMeaning(type, name, name, suggest(name, names), name);
}

function operatorWithoutMeaning(
  dialect: Dialect,
  type: GraphQLNamedType,
  path: string,
  name: string,
): RulesError {
  const names = Object.keys(dialect.operators ?? {});
  return withoutMeaning(type, path, `${path}.${name}`, suggest(name, names), name);
}

function withoutMeaning(
  type: GraphQLNamedType,
  member: string,
  coordinate: string,
  suggestion: string,
  operator: string,
): RulesError {
  const what = `The member "${coordinate}" of a filter of ${type.name} has no meaning.${suggestion}`;
  return missing(`${what} Add one of these to ${RULES_FILE}:`, [
    `where(rows, filter, { ${member}: (row, value) => … })`,
    `export const dialect = { …, operators: { ${operator}: "eq" } };`,
  ]);
}
