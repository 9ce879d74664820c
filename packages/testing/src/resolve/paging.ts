/** Pages of lists: selects the items of a page by its arguments, and builds its object. */

import type { Connection } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { GraphQLError, type GraphQLObjectType, isNonNullType, isObjectType } from "graphql";
import type { PageSizes } from "../requests/limits.ts";
import type { PageArguments, PageRole } from "../rules/page-arguments.ts";
import { hash } from "../shared/random.ts";
import type { Item } from "../world/items.ts";
import { createResolvedObject, type ResolvedObject } from "./resolved-objects.ts";

/** A list of which one page is requested. */
export interface PagedList {
  /** The types of the items. A cursor of a list without any of these types is that of another list. */
  readonly types: readonly string[];
  /** Key of each item. */
  readonly keys: readonly string[];
}

/** The list of the items, for cursors. */
export function pagedListOf(items: readonly (Item | null | undefined)[]): PagedList {
  const types = new Set(items.map((item) => item?.type.name ?? ""));
  return {
    types: [...types],
    keys: items.map((item, index) => item?.path ?? String(index)),
  };
}

/**
 * Selects a page of a list: the indexes of its first item and after its last one. An empty cursor selects the
 * first page, because some operations require a cursor.
 *
 * @throws GraphQLError `BAD_USER_INPUT` if a cursor is not one of this list, or a page size is negative or
 * too large.
 */
export function selectPage(
  args: PageArguments,
  sizes: PageSizes,
  list: PagedList,
): readonly [start: number, end: number] {
  const { length } = list.keys;
  const first = readInteger(args, "first", 0, sizes.max);
  const last = readInteger(args, "last", 0, sizes.max);
  const after = findCursor(args, "after", list);
  const before = findCursor(args, "before", list);
  // `last` alone counts from the end, so that all items are candidates.
  const size = first ?? (last === undefined ? sizes.default : length);
  const pageNumber = readInteger(args, "page", 1) ?? 1;
  const from = (after?.next ?? (pageNumber - 1) * size) + (readInteger(args, "offset", 0) ?? 0);
  const end = Math.max(from, Math.min(before?.index ?? length, from + size));
  const start = last === undefined ? from : Math.max(from, end - last);
  return [Math.min(start, length), Math.min(end, length)];
}

function readInteger(
  args: PageArguments,
  role: PageRole,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const { name, value } = args[role] ?? {};
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  throw invalid(`The argument "${name}" must be an integer ${range}.`);
}

/**
 * A cursor contains the types of the list, and the position of its item, so that it is valid after the item
 * was deleted.
 */
function createCursor(list: PagedList, index: number): string {
  const types = list.types.map(hash).join(",");
  return btoa(encodeURIComponent(`${types} ${index} ${list.keys[index]}`)).replaceAll("=", "");
}

/**
 * The index of the item of a cursor, and that of the next item. If the item was deleted, the next one is at
 * its former index.
 */
function findCursor(
  args: PageArguments,
  role: "after" | "before",
  list: PagedList,
): { readonly index: number; readonly next: number } | undefined {
  const { name, value } = args[role] ?? {};
  if (value === undefined || value === null || value === "" || list.keys.length === 0) return undefined;
  const [, types = "", position, key = ""] = /^([\d,]+) (\d+) (.*)/s.exec(decodeCursor(String(value))) ?? [];
  const cursorTypes = types.split(",");
  // A mutation can add the first row of a type to a list of an interface or union, or remove the last one.
  if (!list.types.some((type) => cursorTypes.includes(String(hash(type))))) {
    throw invalid(`The argument "${name}" is not a cursor of this list.`);
  }
  const index = list.keys.indexOf(key);
  return index < 0 ? { index: Number(position), next: Number(position) } : { index, next: index + 1 };
}

function decodeCursor(text: string): string {
  try {
    return decodeURIComponent(atob(text));
  } catch {
    return "";
  }
}

function invalid(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });
}

interface PageOptions {
  readonly type: GraphQLObjectType;
  readonly shape: Connection;
  readonly list: PagedList;
  readonly range: readonly [start: number, end: number];
  /** The items in the range. */
  readonly nodes: readonly (ResolvedObject | null)[];
}

/** Builds a page with the items of the range. */
export function buildPage({ type, shape, list, range: [start, end], nodes }: PageOptions): ResolvedObject {
  const { length } = list.keys;
  const path = `page:${list.types.join(" ")}:${start}:${end}`;
  const edgeType = isObjectType(shape.edgeType) ? shape.edgeType : undefined;
  const pageInfoType = isObjectType(shape.pageInfoType) ? shape.pageInfoType : undefined;
  const buildEdge = (edge: GraphQLObjectType, node: unknown, index: number) => {
    const cursor = createCursor(list, start + index);
    return createResolvedObject({ type: edge, path: `${path}[${index}]`, resolvedFields: { node, cursor } });
  };
  const edges = edgeType && nodes.map((node, index) => buildEdge(edgeType, node, index));
  const cursorAt = (name: string, index: number) => {
    if (start < end) return createCursor(list, index);
    // An empty page has no cursor. If it cannot be null, it is an empty text.
    return isNonNullType(pageInfoType?.getFields()[name]?.type) ? "" : null;
  };
  const info = {
    hasNextPage: end < length,
    hasPreviousPage: start > 0,
    startCursor: cursorAt("startCursor", start),
    endCursor: cursorAt("endCursor", end - 1),
  };
  const resolvedFields = {
    ...(shape.nodes && { [shape.nodes.name]: nodes }),
    ...(edges && { edges }),
    ...(pageInfoType && {
      pageInfo: createResolvedObject({ type: pageInfoType, path, resolvedFields: info }),
    }),
    ...Object.fromEntries(shape.countFields.map((name) => [name, length])),
  };
  return createResolvedObject({ type, path, resolvedFields });
}
