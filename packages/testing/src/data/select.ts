/** Filters and sorts objects. */

import type { Comparison, Condition, Field, Order } from "@integration-platform/graphql-compiler/conventions";
import { type GraphQLOutputType, getNamedType } from "graphql";
import { remember } from "../maps.ts";
import type { Item } from "./items.ts";

/** Reads the fields of objects. */
export interface FieldReader {
  /** The value of a leaf field, or the values of a list of leafs. */
  leaf(item: Item, field: Field): unknown;
  /** The objects of a field: those of a list, or none or one. */
  related(item: Item, field: Field): readonly Item[];
}

export function matchesCondition(reader: FieldReader, condition: Condition, item: Item): boolean {
  switch (condition.kind) {
    case "all":
      return condition.conditions.every((each) => matchesCondition(reader, each, item));
    case "any":
      return condition.conditions.some((each) => matchesCondition(reader, each, item));
    case "not":
      return !matchesCondition(reader, condition.condition, item);
    case "related": {
      const { condition: inner, quantifier } = condition;
      const field = ownField(item, condition.field);
      const related = field ? reader.related(item, field) : [];
      const test = (each: Item) => inner === undefined || matchesCondition(reader, inner, each);
      if (quantifier === "every") return related.every(test);
      return related.some(test) === (quantifier === "some");
    }
    case "compare": {
      const field = ownField(item, condition.field);
      const values = field ? [reader.leaf(item, field)].flat() : [];
      return field !== undefined && values.some((each) => compareValue(condition, field, each)) !== condition.isNegated;
    }
  }
}

/** The field of the object's own type, for a condition on an interface. */
function ownField(item: Item, field: Field): Field | undefined {
  return item.type.getFields()[field.name];
}

function compareValue(
  { operator, ignoresCase, value: wanted }: Comparison & { readonly value: unknown },
  { type }: Field,
  value: unknown,
): boolean {
  const fold = (text: unknown) => (ignoresCase && typeof text === "string" ? text.toLowerCase() : text);
  const own = toComparable(type, fold(value));
  if (operator === "isNull") return (own === null) === Boolean(wanted);
  if (operator === "in") return [wanted].flat().some((each) => toComparable(type, fold(each)) === own);
  const other = toComparable(type, fold(wanted));
  if (operator === "eq") return own === other;
  if (own === null || other === null) return false;
  const [text, part] = [String(fold(value)), String(fold(wanted))];
  switch (operator) {
    case "contains":
      return text.includes(part);
    case "startsWith":
      return text.startsWith(part);
    case "endsWith":
      return text.endsWith(part);
    case "like":
      return toPattern(part).test(text);
    case "gt":
      return compareComparables(own, other) > 0;
    case "gte":
      return compareComparables(own, other) >= 0;
    case "lt":
      return compareComparables(own, other) < 0;
    case "lte":
      return compareComparables(own, other) <= 0;
  }
}

/** The pattern of SQL: `%` for any text, `_` for one character. */
function toPattern(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "s");
}

/** Sorts objects by several fields. Equal ones keep their order. */
export function sortItems(reader: FieldReader, orders: readonly Order[], items: readonly Item[]): Item[] {
  const rows = items.map((item) => ({
    item,
    values: orders.map(({ field }) => {
      const own = ownField(item, field);
      return own ? toComparable(own.type, reader.leaf(item, own)) : null;
    }),
  }));
  rows.sort((a, b) => {
    for (const [index, order] of orders.entries()) {
      const difference = compareOrdered(order, a.values[index] ?? null, b.values[index] ?? null);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return rows.map(({ item }) => item);
}

function compareOrdered({ isDescending, nulls }: Order, a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    const isNullFirst = nulls === undefined ? isDescending : nulls === "first";
    return (a === null) === isNullFirst ? -1 : 1;
  }
  const difference = compareComparables(a, b);
  return isDescending ? -difference : difference;
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
function toComparable(type: GraphQLOutputType, value: unknown): string | number | null {
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
function compareComparables(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
