/** Compares leaf values by their types: dates as instants, decimals as numbers. */

import { GraphQLError, type GraphQLOutputType, getNamedType } from "graphql";
import { isObject } from "../json.ts";
import { remember } from "../maps.ts";
import type { Operator } from "./comparisons.ts";
import { RulesError } from "./errors.ts";

/** A leaf value, and the type of its field. */
export interface Leaf {
  readonly value: unknown;
  readonly type: GraphQLOutputType;
}

/** Whether a value compares with the given one. */
export function compareLeaf(operator: Operator, { value, type }: Leaf, wanted: unknown): boolean {
  const fold = operator.endsWith("Text") ? foldCase : (each: unknown) => each;
  const own = toComparable(type, fold(value));
  const each = (test: (other: string | number | null) => boolean) =>
    [wanted].flat().some((entry) => test(toComparable(type, fold(entry))));
  if (operator === "is" || operator === "isText") return each((other) => own === other);
  if (own === null || wanted === null) return false;
  const text = String(fold(value));
  const eachText = (test: (part: string) => boolean) => [wanted].flat().some((part) => test(String(fold(part))));
  switch (operator) {
    case "atLeast":
      return each((other) => other !== null && order(own, other) >= 0);
    case "atMost":
      return each((other) => other !== null && order(own, other) <= 0);
    case "above":
      return each((other) => other !== null && order(own, other) > 0);
    case "below":
      return each((other) => other !== null && order(own, other) < 0);
    case "between": {
      const [from, to] = readRange(wanted).map((end) => toComparable(type, end ?? null));
      return (from == null || order(own, from) >= 0) && (to == null || order(own, to) <= 0);
    }
    case "contains":
    case "containsText":
      return eachText((part) => text.includes(part));
    case "startsWith":
    case "startsWithText":
      return eachText((part) => text.startsWith(part));
    case "endsWith":
    case "endsWithText":
      return eachText((part) => text.endsWith(part));
    case "like":
    case "likeText":
      return eachText((part) => toPattern(part).test(text));
    case "matches":
      return eachText((part) => toExpression(part).test(text));
    default:
      return false;
  }
}

function foldCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

const STARTS = /^(?:from|min|minimum|start|gte?|after|since|lower)$/i;
const ENDS = /^(?:to|max|maximum|end|lte?|before|until|upper)$/i;

/** The first and the last value: a list of two, or an object with members such as `from` and `to`. */
function readRange(wanted: unknown): readonly unknown[] {
  if (Array.isArray(wanted) && wanted.length === 2) return wanted;
  const names = isObject(wanted) ? Object.keys(wanted) : [];
  const [start, end] = [STARTS, ENDS].map((pattern) => names.find((name) => pattern.test(name)));
  const known = names.every((name) => name === start || name === end);
  if (isObject(wanted) && known && names.length > 0) return [wanted[start ?? ""], wanted[end ?? ""]];
  throw new RulesError('"between" compares with a list of two values, or an object such as { from, to }.');
}

/** The pattern of SQL: `%` for any text, `_` for one character. */
function toPattern(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "s");
}

function toExpression(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new GraphQLError("The regular expression is not valid.", { extensions: { code: "BAD_USER_INPUT" } });
  }
}

/** How values of a type are compared. */
type ValueKind = "date" | "number" | "id" | "text";

const kinds = new Map<string, ValueKind>();

function kindOf(type: GraphQLOutputType): ValueKind {
  const { name } = getNamedType(type);
  return remember(kinds, name, () => {
    if (name === "ID") return "id";
    if (/date|timestamp|instant|^moment$/i.test(name)) return "date";
    return /int|float|decimal|number|money|amount|numeric|long|double/i.test(name) ? "number" : "text";
  });
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
    const number = Number.parseFloat(value);
    return Number.isNaN(number) ? value : number;
  }
  return kind === "id" && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Negative if `a` is first. Numbers are before texts. Texts are compared by their code units, as databases do. */
export function order(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
