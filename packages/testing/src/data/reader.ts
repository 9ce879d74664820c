/** Reads the fields of objects: given values, relations in both directions, and generated values. */

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
import { hash } from "../random.ts";
import { type Item, isReference, isSource, referTo } from "./items.ts";
import { isObjectData } from "./object-data.ts";
import { inverseOf } from "./relation-types.ts";
import { createRelations, listEntries, listLength } from "./relations.ts";
import type { LeafGenerator } from "./scalars.ts";
import type { RootFunction, SeedData } from "./seed-data.ts";
import type { FieldReader } from "./select.ts";
import type { Store } from "./store.ts";

export interface Reader extends FieldReader {
  leaf(item: Item, field: Field, args?: Args): unknown;
  /** The object of a field, or null. */
  one(item: Item, field: Field): Item | null;
  /** The objects of a list or a connection. @param lists - Number of lists that contain the object. */
  many(item: Item, field: Field, lists?: number): readonly (Item | null)[];
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
  const relations = createRelations({ schema, store, generateLeaf, reader: { one, given } });
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
    const chosen = relations.chooseTarget(item, field, type);
    if (!chosen) {
      const partType = store.chooseType(type, key);
      return isNullable ? null : { type: partType, key, fields: store.newId(partType, key) };
    }
    if (!store.isStored(chosen.type)) return { type: chosen.type, key, fields: chosen.fields };
    return isNullable && store.isRemoved(chosen) ? null : store.read(referTo(chosen));
  }

  function many(item: Item, field: Field, lists = 0): readonly (Item | null)[] {
    const key = `${item.key}.${field.name}`;
    const type = itemTypeOf(field);
    if (!isCompositeType(type)) return [];
    const entries = listEntries(given(item, field));
    const own = entries?.flatMap((entry, index): (Item | null)[] => {
      if (isReference(entry) && store.isRemoved(entry)) return [];
      return [entry === null ? null : toItem(entry, `${key}[${index}]`, true)];
    });
    const inverse = inverseOf(schema, item.type, field);
    if (inverse && isObjectType(type) && store.isStored(type) && item.origin) {
      if (inverse.kind === "many") return relations.listBothWays(item, own, inverse.field, type);
      if (!inverse.isPart) return sortLike(own, relations.listBack(item, field, inverse.field, type));
      const all = relations.listBack(item, field, inverse.field, type);
      return own ?? all.filter(({ key: itemKey }) => hash(`${key}:${itemKey}`) % 2 === 0);
    }
    if (own) return own;
    if (item.origin?.kind === "created" || isNull(item, field)) return [];
    return relations.listSome(item, field, type, lists, inverse?.field);
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
function sortLike(given: readonly (Item | null)[] | undefined, items: readonly Item[]): readonly Item[] {
  if (!given) return items;
  const positions = new Map(given.map((each, index) => [each?.key, index]));
  const positionOf = ({ key }: Item) => positions.get(key) ?? given.length;
  return items.toSorted((a, b) => positionOf(a) - positionOf(b));
}
