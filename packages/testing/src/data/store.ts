/** The tables of the platform: its rows by type and key, in the order of the data, then of creation. */

import type { GraphQLCompositeType, GraphQLObjectType } from "graphql";
import { remember } from "../maps.ts";
import type { Item } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";

export interface Store {
  /** The rows of a type, or of the possible types of an interface or union. The same list until a row changes. */
  list(type: GraphQLCompositeType): readonly Item[];
  find(type: GraphQLCompositeType, id: unknown): Item | undefined;
  /** Whether a row has the ID, or a deleted one had it. */
  isUsed(type: GraphQLObjectType, id: unknown): boolean;
  /** The rows at the start. Generated relations refer to these, so that changes do not move them. */
  initial(type: GraphQLCompositeType): readonly Item[];
  add(item: Item): void;
  set(item: Item, values: Item["values"]): void;
  delete(item: Item): void;
  /** Runs a function. If it throws at once, what it changed is undone. */
  attempt<Result>(run: () => Result): Result;
  /** Number of created rows so far. */
  countCreated(): number;
  /** Restores the rows of the start. */
  reset(): void;
}

interface Table {
  readonly initial: readonly Item[];
  /** With the deleted ones. */
  readonly rows: Item[];
  /** The last row with each ID. It can be deleted. */
  readonly byId: Map<string, Item>;
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
  let created = 0;
  return {
    list: (type) => remember(lists, type, () => collect(type)),
    find(type, id) {
      for (const each of structure.possibleTypes(type)) {
        const item = tableOf(each).byId.get(String(id));
        if (item && !item.isDeleted) return item;
      }
      return undefined;
    },
    isUsed: (type, id) => tableOf(type).byId.has(String(id)),
    initial: (type) => listedTypes(type).flatMap((each) => tableOf(each).initial),
    add(item) {
      const { rows, byId } = tableOf(item.type);
      const id = String(item.id);
      const former = byId.get(id);
      created += 1;
      rows.push(item);
      byId.set(id, item);
      note(() => {
        rows.pop();
        if (former) byId.set(id, former);
        else byId.delete(id);
      });
    },
    set(item, values) {
      const before = item.values;
      if (!changed.has(item)) changed.set(item, before);
      item.values = values;
      note(() => {
        item.values = before;
      });
    },
    delete(item) {
      item.isDeleted = true;
      note(() => {
        item.isDeleted = false;
      });
    },
    attempt(run) {
      undos = [];
      try {
        return run();
      } catch (error) {
        for (const undo of undos.toReversed()) undo();
        lists.clear();
        throw error;
      } finally {
        undos = undefined;
      }
    },
    countCreated: () => created,
    reset() {
      for (const [item, values] of changed) item.values = values;
      changed.clear();
      for (const { initial, rows, byId } of tables.values()) {
        rows.length = 0;
        byId.clear();
        for (const item of initial) {
          item.isDeleted = false;
          rows.push(item);
          byId.set(String(item.id), item);
        }
      }
      lists.clear();
      created = 0;
    },
  };

  /** The lists are read again after a change. */
  function note(undo: () => void): void {
    undos?.push(undo);
    lists.clear();
  }

  function tableOf(type: GraphQLObjectType): Table {
    return remember(tables, type, () => {
      const initial = planted.get(type.name) ?? generate(type);
      return { initial, rows: [...initial], byId: new Map(initial.map((item) => [String(item.id), item])) };
    });
  }

  /** The types of which a list has rows at the start. Types with data take precedence. */
  function listedTypes(type: GraphQLCompositeType): readonly GraphQLObjectType[] {
    const possible = structure.possibleTypes(type);
    const withData = possible.filter(({ name }) => planted.has(name));
    return withData.length > 0 ? withData : possible;
  }

  function collect(type: GraphQLCompositeType): readonly Item[] {
    const rows = structure
      .possibleTypes(type)
      .flatMap((each) => tableOf(each).rows.filter(({ isDeleted }) => !isDeleted));
    const listed = new Set(listedTypes(type));
    const first = rows.filter((item) => item.origin !== "created" && listed.has(item.type));
    const later = rows.filter(({ origin }) => origin === "created").toSorted((a, b) => a.index - b.index);
    return [...first, ...later];
  }
}
