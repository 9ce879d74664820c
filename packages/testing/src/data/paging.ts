/** Pages of a list. */

import {
  type Connection,
  type Field,
  pagingArgumentsOf,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLArgument,
  GraphQLError,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { PageSizes } from "../limits.ts";
import { hash } from "../random.ts";
import type { PageRole } from "../rules/types.ts";
import { createSource, type Source } from "./sources.ts";

/** Values of the arguments that select a page. */
export type PageArguments = Partial<Record<PageRole, { readonly name: string; readonly value: unknown }>> & {
  /** Number of the first page. @default 1 */
  readonly firstPage?: number;
};

/** Arguments whose names have one meaning in all schemas: those of the connection specification. */
const STANDARD = new Set<string>(["first", "after", "last", "before"] satisfies PageRole[]);

/** What an argument of a list selects without a rule. */
export function standardRole(field: Field, { name, type }: GraphQLArgument): PageRole | undefined {
  // Only pages have cursors.
  if (isListType(getNullableType(field.type)) && name !== "first" && name !== "last") return undefined;
  // A date `after` is a filter.
  return STANDARD.has(name) && !/date|time/i.test(getNamedType(type).name) ? (name as PageRole) : undefined;
}

/** What an argument of a list selects by its usual names. Only for operations that a test answers. */
export function usualRole(field: Field, name: string): PageRole | undefined {
  const { offset, ...others } = pagingArgumentsOf(field);
  if (name === offset) return "skip";
  return (Object.keys(others) as (keyof typeof others)[]).find((role) => others[role] === name);
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
export function selectPage(
  args: PageArguments,
  sizes: PageSizes,
  list: PagedList,
): readonly [start: number, end: number] {
  const { length } = list.keys;
  const first = readSize(args.first, sizes.max);
  const last = readSize(args.last, sizes.max);
  const after = findCursor(args.after, list);
  const before = findCursor(args.before, list);
  const size = first ?? (last === undefined ? sizes.default : length);
  const page = Math.max(0, (readSize(args.page) ?? 0) - (args.firstPage ?? 1));
  const from = after ? after.next : (readSize(args.skip) ?? page * size);
  const end = Math.max(from, Math.min(before?.index ?? length, from + size));
  const start = last === undefined ? from : Math.max(from, end - last);
  return [Math.min(start, length), Math.min(end, length)];
}

function readSize(argument: PageArguments["first"], max: number = Number.MAX_SAFE_INTEGER): number | undefined {
  const { name, value } = argument ?? {};
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
  argument: PageArguments["after"],
  list: PagedList,
): { readonly index: number; readonly next: number } | undefined {
  const { name, value } = argument ?? {};
  if (value === undefined || value === null || value === "") return undefined;
  const [, owner, position, key = ""] = /^(\d+) (\d+) (.*)/s.exec(decodeCursor(String(value))) ?? [];
  if (Number(owner) !== hash(list.key)) {
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
  /** Returns the value of an item. */
  readonly entry: (index: number) => unknown;
}

/** Builds a page with the items of the range. */
export function buildPage({ type, shape, list, range: [start, end], entry }: PageOptions): Source {
  const { length } = list.keys;
  const path = `page:${list.key}:${start}:${end}`;
  const nodes = Array.from({ length: end - start }, (_, index) => entry(start + index));
  const edgeType = isObjectType(shape.edgeType) ? shape.edgeType : undefined;
  const pageInfoType = isObjectType(shape.pageInfoType) ? shape.pageInfoType : undefined;
  const edges = edgeType && nodes.map((node, index) => buildEdge(edgeType, `${path}[${index}]`, node, start + index));
  // The cursor of an empty page is null, or an empty text if it cannot be null.
  const cursorAt = (name: string, index: number) =>
    start < end ? createCursor(list, index) : isNonNullType(pageInfoType?.getFields()[name]?.type) ? "" : null;
  const info = {
    hasNextPage: end < length,
    hasPreviousPage: start > 0,
    startCursor: cursorAt("startCursor", start),
    endCursor: cursorAt("endCursor", end - 1),
  };
  const made = {
    // For the resolvers of other fields of the page, whatever the names of the type are.
    ...{ nodes, totalCount: length },
    ...(shape.nodes && { [shape.nodes.name]: nodes }),
    ...(edges && { edges }),
    ...(pageInfoType && { pageInfo: createSource({ type: pageInfoType, path, lists: 1, made: info }) }),
    ...Object.fromEntries(shape.countFields.map((name) => [name, length])),
  };
  return createSource({ type, path, lists: 1, made });

  function buildEdge(edge: GraphQLObjectType, edgePath: string, node: unknown, index: number): Source {
    return createSource({ type: edge, path: edgePath, lists: 2, made: { node, cursor: createCursor(list, index) } });
  }
}
