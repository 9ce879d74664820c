/** Generated values: of leafs, of value objects, and the targets of relations that no row sets. */

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
import { getOrInsertComputed } from "../shared/maps.ts";
import { hash, pick } from "../shared/random.ts";
import { createEntity, createItem, type Item, keyFieldOf } from "./items.ts";
import { toFrozen } from "./object-data.ts";
import type { World } from "./world.ts";

/** Number of generated rows of a type without data. */
const DEFAULT_COUNT = 3;
/** Lists that are nested deeper than this have one entry. */
const MAX_LONG_LISTS = 3;

/** The initial rows of a type without data. */
export function generateRows(world: World, type: GraphQLObjectType): readonly Item[] {
  const { structure, seed } = world;
  const ids = new Set<string | number>();
  for (let index = 0; index < DEFAULT_COUNT; index++) {
    ids.add(unusedId(generateId(world, type, `${seed}:${type.name}:${index}`), (id) => ids.has(id)));
  }
  return Array.from(ids, (id, index) => createEntity(structure, seed, { type, id, index }));
}

/** An ID for a row. @param key - Determines the ID. */
export function generateId(world: World, type: GraphQLObjectType, key: string): string | number {
  const leaf = getNamedType(keyFieldOf(world.structure, type)?.type);
  const value = isLeafType(leaf) ? world.sampleLeaf(leaf, "id", key) : key;
  return typeof value === "number" ? value : String(value);
}

/**
 * The ID, or the next one that is not used: `7` becomes `8`, and `F-7` becomes `F-8`. Two keys can have the
 * same generated ID, because integers are small.
 */
export function unusedId(id: string | number, isUsed: (id: string | number) => boolean): string | number {
  let next = id;
  while (isUsed(next)) {
    next =
      typeof next === "number" ? next + 1 : next.replace(/\d{0,15}$/, (digits) => String(Number(digits) + 1));
  }
  return next;
}

/** Whether a nullable field of a generated object is null. */
export function isGeneratedNull({ structure, nulls }: World, item: Item, field: Field): boolean {
  if (nulls === "never" || isNonNullType(field.type) || structure.keyOf(item.type)?.[0] === field.name)
    return false;
  if (nulls === "always") return isLeafType(getNamedType(field.type));
  return hash(`${item.path}.${field.name}:null`) % 4 === 0;
}

/**
 * A value of a leaf field, or a list of values.
 *
 * @param variant - The arguments as text, if they change the value.
 */
export function generateLeaf(world: World, item: Item, field: Field, variant = ""): unknown {
  const name = `${field.name}${variant}`;
  const isList = isListType(getNullableType(field.type));
  const nth = isList || item.id === undefined ? undefined : item.index + 1;
  const owner = { type: item.type, key: item.path, nth };
  const generate = (type: GraphQLOutputType, key: string): unknown => {
    const nullable = getNullableType(type);
    if (isLeafType(nullable)) return toFrozen(world.sampleLeaf(nullable, field.name, key, owner));
    if (!isListType(nullable)) return null;
    return Array.from({ length: listLength(key) }, (_, index) =>
      generate(nullable.ofType, `${key}[${index}]`),
    );
  };
  return getOrInsertComputed(item.generated, name, () => generate(field.type, `${item.path}.${name}`));
}

/** A value object of an object. @param indexes - Its position in lists, such as `[0]`. */
export function generateValueObject(
  world: World,
  owner: Item,
  field: Field,
  type: GraphQLCompositeType,
  indexes = "",
): Item {
  const name = `${field.name}${indexes}`;
  return getOrInsertComputed(owner.generated, `${name}.object`, () => {
    const path = `${owner.path}.${name}`;
    const chosen = pick(world.structure.possibleTypes(type), path) as GraphQLObjectType;
    return createItem({ type: chosen, path, values: {} });
  }) as Item;
}

/** Value objects of an object, or lists of them. */
export function generateValueObjects(
  world: World,
  owner: Item,
  field: Field,
  type: GraphQLOutputType,
  indexes = "",
): readonly unknown[] {
  const entry = getNullableType(type);
  return Array.from({ length: listLength(`${owner.path}.${field.name}${indexes}`) }, (_, index) => {
    const inner = `${indexes}[${index}]`;
    if (isListType(entry)) return generateValueObjects(world, owner, field, entry.ofType, inner);
    return generateValueObject(world, owner, field, entry as GraphQLCompositeType, inner);
  });
}

/**
 * The row to which a field refers: each of the candidates in turn. If a type refers to itself, as a folder to
 * its parent, the rows form a tree with two children each.
 */
export function chooseTarget(item: Item, field: Field, candidates: readonly Item[]): Item | undefined {
  if (item.id === undefined) return pick(candidates, `${item.path}.${field.name}`);
  const { index } = item;
  if (getNamedType(field.type) !== item.type) return candidates[index % candidates.length];
  if (index === 0) return isNonNullType(field.type) ? candidates[1] : undefined;
  return candidates[(index - 1) >> 1];
}

/** Some of the candidates, for a list to which no field refers back. */
export function chooseSome(item: Item, field: Field, candidates: readonly Item[]): readonly Item[] {
  const key = `${item.path}.${field.name}`;
  const offset = hash(`${key}:offset`);
  return Array.from(
    { length: Math.min(candidates.length, listLength(key)) },
    (_, index) => candidates[(offset + index) % candidates.length] as Item,
  );
}

/** Number of entries of a generated list. @param key - Its path, which has the indexes of outer lists. */
function listLength(key: string): number {
  return key.split("[").length <= MAX_LONG_LISTS ? 1 + (hash(key) % 3) : 1;
}
