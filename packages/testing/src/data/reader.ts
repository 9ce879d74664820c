/** Reads the fields of objects: given values, generated values, and relations in both directions. */

import {
  type Args,
  countedListOf,
  type Field,
  idFieldOf,
  idNamesOf,
  isId,
  itemTypeOf,
} from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { remember } from "../maps.ts";
import { hash, pick } from "../random.ts";
import { type Item, isReference, isSource, referTo } from "./items.ts";
import { isObjectData } from "./object-data.ts";
import { generateId } from "./plant.ts";
import { inverseOf, listEntries } from "./relation-types.ts";
import type { LeafGenerator } from "./scalars.ts";
import type { RootFunction, SeedData } from "./seed-data.ts";
import type { FieldReader } from "./select.ts";
import type { Store } from "./store.ts";

/** The objects of a list. An entry can be null. */
type Items = readonly (Item | null)[];

export interface Reader extends FieldReader {
  leaf(item: Item, field: Field, args?: Args): unknown;
  /** The object of a field, or null. */
  one(item: Item, field: Field): Item | null;
  /** The objects of a list or a connection. @param lists - Number of lists that contain the object. */
  many(item: Item, field: Field, lists?: number): Items;
  /** Whether the generated value of the field is null. */
  isNull(item: Item, field: Field): boolean;
}

interface ReaderOptions {
  readonly schema: GraphQLSchema;
  readonly store: Store;
  readonly seedData: SeedData;
  readonly generateLeaf: LeafGenerator;
  readonly nulls: "never" | "sometimes";
}

export function createReader({ schema, store, seedData, generateLeaf, nulls }: ReaderOptions): Reader {
  /** Generated values of the objects of the store, because filters and sorting read them again. */
  const generated = new WeakMap<Item, Map<string, unknown>>();
  /** Items by the object to which a field refers. */
  const indexes = new Map<Field, { readonly version: number; readonly items: ReadonlyMap<string, Item[]> }>();
  const openCandidates = new Map<Field, readonly Item[]>();
  const reader: Reader = { leaf: readLeaf, one, many, related, isNull };
  return reader;

  function isNull(item: Item, field: Field): boolean {
    if (nulls === "never" || isNonNullType(field.type) || field.name === idFieldOf(item.type)?.name) return false;
    return hash(`${item.key}.${field.name}:null`) % 4 === 0;
  }

  /** The given value of a field, with the result of a function. `undefined` if it is generated. */
  function given(item: Item, field: Field, args: Args = {}): unknown {
    const value = Object.hasOwn(item.fields, field.name) ? item.fields[field.name] : undefined;
    return typeof value === "function" ? seedData.call(item.type, field, value as RootFunction, args) : value;
  }

  function readLeaf(item: Item, field: Field, args: Args = {}): unknown {
    const value = given(item, field, args);
    if (value !== undefined) return value;
    // A count is not kept, because the list can change.
    const list = item.origin && countedListOf(item.type, field);
    if (list && Object.keys(args).length === 0) return related(item, list).length;
    const known = generated.get(item) ?? new Map<string, unknown>();
    if (item.origin && !isSource(item)) generated.set(item, known);
    const text = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
    const key = `${field.name}${text}`;
    if (!known.has(key)) known.set(key, generate(item, field, `${item.key}.${key}`));
    return known.get(key);
  }

  function generate(item: Item, field: Field, key: string): unknown {
    if (isNull(item, field)) return null;
    const relation = relationOfId(item.type, field);
    if (relation) {
      const target = one(item, relation);
      const id = target && idFieldOf(target.type);
      return target && id ? readLeaf(target, id) : null;
    }
    return generateValue(item, field, field.type, key, 0);
  }

  function generateValue(item: Item, field: Field, type: GraphQLOutputType, key: string, depth: number): unknown {
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      return Array.from({ length: listLength(key, depth) }, (_, index) =>
        generateValue(item, field, nullable.ofType, `${key}[${index}]`, depth + 1),
      );
    }
    return isLeafType(nullable) ? generateLeaf(nullable, field.name, key, item) : null;
  }

  /** The relation of `customerId`, if there is a field `customer` beside it. */
  function relationOfId(type: GraphQLObjectType, field: Field): Field | undefined {
    const stem = /^(\w+?)_?(?:Id|ID|id)$/.exec(field.name)?.[1];
    if (stem === undefined) return undefined;
    const fields = type.getFields();
    const relation = fields[stem] ?? fields[stem.charAt(0).toUpperCase() + stem.slice(1)];
    return relation && isCompositeType(getNamedType(relation.type)) && !itemTypeOf(relation) ? relation : undefined;
  }

  function related(item: Item, field: Field): readonly Item[] {
    const found = itemTypeOf(field) ? many(item, field) : [one(item, field)];
    return found.filter((each) => each !== null);
  }

  function one(item: Item, field: Field): Item | null {
    const value = given(item, field);
    if (value === null) return null;
    if (value !== undefined) return toItem(value, `${item.key}.${field.name}`, isNonNullType(field.type));
    const type = getNamedType(field.type) as GraphQLCompositeType;
    const isNullable = !isNonNullType(field.type);
    const idName = idNamesOf(field.name).find((name) => isId(item.fields[name]));
    if (idName !== undefined) return store.find(type, item.fields[idName] as string) ?? null;
    if (isNull(item, field)) return null;
    const key = `${item.key}.${field.name}`;
    if (isObjectType(type) && !store.isStored(type)) return { type, key, fields: {} };
    if (item.origin?.kind === "created" && isNullable) return null;
    const chosen = chooseTarget(item, field, type);
    if (!chosen) {
      const partType = store.chooseType(type, key);
      return isNullable ? null : { type: partType, key, fields: store.newId(partType, key) };
    }
    if (!store.isStored(chosen.type)) return { type: chosen.type, key, fields: chosen.fields };
    return isNullable && store.isRemoved(chosen) ? null : store.read(referTo(chosen));
  }

  function many(item: Item, field: Field, lists = 0): Items {
    const key = `${item.key}.${field.name}`;
    const type = itemTypeOf(field);
    if (!isCompositeType(type)) return [];
    const entries = listEntries(given(item, field));
    const own = entries?.flatMap((entry, index): Items => {
      if (isReference(entry) && store.isRemoved(entry)) return [];
      return [entry === null ? null : toItem(entry, `${key}[${index}]`, true)];
    });
    const inverse = inverseOf(schema, item.type, field);
    if (inverse && isObjectType(type) && store.isStored(type) && item.origin) {
      if (inverse.kind === "many") return listBothWays(item, own, inverse.field, type);
      if (!inverse.isPart) return sortLike(own, listBack(item, field, inverse.field, type));
      const all = listBack(item, field, inverse.field, type);
      return own ?? all.filter(({ key: itemKey }) => hash(`${key}:${itemKey}`) % 2 === 0);
    }
    if (own) return own;
    if (item.origin?.kind === "created" || isNull(item, field)) return [];
    return listSome(item, field, type, lists, inverse?.field);
  }

  /** The object to which a generated relation refers: each in turn, or a parent in a tree. */
  function chooseTarget(item: Item, field: Field, type: GraphQLCompositeType): Item | undefined {
    const candidates = listOpen(item, field, type);
    if (item.origin?.kind !== "initial") return pick(candidates, `${item.key}.${field.name}`);
    const { index } = item.origin;
    if (type !== item.type) return candidates[index % candidates.length];
    if (index === 0) return isNonNullType(field.type) ? candidates[1] : undefined;
    return candidates[(index - 1) >> 1];
  }

  /** The objects that refer to this one by the field `back`. */
  function listBack(item: Item, field: Field, back: Field, type: GraphQLObjectType): readonly Item[] {
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
  }

  /** Objects of a list whose items have a list of such objects too. */
  function listBothWays(item: Item, own: Items | undefined, back: Field, type: GraphQLObjectType): Items {
    const ownKeys = new Set(own?.map((each) => each?.key));
    // The same for both directions.
    const size = Math.max(2, ...[item.type, type].map((each) => Math.ceil(store.initial(each).length / 2)));
    const others = store.list(type).filter((other) => {
      if (ownKeys.has(other.key)) return false;
      const entries = listEntries(given(other, back));
      if (entries) return entries.some((entry) => isReference(entry) && entry.key === item.key);
      if (own || other.origin?.kind !== "initial" || item.origin?.kind !== "initial") return false;
      return hash([item.key, other.key].toSorted().join(" ")) % size === 0;
    });
    return [...(own ?? []), ...others];
  }

  /** One to three objects of a list to which nothing refers back, or parts of the object. */
  function listSome(
    item: Item,
    field: Field,
    type: GraphQLCompositeType,
    lists: number,
    back?: Field,
  ): readonly Item[] {
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
    const chosen = Array.from({ length: Math.min(known.length, length) }, (_, index): Item[] => {
      const entry = known[(offset + index) % known.length] as Item;
      if (!store.isStored(entry.type)) return [part(entry.type, index, entry.fields)];
      return store.isRemoved(entry) ? [] : [store.read(referTo(entry))];
    });
    return chosen.flat();
  }

  /** Objects to which a relation can refer: not those whose lists the data gives, because these are complete. */
  function listOpen(item: Item, field: Field, type: GraphQLCompositeType): readonly Item[] {
    const isComplete = (candidate: Item, name: string) => {
      const list = Array.isArray(candidate.fields[name]) ? candidate.type.getFields()[name] : undefined;
      const inverse = list && itemTypeOf(list) === item.type ? inverseOf(schema, candidate.type, list) : undefined;
      return inverse?.field === field && !inverse.isPart;
    };
    return remember(openCandidates, field, () =>
      store.initial(type).filter((each) => !Object.keys(each.fields).some((name) => isComplete(each, name))),
    );
  }

  function indexOf(type: GraphQLObjectType, back: Field): ReadonlyMap<string, Item[]> {
    const known = indexes.get(back);
    if (known?.version === store.version()) return known.items;
    const items = new Map<string, Item[]>();
    for (const item of store.list(type)) {
      const target = one(item, back);
      if (target) remember(items, target.key, (): Item[] => []).push(item);
    }
    indexes.set(back, { version: store.version(), items });
    return items;
  }

  /** A value of the data as an object. */
  function toItem(value: unknown, key: string, isRequired: boolean): Item | null {
    if (isReference(value)) return store.isRemoved(value) && !isRequired ? null : store.read(value);
    if (!isObjectData(value)) return isSource(value) ? value : null;
    const known = isId(value.id) && store.isStored(value.type) ? store.find(value.type, value.id) : undefined;
    if (known) return { ...known, fields: { ...known.fields, ...value.fields } };
    return { type: value.type, key, fields: value.fields };
  }
}

/** Items in the order in which the data gives them. Others follow. */
function sortLike(given: Items | undefined, items: readonly Item[]): readonly Item[] {
  if (!given) return items;
  const positions = new Map(given.map((each, index) => [each?.key, index]));
  const positionOf = ({ key }: Item) => positions.get(key) ?? given.length;
  return items.toSorted((a, b) => positionOf(a) - positionOf(b));
}

/** Lists that are nested deeper than this have one entry. */
const MAX_LONG_LISTS = 3;

/** Number of entries of a generated list. @param lists - Number of lists that contain it. */
function listLength(key: string, lists: number): number {
  return lists < MAX_LONG_LISTS ? 1 + (hash(key) % 3) : 1;
}
