/** Compares leaf values by their types: dates as instants, decimals as numbers. */

import { GraphQLError, type GraphQLOutputType, getNamedType } from "graphql";
import { limitSize, remember } from "../maps.ts";
import { isObject } from "../parse-json.ts";
import type { ParsedOperator } from "./dialect.ts";
import { RulesError } from "./rules-error.ts";
import { all, any, not, type Truth } from "./truth.ts";

/** A leaf value, and the type of its field. */
export interface Leaf {
  readonly value: unknown;
  readonly type: GraphQLOutputType;
}

const RANGES: Readonly<Record<string, (difference: number) => boolean>> = {
  gte: (difference) => difference >= 0,
  lte: (difference) => difference <= 0,
  gt: (difference) => difference > 0,
  lt: (difference) => difference < 0,
};

const TEXTS: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
  like: (text, part) => toPattern(part).test(text),
};

type Comparable = string | number | null;

/** An operator with its argument. */
export interface Comparing {
  readonly operator: ParsedOperator;
  readonly wanted: unknown;
  /** The argument, or its entries if it is a list, in lower case if the operator ignores case. */
  readonly entries: readonly unknown[];
  readonly hasSqlNulls: boolean;
  /** The entries as values of the types of fields. */
  readonly comparable: Map<GraphQLOutputType, readonly Comparable[]>;
}

export function createComparing(operator: ParsedOperator, wanted: unknown, hasSqlNulls: boolean): Comparing {
  const entries = [wanted].flat();
  return {
    operator,
    wanted,
    entries: foldsCase(operator) ? entries.map(foldCase) : entries,
    hasSqlNulls,
    comparable: new Map(),
  };
}

/** Regular expressions have a flag instead: `\S` is not `\s`. */
function foldsCase({ ignoresCase, comparison }: ParsedOperator): boolean {
  return ignoresCase && comparison !== "matches";
}

/** Whether one of several values compares with an argument: those of a list, or a single one. */
export function compareValues(comparing: Comparing, values: readonly Leaf[]): Truth {
  const truth = compareSome(comparing, values);
  return comparing.operator.isNegated ? not(truth) : truth;
}

function compareSome(comparing: Comparing, values: readonly Leaf[]): Truth {
  const { operator, wanted, entries, hasSqlNulls } = comparing;
  const { comparison } = operator;
  if (comparison === "isNull" || comparison === "exists") {
    const hasValue = values.some(({ value }) => value !== null);
    const wantsValue = comparison === "exists" ? Boolean(wanted) : !wanted;
    return hasValue === wantsValue;
  }
  if (comparison === "all" || comparison === "some") {
    const isEqual = { ...operator, comparison: "eq" as const };
    const truths = entries.map((entry) => compareSome(createComparing(isEqual, entry, hasSqlNulls), values));
    return comparison === "all" ? all(truths) : any(truths);
  }
  const [leaf] = values;
  if (leaf && values.length === 1) return compareLeaf(comparing, leaf);
  return any(values.map((value) => compareLeaf(comparing, value)));
}

function compareLeaf(comparing: Comparing, { value, type }: Leaf): Truth {
  const { operator, wanted, entries, hasSqlNulls } = comparing;
  const { comparison } = operator;
  const folded = foldsCase(operator) ? foldCase(value) : value;
  const own = toComparable(type, folded);
  const others = remember(comparing.comparable, type, () =>
    entries.map((entry) => toComparable(type, entry)),
  );
  if (comparison === "is") return others.includes(own);
  if (comparison === "eq" && wanted === null) return own === null;
  if (comparison === "eq" || comparison === "in") return equalsSome(own, others, hasSqlNulls);
  if (own === null || wanted === null) return hasSqlNulls ? undefined : false;
  if (comparison === "between") return isBetween(type, own, wanted);
  const isInRange = RANGES[comparison];
  if (isInRange) return others.some((other) => other !== null && isInRange(orderOf(own, other)));
  const text = String(folded);
  if (comparison === "matches") {
    const flags = operator.ignoresCase ? "i" : "";
    return entries.some((entry) => toExpression(String(entry), flags).test(text));
  }
  return entries.some((entry) => TEXTS[comparison]?.(text, String(entry)) === true);
}

/** In SQL, null is in no list, and a value that is not in a list with null can be. */
function equalsSome(own: Comparable, others: readonly Comparable[], hasSqlNulls: boolean): Truth {
  if (!hasSqlNulls) return others.includes(own);
  if (own !== null && others.includes(own)) return true;
  const isUnknown = others.length > 0 && (own === null || others.includes(null));
  return isUnknown ? undefined : false;
}

function isBetween(type: GraphQLOutputType, own: string | number, wanted: unknown): boolean {
  const [from, to] = readRange(wanted).map((end) => toComparable(type, end));
  const isAfter = from == null || orderOf(own, from) >= 0;
  return isAfter && (to == null || orderOf(own, to) <= 0);
}

function foldCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

const STARTS = /^(?:from|min|minimum|start|gte?|after|since|lower)$/i;
const ENDS = /^(?:to|max|maximum|end|lte?|before|until|upper)$/i;

/** The first and the last value: a list of two, or an object with members such as `from` and `to`. */
function readRange(wanted: unknown): readonly unknown[] {
  if (Array.isArray(wanted) && wanted.length === 2) return wanted;
  if (isObject(wanted)) {
    const names = Object.keys(wanted);
    const ends = [STARTS, ENDS].map((pattern) => names.find((name) => pattern.test(name)));
    const isKnown = names.every((name) => ends.includes(name));
    if (isKnown && names.length > 0) return ends.map((name) => wanted[name as string]);
  }
  throw new RulesError('"between" compares with a list of two values, or an object such as { from, to }.');
}

const patterns = new Map<string, RegExp>();
const MAX_PATTERNS = 100;

/** The pattern of SQL: `%` for any text, `_` for one character, and a backslash before one of these for itself. */
function toPattern(text: string): RegExp {
  const pattern = remember(patterns, text, () => createPattern(text));
  limitSize(patterns, MAX_PATTERNS);
  return pattern;
}

function createPattern(text: string): RegExp {
  const source = text.replaceAll(/\\?./gs, (token) => {
    if (token === "%") return ".*";
    if (token === "_") return ".";
    return token.slice(-1).replace(/[.*+?^${}()|[\]\\]/, "\\$&");
  });
  return new RegExp(`^${source}$`, "s");
}

function toExpression(text: string, flags: string): RegExp {
  try {
    return new RegExp(text, flags);
  } catch {
    throw new GraphQLError("The regular expression is not valid.", {
      extensions: { code: "BAD_USER_INPUT" },
    });
  }
}

/** How values of a type are compared. */
type ValueKind = "date" | "number" | "id" | "text";

const kinds = new Map<string, ValueKind>();

function kindOf(type: GraphQLOutputType): ValueKind {
  const { name } = getNamedType(type);
  return remember(kinds, name, () => kindOfName(name));
}

function kindOfName(name: string): ValueKind {
  if (name === "ID") return "id";
  if (/date|timestamp|instant/i.test(name)) return "date";
  return /int|float|decimal|number|money|amount|numeric|long|double/i.test(name) ? "number" : "text";
}

/**
 * Converts a value so that `<` and `===` compare it: dates to milliseconds, decimals to numbers, and IDs to numbers if they
 * are digits. `null` for null.
 */
export function toComparable(type: GraphQLOutputType, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value !== "string") return JSON.stringify(value);
  const kind = kindOf(type);
  if (kind === "date") {
    const at = Date.parse(value);
    return Number.isNaN(at) ? value : at;
  }
  if (kind === "number") {
    const number = Number(value || Number.NaN);
    return Number.isNaN(number) ? value : number;
  }
  return kind === "id" && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Negative if `a` is first. Numbers are before texts. Texts are compared by their code units, as databases do. */
export function orderOf(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
