/** The objects of the platform, by type: those at the start, and what mutations changed. */

import { idFieldOf, isErrorType } from "@integration-platform/graphql-compiler/conventions";
import { type GraphQLCompositeType, type GraphQLObjectType, type GraphQLSchema, isObjectType } from "graphql";
import { limitSize, remember } from "../maps.ts";
import { pick } from "../random.ts";
import type { Item, Reference } from "./items.ts";
import type { ObjectData } from "./object-data.ts";
import { createItem, generateId, plantData } from "./plant.ts";
import type { LeafGenerator } from "./scalars.ts";

/** Number of objects of a type without data. */
const DEFAULT_COUNT = 3;
/** Number of objects that are kept because a look-up found them. Lists do not contain them. */
const MAX_FOUND = 10_000;

export interface Store {
  /** All objects of a type, or of the possible types of an interface or union. */
  list(type: GraphQLCompositeType): readonly Item[];
  /** The same at the start. Generated relations refer to these, so that they stay the same. */
  initial(type: GraphQLCompositeType): readonly Item[];
  /** The object with this ID. If its type has no data, every ID exists that was not deleted. */
  find(type: GraphQLCompositeType, id: string | number): Item | undefined;
  /** The current version of an object. After it was deleted, its last one. */
  read(reference: Reference): Item;
  /** Whether lists can contain the object: it was not deleted, and its type has objects in the store. */
  isListed(item: Pick<Item, "type" | "key">): boolean;
  isRemoved(item: Pick<Item, "type" | "key">): boolean;
  /** Whether the type has objects in the store: it has IDs or data. Other objects are parts of these. */
  isStored(type: GraphQLObjectType): boolean;
  /** Whether the objects of the type are given by the option `data`. */
  hasData(type: GraphQLCompositeType): boolean;
  /** Keeps an object that was generated for a place. */
  keep(type: GraphQLObjectType, id: string | number, fields: Item["fields"]): Item;
  /** Prepares an object. It is in the store after `put`. */
  prepare(type: GraphQLObjectType, fields: Item["fields"]): Item;
  put(item: Item): void;
  remove(item: Item): void;
  /** Chooses an object type: if some of the possible types have data, one of these. */
  chooseType(type: GraphQLCompositeType, key: string): GraphQLObjectType;
  /** The ID field of an object that is not in the store. Empty if the type has none. */
  newId(type: GraphQLObjectType, key: string): Item["fields"];
  /** Grows with each change. */
  version(): number;
  reset(): void;
}

interface Table {
  /** At the start. */
  readonly initial: ReadonlyMap<string, Item>;
  /** Now. The same map as long as nothing changes. */
  items: Map<string, Item>;
  list?: readonly Item[] | undefined;
}

/** @throws TypeError if objects of the data contradict each other. */
export function createStore(
  schema: GraphQLSchema,
  seed: number,
  data: ReadonlyMap<string, readonly ObjectData[]>,
  leaf: LeafGenerator,
): Store {
  const planted = plantData(schema, seed, data, leaf);
  const tables = new Map<GraphQLObjectType, Table>();
  const lists = new Map<GraphQLCompositeType, readonly Item[]>();
  const initialLists = new Map<GraphQLCompositeType, readonly Item[]>();
  const found = new Map<string, Item>();
  const removed = new Map<string, Item>();
  let version = 0;
  let created = 0;

  const store: Store = {
    list(type) {
      if (isObjectType(type)) {
        const table = tableOf(type);
        table.list ??= [...table.items.values()];
        return table.list;
      }
      return remember(lists, type, () => listPossible(type));
    },
    initial: (type) => remember(initialLists, type, () => listInitial(type)),
    find(type, id) {
      const possible = possibleTypes(type);
      for (const each of possible) {
        const item = tableOf(each).items.get(keyOf(each, id)) ?? found.get(keyOf(each, id));
        if (item) return item;
      }
      if (possible.some(({ name }) => data.has(name))) return undefined;
      const chosen = pick(possible, `${seed}:${id}`);
      if (!chosen || !idFieldOf(chosen) || removed.has(keyOf(chosen, id))) return undefined;
      return createFound(chosen, keyOf(chosen, id), id);
    },
    read({ type, key, id }) {
      const known = tableOf(type).items.get(key) ?? found.get(key) ?? removed.get(key);
      return known ?? createFound(type, key, id);
    },
    isListed: ({ type, key }) => tableOf(type).items.has(key),
    isRemoved: ({ key }) => removed.has(key),
    isStored: (type) => planted.has(type.name) || idFieldOf(type) !== undefined,
    hasData: (type) => possibleTypes(type).some(({ name }) => data.has(name)),
    keep(type, id, fields) {
      const key = keyOf(type, id);
      const item = createFound(type, key, id, fields);
      found.set(key, item);
      limitSize(found, MAX_FOUND);
      return item;
    },
    prepare(type, fields) {
      created += 1;
      return createItem(seed, type, fields, leaf, { kind: "created", index: 0 }, `created:${created}`);
    },
    put(item) {
      change(item.type).set(item.key, item);
      removed.delete(item.key);
      found.delete(item.key);
    },
    remove(item) {
      change(item.type).delete(item.key);
      removed.set(item.key, item);
      found.delete(item.key);
    },
    chooseType: (type, key) => pick(possibleTypes(type), key) as GraphQLObjectType,
    newId(type, key) {
      const field = idFieldOf(type);
      return field ? { [field.name]: generateId(type, leaf, `${key}.${field.name}`) } : {};
    },
    version: () => version,
    reset() {
      for (const table of tables.values()) {
        table.items = table.initial as Map<string, Item>;
        table.list = undefined;
      }
      lists.clear();
      found.clear();
      removed.clear();
      version += 1;
      created = 0;
    },
  };
  return store;

  /** The objects of a type, to be changed. */
  function change(type: GraphQLObjectType): Map<string, Item> {
    const table = tableOf(type);
    if (table.items === table.initial) table.items = new Map(table.initial);
    table.list = undefined;
    lists.clear();
    version += 1;
    return table.items;
  }

  function tableOf(type: GraphQLObjectType): Table {
    return remember(tables, type, () => {
      const initial = planted.get(type.name) ?? generateTable(type);
      return { initial, items: initial };
    });
  }

  function generateTable(type: GraphQLObjectType): Map<string, Item> {
    const items = Array.from({ length: DEFAULT_COUNT }, (_, index) =>
      createItem(seed, type, {}, leaf, { kind: "initial", index }),
    );
    return new Map(items.map((item) => [item.key, item]));
  }

  /** The objects of the possible types; without data, a few of them at the start. */
  function listInitial(type: GraphQLCompositeType): readonly Item[] {
    if (isObjectType(type)) return [...tableOf(type).initial.values()];
    const possible = possibleTypes(type);
    if (planted.has(possible[0]?.name ?? "")) return possible.flatMap((each) => [...store.initial(each)]);
    const chosen = Array.from({ length: DEFAULT_COUNT }, (_, index) => possible[index % possible.length]);
    return chosen.flatMap((each, index) => (each && store.initial(each)[index]) ?? []);
  }

  /** The current objects of the possible types: those at the start that still exist, and the created ones. */
  function listPossible(type: GraphQLCompositeType): readonly Item[] {
    const kept = store.initial(type).flatMap((item) => tableOf(item.type).items.get(item.key) ?? []);
    const changed = possibleTypes(type).flatMap((each) => tables.get(each) ?? []);
    const added = changed.flatMap(({ items, initial }) =>
      items === initial ? [] : [...items.values()].filter(({ key }) => !initial.has(key)),
    );
    return [...kept, ...added];
  }

  /** Object types of a type. Types with data take precedence, then types that are not errors. */
  function possibleTypes(type: GraphQLCompositeType): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type];
    const possible = schema.getPossibleTypes(type);
    const withData = possible.filter(({ name }) => planted.has(name));
    if (withData.length > 0) return withData;
    const valid = possible.filter((each) => !isErrorType(each));
    return valid.length > 0 ? valid : possible;
  }

  function keyOf(type: GraphQLObjectType, id: string | number): string {
    return `${seed}:${type.name}:${id}`;
  }
}

function createFound(type: GraphQLObjectType, key: string, id: unknown, fields?: Item["fields"]): Item {
  const idName = idFieldOf(type)?.name ?? "id";
  return { type, key, fields: { ...fields, [idName]: id }, origin: { kind: "found", index: 0 } };
}
