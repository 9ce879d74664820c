/** Pages of a list. */

import {
  type Args,
  connectionOf,
  type Field,
  pagingArgumentsOf,
} from "@integration-platform/graphql-compiler/conventions";
import {
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { PageSizes } from "../limits.ts";
import { hash } from "../random.ts";
import { createSource, enter, type Source } from "./items.ts";

/** The request of a page. */
interface PageRequest {
  readonly field: Field;
  readonly args: Args;
  readonly sizes: PageSizes;
}

/** A list of which one page is requested. */
interface PagedList {
  /** Identifies the list: its cursors are not those of another one. */
  readonly key: string;
  /** Key of each item. */
  readonly keys: readonly string[];
}

/**
 * Selects a page of a list: the indexes of its first item and after its last one. An empty cursor selects the first page,
 * because some operations require a cursor.
 *
 * @throws GraphQLError `BAD_USER_INPUT` if a cursor is not one of this list, or a page size is negative or too large.
 */
function selectPage({ field, args, sizes }: PageRequest, list: PagedList): readonly [start: number, end: number] {
  const names = pagingArgumentsOf(field);
  const { length } = list.keys;
  const first = readSize(args, names.first, sizes.max);
  const last = readSize(args, names.last, sizes.max);
  const after = findCursor(args, names.after, list);
  const before = findCursor(args, names.before, list);
  const size = first ?? (last === undefined ? sizes.default : length);
  const from = after ? after.next : (readSize(args, names.offset) ?? readPage(field, args, names.page) * size);
  const end = Math.max(from, Math.min(before?.index ?? length, from + size));
  const start = last === undefined ? from : Math.max(from, end - last);
  return [Math.min(start, length), Math.min(end, length)];
}

/** The entries of a list that is not a connection: its page size and offset are used, if it has such arguments. */
export function limitList<Entry>(field: Field, args: Args, entries: readonly Entry[], sizes: PageSizes): Entry[] {
  const { first, offset, page } = pagingArgumentsOf(field);
  const size = readSize(args, first, sizes.max) ?? sizes.default;
  const start = readSize(args, offset) ?? readPage(field, args, page) * size;
  return entries.slice(start, start + size);
}

/** Number of pages before the requested one. The first page is 1, or the default value 0. */
function readPage(field: Field, args: Args, name: string | undefined): number {
  const value = readSize(args, name);
  if (value === undefined) return 0;
  const argument = field.args.find((each) => each.name === name);
  const literal = argument?.astNode?.defaultValue;
  const isFromZero = literal?.kind === "IntValue" && literal.value === "0";
  return Math.max(0, isFromZero ? value : value - 1);
}

function readSize(args: Args, name: string | undefined, max: number = Number.MAX_SAFE_INTEGER): number | undefined {
  const value = name === undefined ? undefined : args[name];
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max) return Number(value);
  const range = max === Number.MAX_SAFE_INTEGER ? "from 0" : `from 0 to ${max}`;
  throw invalid(`The argument "${name}" must be an integer ${range}.`);
}

/** A cursor contains the position of its item, so that it is valid after the item was deleted. */
function createCursor(list: PagedList, index: number): string {
  return btoa(encodeURIComponent(`${hash(list.key)} ${index} ${list.keys[index]}`)).replaceAll("=", "");
}

/** The position of the item of a cursor, or its former position, and that of the item after it. */
function findCursor(
  args: Args,
  name: string | undefined,
  list: PagedList,
): { readonly index: number; readonly next: number } | undefined {
  const value = name === undefined ? undefined : args[name];
  if (value === undefined || value === null || value === "") return undefined;
  const [, owner, position, key = ""] = /^(\d+) (\d+) (.*)$/s.exec(decodeCursor(String(value))) ?? [];
  if (Number(owner) !== hash(list.key)) throw invalid(`The argument "${name}" is not a cursor of this list.`);
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

/** The type of a field if it is a connection. */
export function connectionTypeOf(type: GraphQLOutputType): GraphQLObjectType | undefined {
  const nullable = getNullableType(type);
  return isObjectType(nullable) && connectionOf(nullable) ? nullable : undefined;
}

/**
 * Builds a connection with the requested page, or with all items if there is no request.
 *
 * @param resolve - Returns the value of an item of the page.
 * @throws GraphQLError `BAD_USER_INPUT` if the arguments are not valid.
 */
export function buildPage(
  type: GraphQLObjectType,
  list: PagedList,
  resolve: (index: number) => unknown,
  request?: PageRequest,
): Source {
  const { length } = list.keys;
  const [start, end] = request ? selectPage(request, list) : [0, length];
  const place = { key: `page:${list.key}:${start}:${end}`, lists: 1 };
  const nodes = Array.from({ length: end - start }, (_, index) => resolve(start + index));
  const shape = connectionOf(type);
  const edgeType = isObjectType(shape?.edgeType) ? shape.edgeType : undefined;
  const pageInfoType = isObjectType(shape?.pageInfoType) ? shape.pageInfoType : undefined;
  const edges =
    edgeType &&
    nodes.map((node, index) => {
      return createSource(edgeType, enter(place, index), { node, cursor: createCursor(list, start + index) });
    });
  // The cursor of an empty page is null, or an empty text if it cannot be null.
  const cursorAt = (name: string, index: number) =>
    start < end ? createCursor(list, index) : isNonNullType(pageInfoType?.getFields()[name]?.type) ? "" : null;
  const info = {
    hasNextPage: end < length,
    hasPreviousPage: start > 0,
    startCursor: cursorAt("startCursor", start),
    endCursor: cursorAt("endCursor", end - 1),
  };
  return createSource(type, place, {
    ...(shape?.nodes && { [shape.nodes.name]: nodes }),
    ...(edges && { edges }),
    ...(pageInfoType && { pageInfo: createSource(pageInfoType, place, info) }),
    ...Object.fromEntries((shape?.countFields ?? []).map((name) => [name, length])),
  });
}
