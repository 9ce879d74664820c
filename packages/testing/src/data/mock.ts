/** Mock data of an operation, over what the platform has at the same position. */

import {
  type Connection,
  entryTypeOf,
  type Field,
  isErrorList,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isNonNullType,
} from "graphql";
import { pick } from "../random.ts";
import { RulesError } from "../rules/rules-error.ts";
import { createItem, createRowItem, type Item, isId, isItem } from "./items.ts";
import { isObjectData, type ObjectData } from "./object-data.ts";
import { buildPage } from "./paging.ts";
import { createParent, isParent, type Parent, parentOf } from "./parents.ts";
import { findItem, listItems } from "./tables.ts";
import type { World } from "./world.ts";
import { pageEntries } from "./write-rows.ts";

/** A position in the response. */
interface ResponsePosition {
  readonly path: string;
  /** Number of lists that contain it. */
  readonly listDepth: number;
}

/** Combines mock data with the platform's value. @param readPlatform - Returns that value. */
export function overlayMock(
  world: World,
  type: GraphQLOutputType,
  value: unknown,
  position: ResponsePosition,
  readPlatform: () => unknown,
): unknown {
  if (Array.isArray(value)) {
    const entryType = entryTypeOf(type) ?? type;
    const platformList = ignoreErrors(readPlatform);
    const others: readonly unknown[] = Array.isArray(platformList) ? platformList : [];
    return value.map((entry, index) =>
      overlayMock(world, entryType, entry, enterEntry(position, index), () => others[index]),
    );
  }
  if (!isObjectData(value)) return value;
  const base = findBase(world, value, position, readPlatform);
  // A payload with errors has nothing else.
  const resolvedFields = hasPayloadErrors(world, value)
    ? { ...nullsOf(value.type), ...base.resolvedFields }
    : base.resolvedFields;
  return createParent({ ...base, resolvedFields, mockFields: value.byResponseName });
}

/** Whether mock data has payload errors. A row with errors, such as a job that failed, is no payload. */
function hasPayloadErrors({ structure }: World, { type, fields }: ObjectData): boolean {
  const isRow = structure.keyOf(type) !== undefined && !structure.isPayload(type);
  if (isRow) return false;
  return Object.entries(fields).some(
    ([name, list]) => Array.isArray(list) && list.length > 0 && isErrorList(type.getFields()[name] as Field),
  );
}

/** The platform's object for mock data: the one with its ID, or else the one at the same position. */
function findBase(
  world: World,
  data: ObjectData,
  position: ResponsePosition,
  readPlatform: () => unknown,
): Parent {
  const { type, id } = data;
  const { structure, seed } = world;
  const page = structure.pageOf(type);
  const entries = pageEntries(structure, data);
  if (page && entries) return createMockPage(world, type, page, entries.length, position);
  if (isId(id)) {
    const item = findItem(world, type, id) ?? createRowItem(structure, seed, { type, id });
    return parentOf(item, position.listDepth);
  }
  const base = ignoreErrors(readPlatform);
  if (isParent(base) && base.type === type) return base;
  return parentOf(createItem({ type, path: position.path, values: {} }), position.listDepth);
}

/** A page whose items are all mock data: the only page, with as many of the platform's objects. */
function createMockPage(
  world: World,
  type: GraphQLObjectType,
  shape: Connection,
  length: number,
  position: ResponsePosition,
): Parent {
  const { structure } = world;
  const nodeType = getNamedType(shape.nodeType);
  const rows = isCompositeType(nodeType) && structure.isEntity(nodeType) ? listItems(world, nodeType) : [];
  const items = Array.from({ length }, (_, index): Item | undefined => {
    if (rows[index]) return rows[index];
    const { path } = enterEntry(position, index);
    const chosen = isCompositeType(nodeType) ? pick(structure.possibleTypes(nodeType), path) : undefined;
    return chosen && createItem({ type: chosen, path, values: {} });
  });
  const list = { key: position.path, keys: items.map((_, index) => String(index)) };
  const valueAt = (index: number) => {
    const item = items[index];
    return isItem(item) ? parentOf(item, position.listDepth + 1) : null;
  };
  return buildPage({ type, shape, list, range: [0, length], valueAt });
}

function enterEntry({ path, listDepth }: ResponsePosition, index: number): ResponsePosition {
  return { path: `${path}[${index}]`, listDepth: listDepth + 1 };
}

/** The fields of a payload that can be null, as null. */
function nullsOf(type: GraphQLObjectType): Record<string, null> {
  const fields = Object.values(type.getFields()).filter(
    (field) => !isNonNullType(field.type) && !isErrorList(field),
  );
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}

/**
 * Mock data takes precedence over an object that does not exist, an invalid cursor and a rule that is
 * missing.
 */
function ignoreErrors(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RulesError) return undefined;
    throw error;
  }
}
