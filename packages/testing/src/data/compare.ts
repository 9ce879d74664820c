/** Compares values of leaf fields by their type, for filters and sorting. */

import { type GraphQLOutputType, getNamedType } from "graphql";

/** How values of a type are compared. */
type Kind = "date" | "number" | "id" | "text";

const kinds = new Map<string, Kind>();

function kindOf(type: GraphQLOutputType): Kind {
  const { name } = getNamedType(type);
  const known = kinds.get(name) ?? readKind(name);
  kinds.set(name, known);
  return known;
}

function readKind(name: string): Kind {
  if (name === "ID") return "id";
  if (/date|timestamp|instant|^moment$/i.test(name)) return "date";
  return /int|float|decimal|number|money|amount|numeric|long|double/i.test(name) ? "number" : "text";
}

/**
 * Converts a value so that `<` and `===` compare it: dates to milliseconds, decimals to numbers, and IDs to numbers if they
 * are digits. `null` for null.
 */
export function toComparable(type: GraphQLOutputType, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
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
export function compareComparables(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
