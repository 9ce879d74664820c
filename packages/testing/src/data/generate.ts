/** Generated values: of leafs, of parts, and the targets of relations that nothing sets. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";
import { remember } from "../maps.ts";
import { hash, pick } from "../random.ts";
import { createItem, type Item, isItem } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import type { LeafGenerator } from "./scalars.ts";

/** Number of generated rows of a type without data. */
const DEFAULT_COUNT = 3;
/** Lists that are nested deeper than this have one entry. */
const MAX_LONG_LISTS = 3;

export interface Generator {
  /** The first rows of a type without data. */
  rows(type: GraphQLObjectType): readonly Item[];
  /** An ID for a row. @param place - Determines the ID. */
  id(type: GraphQLObjectType, place: string): string | number;
  /** Whether a nullable field of a generated object is null. */
  isNull(item: Item, field: Field): boolean;
  /** A value of a leaf field, or a list of values. @param variant - The arguments as text, if they change the value. */
  leaf(item: Item, field: Field, variant?: string): unknown;
  /** A part of an object. @param place - Position in lists, such as `[0]`. */
  part(owner: Item, field: Field, type: GraphQLCompositeType, place?: string): Item;
  /** Parts of an object, or lists of them. @param lists - Number of lists that contain the object. */
  parts(owner: Item, field: Field, type: GraphQLOutputType, lists: number, place?: string): readonly unknown[];
  /** The row to which a field refers: each of the candidates in turn, or a parent in a tree. */
  target(item: Item, field: Field, candidates: readonly Item[]): Item | undefined;
  /** Some of the candidates, for a list to which nothing refers back. */
  some(item: Item, field: Field, candidates: readonly Item[], lists: number): readonly Item[];
}

interface GeneratorOptions {
  readonly structure: Structure;
  readonly seed: number;
  readonly generateLeaf: LeafGenerator;
  readonly nulls: "never" | "sometimes";
}

export function createGenerator({ structure, seed, generateLeaf, nulls }: GeneratorOptions): Generator {
  const generator: Generator = {
    rows: (type) =>
      Array.from({ length: DEFAULT_COUNT }, (_, index) =>
        createRow(structure, seed, { type, id: generator.id(type, `${seed}:${type.name}:${index}`), index }),
      ),
    id(type, place) {
      const leaf = getNamedType(keyFieldOf(structure, type)?.type);
      const value = isLeafType(leaf) ? generateLeaf(leaf, "id", place) : place;
      return typeof value === "number" ? value : String(value);
    },
    isNull(item, field) {
      if (nulls === "never" || isNonNullType(field.type) || structure.keyOf(item.type)?.[0] === field.name)
        return false;
      return hash(`${item.path}.${field.name}:null`) % 4 === 0;
    },
    leaf(item, field, variant = "") {
      const key = `${item.path}.${field.name}${variant}`;
      return remember(item.generated, `${field.name}${variant}`, () => leafValue(item, field, field.type, key, 0));
    },
    part(owner, field, type, place = "") {
      const name = `${field.name}${place}`;
      return remember(owner.generated, `${name}.part`, () => {
        const path = `${owner.path}.${name}`;
        const chosen = pick(structure.possibleTypes(type), path) as GraphQLObjectType;
        return createItem({ type: chosen, path, values: {} });
      }) as Item;
    },
    parts(owner, field, type, lists, place = "") {
      const entry = getNullableType(type);
      return Array.from({ length: listLength(`${owner.path}.${field.name}${place}`, lists) }, (_, index) => {
        const at = `${place}[${index}]`;
        if (isListType(entry)) return generator.parts(owner, field, entry.ofType, lists + 1, at);
        return generator.part(owner, field, entry as GraphQLCompositeType, at);
      });
    },
    target(item, field, candidates) {
      if (item.id === undefined) return pick(candidates, `${item.path}.${field.name}`);
      const { index } = item;
      if (getNamedType(field.type) !== item.type) return candidates[index % candidates.length];
      if (index === 0) return isNonNullType(field.type) ? candidates[1] : undefined;
      return candidates[(index - 1) >> 1];
    },
    some(item, field, candidates, lists) {
      const key = `${item.path}.${field.name}`;
      const offset = hash(`${key}:offset`);
      return Array.from(
        { length: Math.min(candidates.length, listLength(key, lists)) },
        (_, index) => candidates[(offset + index) % candidates.length] as Item,
      );
    },
  };
  return generator;

  function leafValue(item: Item, field: Field, type: GraphQLOutputType, key: string, depth: number): unknown {
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      return Array.from({ length: listLength(key, depth) }, (_, index) =>
        leafValue(item, field, nullable.ofType, `${key}[${index}]`, depth + 1),
      );
    }
    return isLeafType(nullable) ? generateLeaf(nullable, field.name, key, { type: item.type, key: item.path }) : null;
  }
}

/** The field of a type that has the key, or the field of its part. */
export function keyFieldOf(structure: Structure, type: GraphQLObjectType): Field | undefined {
  let owner: unknown = type;
  let field: Field | undefined;
  for (const name of structure.keyOf(type) ?? []) {
    field = (owner as GraphQLObjectType).getFields()[name];
    owner = getNamedType(field?.type);
  }
  return field;
}

/** A row, with its key in its values. */
export function createRow(
  structure: Structure,
  seed: number,
  { values = {}, ...row }: Pick<Item, "type" | "id"> & Partial<Pick<Item, "values" | "origin" | "index">>,
): Item {
  const item = createItem({ ...row, path: `${seed}:${row.type.name}:${row.id}`, values });
  item.values = withKey(structure, item, values);
  return item;
}

/** The values with the key of the row, in the parts that contain it. */
export function withKey(
  structure: Structure,
  { type, path, origin, id }: Item,
  values: Item["values"],
): Item["values"] {
  const place = (owner: GraphQLObjectType, ownerPath: string, known: Item["values"], names: readonly string[]) => {
    const [name = "", ...rest] = names;
    if (rest.length === 0) return { ...known, [name]: id };
    const partType = getNamedType(owner.getFields()[name]?.type) as GraphQLObjectType;
    const partPath = `${ownerPath}.${name}`;
    const part = known[name];
    const inner: Item["values"] = place(partType, partPath, isItem(part) ? part.values : {}, rest);
    return { ...known, [name]: createItem({ type: partType, path: partPath, origin, values: inner }) };
  };
  return place(type, path, values, structure.keyOf(type) as readonly string[]);
}

/** Number of entries of a generated list. @param lists - Number of lists that contain it. */
function listLength(key: string, lists: number): number {
  return lists < MAX_LONG_LISTS ? 1 + (hash(key) % 3) : 1;
}
