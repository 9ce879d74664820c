/** The order of lists: by arguments with rules of `orders`, or by the default order of a field. */

import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from "graphql";
import type { Item } from "../structure/items.ts";
import { order as compare, toComparable } from "./compare.ts";
import type { NullsOrder, Order, Path } from "./comparisons.ts";
import { missingRule } from "./errors.ts";
import { callRule } from "./filters.ts";
import { type ReadField, readTargets } from "./paths.ts";
import { wordOf } from "./propose.ts";
import type { Rules } from "./types.ts";

interface Term {
  readonly path: Path;
  readonly isDescending: boolean;
  readonly nulls: "first" | "last" | undefined;
}

/** Paths to sort by. `isReversed` turns them all around, or the list if there are none. */
export interface Sort {
  readonly terms: readonly Term[];
  readonly isReversed: boolean;
  /** Whether a rule keeps the order, so that a direction beside it has no effect. */
  readonly isKept?: boolean;
  /** Place of nulls for all paths. */
  readonly nulls?: Term["nulls"];
}

const NONE: Sort = { terms: [], isReversed: false };

export interface Orders {
  /** Whether an argument sorts. */
  isOrder(coordinate: string, type: GraphQLInputType): boolean;
  /** The order of a value. @throws RulesError if an enum value or a member has no rule. */
  of(coordinate: string, type: GraphQLInputType, value: unknown): Sort;
  /** The default order of a field. */
  own(coordinate: string): Sort | undefined;
}

export function createOrders(schema: GraphQLSchema, { orders = {}, filters = {} }: Rules): Orders {
  /** Names of the enums and input objects with rules. */
  const types = new Set(Object.keys(orders).flatMap((key) => (key.includes("(") ? [] : [key.split(".")[0] ?? ""])));
  const filterTypes = new Set(Object.keys(filters).map((key) => key.split(".")[0]));
  return {
    isOrder,
    of,
    own: (coordinate) => (orders[coordinate] === undefined ? undefined : ruleOf(coordinate, null)),
  };

  function isOrder(coordinate: string, type: GraphQLInputType, depth = 0): boolean {
    if (filters[coordinate] !== undefined) return false;
    if (orders[coordinate] !== undefined) return true;
    const named = getNamedType(type);
    if (types.has(named.name)) return true;
    if (!isInputObjectType(named) || filterTypes.has(named.name) || depth > 2) return false;
    return Object.values(named.getFields()).some((field) =>
      isOrder(`${named.name}.${field.name}`, field.type, depth + 1),
    );
  }

  function ruleOf(coordinate: string, value: unknown): Sort {
    const rule = orders[coordinate];
    if (rule === undefined) return NONE;
    if (typeof rule !== "string" && "kind" in rule) throw missingOrder(schema, coordinate);
    if (typeof rule !== "function") return parseOrder(rule);
    return parseOrder(callRule(`orders["${coordinate}"]`, () => rule(value)));
  }

  function of(coordinate: string, type: GraphQLInputType, value: unknown): Sort {
    if (value === null || value === undefined) return NONE;
    const rule = orders[coordinate];
    if (typeof rule === "function") return ruleOf(coordinate, value);
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      return merge([value].flat().map((entry) => resolve(of(coordinate, nullable.ofType, entry))));
    }
    const own = ruleOf(coordinate, value);
    if (isEnumType(nullable)) {
      const name = `${nullable.name}.${String(value)}`;
      if (orders[name] !== undefined) return nest(own, ruleOf(name, value));
      if (rule !== undefined && !types.has(nullable.name)) return own;
      if (isOtherDirection(nullable.getValues().map((each) => `${nullable.name}.${each.name}`))) return own;
      throw missingOrder(schema, name);
    }
    if (isInputObjectType(nullable)) {
      const members = Object.values(nullable.getFields()).map((field) =>
        of(`${nullable.name}.${field.name}`, field.type, Object(value)[field.name]),
      );
      return nest(own, resolve(merge(members)));
    }
    if (rule === undefined) throw missingOrder(schema, coordinate);
    return value === false ? NONE : own;
  }

  /** Whether one of two values reverses the order, so that the other one keeps it. */
  function isOtherDirection(names: readonly string[]): boolean {
    return names.length === 2 && names.some((name) => orders[name] === "-");
  }
}

function parseOrder(rule: Exclude<Order, (...args: never) => unknown>): Sort {
  const terms = (Array.isArray(rule) ? rule : [rule]).map((each: Path | NullsOrder) => {
    const { path, nulls } = typeof each === "string" ? { path: each, nulls: undefined } : each;
    const isDescending = path.startsWith("-");
    return { path: isDescending ? path.slice(1) : path, isDescending, nulls };
  });
  const direction = terms.find(({ path }) => path === "");
  const isReversed = direction?.isDescending ?? false;
  return {
    terms: terms.filter(({ path }) => path !== ""),
    isReversed,
    isKept: direction !== undefined && !isReversed,
    nulls: direction?.nulls,
  };
}

/** Turns the paths around that a direction beside them reverses. */
function resolve(sort: Sort): Sort {
  const { terms, isReversed, nulls } = sort;
  if (terms.length === 0) return sort;
  const turn = (term: Term) => ({
    ...term,
    isDescending: term.isDescending !== isReversed,
    nulls: nulls ?? term.nulls,
  });
  return { terms: terms.map(turn), isReversed: false };
}

export function merge(sorts: readonly Sort[]): Sort {
  return {
    terms: sorts.flatMap(({ terms }) => terms),
    isReversed: sorts.some(({ isReversed }) => isReversed),
    isKept: sorts.some(({ isKept }) => isKept),
    nulls: sorts.find(({ nulls }) => nulls !== undefined)?.nulls,
  };
}

/** The order of a member with a rule: its value is a direction, or has paths below that of the rule. */
function nest(outer: Sort, inner: Sort): Sort {
  if (outer.terms.length === 0 || inner.terms.length === 0) return resolve(merge([outer, inner]));
  const nested = outer.terms.flatMap((term) =>
    inner.terms.map((each) => ({ ...each, path: `${term.path}.${each.path}` })),
  );
  return resolve({ terms: nested, isReversed: outer.isReversed });
}

/** Sorts items by several paths. Equal ones keep their order. */
export function sortItems(read: ReadField, sort: Sort, items: readonly Item[]): readonly Item[] {
  const { terms, isReversed, isKept } = resolve(sort);
  if (terms.length === 0) return isReversed && !isKept ? items.toReversed() : items;
  const rows = items.map((item) => ({
    item,
    values: terms.map(({ path }) => {
      const [target] = readTargets(read, [item], path);
      if (!target) return null;
      return "value" in target ? toComparable(target.type, target.value) : String(target.id);
    }),
  }));
  rows.sort((a, b) => {
    for (const [index, term] of terms.entries()) {
      const difference = compareBy(term, a.values[index] ?? null, b.values[index] ?? null);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return rows.map(({ item }) => item);
}

function compareBy({ isDescending, nulls }: Term, a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    const isNullFirst = nulls === undefined ? isDescending : nulls === "first";
    return (a === null) === isNullFirst ? -1 : 1;
  }
  return isDescending ? compare(b, a) : compare(a, b);
}

function missingOrder(schema: GraphQLSchema, coordinate: string): Error {
  const [typeName = ""] = coordinate.split(".");
  const [name = ""] = /\w+(?=(?::\))?$)/.exec(coordinate) ?? [];
  const isEnum = isEnumType(schema.getType(typeName));
  const what = isEnum ? "the enum value" : "the argument";
  return missingRule(
    `${what} ${coordinate}`,
    "orders",
    `"${coordinate}": ${wordOf(name)}, // a path such as "createdAt", or keep`,
  );
}
