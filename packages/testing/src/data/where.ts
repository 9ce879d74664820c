/** `where`: the rows that match an input object, by a dialect. */

import { type GraphQLCompositeType, GraphQLID, type GraphQLOutputType } from "graphql";
import { isObject } from "../parse-json.ts";
import { isPromiseLike } from "../rules/resolvers.ts";
import { RulesError } from "../rules/rules-error.ts";
import { all, any, not, type Truth } from "../rules/truth.ts";
import { compareValues, type Leaf } from "../rules/value-order.ts";
import { type Item, isItem } from "./items.ts";
import { type Condition, type OwnTests, readFilter } from "./read-filter.ts";
import { itemOf, readValue, rowOf } from "./rows.ts";
import type { Session } from "./session.ts";

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
  if (!isObject(filter)) {
    throw new RulesError("where(rows, filter): expected the input object of an argument.");
  }
  const items = rows.map((row) => {
    const item = itemOf(world, row);
    if (item) return item;
    throw new RulesError("where(rows, filter): a value of the list is not a row. Use its own filter().");
  });
  const conditions = new Map<GraphQLCompositeType, Condition>();
  for (const { type } of items) {
    if (!conditions.has(type)) conditions.set(type, readFilter(world, type, filter, tests as OwnTests));
  }
  return rows.filter((_, index) => {
    const item = items[index] as Item;
    return evaluate(session, conditions.get(item.type) as Condition, item);
  });
}

function evaluate(session: Session, condition: Condition, item: Item): Truth {
  switch (condition.kind) {
    case "value":
      return compareValues(condition.comparing, valuesOf(session, item, condition.field));
    case "rows":
      return evaluateRows(session, condition, item);
    case "test":
      return callTest(session, condition, item);
    case "and":
      return all(condition.parts.map((part) => evaluate(session, part, item)));
    case "or":
      return any(condition.parts.map((part) => evaluate(session, part, item)));
    case "not":
      return not(any(condition.parts.map((part) => evaluate(session, part, item))));
  }
}

function evaluateRows(
  session: Session,
  { field, quantifier, part }: Extract<Condition, { readonly kind: "rows" }>,
  item: Item,
): boolean {
  const value = readField(session, item, field);
  if (!Array.isArray(value)) return isItem(value) && evaluate(session, part, value) === true;
  const truths = value.filter(isItem).map((related) => evaluate(session, part, related));
  // As in SQL: there is no row for which the filter is false.
  if (quantifier === "every") return !truths.includes(false);
  const hasMatch = truths.includes(true);
  return quantifier === "some" ? hasMatch : !hasMatch;
}

function callTest(
  session: Session,
  { name, test, value }: Extract<Condition, { readonly kind: "test" }>,
  item: Item,
): boolean {
  const result = test(rowOf(session, item), value);
  if (isPromiseLike(result)) throw new RulesError(`where: the test "${name}" must not be async.`);
  return Boolean(result);
}

/** The values of a field: those of a list, the IDs of rows, or a single one. */
function valuesOf(session: Session, item: Item, name: string): readonly Leaf[] {
  const field = item.type.getFields()[name];
  const type = field?.type ?? GraphQLID;
  const value = field ? readValue(session, item, field) : null;
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
