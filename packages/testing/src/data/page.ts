/** `page`: one page of rows, by the names of a dialect. */

import { pageRolesOf } from "../rules/dialect.ts";
import { missing, RULES_FILE, RulesError } from "../rules/errors.ts";
import type { Page } from "../rules/types.ts";
import { suggest } from "../suggest.ts";
import { type PageArguments, selectPage } from "./paging.ts";
import { itemOf } from "./rows.ts";
import type { World } from "./world.ts";

/** The whole list of a page, and its range. */
export interface PageState {
  readonly rows: readonly unknown[];
  readonly range: readonly [start: number, end: number];
}

const states = new WeakMap<object, PageState>();

/** The state of a list that `page` returned. */
export function pageStateOf(value: unknown): PageState | undefined {
  return states.get(value as object);
}

export function pageRows<Item>(world: World, rows: readonly Item[], args: object = {}): Page<Item> {
  if (!Array.isArray(rows)) throw new RulesError("page(rows, args): expected a list of rows.");
  const keys = rows.map((row, index) => itemOf(world, row)?.path ?? String(index));
  const range = selectPage(readPageArguments(world, args), world.sizes, { key: listKeyOf(keys), keys });
  const page = rows.slice(...range);
  states.set(page, { rows, range });
  return page as unknown as Page<Item>;
}

/** @throws RulesError if a name has no meaning. */
export function readPageArguments({ dialect }: World, args: object): PageArguments {
  const roles = pageRolesOf(dialect);
  const entries = Object.entries(args).flatMap(([name, value]: [string, unknown]) => {
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

/** Identifies a list by the types of its rows, so that a cursor of another list is rejected. */
export function listKeyOf(keys: readonly string[]): string {
  return [...new Set(keys.map((key) => key.split(":").slice(0, 2).join(":")))].toSorted().join(" ");
}
