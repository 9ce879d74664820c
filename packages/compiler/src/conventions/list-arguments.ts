/** Explains the arguments of lists and connections: pages, filters, sorting. */

import { type GraphQLArgument, type GraphQLNamedType, type GraphQLObjectType, getNullableType } from "graphql";
import { type Args, type Field, itemTypeOf, pagingArgumentsOf } from "./connections.ts";
import { filterReaderOf } from "./filters.ts";
import { takesIds } from "./identity.ts";
import { pluralsOf, toSnake } from "./names.ts";
import { type Condition, combine } from "./operators.ts";
import { type Order, readOrders, type SortArguments, sortArgumentsOf } from "./sorting.ts";

export type ArgumentMeaning = "page" | "sort" | "filter";

/** The request of one page, read from the arguments of a list. */
export interface ListRequest {
  readonly condition: Condition | undefined;
  readonly orders: readonly Order[];
  /** Whether the list without an order is reversed. */
  readonly isReversed: boolean;
  /** Names of the arguments, and paths of the members of input objects, that no convention explains. */
  readonly unexplained: readonly string[];
}

interface Explanation {
  readonly itemType: GraphQLNamedType;
  readonly sort: SortArguments;
  readonly meanings: ReadonlyMap<string, ArgumentMeaning>;
}

const explanations = new WeakMap<Field, Explanation | undefined>();

function explain(field: Field, list: Field): Explanation | undefined {
  if (!explanations.has(field)) explanations.set(field, createExplanation(field, itemTypeOf(list)));
  return explanations.get(field);
}

function createExplanation(field: Field, itemType: GraphQLNamedType | undefined): Explanation | undefined {
  if (!itemType) return undefined;
  const paging = new Set<string>(Object.values(pagingArgumentsOf(field)));
  const others = field.args.filter(({ name }) => !paging.has(name));
  const sort = sortArgumentsOf(itemType, others);
  const sorting = new Set([...sort.sorts, sort.direction, sort.reverse]);
  const meanings = field.args.flatMap((arg): [string, ArgumentMeaning][] => {
    if (paging.has(arg.name)) return [[arg.name, "page"]];
    if (sorting.has(arg.name)) return [[arg.name, "sort"]];
    return isFilter(field, itemType, arg) ? [[arg.name, "filter"]] : [];
  });
  return { itemType, sort, meanings: new Map(meanings) };
}

function isFilter(field: Field, itemType: GraphQLNamedType, arg: GraphQLArgument): boolean {
  return (takesIds(field) && /^ids$/i.test(arg.name)) || filterReaderOf(itemType, arg) !== undefined;
}

/**
 * Returns the meaning of an argument of a list or a connection. `undefined` if no convention explains it: then it must be
 * ignored, because a wrong guess is worse than none.
 */
export function explainArgument(field: Field, name: string): ArgumentMeaning | undefined {
  return explain(field, field)?.meanings.get(name);
}

/**
 * Reads the filters and the order of a list or a connection. Arguments that are null are ignored.
 *
 * @param list - The list, if the field is the number of its items.
 */
export function readListRequest(field: Field, args: Args, list: Field = field): ListRequest {
  const explanation = explain(field, list);
  const given = field.args.filter(({ name }) => args[name] !== undefined && args[name] !== null);
  if (!explanation) return { condition: undefined, orders: [], isReversed: false, unexplained: [] };
  const { itemType, sort, meanings } = explanation;
  const unexplained = given.flatMap(({ name }) => (meanings.has(name) ? [] : [name]));
  const conditions = given.flatMap((arg) => {
    if (meanings.get(arg.name) !== "filter") return [];
    return filterReaderOf(itemType, arg)?.(args[arg.name], arg.name, unexplained) ?? [];
  });
  const orders = readOrders(itemType, sort, args);
  return {
    condition: combine(conditions),
    orders,
    isReversed: orders.length === 0 && args[sort.reverse ?? ""] === true,
    unexplained,
  };
}

/** Returns the list next to a field that is the number of its items: `orders` for `orderCount`, `ordersCount`, `totalOrders`. */
export function countedListOf(type: GraphQLObjectType, field: Field): Field | undefined {
  if (!counted.has(field)) counted.set(field, findCounted(type, field));
  return counted.get(field);
}

const counted = new WeakMap<Field, Field | undefined>();

function findCounted(type: GraphQLObjectType, field: Field): Field | undefined {
  if (String(getNullableType(field.type)) !== "Int") return undefined;
  const name = toSnake(field.name);
  const noun = /^(.+)_count$/.exec(name)?.[1] ?? /^(?:total|count|num|number_of)_(.+)$/.exec(name)?.[1];
  if (noun === undefined) return undefined;
  const names = [noun, ...pluralsOf(noun)];
  return Object.values(type.getFields()).find((each) => itemTypeOf(each) && names.includes(toSnake(each.name)));
}
