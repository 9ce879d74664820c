/** Reads a list that grows, such as a log. */

import type { Client } from "../client.ts";
import type { TypedDocumentString } from "../document.ts";
import { PaginationError } from "../errors.ts";
import type { Rules } from "../options.ts";
import { checkQuery } from "../query.ts";
import {
  type Connection,
  type ItemOf,
  type Page,
  type RequireConnection,
  type RequireCursor,
  readItems,
} from "./paginate.ts";
import { POLL_RULES, type PollOptions, startPolling } from "./poll.ts";

/** After a page with items, the next wait is `interval` again. */
export interface FollowOptions<Result, Cursor extends string = string> extends PollOptions<Result> {
  /** Whether the list is complete. Called after the items of a page, if there is no next page yet. */
  readonly until: (data: Result) => boolean;
  /** Name of the variable that accepts the cursor. @default "after" */
  readonly cursor?: Cursor | undefined;
}

/**
 * Yields the items of a connection, and requests the items after the last cursor until `until` returns `true`. If there is
 * a next page, it is requested at once. If there is none yet, the function waits like `poll`. Items that are `null` are
 * skipped.
 *
 * @param document - A query that declares `$after`, or the variable that `cursor` names.
 * @param variables - Variables of the operation. If they contain a cursor, the first page starts there.
 * @param select - Returns the connection in the data, as for `paginate`. `null` is an empty page.
 * @throws PollTimeoutError (`POLL_TIMEOUT`) if the next request would be after the timeout. `error.data` is the last data.
 * @throws PaginationError (`PAGINATION`) if the cursor of a page with items is missing, or is the cursor of its request.
 * @throws AnyOperationError if a request fails after its retries. Items of earlier pages were already yielded.
 * @throws UsageError (`USAGE`) for invalid arguments before a request, and if `until` does not return a boolean.
 * @throws `signal.reason` itself if the caller aborts.
 *
 * @example
 * ```ts
 * const until = ({ run }) => run?.finishedAt !== null;
 * for await (const { message } of follow(client, FollowRunDocument, { id }, ({ run }) => run?.entries, { until })) …
 * ```
 */
export function follow<
  Result,
  Variables extends object,
  // The default applies if another argument is wrong, as in `paginate`.
  Selected = Connection | null | undefined,
  const Cursor extends string = "after",
>(
  client: Pick<Client, "execute">,
  document: TypedDocumentString<Result, Variables, "query"> & RequireCursor<Variables, Cursor>,
  variables: NoInfer<Variables>,
  select: (data: NoInfer<Result>) => Selected & RequireConnection<Selected>,
  options: FollowOptions<NoInfer<Result>, Cursor>,
): AsyncGenerator<ItemOf<Selected>, void, undefined> {
  const rules: Rules = { cursor: "string", ...POLL_RULES };
  const { name, execute } = checkQuery<Result, Variables>("follow", client, document, options, rules, select);
  const { cursor = "after", signal } = options;

  async function* repeat(): AsyncGenerator<unknown, void, undefined> {
    const { request, isDone, wait } = startPolling(name, execute, options);
    let after = (variables as Readonly<Record<string, unknown>> | undefined)?.[cursor];
    for (let attempts = 1; ; attempts++) {
      const data = await request(after ? { ...variables, [cursor]: after } : { ...variables });
      const page = select(data) as Partial<Page> | null | undefined;
      const { hasNextPage, endCursor } = page?.pageInfo ?? {};
      const items = readItems(page);
      const hasMoved = hasNextPage === true || items.length > 0;
      const fail = (problem: string) =>
        new PaginationError(name, `page ${attempts} ${problem}`, { attempts, delivery: "done" });
      // Checked before its items are yielded, because they are probably those of the same page.
      if (hasMoved && endCursor && endCursor === after) throw fail("repeats a cursor. The list would never end.");
      for (const item of items) {
        if (item === null || item === undefined) continue;
        signal?.throwIfAborted();
        yield item;
      }
      if (hasNextPage !== true && isDone(data)) return;
      if (hasMoved) {
        if (!endCursor) throw fail("has no endCursor, and the list is not complete.");
        after = endCursor;
      }
      if (hasNextPage !== true) await wait(items.length > 0);
    }
  }
  return repeat() as AsyncGenerator<ItemOf<Selected>, void, undefined>;
}
