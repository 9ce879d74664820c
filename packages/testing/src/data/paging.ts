/** Pages of a connection. */

import { type Args, type Field, pagingArgumentsOf } from "@integration-platform/graphql-compiler/conventions";
import { GraphQLError } from "graphql";
import type { PageSizes } from "../limits.ts";
import { hash } from "../random.ts";

export interface Page {
  /** Index of the first item. */
  readonly start: number;
  /** Index after the last item. */
  readonly end: number;
}

/**
 * Selects a page of a list. An empty cursor selects the first page, because some operations require a cursor.
 *
 * @param cursors - The cursor of each item.
 * @throws GraphQLError `BAD_USER_INPUT` if a cursor is not one of these, or a page size is negative or too large.
 */
export function selectPage(field: Field, args: Args, cursors: readonly string[], sizes: PageSizes): Page {
  const names = pagingArgumentsOf(field);
  const first = readSize(args, names.first, sizes.max);
  const last = readSize(args, names.last, sizes.max);
  const after = findCursor(args, names.after, cursors);
  const before = findCursor(args, names.before, cursors);
  let start = after === undefined ? (readSize(args, names.offset) ?? 0) : after + 1;
  let end = before ?? cursors.length;
  end = Math.max(start, Math.min(end, start + (first ?? (last === undefined ? sizes.default : cursors.length))));
  if (last !== undefined) start = Math.max(start, end - last);
  return { start: Math.min(start, cursors.length), end: Math.min(end, cursors.length) };
}

/** The entries of a list that is not a connection: its page size and offset are used, if it has such arguments. */
export function limitList<Item>(field: Field, args: Args, items: readonly Item[], sizes: PageSizes): Item[] {
  const { first, offset } = pagingArgumentsOf(field);
  const start = readSize(args, offset) ?? 0;
  return items.slice(start, start + (readSize(args, first, sizes.max) ?? sizes.default));
}

/** The cursor of an item: the same in every page of the same list. */
export function createCursor(listKey: string, itemKey: string): string {
  const digits = [`${listKey}:${itemKey}`, `${itemKey}:${listKey}`].map((text) =>
    hash(text).toString(16).padStart(8, "0"),
  );
  return btoa(digits.join("")).replaceAll("=", "");
}

function readSize(args: Args, name: string | undefined, max: number = Number.MAX_SAFE_INTEGER): number | undefined {
  const value = name === undefined ? undefined : args[name];
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max) return Number(value);
  const range = max === Number.MAX_SAFE_INTEGER ? "from 0" : `from 0 to ${max}`;
  throw invalid(`The argument "${name}" must be an integer ${range}.`);
}

function findCursor(args: Args, name: string | undefined, cursors: readonly string[]): number | undefined {
  const value = name === undefined ? undefined : args[name];
  if (value === undefined || value === null || value === "") return undefined;
  const index = cursors.indexOf(String(value));
  if (index < 0) throw invalid(`The argument "${name}" is not a cursor of this list.`);
  return index;
}

function invalid(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });
}
