/** The tables of the platform: its rows by type and key, in the order of the data, then of creation. */

import { type GraphQLCompositeType, type GraphQLObjectType, isObjectType } from "graphql";
import { remember } from "../maps.ts";
import type { Item } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";

export interface Store {
  /** The rows of a type, or of the possible types of an interface or union. */
  list(type: GraphQLCompositeType): readonly Item[];
  find(type: GraphQLCompositeType, id: unknown): Item | undefined;
  /** Whether a row has the ID, or a deleted one had it. */
  isUsed(type: GraphQLObjectType, id: unknown): boolean;
  /** The rows at the start. Generated relations refer to these, so that changes do not move them. */
  initial(type: GraphQLCompositeType): readonly Item[];
  /** Whether the data has rows of the type. */
  hasData(type: GraphQLCompositeType): boolean;
  add(item: Item): void;
  set(item: Item, values: Item["values"]): void;
  delete(item: Item): void;
  /** Runs a function. If it throws at once, what it changed is undone. */
  attempt<Result>(run: () => Result): Result;
  /** Number of created rows so far. */
  countCreated(): number;
  /** Increases with each change. */
  version(): number;
  /** Restores the rows of the start. */
  reset(): void;
}

interface Table {
  readonly initial: readonly Item[];
  rows: Map<string, Item>;
  /** IDs of deleted rows. No new row gets one of them. */
  readonly deleted: Set<string>;
}

/**
 * @param planted - Rows of the data, by type name.
 * @param generate - Creates the first rows of a type without data.
 */
export function createStore(
  structure: Structure,
  planted: ReadonlyMap<string, readonly Item[]>,
  generate: (type: GraphQLObjectType) => readonly Item[],
): Store {
  const tables = new Map<GraphQLObjectType, Table>();
  const lists = new Map<GraphQLCompositeType, readonly Item[]>();
  const changed = new Map<Item, Item["values"]>();
  /** How to undo the changes of the running attempt. */
  let undos: (() => void)[] | undefined;
  /** Tables that the running attempt changed. */
  const saved = new Set<Table>();
  let version = 0;
  let created = 0;
  const store: Store = {
    list: (type) => remember(lists, type, () => collect(type)),
    find(type, id) {
      for (const each of structure.possibleTypes(type)) {
        const item = tableOf(each).rows.get(String(id));
        if (item) return item;
      }
      return undefined;
    },
    isUsed: (type, id) => tableOf(type).rows.has(String(id)) || tableOf(type).deleted.has(String(id)),
    initial: (type) => listedTypes(type).flatMap((each) => tableOf(each).initial),
    hasData: (type) => structure.possibleTypes(type).some(({ name }) => planted.has(name)),
    add(item) {
      created += 1;
      openTable(item.type).rows.set(String(item.id), item);
      note();
    },
    set(item, values) {
      const before = item.values;
      if (item.origin !== "created" && !changed.has(item)) changed.set(item, before);
      item.values = values;
      undos?.push(() => {
        item.values = before;
      });
      note();
    },
    delete(item) {
      const table = openTable(item.type);
      table.rows.delete(String(item.id));
      table.deleted.add(String(item.id));
      item.isDeleted = true;
      undos?.push(() => {
        item.isDeleted = false;
        table.deleted.delete(String(item.id));
      });
      note();
    },
    attempt(run) {
      undos = [];
      try {
        return run();
      } catch (error) {
        for (const undo of undos.toReversed()) undo();
        note();
        throw error;
      } finally {
        undos = undefined;
        saved.clear();
      }
    },
    countCreated: () => created,
    version: () => version,
    reset() {
      for (const [item, values] of changed) item.values = values;
      for (const table of tables.values()) {
        table.rows = toMap(table.initial);
        table.deleted.clear();
        for (const item of table.initial) item.isDeleted = false;
      }
      changed.clear();
      created = 0;
      note();
    },
  };
  return store;

  function note(): void {
    version += 1;
    lists.clear();
  }

  /** The table of a type, to be changed. */
  function openTable(type: GraphQLObjectType): Table {
    const table = tableOf(type);
    const { rows } = table;
    if (!undos || saved.has(table)) return table;
    saved.add(table);
    table.rows = new Map(rows);
    undos.push(() => {
      table.rows = rows;
    });
    return table;
  }

  function tableOf(type: GraphQLObjectType): Table {
    return remember(tables, type, () => {
      const initial = planted.get(type.name) ?? generate(type);
      return { initial, rows: toMap(initial), deleted: new Set() };
    });
  }

  /** The types of which a list has rows at the start. Types with data take precedence. */
  function listedTypes(type: GraphQLCompositeType): readonly GraphQLObjectType[] {
    const possible = structure.possibleTypes(type);
    const withData = possible.filter(({ name }) => planted.has(name));
    return withData.length > 0 ? withData : possible;
  }

  function collect(type: GraphQLCompositeType): readonly Item[] {
    if (isObjectType(type)) return [...tableOf(type).rows.values()];
    const listed = new Set(listedTypes(type));
    const rows = structure.possibleTypes(type).flatMap((each) => [...tableOf(each).rows.values()]);
    const first = rows.filter((item) => item.origin !== "created" && listed.has(item.type));
    const later = rows.filter(({ origin }) => origin === "created").toSorted((a, b) => a.index - b.index);
    return [...first, ...later];
  }
}

function toMap(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [String(item.id), item]));
}
