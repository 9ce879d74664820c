/** Reads a list that grows, such as a log. */

import type { Client } from "../client.ts";
import { MAX_TIMER_MS } from "../deadline.ts";
import type { TypedDocumentString } from "../document.ts";
import type { Rules } from "../options.ts";
import { checkQuery } from "./check-query.ts";
import { type Connection, type ItemOf, type RequireConnection, type RequireCursor, readPages } from "./pages.ts";
import { POLL_RULES, type PollOptions, startPolling } from "./poll.ts";

/** After a page with items, the next wait is `interval` again. */
export interface FollowOptions<Result, Cursor extends string = string> extends PollOptions<Result> {
  /** Whether the list is complete. Called after the items of a page, if there is no next page yet. */
  readonly until: (data: Result) => boolean;
  /** Name of the variable that accepts the cursor. @default "after" */
  readonly cursor?: Cursor | undefined;
  /**
   * Time in milliseconds after `until` returned `true`, during which the list is still read: 0 to 2,147,483,647. For a log
   * whose last entries arrive late. It ends with the `timeout`.
   *
   * @default 0
   */
  readonly keepReading?: number | undefined;
}

const RULES: Rules = { cursor: "string", keepReading: { min: 0, max: MAX_TIMER_MS } };

/**
 * Yields the items of a connection, and requests the items after the last cursor until `until` returns `true`. If there is
 * a next page, it is requested at once. If there is none yet, the function waits like `poll`. Items that are `null` are
 * skipped.
 *
 * The order is that of the platform's cursors. Entries that the platform inserts before the last cursor are not returned.
 *
 * @param document - A query that declares `$after`, or the variable that `cursor` names.
 * @param variables - Variables of the operation. If they contain a cursor, the first page starts there.
 * @param select - Returns the connection in the data, as for `paginate`. `null` is an empty page.
 * @throws `POLL_TIMEOUT` if the next request would be after the timeout. `error.data` is the last data.
 * @throws `PAGINATION` if the cursor of a page with items is missing or was used before; if 1,000 pages in
 * a row are empty and have a next page; and if the items are not a list.
 * @throws AnyOperationError if a request fails after its retries. Items of earlier pages were already yielded.
 * @throws `USAGE` for invalid arguments before a request, and if `until` does not return a boolean.
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
  const query = checkQuery("follow", client, document, options, { ...RULES, ...POLL_RULES }, select);
  const polling = startPolling(query, options);
  return readPages({ name: query.name, variables, select, options, ...polling });
}
