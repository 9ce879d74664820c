/** Mock data of an operation, over what the platform has at the same position. */

import {
  type Connection,
  type Field,
  isErrorList,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import { GraphQLError, type GraphQLObjectType, getNamedType, isCompositeType } from "graphql";
import { buildPage } from "../resolve/paging.ts";
import { emptyFieldsOf } from "../resolve/rejected-result.ts";
import {
  createResolvedObject,
  isResolvedObject,
  type ResolvedObject,
  toResolvedObject,
} from "../resolve/resolved-objects.ts";
import { catchMaybePromise, mapMaybePromise } from "../rules/resolvers.ts";
import { pick } from "../shared/random.ts";
import { createEntity, createItem, isId } from "../world/items.ts";
import { isObjectData, type ObjectData } from "../world/object-data.ts";
import { findItem, listItems } from "../world/tables.ts";
import type { World } from "../world/world.ts";
import { pageEntries } from "../world/write-rows.ts";

/**
 * Combines mock data with the platform's value.
 *
 * @param path - The place in the response. Determines generated values.
 * @param readPlatform - Returns the platform's value.
 */
export function overlayMock(
  world: World,
  value: unknown,
  path: string,
  readPlatform: () => unknown,
): unknown {
  if (Array.isArray(value)) {
    return mapMaybePromise(ignoreErrors(readPlatform), (platformList) => {
      const others: readonly unknown[] = Array.isArray(platformList) ? platformList : [];
      return value.map((entry, index) => overlayMock(world, entry, `${path}[${index}]`, () => others[index]));
    });
  }
  if (!isObjectData(value)) return value;
  const base = findBase(world, value, path, readPlatform);
  return mapMaybePromise(base, (parent) => overlayObject(world, value, parent as ResolvedObject));
}

/** @param base - The platform's object. */
function overlayObject(world: World, data: ObjectData, base: ResolvedObject): ResolvedObject {
  const mockFields = data.byResponseName;
  if (!isRejectedPayload(world, data, base)) return createResolvedObject({ ...base, mockFields });
  const resolvedFields = emptyFieldsOf(data.type);
  return createResolvedObject({ type: data.type, path: base.path, resolvedFields, mockFields });
}

/**
 * Whether mock data has payload errors. A row or a value object of a query can have errors, too, such as a
 * job that failed, but is no payload.
 */
function isRejectedPayload(
  { structure }: World,
  { type, fields }: ObjectData,
  base: ResolvedObject,
): boolean {
  // A query can return the type of a payload, too.
  const isPayload = base.mutationArgs !== undefined || structure.isPayload(type);
  if (!isPayload) return false;
  return Object.entries(fields).some(
    ([name, list]) => Array.isArray(list) && list.length > 0 && isErrorList(type.getFields()[name] as Field),
  );
}

/** The platform's object for mock data: the one with its ID, or else the one at the same position. */
function findBase(
  world: World,
  data: ObjectData,
  path: string,
  readPlatform: () => unknown,
): ResolvedObject | Promise<ResolvedObject> {
  const { type, id } = data;
  const { structure, seed } = world;
  const page = structure.pageOf(type);
  const entries = pageEntries(structure, data);
  if (page && entries) return createMockPage(world, type, page, entries.length, path);
  if (isId(id)) {
    const item = findItem(world, type, id) ?? createEntity(structure, seed, { type, id });
    return toResolvedObject(item);
  }
  return mapMaybePromise(ignoreErrors(readPlatform), (base) => {
    if (isResolvedObject(base) && base.type === type) return base;
    // The answer can have another payload of the union or interface than the generated one.
    const isPayload = isResolvedObject(base) && base.mutationArgs !== undefined;
    if (isPayload) return createResolvedObject({ ...base, type });
    return toResolvedObject(createItem({ type, path, values: {} }));
  });
}

/** A page whose items are all mock data: the only page, with as many of the platform's objects. */
function createMockPage(
  world: World,
  type: GraphQLObjectType,
  shape: Connection,
  length: number,
  path: string,
): ResolvedObject {
  const { structure } = world;
  const nodeType = getNamedType(shape.nodeType);
  const rows = structure.isEntity(nodeType) ? listItems(world, nodeType) : [];
  const nodes = Array.from({ length }, (_, index) => {
    if (rows[index]) return toResolvedObject(rows[index]);
    const entryPath = `${path}[${index}]`;
    const chosen = isCompositeType(nodeType) ? pick(structure.possibleTypes(nodeType), entryPath) : undefined;
    return chosen ? toResolvedObject(createItem({ type: chosen, path: entryPath, values: {} })) : null;
  });
  const list = { types: [path], keys: nodes.map((_, index) => String(index)) };
  return buildPage({ type, shape, list, range: [0, length], nodes });
}

/**
 * Mock data takes precedence over an object that does not exist, an invalid cursor and a rule that is
 * missing. The value can be a promise.
 */
function ignoreErrors(read: () => unknown): unknown {
  return catchMaybePromise(read, (error) => {
    if (!(error instanceof GraphQLError)) throw error;
  });
}
