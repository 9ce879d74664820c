/** Dialects: what the names of filters, orders and pages of a platform mean, as data. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLArgument, getNamedType, getNullableType, isListType } from "graphql";
import { isObject } from "../parse-json.ts";
import { suggest } from "../suggest.ts";

/**
 * How the value of a field compares with the given one. `is` is `eq` for which null is a value like others,
 * even with the nulls of SQL.
 */
export type Comparison = (typeof COMPARISONS)[number];

const COMPARISONS = [
  "eq",
  "is",
  "in",
  "gt",
  "gte",
  "lt",
  "lte",
  "between",
  "contains",
  "startsWith",
  "endsWith",
  "like",
  "matches",
  "isNull",
  "exists",
  "all",
  "some",
] as const;

/**
 * A comparison, with `not` for its opposite and a final `i` if it ignores case: `"not containsi"`. `and`,
 * `or` and `not` have operators as members.
 */
export type Operator = Comparison | `${Comparison}i` | `not ${Comparison}` | `not ${Comparison}i` | Logic;

export type Logic = (typeof LOGIC)[number];
export type Quantifier = (typeof QUANTIFIERS)[number];

const LOGIC = ["and", "or", "not"] as const;
const QUANTIFIERS = ["some", "every", "none"] as const;

/** `desc nulls last`: from high to low, with null at the end. */
export type Direction = "asc" | "desc" | `${"asc" | "desc"} nulls ${"first" | "last"}`;

/**
 * The effect of an argument: it selects items from the start or the end, or those after or before a cursor,
 * skips some, or selects a page by its number from 1 or from 0. The members of an argument with the role
 * `members` have roles themselves.
 */
export type PageRole = (typeof PAGE_ROLES)[number];

const PAGE_ROLES = ["first", "last", "after", "before", "skip", "page", "page from 0", "members"] as const;

export interface Dialect {
  /** Names of arguments that filter a list. Without a resolver of its own, a list has these. @default none */
  readonly filters?: readonly string[];
  /** Names of arguments that order a list. @default none */
  readonly orders?: readonly string[];
  /** Names of arguments that select a page. @default first, last, after, before */
  readonly pages?: Readonly<Record<string, PageRole>>;
  /**
   * Operators by name: `{ _eq: "eq" }`. The empty name is that of a member without an operator:
   * `{ title: "One" }`.
   *
   * @default {}
   */
  readonly operators?: Readonly<Record<string, Operator>>;
  /**
   * The text between the name of a field and the operator, as in `title_contains`.
   *
   * @default they are nested
   */
  readonly separator?: string;
  /** Members that combine others: `{ _or: "or" }`. @default {} */
  readonly logic?: Readonly<Record<string, Logic>>;
  /** Members of the filter of a list of rows: `{ some: "some" }`. @default {} */
  readonly quantifiers?: Readonly<Record<string, Quantifier>>;
  /** How many rows of a list must match a filter without a quantifier. @default such a filter is an error */
  readonly lists?: Quantifier;
  /** Names of directions, in addition to `asc`, `desc`, `ASC` and `DESC`. @default {} */
  readonly directions?: Readonly<Record<string, Direction>>;
  /**
   * The text between a field and a direction: `title:desc`, `TITLE_DESC`.
   *
   * @default they are not in one text
   */
  readonly orderSeparator?: string;
  /** Members of an object that orders: `{ field: NAME, direction: DESC }`. @default its members are fields */
  readonly orderMembers?: { readonly field: string; readonly direction: string };
  /**
   * Place of nulls: `"low"` is as the lowest value, `"high"` as the highest.
   *
   * @default a null to sort is an error
   */
  readonly nulls?: "first" | "last" | "low" | "high";
  /**
   * Nulls as in SQL: if a value is null, neither a comparison nor its opposite selects the row. An argument
   * that is null is an error (`"strict"`), or `eq` compares with it (`"loose"`). @default null differs from
   * every other value
   */
  readonly sqlNulls?: "strict" | "loose";
  /** How values of enums are ordered: as in the schema, or as texts. @default such an order is an error */
  readonly enums?: "declared" | "text";
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  asc: "asc",
  desc: "desc",
  ASC: "asc",
  DESC: "desc",
};
const RELAY: Readonly<Record<string, PageRole>> = {
  first: "first",
  last: "last",
  after: "after",
  before: "before",
};

export function directionsOf({ directions }: Dialect): Readonly<Record<string, Direction>> {
  return { ...DIRECTIONS, ...directions };
}

export function pageRolesOf({ pages }: Dialect): Readonly<Record<string, PageRole>> {
  return { ...RELAY, ...pages };
}

/** The effect of an argument of a list without a resolver. `undefined` if it has no meaning. */
export function listArgumentRole(
  dialect: Dialect,
  field: Field,
  { name, type }: GraphQLArgument,
): "filter" | "order" | "page" | undefined {
  if (dialect.filters?.includes(name)) return "filter";
  if (dialect.orders?.includes(name)) return "order";
  if (dialect.pages && Object.hasOwn(dialect.pages, name)) return "page";
  if (!Object.hasOwn(pageRolesOf({}), name)) return undefined;
  // Only pages have cursors, and a date `after` is a filter.
  if (isListType(getNullableType(field.type)) && name !== "first" && name !== "last") return undefined;
  return /date|time/i.test(getNamedType(type).name) ? undefined : "page";
}

/** An operator in its parts. */
export interface ParsedOperator {
  readonly comparison: Comparison | Logic;
  readonly isNegated: boolean;
  readonly ignoresCase: boolean;
}

/**
 * The operators of a dialect by name. Those without a meaning are left out, because `dialectProblems`
 * describes them.
 */
export function parseOperators({ operators = {} }: Dialect): ReadonlyMap<string, ParsedOperator> {
  const parsed = new Map<string, ParsedOperator>();
  for (const [name, text] of Object.entries(operators)) {
    const operator = parseOperator(text);
    if (operator) parsed.set(name, operator);
  }
  return parsed;
}

/** `undefined` if there is no such operator. */
function parseOperator(text: string): ParsedOperator | undefined {
  if (isLogic(text)) return { comparison: text, isNegated: false, ignoresCase: false };
  const isNegated = text.startsWith("not ");
  const name = isNegated ? text.slice("not ".length) : text;
  const ignoresCase = !isComparison(name) && name.endsWith("i");
  const comparison = ignoresCase ? name.slice(0, -1) : name;
  return isComparison(comparison) ? { comparison, isNegated, ignoresCase } : undefined;
}

function isComparison(name: string): name is Comparison {
  return (COMPARISONS as readonly string[]).includes(name);
}

function isLogic(name: string): name is Logic {
  return (LOGIC as readonly string[]).includes(name);
}

/** The words that members of a dialect can have. `undefined` for members with other values. */
const WORDS: Readonly<Record<keyof Dialect, readonly string[] | undefined>> = {
  filters: undefined,
  orders: undefined,
  pages: PAGE_ROLES,
  operators: [...COMPARISONS, ...LOGIC],
  separator: undefined,
  logic: LOGIC,
  quantifiers: QUANTIFIERS,
  lists: QUANTIFIERS,
  directions: ["asc", "desc"].flatMap((word) => [word, `${word} nulls first`, `${word} nulls last`]),
  orderSeparator: undefined,
  orderMembers: undefined,
  nulls: ["first", "last", "low", "high"],
  sqlNulls: ["strict", "loose"],
  enums: ["declared", "text"],
};

/** Describes each member of a dialect that has no meaning. */
export function dialectProblems(dialect: object): string[] {
  return Object.entries(dialect).flatMap(([name, value]: [string, unknown]) => {
    if (!Object.hasOwn(WORDS, name)) {
      return [`dialect: unknown member "${name}".${suggest(name, Object.keys(WORDS))}`];
    }
    const words = WORDS[name as keyof Dialect];
    if (!words || value === undefined) return [];
    if (!isObject(value)) return wordProblems(`dialect.${name}`, words, value);
    return Object.entries(value).flatMap(([member, word]) => {
      if (name === "operators" && parseOperator(String(word))) return [];
      return wordProblems(`dialect.${name}.${member}`, words, word);
    });
  });
}

function wordProblems(location: string, words: readonly string[], word: unknown): string[] {
  if (words.includes(String(word))) return [];
  const noun = location.startsWith("dialect.operators") ? "operator" : "meaning";
  return [`${location}: there is no ${noun} "${word}".${suggest(String(word), words)}`];
}
