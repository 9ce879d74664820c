/** The loop over the pages of a connection, for `paginate` and `follow`. */

import { PaginationError } from "../errors.ts";

/** Largest number of pages in a row that have no items, while each has a next page. */
const MAX_EMPTY_PAGES = 1_000;

/** A connection as sent, which can differ from its type. */
export interface Page {
  readonly pageInfo?: { readonly hasNextPage?: unknown; readonly endCursor?: unknown } | null;
  readonly nodes?: unknown;
  readonly edges?: unknown;
}

export interface PageLoop {
  /** Name of the operation. */
  readonly operation: string;
  /** Cursor in the variables of the caller, if there is one. */
  readonly start: unknown;
  readonly signal: AbortSignal | null | undefined;
  /** Requests the page after a cursor; the first one without it. */
  request(after: unknown): Promise<Page | null | undefined>;
  /**
   * Called after a page that has no next one. Resolves with `true` when the list can have grown. Without it, the list ends
   * there.
   */
  waitForMore?(hasItems: boolean): Promise<boolean>;
}

/**
 * Yields the items of all pages except `null`. The next page starts at the cursor of the last one that had items or a next
 * page. No cursor is used twice, so the loop ends.
 *
 * @throws PaginationError if a cursor is missing or was used before, and if a page is not a connection.
 */
export async function* readPages(loop: PageLoop): AsyncGenerator<unknown, void, undefined> {
  const { operation, start, signal, request, waitForMore } = loop;
  const used = new Set<unknown>(start ? [start] : []);
  let after: unknown;
  let empty = 0;
  for (let attempts = 1; ; attempts++) {
    const page = await request(after);
    const { hasNextPage, endCursor } = page?.pageInfo ?? {};
    const fail = (problem: string) =>
      new PaginationError(operation, `page ${attempts} ${problem}`, { attempts, delivery: "done" });
    const items = readItems(page);
    if (!items) throw fail("has no list of nodes or edges.");
    const hasNext = hasNextPage === true;
    const hasMoved = hasNext || (waitForMore !== undefined && items.length > 0);
    // Checked before its items are yielded, because they are probably those of another page.
    if (hasMoved && endCursor && used.has(endCursor)) throw fail("repeats a cursor. The list would never end.");
    empty = hasNext && items.length === 0 ? empty + 1 : 0;
    if (empty === MAX_EMPTY_PAGES) throw fail(`is the last of ${empty} empty pages in a row, and has a next page.`);
    for (const item of items) {
      if (item === null || item === undefined) continue;
      signal?.throwIfAborted();
      yield item;
    }
    if (!hasNext) {
      if (waitForMore) {
        if (!(await waitForMore(items.length > 0))) return;
      } else if (hasNextPage === false || (!page && attempts === 1)) return;
      else throw fail(page ? "has no hasNextPage. Select `pageInfo { hasNextPage }`." : "has no connection.");
    }
    if (!hasMoved) continue;
    if (typeof endCursor !== "string" || endCursor === "")
      throw fail("has no endCursor, and the list is not complete.");
    used.add(endCursor);
    after = endCursor;
  }
}

/** The items of a page; some can be `null`. @returns `undefined` if they are not a list. */
function readItems(page: Page | null | undefined): readonly unknown[] | undefined {
  const nodes = page?.nodes ?? [];
  const list = page?.nodes ? nodes : (page?.edges ?? nodes);
  if (!Array.isArray(list)) return undefined;
  return list === nodes ? list : list.map((edge: { readonly node?: unknown } | null | undefined) => edge?.node);
}
