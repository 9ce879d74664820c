/** `where`: the rows that match an input object, by a dialect. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  GraphQLID,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
} from "graphql";
import { isObject } from "../json.ts";
import { compareLeaf, type Leaf } from "../rules/compare.ts";
import { type Dialect, isComparison, type ParsedOperator, parseOperator } from "../rules/dialect.ts";
import { missing, RULES_FILE, RulesError } from "../rules/errors.ts";
import { isPromiseLike } from "../rules/resolvers.ts";
import { type Item, isItem } from "./items.ts";
import { itemOf, readValue, rowOf } from "./rows.ts";
import type { Session } from "./session.ts";

/** Whether an item matches. */
type Test = (item: Item) => boolean;
/** Whether one of several values matches: those of a list, or a single one. */
type ValueTest = (values: readonly Leaf[]) => boolean;

type GivenTests = Readonly<Record<string, unknown>>;

interface Filtering {
  readonly session: Session;
  readonly dialect: Dialect;
}

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
  const types = new Set<GraphQLCompositeType>(items.map((item) => item.type));
  const filtering = { session, dialect: world.dialect };
  const byType = new Map(
    [...types].map((each) => [each, objectTest(filtering, each, filter, tests as GivenTests)]),
  );
  return rows.filter((_, index) => byType.get((items[index] as Item).type)?.(items[index] as Item));
}

function objectTest(
  filtering: Filtering,
  type: GraphQLCompositeType,
  filter: object,
  tests: GivenTests,
): Test {
  const all = Object.entries(filter).flatMap(([name, value]: [string, unknown]): Test[] => {
    if (value === undefined) return [];
    const own = Object.hasOwn(tests, name) ? tests[name] : undefined;
    if (own !== undefined) return value === null ? [] : [givenTest(filtering, name, own, value)];
    const logic = filtering.dialect.logic?.[name];
    if (logic) return value === null ? [] : [logicTest(filtering, type, logic, value, tests)];
    return [memberTest(filtering, type, name, value)];
  });
  return (item) => all.every((test) => test(item));
}

function givenTest({ session }: Filtering, name: string, test: unknown, value: unknown): Test {
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
  logic: "and" | "or" | "not",
  value: unknown,
  tests: GivenTests,
): Test {
  const inner = [value].flat().map((each) => objectTest(filtering, type, Object(each) as object, tests));
  if (logic === "and") return (item) => inner.every((test) => test(item));
  if (logic === "or") return (item) => inner.some((test) => test(item));
  return (item) => !inner.some((test) => test(item));
}

/** A field, or a field with an operator: `title_contains`. */
function memberTest(filtering: Filtering, type: GraphQLCompositeType, name: string, value: unknown): Test {
  const { separator } = filtering.dialect;
  const field = fieldOf(filtering, type, name);
  if (field)
    return value === null && !separator ? () => true : fieldTest(filtering, type, field, name, value);
  for (
    let end = name.lastIndexOf(separator ?? " ");
    separator && end > 0;
    end = name.lastIndexOf(separator, end - 1)
  ) {
    const owner = fieldOf(filtering, type, name.slice(0, end));
    const operator = owner && operatorOf(filtering.dialect, name.slice(end + separator.length));
    if (operator) return operatorTest(filtering, name.slice(0, end), operator, value);
  }
  throw withoutMeaning(type, name);
}

function fieldOf({ session }: Filtering, type: GraphQLCompositeType, name: string): Field | undefined {
  const possible = session.world.structure.possibleTypes(type);
  return possible.map((each) => each.getFields()[name]).find((field) => field !== undefined);
}

function fieldTest(
  filtering: Filtering,
  owner: GraphQLCompositeType,
  field: Field,
  name: string,
  value: unknown,
): Test {
  const { dialect, session } = filtering;
  const type = session.world.structure.itemTypeOf(field.type) ?? getNamedType(field.type);
  if (isObject(value) && isCompositeType(type)) return relatedTest(filtering, type, name, value);
  if (isObject(value)) {
    const test = operatorsTest(dialect, type, name, value);
    return (item) => test(valuesOf(session, item, name));
  }
  const operator = operatorOf(dialect, "");
  if (!operator) throw withoutMeaning(owner, name);
  return operatorTest(filtering, name, operator, value);
}

function operatorTest({ session }: Filtering, name: string, operator: ParsedOperator, value: unknown): Test {
  const test = comparisonTest(operator, value);
  return (item) => test(valuesOf(session, item, name));
}

/** The test of rows to which a field refers, by a filter of their own. */
function relatedTest(filtering: Filtering, type: GraphQLCompositeType, name: string, filter: object): Test {
  const { session, dialect } = filtering;
  const isQuantified = Object.keys(filter).some((member) => dialect.quantifiers?.[member] !== undefined);
  const parts = isQuantified
    ? Object.entries(filter).filter(([, value]) => value != null)
    : [[undefined, filter] as const];
  const tests = parts.map(([member, inner]): Test => {
    const quantifier = member === undefined ? undefined : dialect.quantifiers?.[member];
    if (member !== undefined && !quantifier) throw withoutMeaning(type, member);
    const test = objectTest(filtering, type, inner as object, {});
    return (item) => {
      const value = readField(session, item, name);
      if (!Array.isArray(value)) return isItem(value) && test(value);
      const wanted = quantifier ?? dialect.lists;
      if (wanted === undefined) throw withoutMeaning(item.type, name);
      const items = value.filter(isItem);
      if (wanted === "every") return items.every(test);
      return items.some(test) === (wanted === "some");
    };
  });
  return (item) => tests.every((test) => test(item));
}

/** The test of a value by an object of operators: `{ _gt: 3 }`. */
function operatorsTest(dialect: Dialect, type: GraphQLNamedType, path: string, value: object): ValueTest {
  const tests = Object.entries(value).flatMap(([name, wanted]: [string, unknown]): ValueTest[] => {
    if (wanted === undefined) return [];
    const operator = operatorOf(dialect, name);
    if (!operator) throw withoutMeaning(type, name, path);
    const { comparison } = operator;
    if (isComparison(comparison)) return [comparisonTest(operator, wanted)];
    const inner = [wanted].flat().map((each) => operatorsTest(dialect, type, path, Object(each) as object));
    if (comparison === "and") return [(values) => inner.every((test) => test(values))];
    if (comparison === "or") return [(values) => inner.some((test) => test(values))];
    return [(values) => !inner.some((test) => test(values))];
  });
  return (values) => tests.every((test) => test(values));
}

function operatorOf({ operators = {} }: Dialect, name: string): ParsedOperator | undefined {
  const text = Object.hasOwn(operators, name) ? operators[name] : undefined;
  return text === undefined ? undefined : parseOperator(text);
}

function comparisonTest(operator: ParsedOperator, wanted: unknown): ValueTest {
  const { comparison, isNegated } = operator;
  const isTrue = comparisonOf(operator, wanted);
  if (comparison === "isNull" || comparison === "exists") {
    if (wanted === null) return () => true;
    const isWanted = (comparison === "exists") === Boolean(wanted);
    return (values) => (values.some(({ value }) => value !== null) === isWanted) !== isNegated;
  }
  return (values) => isTrue(values) !== isNegated;
}

function comparisonOf(operator: ParsedOperator, wanted: unknown): ValueTest {
  const { comparison } = operator;
  if (comparison === "all" || comparison === "some") {
    const has = (values: readonly Leaf[], entry: unknown) =>
      values.some((leaf) => compareLeaf({ ...operator, comparison: "eq" }, leaf, entry));
    const entries = [wanted].flat();
    if (comparison === "all") return (values) => entries.every((entry) => has(values, entry));
    return (values) => entries.some((entry) => has(values, entry));
  }
  return (values) => values.some((leaf) => compareLeaf(operator, leaf, wanted));
}

/** The values of a field: those of a list, the IDs of rows, or a single one. */
function valuesOf(session: Session, item: Item, name: string): readonly Leaf[] {
  const { type } = item.type.getFields()[name] ?? { type: GraphQLID };
  const value = readField(session, item, name);
  return [value].flat(Number.POSITIVE_INFINITY).map((entry): Leaf => {
    if (isItem(entry)) return { value: entry.id ?? JSON.stringify(entry.path), type: GraphQLID };
    return { value: entry ?? null, type };
  });
}

export function readField(session: Session, item: Item, name: string): unknown {
  const field = (item.type as GraphQLObjectType).getFields()[name];
  return field ? readValue(session, item, field) : null;
}

function withoutMeaning(type: GraphQLNamedType, name: string, path?: string): RulesError {
  const coordinate = path === undefined ? name : `${path}.${name}`;
  return missing(
    `The member "${coordinate}" of a filter of ${type.name} has no meaning. Add one of these to ${RULES_FILE}:`,
    [
      `where(rows, filter, { ${path ?? name}: (row, value) => … })`,
      `export const dialect = { …, operators: { ${name}: "eq" } };`,
    ],
  );
}
