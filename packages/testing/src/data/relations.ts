/** Relations between the objects of the store, in both directions: given ones and generated ones. */

import { connectionOf, type Field, itemTypeOf } from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isNonNullType,
  isObjectType,
} from "graphql";
import { hash, pick } from "../random.ts";
import { type Item, isReference, referTo } from "./items.ts";
import { isObjectData } from "./object-data.ts";
import { generateId } from "./plant.ts";
import { inverseOf } from "./relation-types.ts";
import type { LeafGenerator } from "./scalars.ts";
import type { Store } from "./store.ts";

/** Lists that are nested deeper than this have one entry. */
const MAX_LONG_LISTS = 3;

interface RelationOptions {
  readonly schema: GraphQLSchema;
  readonly store: Store;
  readonly generateLeaf: LeafGenerator;
  /** Reads fields that refer to one object, and the values that the data or a mutation gives. */
  readonly reader: {
    one(item: Item, field: Field): Item | null;
    given(item: Item, field: Field): unknown;
  };
}

export interface Relations {
  /** The object to which a generated relation refers: each in turn, or a parent in a tree. */
  chooseTarget(item: Item, field: Field, type: GraphQLCompositeType): Item | undefined;
  /** The objects that refer to this one by the field `back`. */
  listBack(item: Item, field: Field, back: Field, type: GraphQLObjectType): readonly Item[];
  /** Objects of a list whose items have a list of such objects too. */
  listBothWays(
    item: Item,
    own: readonly (Item | null)[] | undefined,
    back: Field,
    type: GraphQLObjectType,
  ): readonly (Item | null)[];
  /** One to three objects of a list to which nothing refers back, or parts of the object. */
  listSome(
    item: Item,
    field: Field,
    type: GraphQLCompositeType,
    lists: number,
    back: Field | undefined,
  ): readonly Item[];
}

export function createRelations({ schema, store, generateLeaf, reader }: RelationOptions): Relations {
  /** Items by the object to which a field refers. */
  const indexes = new Map<Field, { readonly version: number; readonly items: ReadonlyMap<string, Item[]> }>();
  const openCandidates = new Map<Field, readonly Item[]>();
  return {
    chooseTarget(item, field, type) {
      const candidates = listOpen(item, field, type);
      if (item.origin?.kind !== "initial") return pick(candidates, `${item.key}.${field.name}`);
      const { index } = item.origin;
      if (type !== item.type) return candidates[index % candidates.length];
      if (index === 0) return isNonNullType(field.type) ? candidates[1] : undefined;
      return candidates[(index - 1) >> 1];
    },
    listBack(item, field, back, type) {
      const key = `${item.key}.${field.name}`;
      const listed = indexOf(type, back).get(item.key) ?? [];
      if (item.origin?.kind !== "found" || store.hasData(type)) return listed;
      // A look-up generates an object with objects that refer to it.
      const more = Array.from({ length: listLength(key, 0) }, (_, index): Item[] => {
        const id = String(generateId(type, generateLeaf, `${key}[${index}].${field.name}`));
        const known = store.find(type, id);
        if (!known || store.isListed(known)) return [];
        return [store.keep(type, id, { ...known.fields, [back.name]: referTo(item) })];
      });
      return [...listed, ...more.flat()];
    },
    listBothWays(item, own, back, type) {
      const ownKeys = new Set(own?.map((each) => each?.key));
      // The same for both directions.
      const size = Math.max(2, ...[item.type, type].map((each) => Math.ceil(store.initial(each).length / 2)));
      const others = store.list(type).filter((other) => {
        if (ownKeys.has(other.key)) return false;
        const entries = listEntries(reader.given(other, back));
        if (entries) return entries.some((entry) => isReference(entry) && entry.key === item.key);
        if (own || other.origin?.kind !== "initial" || item.origin?.kind !== "initial") return false;
        return hashPair(item.key, other.key) % size === 0;
      });
      return [...(own ?? []), ...others];
    },
    listSome(item, field, type, lists, back) {
      const key = `${item.key}.${field.name}`;
      const length = listLength(key, lists);
      const backward = back && item.origin ? { [back.name]: referTo(item) } : {};
      const part = (chosen: GraphQLObjectType, index: number, fields: Item["fields"]): Item => ({
        type: chosen,
        key: `${key}[${index}]`,
        fields: { ...fields, ...backward },
      });
      if (isObjectType(type) && !store.isStored(type)) {
        return Array.from({ length }, (_, index) => part(type, index, {}));
      }
      const known = store.initial(type);
      const offset = hash(`${key}:offset`);
      const chosen = Array.from({ length: Math.min(known.length, length) }, (_, index) => ({
        entry: known[(offset + index) % known.length] as Item,
        index,
      }));
      return chosen.flatMap(({ entry, index }) => {
        if (!store.isStored(entry.type)) return [part(entry.type, index, entry.fields)];
        return store.isRemoved(entry) ? [] : [store.read(referTo(entry))];
      });
    },
  };

  /** Objects to which a relation can refer: not those whose lists the data gives, because these are complete. */
  function listOpen(item: Item, field: Field, type: GraphQLCompositeType): readonly Item[] {
    const known = openCandidates.get(field);
    if (known) return known;
    const open = store.initial(type).filter((candidate) => {
      const names = Object.keys(candidate.fields).filter((name) => Array.isArray(candidate.fields[name]));
      return !names.some((name) => {
        const list = candidate.type.getFields()[name];
        const inverse = list && itemTypeOf(list) === item.type ? inverseOf(schema, candidate.type, list) : undefined;
        return inverse?.field === field && !inverse.isPart;
      });
    });
    openCandidates.set(field, open);
    return open;
  }

  function indexOf(type: GraphQLObjectType, back: Field): ReadonlyMap<string, Item[]> {
    const known = indexes.get(back);
    if (known?.version === store.version()) return known.items;
    const items = new Map<string, Item[]>();
    for (const item of store.list(type)) {
      const target = reader.one(item, back);
      if (!target) continue;
      const list = items.get(target.key);
      if (list) list.push(item);
      else items.set(target.key, [item]);
    }
    indexes.set(back, { version: store.version(), items });
    return items;
  }
}

/** The same for both orders. */
function hashPair(a: string, b: string): number {
  return hash(a < b ? `${a} ${b}` : `${b} ${a}`);
}

/** The items of a value that is a list, or a connection with a list. */
export function listEntries(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObjectData(value)) return undefined;
  const shape = connectionOf(value.type);
  const nodes = value.fields[shape?.nodes?.name ?? "nodes"];
  if (Array.isArray(nodes)) return nodes;
  const { edges } = value.fields;
  return Array.isArray(edges)
    ? edges.map((edge) => (isObjectData(edge) ? (edge.fields.node ?? null) : null))
    : undefined;
}

/** Number of entries of a generated list. @param lists - Number of lists that contain it. */
export function listLength(key: string, lists: number): number {
  return lists < MAX_LONG_LISTS ? 1 + (hash(key) % 3) : 1;
}
