/** `page`: one page of rows, by the argument names of a dialect. */

import { pageRolesOf } from "../rules/dialect.ts";
import type { Page } from "../rules/rule-types.ts";
import { missing, RULES_FILE, RulesError } from "../rules/rules-error.ts";
import { suggest } from "../suggest.ts";
import type { Item } from "./items.ts";
import { type PageArguments, type PagedList, selectPage } from "./paging.ts";
import { itemOf } from "./rows.ts";
import type { World } from "./world.ts";

/**
 * What a page type needs to know of a list that `page` returned: the whole list, and the range of the page.
 */
interface PageState {
  readonly rows: readonly unknown[];
  readonly range: readonly [start: number, end: number];
}

/** By the list that `page` returned. */
const states = new WeakMap<object, PageState>();

/** The state of a list that `page` returned. */
export function pageStateOf(value: unknown): PageState | undefined {
  return states.get(value as object);
}

export function pageRows<Row>(world: World, rows: readonly Row[], args: object = {}): Page<Row> {
  if (!Array.isArray(rows)) throw new RulesError("page(rows, args): expected a list of rows.");
  const items = rows.map((row) => itemOf(world, row));
  const range = selectPage(readPageArguments(world, args), world.sizes, pagedListOf(items));
  const page = rows.slice(...range);
  states.set(page, { rows, range });
  return page as unknown as Page<Row>;
}

/** The arguments by what they select. @throws RulesError if a name has no meaning. */
export function readPageArguments({ dialect }: World, args: object): PageArguments {
  const roles = pageRolesOf(dialect);
  const members = Object.entries(args).flatMap(([name, value]: [string, unknown]) =>
    roles[name] === "members" ? Object.entries(Object(value)) : [[name, value] as const],
  );
  const entries = members.flatMap(([name, value]: readonly [string, unknown]) => {
    if (value === undefined) return [];
    const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
    if (role) return [[role, { name, value }] as const];
    const what = `The argument "${name}" selects no page.${suggest(name, Object.keys(roles))}`;
    throw missing(`${what} Use it in the resolver, or add it to ${RULES_FILE}:`, [
      `export const dialect = { …, pages: { ${name}: "first" } }; // or "skip", "page", "after", …`,
    ]);
  });
  return Object.fromEntries(entries);
}

/**
 * The list of the items, for cursors. The types of the rows identify the list, so that a cursor of another
 * list is rejected.
 */
export function pagedListOf(items: readonly (Item | null | undefined)[]): PagedList {
  const types = new Set(items.map((item) => item?.type.name ?? ""));
  return {
    key: [...types].toSorted().join(" "),
    keys: items.map((item, index) => item?.path ?? String(index)),
  };
}
