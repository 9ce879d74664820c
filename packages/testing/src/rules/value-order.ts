/** The order of leaf values by their types: dates as instants, decimals as numbers. */

import { type GraphQLOutputType, getNamedType } from "graphql";
import { remember } from "../maps.ts";

/** A value that `<` and `===` compare. */
export type Comparable = string | number;

/** How values of a type are compared. */
type ValueKind = "date" | "number" | "id" | "text";

const kinds = new Map<string, ValueKind>();

function kindOf(type: GraphQLOutputType): ValueKind {
  const { name } = getNamedType(type);
  return remember(kinds, name, () => kindOfName(name));
}

/** The schema does not tell how a scalar is compared, so its name decides. */
function kindOfName(name: string): ValueKind {
  if (name === "ID") return "id";
  if (/date|timestamp|instant/i.test(name)) return "date";
  return /int|float|decimal|number|money|amount|numeric|long|double/i.test(name) ? "number" : "text";
}

/**
 * Converts a value so that `<` and `===` compare it: dates to milliseconds, decimals to numbers, and IDs to
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
  if (kind === "number") {
    const number = Number(value || Number.NaN);
    return Number.isNaN(number) ? value : number;
  }
  return kind === "id" && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/**
 * Negative if `a` is first. Numbers are before texts. Texts are compared by their code units, as databases
 * do.
 */
export function orderOf(a: Comparable, b: Comparable): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
