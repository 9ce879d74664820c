/** The order of leaf values by their types: dates as instants, decimals as numbers. */

import { type GraphQLOutputType, getNamedType } from "graphql";
import { remember } from "../maps.ts";

/** A value for `orderOf`. Only texts of integers that a number cannot represent become a bigint. */
export type Comparable = string | number | bigint;

/** How values of a type are compared. */
type ValueKind = "date" | "number" | "id" | "text";

const kinds = new Map<string, ValueKind>();

function kindOf(type: GraphQLOutputType): ValueKind {
  const { name } = getNamedType(type);
  return remember(kinds, name, () => kindOfName(name));
}

/** The schema does not define how a scalar is compared, so its name decides. */
function kindOfName(name: string): ValueKind {
  if (name === "ID") return "id";
  if (/date|timestamp|instant/i.test(name)) return "date";
  return /int|float|decimal|number|money|amount|numeric|long|double/i.test(name) ? "number" : "text";
}

/**
 * Converts a value so that `orderOf` compares it: dates to milliseconds, decimals to numbers, and IDs to
 * numbers if they are digits. `null` for null.
 */
export function toComparable(type: GraphQLOutputType, value: unknown): Comparable | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value !== "string") return JSON.stringify(value);
  const kind = kindOf(type);
  if (kind === "date") {
    const at = Date.parse(value);
    return Number.isNaN(at) ? value : at;
  }
  if (kind === "number") return toNumber(value);
  return kind === "id" && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** A text that is not a number stays a text. */
function toNumber(text: string): Comparable {
  const number = Number(text || Number.NaN);
  if (Number.isNaN(number)) return text;
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}

/**
 * Negative if `a` is first, 0 if both are equal. Numbers are before texts. Texts are compared by their code
 * units, as databases do. A number is not compared with a bigint exactly, because it can have been rounded
 * when JSON was parsed.
 */
export function orderOf(a: Comparable, b: Comparable): number {
  const isText = typeof a === "string";
  if (isText !== (typeof b === "string")) return isText ? 1 : -1;
  if (typeof a !== typeof b) return orderOf(Number(a), Number(b));
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
