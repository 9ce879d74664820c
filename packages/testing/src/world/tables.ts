/**
 * The tables: rows by type and key. The initial rows come first, then those that mutations created. A table
 * gets its initial rows when it is first used. The changes of a mutation that fails are undone.
 */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import type { GraphQLCompositeType, GraphQLObjectType } from "graphql";
import { catchMaybePromise, mapMaybePromise } from "../rules/resolvers.ts";
import { getOrInsertComputed } from "../shared/maps.ts";
import { type Item, ownValueOf } from "./items.ts";
import type { Change, Tables, TypeTable, World } from "./world.ts";

export function createTables(generate: Tables["generate"]): Tables {
  return {
    dataRows: new Map(),
    generate,
    byType: new Map(),
    lists: new Map(),
    initialValues: new Map(),
    changes: undefined,
    running: undefined,
    listeners: new Set(),
    created: 0,
  };
}

/**
 * The rows of a type, or of the possible types of an interface or union. The same array until a row changes.
 */
export function listItems(world: World, type: GraphQLCompositeType): readonly Item[] {
  return getOrInsertComputed(world.tables.lists, type, () => collectRows(world, type));
}

/** The row with an ID. `undefined` if there is none, or it was deleted. */
export function findItem(world: World, type: GraphQLCompositeType, id: unknown): Item | undefined {
  for (const possible of world.structure.possibleTypes(type)) {
    const item = tableOf(world, possible).byId.get(String(id));
    if (item && !item.isDeleted) return item;
  }
  return undefined;
}

/** Whether a row has the ID, or a deleted one had it. */
export function isUsedId(world: World, type: GraphQLObjectType, id: unknown): boolean {
  return tableOf(world, type).byId.has(String(id));
}

/**
 * The initial rows, even those that were deleted. Generated relations are chosen among these, so that a
 * mutation does not change the row that such a relation refers to.
 */
export function initialItems(world: World, type: GraphQLCompositeType): readonly Item[] {
  return typesWithInitialRows(world, type).flatMap((possible) => tableOf(world, possible).initial);
}

/** The values of an initial row before any mutation changed them. */
export function initialValuesOf({ tables }: World, item: Item): Item["values"] {
  return tables.initialValues.get(item) ?? item.values;
}

/** Whether any row of the type has an own value for the field, even a deleted row. */
export function isSetInAnyRow(world: World, type: GraphQLObjectType, field: Field): boolean {
  return tableOf(world, type).items.some((item) => ownValueOf(item, field) !== undefined);
}

/** Adds a created row. The ID can be that of a deleted row, which it replaces in `byId`. */
export function insertItem(world: World, item: Item): void {
  const { items, byId } = tableOf(world, item.type);
  const id = String(item.id);
  const deletedRow = byId.get(id);
  items.push(item);
  byId.set(id, item);
  recordChange(world, {
    kind: "added",
    item,
    before: {},
    after: item.values,
    undo() {
      // Changes are undone in reverse order, so that the row is the last one.
      items.pop();
      if (deletedRow) byId.set(id, deletedRow);
      else byId.delete(id);
    },
  });
}

/** Replaces the own values of a row. */
export function setValues(world: World, item: Item, values: Item["values"]): void {
  const before = item.values;
  const { initialValues } = world.tables;
  // For `resetTables`. Later changes keep the first values.
  if (!initialValues.has(item)) initialValues.set(item, before);
  item.values = values;
  recordChange(world, {
    kind: "changed",
    item,
    before,
    after: values,
    undo() {
      item.values = before;
    },
  });
}

/**
 * Marks a row as deleted. It stays in its table, so that generated IDs differ from its ID, and `undo` can
 * restore it.
 */
export function deleteItem(world: World, item: Item): void {
  item.isDeleted = true;
  recordChange(world, {
    kind: "removed",
    item,
    before: item.values,
    after: {},
    undo() {
      item.isDeleted = false;
    },
  });
}

/**
 * Runs the resolver of a mutation, and returns its value or promise. If it throws or rejects, what it changed
 * is undone. While its promise is pending, mutations of other requests wait, because the changes of both
 * could not be told apart.
 */
export function runMutation(world: World, run: () => unknown): unknown {
  const { tables } = world;
  // Another mutation can have started when the promise is settled, so that this is checked again.
  if (tables.running) return tables.running.then(() => runMutation(world, run));
  tables.changes = [];
  const completed = catchMaybePromise(run, (error) => {
    undo(tables);
    throw error;
  });
  const result = mapMaybePromise(completed, (value) => {
    commit(tables);
    return value;
  });
  if (result instanceof Promise) tables.running = result.then(end, end);
  return result;

  /** Others wait for the end of the promise, not for its success. */
  function end() {
    tables.running = undefined;
  }
}

/** Ends the running mutation. */
function commit(tables: Tables): void {
  const { changes = [], listeners } = tables;
  tables.changes = undefined;
  if (changes.length === 0) return;
  for (const listen of listeners) listen(changes);
}

/** Ends the running mutation, and restores what it changed. */
function undo(tables: Tables): void {
  for (const change of tables.changes?.toReversed() ?? []) change.undo();
  tables.lists.clear();
  tables.changes = undefined;
}

/**
 * Restores the initial rows and their values. A mutation that runs can only undo what it changes afterwards.
 */
export function resetTables({ tables }: World): void {
  for (const [item, values] of tables.initialValues) item.values = values;
  tables.initialValues.clear();
  for (const { initial, items, byId } of tables.byType.values()) {
    items.length = 0;
    byId.clear();
    for (const item of initial) {
      item.isDeleted = false;
      items.push(item);
      byId.set(String(item.id), item);
    }
  }
  if (tables.changes) tables.changes = [];
  tables.lists.clear();
  tables.created = 0;
}

/** Keeps the change, so that it can be undone, and drops the lists that were read before it. */
function recordChange({ tables }: World, change: Change): void {
  tables.changes?.push(change);
  tables.lists.clear();
}

function tableOf({ tables }: World, type: GraphQLObjectType): TypeTable {
  return getOrInsertComputed(tables.byType, type, () => {
    const initial = tables.dataRows.get(type.name) ?? tables.generate(type);
    const byId = new Map(initial.map((item) => [String(item.id), item]));
    return { initial, items: [...initial], byId };
  });
}

/**
 * The possible types whose initial rows are listed: those that the option `data` has, even with `[]`, or else
 * all.
 */
function typesWithInitialRows(
  { structure, tables }: World,
  type: GraphQLCompositeType,
): readonly GraphQLObjectType[] {
  const possible = structure.possibleTypes(type);
  const withData = possible.filter(({ name }) => tables.dataRows.has(name));
  return withData.length > 0 ? withData : possible;
}

/** The initial rows by type, then the created ones of all types in the order of creation. */
function collectRows(world: World, type: GraphQLCompositeType): readonly Item[] {
  const tables = world.structure.possibleTypes(type).map((possible) => tableOf(world, possible));
  const items = tables.flatMap((table) => table.items.filter(({ isDeleted }) => !isDeleted));
  const initialTypes = new Set(typesWithInitialRows(world, type));
  const initial = items.filter((item) => item.origin !== "created" && initialTypes.has(item.type));
  const created = items.filter(({ origin }) => origin === "created");
  return [...initial, ...created.toSorted((a, b) => a.index - b.index)];
}
