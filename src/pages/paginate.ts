/** Requests all pages of a Relay connection, one at a time. */

import type { ExecuteOptions } from "../client/client-options.ts";
import type { Client } from "../client/create-client.ts";
import { MAX_COUNT, type OptionSchema } from "../shared/check-options.ts";
import type { TypedDocumentString } from "../shared/document.ts";
import { createUsageError } from "../shared/errors.ts";
import { checkQuery } from "./check-query.ts";
import {
  type Connection,
  type ItemOf,
  type RequireConnection,
  type RequireCursor,
  readPages,
} from "./pages.ts";

/** Options of `execute`, which apply to each page: `timeout` is per page. */
export interface PageOptions<Cursor extends string = string> extends ExecuteOptions {
  /**
   * Maximum number of items. Pages are always fetched whole, so the last one can contain items that are not
   * yielded. 1 or more.
   *
   * @default all
   */
  readonly limit?: number | undefined;
  /** Name of the variable that accepts the cursor. @default "after" */
  readonly cursor?: Cursor | undefined;
}

const OPTIONS: OptionSchema<Exclude<keyof PageOptions, keyof ExecuteOptions>> = {
  limit: { min: 1, max: MAX_COUNT },
  cursor: "string",
};

/**
 * Yields the items of a connection and requests pages as they are needed: none after the loop ends or `limit`
 * is reached. Items that are `null` are skipped.
 *
 * @param document - A query that declares `$after`, or the variable that `cursor` names.
 * @param variables - As for `execute`. If they contain a cursor, the first page starts there.
 * @param select - Returns the connection. It must select `pageInfo { hasNextPage endCursor }`, and `nodes` or
 * `edges { node }`. If it is `null` on the first page, there are no items.
 * @throws `PAGINATION` if a page is not a connection, or has a next page without a new cursor, and if 1,000
 * pages in a row are empty.
 * @throws AnyOperationError as `execute`. The items of earlier pages were already yielded.
 *
 * @example
 * ```ts
 * const items = paginate(client, PageIntegrationsDocument, { first: 100 }, (data) => data.integrations);
 * for await (const { id } of items) …
 * ```
 */
export function paginate<
  Result,
  Variables extends object,
  // If another argument is wrong, TypeScript uses this default, so that its message is about that argument.
  Selected = Connection | null | undefined,
  const Cursor extends string = "after",
>(
  client: Pick<Client, "execute">,
  document: TypedDocumentString<Result, Variables, "query"> & RequireCursor<Variables, Cursor>,
  variables: NoInfer<Variables>,
  select: (data: NoInfer<Result>) => Selected & RequireConnection<Selected>,
  options: PageOptions<Cursor> = {},
): AsyncGenerator<ItemOf<Selected>, void, undefined> {
  const { name, execute, options: own } = checkQuery("paginate", client, document, options, OPTIONS);
  if (typeof select !== "function")
    throw createUsageError(`${name}: paginate: pass a function that returns the connection`);
  const { limit: _, cursor: __, ...executeOptions } = own;
  return readPages({
    name,
    variables,
    select,
    options: own,
    request: (next) => execute(next, executeOptions),
  });
}
