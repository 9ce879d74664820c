/** Values of rows as JSON. A value that is an error in a response is its message. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { isRequiredArgument } from "graphql";
import { resolverOf } from "../rules/resolvers.ts";
import { createItem, type Item, isItem } from "../world/items.ts";
import { readValue } from "../world/read.ts";
import { readRowValue } from "../world/rows.ts";
import type { Session } from "../world/session.ts";
import type { World } from "../world/world.ts";
import type { Cell, LeafValue, NamedCell, RowLink } from "./inspected.ts";

/** How much of a value is shown. */
export interface CellLimits {
  /** Characters of a text. */
  readonly text: number;
  /** Entries of a list. */
  readonly entries: number;
}

/** Value objects that are nested deeper are left out. */
const MAX_DEPTH = 4;
/** Fields that name a row, in order of preference. */
const LABELS = ["name", "title", "label", "displayName", "fullName", "subject", "email", "slug"];
const MAX_LABEL = 80;

/** A value that is an error in a response. */
export function missingCell(error: unknown): Cell {
  return { kind: "missing", message: error instanceof Error ? error.message : String(error) };
}

/** The value of a field of a row, with its resolver if it has one. */
export async function cellOf(
  session: Session,
  item: Item,
  field: Field,
  limits: CellLimits,
  depth = 0,
): Promise<Cell> {
  const resolver = resolverOf(session.world.rules, item.type.name, field.name);
  if (resolver && field.args.some(isRequiredArgument)) {
    return { kind: "missing", message: "Its resolver needs arguments." };
  }
  try {
    return await toCell(session, await readRowValue(session, item, field), limits, depth);
  } catch (error) {
    return missingCell(error);
  }
}

/** The value that a row had for a field before or after a change. */
export async function cellOfValues(
  session: Session,
  item: Item,
  values: Item["values"],
  field: Field,
  limits: CellLimits,
): Promise<Cell> {
  try {
    const value = readValue(session.world, createItem({ ...item, values }), field);
    return await toCell(session, value, limits, 0);
  } catch (error) {
    return missingCell(error);
  }
}

async function toCell(session: Session, value: unknown, limits: CellLimits, depth: number): Promise<Cell> {
  if (isItem(value)) {
    if (value.id === undefined) return valueObjectCell(session, value, limits, depth);
    return { kind: "row", row: linkTo(session, value) };
  }
  if (!Array.isArray(value)) return leafCell(value, limits);
  const shown = value.slice(0, limits.entries);
  if (value.length > 0 && value.every((entry) => isItem(entry) && entry.id !== undefined)) {
    return { kind: "rows", total: value.length, rows: shown.map((row: Item) => linkTo(session, row)) };
  }
  const entries = await Promise.all(shown.map((entry) => toCell(session, entry, limits, depth + 1)));
  return { kind: "list", total: value.length, entries };
}

async function valueObjectCell(
  session: Session,
  item: Item,
  limits: CellLimits,
  depth: number,
): Promise<Cell> {
  const { type } = item;
  if (depth >= MAX_DEPTH) return { kind: "value-object", type: type.name, fields: [] };
  const fields = Object.values(type.getFields()).map(
    async (field): Promise<NamedCell> => ({
      name: field.name,
      type: String(field.type),
      cell: await cellOf(session, item, field, limits, depth + 1),
    }),
  );
  return { kind: "value-object", type: type.name, fields: await Promise.all(fields) };
}

function leafCell(value: unknown, { text }: CellLimits): Cell {
  const shown = toShown(value);
  if (typeof shown !== "string" || shown.length <= text) return { kind: "leaf", value: shown };
  return { kind: "leaf", value: shown.slice(0, text), cutAt: text };
}

/** An object of a scalar such as `JSON` is shown as its JSON. */
function toShown(value: unknown): LeafValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return (typeof value === "object" ? JSON.stringify(value) : undefined) ?? String(value);
}

export function linkTo({ world }: Session, item: Item): RowLink {
  const link = { type: item.type.name, id: String(item.id) };
  const fields = item.type.getFields();
  for (const name of LABELS) {
    const field = fields[name];
    if (!field || (item.origin === "data" && item.values[name] === undefined)) continue;
    const label = readLabel(world, item, field);
    if (label !== undefined && label !== link.id) return { ...link, label: label.slice(0, MAX_LABEL) };
  }
  return link;
}

function readLabel(world: World, item: Item, field: Field): string | undefined {
  const value = tryReadValue(world, item, field);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value of a field. `undefined` if a request for it is an error. */
export function tryReadValue(world: World, item: Item, field: Field): unknown {
  try {
    return readValue(world, item, field);
  } catch {
    return undefined;
  }
}
