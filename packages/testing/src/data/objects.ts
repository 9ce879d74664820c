/** Generates the values of fields, and finds the objects that arguments name. */

import { type Args, type Field, findId, idFieldOf, isId } from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";
import type { PageSizes } from "../limits.ts";
import { hash, pick } from "../random.ts";
import type { ObjectData } from "./object-data.ts";
import { createCursor, limitList, selectPage } from "./paging.ts";
import type { LeafGenerator } from "./scalars.ts";
import type { SeedData } from "./seed-data.ts";
import {
  buildPage,
  type ConnectionType,
  connectionTypeOf,
  createSource,
  enter,
  isSource,
  type Place,
  type Source,
} from "./sources.ts";

/** Lists that are nested deeper than this have one entry. */
const MAX_LONG_LISTS = 3;

/** The field that is generated. */
export interface Position {
  readonly field: Field;
  readonly args: Args;
  readonly isRoot: boolean;
  readonly parent: Source;
}

export interface Objects {
  /** Generates the value of a field. */
  generate(type: GraphQLOutputType, position: Position, place: Place): unknown;
  /** A connection with the page that the arguments select. @throws GraphQLError if they are not valid. */
  createPage(connection: ConnectionType, items: unknown[], field: Field, args: Args, place: Place): Source;
  /** An object of the seed data. Its key depends on its type and ID, or else on its position. */
  createEntity(item: ObjectData, lists: number, position?: Place): Source;
  /** The ID field of an object that is not one of the platform's. Empty if the type has none. */
  newId(type: GraphQLObjectType, place: Place): Record<string, unknown>;
}

export function createObjects(seed: number, seedData: SeedData, leaf: LeafGenerator, sizes: PageSizes): Objects {
  return { generate, createPage, createEntity, newId };

  function generate(type: GraphQLOutputType, position: Position, place: Place): unknown {
    const nullable = getNullableType(type);
    const { field, args, isRoot, parent } = position;
    if (isListType(nullable)) return generateList(nullable.ofType, position, place);
    if (isLeafType(nullable)) return leaf(nullable, field.name, place.key, parent);
    const connection = connectionTypeOf(nullable);
    if (connection) {
      const nodeType = getNamedType(connection.shape.nodeType) as GraphQLCompositeType;
      const list = { key: place.listKey ?? place.key, lists: place.lists };
      const items = isRoot ? listAll(nodeType, list) : listSome(nodeType, list);
      return createPage(connection, items, field, args, place);
    }
    return findObject(nullable as GraphQLCompositeType, field, args, place, !isNonNullType(type));
  }

  function generateList(type: GraphQLOutputType, position: Position, place: Place): unknown {
    const named = getNamedType(type);
    const { field, args, isRoot } = position;
    if (isLeafType(named) || isListType(getNullableType(type))) {
      const length = listLength(place);
      return Array.from({ length }, (_, index) => generate(type, { ...position, isRoot: false }, enter(place, index)));
    }
    const ids = Object.values(args).find((value) => Array.isArray(value) && value.length > 0 && value.every(isId));
    const takesIds = field.args.some((argument) => /^ids$/i.test(argument.name));
    if (takesIds && Array.isArray(ids)) {
      return ids.map((id) => findObject(named, field, { id }, enter(place, 0), !isNonNullType(type)));
    }
    return limitList(field, args, isRoot ? listAll(named, place) : listSome(named, place), sizes);
  }

  function listAll(type: GraphQLCompositeType, place: Place): Source[] {
    return seedData.list(type).map((item, index) => createEntity(item, place.lists + 1, enter(place, index)));
  }

  /** One to three of the platform's objects. */
  function listSome(type: GraphQLCompositeType, place: Place): Source[] {
    const known = seedData.list(type);
    const length = Math.min(known.length, listLength(place));
    const offset = hash(`${place.key}:offset`);
    return Array.from({ length }, (_, index) => {
      const item = known[(offset + index) % known.length] as ObjectData;
      return createEntity(item, place.lists + 1, enter(place, index));
    });
  }

  /** The object that arguments name, by its ID or by other fields, or else one of the platform's objects. */
  function findObject(
    type: GraphQLCompositeType,
    field: Field,
    args: Args,
    place: Place,
    isNullable: boolean,
  ): unknown {
    const chosen = seedData.chooseType(type, place.key);
    const id = findId(type.name, args, field);
    if (isId(id) && idFieldOf(chosen)) {
      const found = seedData.find(type, id);
      if (found) return createEntity(found, place.lists);
      if (isNullable) return null;
      throw new GraphQLError(`There is no ${type.name} with this ID.`, { extensions: { code: "NOT_FOUND" } });
    }
    const wanted = field.args.flatMap((argument) => {
      const same = chosen.getFields()[argument.name];
      const value = args[argument.name];
      return same &&
        value != null &&
        isLeafType(getNullableType(same.type)) &&
        getNullableType(same.type) === getNullableType(argument.type)
        ? [[same, value] as const]
        : [];
    });
    const known = seedData.list(type);
    if (wanted.length > 0) {
      const found = known.find((item) => {
        const source = createEntity(item, place.lists);
        return wanted.every(([same, value]) => source.type.getFields()[same.name] && leafOf(source, same) === value);
      });
      if (found) return createEntity(found, place.lists);
    }
    const overrides = Object.fromEntries(wanted.map(([same, value]) => [same.name, value]));
    if (!idFieldOf(chosen)) return createSource(chosen, place, overrides);
    if (wanted.length > 0) return createSource(chosen, place, { ...newId(chosen, place), ...overrides });
    const item = pick(known, place.key);
    if (item) return createEntity(item, place.lists);
    return isNullable ? null : createSource(chosen, place, newId(chosen, place));
  }

  function leafOf(source: Source, field: Field): unknown {
    if (Object.hasOwn(source.fields, field.name)) return source.fields[field.name];
    const place = { key: `${source.key}.${field.name}`, lists: 0 };
    return generate(field.type, { field, args: {}, isRoot: false, parent: source }, place);
  }

  function newId(type: GraphQLObjectType, { key }: Place): Record<string, unknown> {
    const field = idFieldOf(type);
    const idType = getNamedType(field?.type);
    return field && isLeafType(idType) ? { [field.name]: leaf(idType, "id", `${key}.${field.name}`) } : {};
  }

  function createPage(connection: ConnectionType, items: unknown[], field: Field, args: Args, place: Place): Source {
    const keys = items.map((item, index) => (isSource(item) && idFieldOf(item.type) ? item.key : String(index)));
    const cursors = keys.map((key) => createCursor(place.listKey ?? place.key, key));
    return buildPage(connection, items, cursors, selectPage(field, args, cursors, sizes));
  }

  function createEntity(item: ObjectData, lists: number, position?: Place): Source {
    const { type } = item;
    const key = isId(item.id) ? `${seed}:${type.name}:${item.id}` : (position?.key ?? `${seed}:${type.name}`);
    const known = isId(item.id) ? seedData.find(type, item.id) : undefined;
    return createSource(type, { key, lists }, { ...known?.fields, ...item.fields });
  }
}

function listLength({ key, lists }: Place): number {
  return lists < MAX_LONG_LISTS ? 1 + (hash(key) % 3) : 1;
}
