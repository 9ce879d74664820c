/** Compares leaf values by their types: dates as instants, decimals as numbers. */

import { GraphQLError, type GraphQLOutputType, getNamedType } from "graphql";
import { isObject } from "../json.ts";
import { limitSize, remember } from "../maps.ts";
import type { ParsedOperator } from "./dialect.ts";
import { RulesError } from "./errors.ts";

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
  matches: (text, part) => toExpression(part).test(text),
};

/** Whether values of a field compare with the given one. A list has several values, of which one must. */
export function compareLeaf(
  { comparison, ignoresCase }: ParsedOperator,
  { value, type }: Leaf,
  wanted: unknown,
): boolean {
  const fold = ignoresCase ? foldCase : (each: unknown) => each;
  const own = toComparable(type, fold(value));
  const given = [wanted].flat().map(fold);
  if (comparison === "eq" || comparison === "in")
    return given.some((each) => toComparable(type, each) === own);
  if (own === null || wanted === null) return false;
  if (comparison === "between") {
    const [from, to] = readRange(wanted).map((end) => toComparable(type, end));
    return (from == null || order(own, from) >= 0) && (to == null || order(own, to) <= 0);
  }
  const isInRange = RANGES[comparison];
  return given.some((each) => {
    const other = toComparable(type, each);
    if (isInRange) return other !== null && isInRange(order(own, other));
    return TEXTS[comparison]?.(String(fold(value)), String(each));
  });
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

/** The pattern of SQL: `%` for any text, `_` for one character. */
function toPattern(text: string): RegExp {
  const known = remember(patterns, text, () => createPattern(text));
  limitSize(patterns, MAX_PATTERNS);
  return known;
}

function createPattern(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "s");
}

function toExpression(text: string): RegExp {
  try {
    return new RegExp(text);
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
export function order(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
