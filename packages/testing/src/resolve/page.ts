/** `page`: one page of the rows that a resolver has. */

import { readPageArguments } from "../rules/page-arguments.ts";
import type { Page } from "../rules/rule-types.ts";
import { RulesError } from "../rules/rules-error.ts";
import type { Item } from "../world/items.ts";
import { itemOf } from "../world/rows.ts";
import type { World } from "../world/world.ts";
import { pagedListOf, selectPage } from "./paging.ts";

/** For a field whose type is a page: the items of all rows of which `page` returned some, and their range. */
interface PageState {
  /** `undefined` for a value that is not a row. */
  readonly items: readonly (Item | undefined)[];
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
  const range = selectPage(readPageArguments(args), world.sizes, pagedListOf(items));
  const [start, end] = range;
  const page = rows.slice(start, end);
  states.set(page, { items, range });
  return page as unknown as Page<Row>;
}
