/** Tables and rows as JSON. Reading them changes nothing. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { refersTo } from "../schema/structure.ts";
import { type Item, keyFieldOf, ownValueOf } from "../world/items.ts";
import { listReferring } from "../world/relations.ts";
import type { Session } from "../world/session.ts";
import { findItem, isSetInAnyRow, listItems } from "../world/tables.ts";
import type { World } from "../world/world.ts";
import { type CellLimits, cellOf, linkTo, missingCell, tryReadValue } from "./cells.ts";
import type { Cell, RowDetails, RowsPage, TableSummary } from "./inspected.ts";

const PAGE_SIZE = 100;
/** Columns after the key. */
const MAX_COLUMNS = 11;
const TABLE_LIMITS: CellLimits = { text: 120, entries: 3 };
const ROW_LIMITS: CellLimits = { text: 200_000, entries: 100 };
/** Rows of a list, if all of them are asked for. */
const MAX_ENTRIES = 5_000;

/** The object types with a key, by name. */
function tableTypes({ structure }: World): readonly GraphQLObjectType[] {
  return Object.values(structure.schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && structure.keyOf(type) !== undefined,
  );
}

export function listTables(world: World): TableSummary[] {
  return tableTypes(world)
    .map((type) => ({
      type: type.name,
      count: listItems(world, type).length,
      hasData: world.tables.dataRows.has(type.name),
    }))
    .sort((a, b) => a.type.localeCompare(b.type));
}

function findTable(world: World, name: string): GraphQLObjectType | undefined {
  return tableTypes(world).find((candidate) => candidate.name === name);
}

export interface RowsQuery {
  /** Number of rows before the first one. */
  readonly offset: number;
  /** Text that a leaf value of the row contains. */
  readonly search: string;
}

/** `undefined` if the schema has no such table. */
export async function listRows(
  session: Session,
  name: string,
  { offset, search }: RowsQuery,
): Promise<RowsPage | undefined> {
  const { world } = session;
  const type = findTable(world, name);
  if (!type) return undefined;
  const all = listItems(world, type);
  const key = keyFieldOf(world.structure, type);
  const otherFields = Object.values(type.getFields()).filter((field) => field !== key);
  const columns = columnsOf(world, type, otherFields);
  const leaves = columns.filter((field) => isLeafType(getNamedType(field.type)));
  const text = search.toLowerCase();
  const rows = text === "" ? all : all.filter((item) => contains(session, item, leaves, text));
  const shown = columns.slice(0, MAX_COLUMNS);
  const start = Math.min(offset, lastPageStart(rows.length));
  const page = rows.slice(start, start + PAGE_SIZE).map(async (item) => {
    const cells = await Promise.all(shown.map((field) => cellOf(session, item, field, TABLE_LIMITS)));
    return { id: String(item.id), cells };
  });
  return {
    type: type.name,
    ...(type.description && { description: type.description }),
    total: rows.length,
    offset: start,
    limit: PAGE_SIZE,
    keyName: key?.name ?? "",
    columns: shown.map((field) => field.name),
    hiddenColumns: otherFields.length - shown.length,
    rows: await Promise.all(page),
  };
}

/** Rows can have been removed since the page had a link to the offset. */
function lastPageStart(total: number): number {
  return Math.floor(Math.max(0, total - 1) / PAGE_SIZE) * PAGE_SIZE;
}

/**
 * The fields that a table can show: first those that a row has, and in both groups leaf values, then relations
 * to one object.
 */
function columnsOf(world: World, type: GraphQLObjectType, fields: readonly Field[]): readonly Field[] {
  const { structure } = world;
  const readable = fields.filter(({ args }) => !args.some(isRequiredArgument));
  const leaves = readable.filter((field) => isLeafType(getNamedType(field.type)));
  const ones = readable.filter((field) => {
    const isList = isListType(getNullableType(field.type)) || structure.listedTypeOf(field.type);
    return !isList && isCompositeType(getNamedType(field.type));
  });
  const isSet = (field: Field): boolean =>
    isSetInAnyRow(world, type, structure.relationOf(type, field.name) ?? field);
  return [...leaves, ...ones].toSorted((a, b) => Number(isSet(b)) - Number(isSet(a)));
}

/** Whether the key or a leaf value contains a text. */
function contains(session: Session, item: Item, leaves: readonly Field[], text: string): boolean {
  const isMatch = (value: unknown): boolean => isScalar(value) && String(value).toLowerCase().includes(text);
  return isMatch(item.id) || leaves.some((field) => isMatch(searchedLeaf(session.world, item, field)));
}

/**
 * The value of a leaf field in a search. `undefined` if the data must have it, because an error for each row
 * takes long.
 */
function searchedLeaf(world: World, item: Item, field: Field): unknown {
  const value = ownValueOf(item, field);
  if (value !== undefined) return value;
  // The data can have `customer` in place of `customerId`.
  const relation = world.structure.relationOf(item.type, field.name);
  const isGenerated = item.origin !== "data" && item.origin !== "created";
  const isReadable = isGenerated || (relation !== undefined && ownValueOf(item, relation) !== undefined);
  return isReadable ? tryReadValue(world, item, field) : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/**
 * `undefined` if there is no such table or row.
 *
 * @param isComplete - Whether lists have all their rows.
 */
export async function describeRow(
  session: Session,
  name: string,
  id: string,
  isComplete: boolean,
): Promise<RowDetails | undefined> {
  const { world } = session;
  const type = findTable(world, name);
  const item = type && findItem(world, type, id);
  if (!item) return undefined;
  const limits = isComplete ? { ...ROW_LIMITS, entries: MAX_ENTRIES } : ROW_LIMITS;
  const fields = Object.values(type.getFields()).map(async (field) => ({
    name: field.name,
    type: String(field.type),
    cell: await cellOf(session, item, field, limits),
  }));
  const referring = listBackReferences(world, type).map(([owner, field]) => ({
    coordinate: `${owner.name}.${field.name}`,
    cell: referringCell(session, item, owner, field, limits),
  }));
  return {
    row: linkTo(session, item),
    fields: await Promise.all(fields),
    referring: referring.filter(({ cell }) => cell.kind !== "rows" || cell.total > 0),
  };
}

/**
 * The fields of tables that refer to rows of a type, and that no field of the type is the other direction of.
 */
function listBackReferences(world: World, type: GraphQLObjectType): (readonly [GraphQLObjectType, Field])[] {
  const { structure } = world;
  const own = Object.values(type.getFields());
  const shown = new Set(own.map((field) => structure.inverseOf(type, field)?.field));
  return tableTypes(world).flatMap((owner) =>
    Object.values(owner.getFields()).flatMap((field) => {
      const back = structure.inverseOf(owner, field)?.field;
      const isShown = shown.has(field) || (back !== undefined && own.includes(back));
      const isOpen = !field.args.some(isRequiredArgument) && refersTo(structure, field, type);
      return isOpen && !isShown ? [[owner, field] as const] : [];
    }),
  );
}

function referringCell(
  session: Session,
  item: Item,
  owner: GraphQLObjectType,
  field: Field,
  { entries }: CellLimits,
): Cell {
  const { world } = session;
  try {
    const rows = listReferring(world, owner, field, item);
    return {
      kind: "rows",
      total: rows.length,
      rows: rows.slice(0, entries).map((row) => linkTo(session, row)),
    };
  } catch (error) {
    return missingCell(error);
  }
}
