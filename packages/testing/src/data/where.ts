/** `where`: the rows that match an input object, which becomes a test of a row by a dialect. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  GraphQLID,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
} from "graphql";
import { remember } from "../maps.ts";
import { isObject } from "../parse-json.ts";
import type { Logic, ParsedOperator, Quantifier } from "../rules/dialect.ts";
import { isPromiseLike } from "../rules/resolvers.ts";
import { RulesError } from "../rules/rules-error.ts";
import { all, any, createValueTest, not, type Truth, type ValueTest } from "../rules/value-tests.ts";
import type { Structure } from "../structure/structure.ts";
import { memberWithoutMeaning, nullArgument, operatorWithoutMeaning } from "./filter-errors.ts";
import { type Item, isItem } from "./items.ts";
import { itemOf, readSyncValue, rowOf } from "./rows.ts";
import type { Session } from "./session.ts";

/** Whether an item matches a filter, or a part of it. */
type ItemTest = (item: Item) => Truth;

/** Tests that the resolver has for members. */
type OwnTests = Readonly<Record<string, unknown>>;

/** The rows that match a filter. @throws RulesError if a value is not a row. */
export function whereRows<Row extends object>(
  session: Session,
  rows: readonly Row[],
  filter: object | null | undefined,
  tests: object = {},
): Row[] {
  if (!Array.isArray(rows)) throw new RulesError("where(rows, filter): expected a list of rows.");
  if (filter === null || filter === undefined) return [...rows];
  const test = createFilterTest(session, filter, tests as OwnTests);
  return rows.filter((row) => {
    const item = itemOf(session.world, row);
    if (item) return test(item);
    throw new RulesError("where(rows, filter): a value of the list is not a row. Use its own filter().");
  });
}

/**
 * The test of a filter, which is read once for each type of the items.
 *
 * @throws RulesError if a member has no meaning. @throws GraphQLError if a value is null, and the dialect
 * rejects that.
 */
export function createFilterTest(session: Session, filter: unknown, ownTests: OwnTests = {}): ItemTest {
  if (!isObject(filter)) {
    throw new RulesError("where(rows, filter): expected the input object of an argument.");
  }
  const byType = new Map<GraphQLObjectType, ItemTest>();
  return (item) => {
    const test = remember(byType, item.type, () => readFilter(session, item.type, filter, ownTests));
    return test(item);
  };
}

/** The test of all members of an input object. @param type - The type of the items, which can be abstract. */
function readFilter(
  session: Session,
  type: GraphQLCompositeType,
  filter: object,
  ownTests: OwnTests,
): ItemTest {
  const parts: ItemTest[] = [];
  for (const [name, value] of Object.entries(filter) as [string, unknown][]) {
    const test = value === undefined ? undefined : readEntry(session, type, name, value, ownTests);
    if (test) parts.push(test);
  }
  return allOf(parts);
}

/**
 * The test of one member: a test of the resolver, a combination of filters, or a field. `undefined` if a null
 * leaves it out.
 */
function readEntry(
  session: Session,
  type: GraphQLCompositeType,
  name: string,
  value: unknown,
  ownTests: OwnTests,
): ItemTest | undefined {
  const { dialect, operators } = session.world;
  const ownTest = Object.hasOwn(ownTests, name) ? ownTests[name] : undefined;
  if (ownTest !== undefined) return value === null ? undefined : createOwnTest(session, name, ownTest, value);
  const logic = ownMember(dialect.logic, name);
  // The operator with an empty name compares a field with null: `{ title: null }`.
  const comparesNull = logic === undefined && operators.has("");
  if (value === null && !comparesNull) {
    if (dialect.sqlNulls) throw nullArgument(name);
    return undefined;
  }
  if (logic === undefined) return readMember(session, type, name, value);
  const inner = [value].flat().map((part) => readFilter(session, type, Object(part) as object, ownTests));
  return LOGIC[logic](inner);
}

/** All parts are tested, even if the first one decides, so that each mistake of a test is an error. */
function allOf(parts: readonly ItemTest[]): ItemTest {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return (item) => all(parts.map((test) => test(item)));
}

function anyOf(parts: readonly ItemTest[]): ItemTest {
  return (item) => any(parts.map((test) => test(item)));
}

const LOGIC: Readonly<Record<Logic, (parts: readonly ItemTest[]) => ItemTest>> = {
  and: allOf,
  or: anyOf,
  /** None of the parts is true. */
  not(parts) {
    const isAny = anyOf(parts);
    return (item) => not(isAny(item));
  },
};

function createOwnTest(session: Session, name: string, test: unknown, value: unknown): ItemTest {
  if (typeof test !== "function") throw new RulesError(`where: the test "${name}" is not a function.`);
  return (item) => {
    const result: unknown = test(rowOf(session, item), value);
    if (isPromiseLike(result)) throw new RulesError(`where: the test "${name}" must not be async.`);
    return Boolean(result);
  };
}

/** A member that is a field, `{ title: … }`, or a field with an operator, `{ title_contains: … }`. */
function readMember(session: Session, type: GraphQLCompositeType, name: string, value: unknown): ItemTest {
  const { structure } = session.world;
  const field = fieldOf(structure, type, name);
  if (!field) return readSuffix(session, type, name, value);
  if (!isObject(value)) {
    const operator = session.world.operators.get("");
    if (operator) return createFieldTest(session, name, operator, value);
    throw memberWithoutMeaning(session.world, type, name);
  }
  const listedType = structure.listedTypeOf(field.type);
  const valueType = listedType ?? getNamedType(field.type);
  if (!isCompositeType(valueType)) return readOperators(session, valueType, name, value);
  const quantifier = session.world.dialect.lists ?? (listedType ? undefined : "some");
  const test = readRelated(session, valueType, name, value, quantifier);
  if (test) return test;
  throw memberWithoutMeaning(session.world, type, name);
}

/** The end of the name is an operator. Names of fields can contain the separator. */
function readSuffix(session: Session, type: GraphQLCompositeType, name: string, value: unknown): ItemTest {
  const { dialect, structure } = session.world;
  const { separator } = dialect;
  if (!separator) throw memberWithoutMeaning(session.world, type, name);
  for (let end = name.lastIndexOf(separator); end > 0; end = name.lastIndexOf(separator, end - 1)) {
    const fieldName = name.slice(0, end);
    const operator = session.world.operators.get(name.slice(end + separator.length));
    if (operator && fieldOf(structure, type, fieldName)) {
      return createFieldTest(session, fieldName, operator, value);
    }
  }
  throw memberWithoutMeaning(session.world, type, name);
}

/** An object of operators: `{ _gt: 3 }`. */
function readOperators(session: Session, type: GraphQLNamedType, field: string, operators: object): ItemTest {
  const { dialect } = session.world;
  const parts: ItemTest[] = [];
  for (const [name, wanted] of Object.entries(operators) as [string, unknown][]) {
    if (wanted === undefined) continue;
    const operator = session.world.operators.get(name);
    if (!operator) throw operatorWithoutMeaning(dialect, type, field, name);
    if (wanted === null && dialect.sqlNulls === "strict") throw nullArgument(`${field}.${name}`);
    const { comparison } = operator;
    if (wanted === null && WITHOUT_NULL.has(comparison)) continue;
    if (comparison === "and" || comparison === "or" || comparison === "not") {
      const inner = [wanted]
        .flat()
        .map((part) => readOperators(session, type, field, Object(part) as object));
      parts.push(LOGIC[comparison](inner));
    } else parts.push(createFieldTest(session, field, operator, wanted));
  }
  return allOf(parts);
}

/** The operators that a null leaves out. For the others, it is the value to compare with. */
const WITHOUT_NULL: ReadonlySet<ParsedOperator["comparison"]> = new Set([
  "and",
  "or",
  "not",
  "isNull",
  "exists",
]);

/**
 * A filter of related rows, or one filter for each quantifier.
 *
 * @param lists - The quantifier of a filter without one. `undefined` if such a filter has no meaning.
 */
function readRelated(
  session: Session,
  type: GraphQLCompositeType,
  field: string,
  filter: object,
  lists: Quantifier | undefined,
): ItemTest | undefined {
  const { quantifiers } = session.world.dialect;
  const isQuantified = Object.keys(filter).some((name) => ownMember(quantifiers, name) !== undefined);
  if (!isQuantified) {
    return lists && createRelatedTest(session, field, lists, readFilter(session, type, filter, {}));
  }
  const parts: ItemTest[] = [];
  for (const [name, inner] of Object.entries(filter)) {
    if (inner === null || inner === undefined) continue;
    const quantifier = ownMember(quantifiers, name);
    if (!quantifier) throw memberWithoutMeaning(session.world, type, name);
    parts.push(createRelatedTest(session, field, quantifier, readFilter(session, type, inner, {})));
  }
  return allOf(parts);
}

/** The test of the row to which a field refers, or of its rows. */
function createRelatedTest(session: Session, name: string, quantifier: Quantifier, test: ItemTest): ItemTest {
  return (item) => {
    const value = readField(session, item, name);
    if (!Array.isArray(value)) return isItem(value) && test(value) === true;
    const truths = value.filter(isItem).map(test);
    // The same as in SQL: there is no row for which the filter is false.
    if (quantifier === "every") return !truths.includes(false);
    const hasMatch = truths.includes(true);
    return quantifier === "some" ? hasMatch : !hasMatch;
  };
}

/** The test of the value of a field, or of its values: those of a list, or the IDs of rows. */
function createFieldTest(
  session: Session,
  name: string,
  operator: ParsedOperator,
  wanted: unknown,
): ItemTest {
  const hasSqlNulls = session.world.dialect.sqlNulls !== undefined;
  /** Types of an interface or a union have fields of their own. */
  const byField = new Map<Field | undefined, ValueTest>();
  return (item) => {
    const field = item.type.getFields()[name];
    const test = remember(byField, field, () => {
      const isLeaf = field && !isCompositeType(getNamedType(field.type));
      return createValueTest({ operator, wanted, type: isLeaf ? field.type : GraphQLID, hasSqlNulls });
    });
    return test(toLeaf(readField(session, item, name)));
  };
}

/** The IDs of rows. Lists in lists become one list. */
function toLeaf(value: unknown): unknown {
  if (Array.isArray(value)) return value.flat(Number.POSITIVE_INFINITY).map(toLeaf);
  if (isItem(value)) return value.id ?? JSON.stringify(value.path);
  return value ?? null;
}

function readField(session: Session, item: Item, name: string): unknown {
  const field = item.type.getFields()[name];
  return field ? readSyncValue(session, item, field) : null;
}

/** A member of a dialect. An object can lack `constructor`, and inherit it. */
function ownMember<Value>(members: Readonly<Record<string, Value>> = {}, name: string): Value | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The field of a type, or of the first possible type that has it. */
export function fieldOf(structure: Structure, type: GraphQLCompositeType, name: string): Field | undefined {
  const fields = structure.possibleTypes(type).map((object) => object.getFields()[name]);
  return fields.find((field) => field !== undefined);
}
