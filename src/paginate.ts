/** All items of a Relay connection, page after page, one request at a time. */

import type { Client, ExecuteOptions } from "./client.ts";
import { checkDocument, type TypedDocumentString } from "./document.ts";
import { PaginationError, UsageError } from "./errors.ts";
import { refuseUnknown, requireInteger } from "./options.ts";
import type { Unusable } from "./unusable.ts";

type List<Member> = readonly (Member | null | undefined)[] | null | undefined;

/** A connection, as far as it must be selected: where the next page begins, and the items. */
type Connection = {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
} & ({ readonly nodes: List<unknown> } | { readonly edges: List<{ readonly node: unknown }> });

type Member<Items> = Items extends readonly (infer Item)[] ? NonNullable<Item> : never;

/** What a connection lists: its `nodes`, or the `node` of each of its `edges`. */
type ItemOf<Selected> = Selected extends { readonly nodes: infer Nodes }
  ? Member<Nodes>
  : Selected extends { readonly edges: infer Edges }
    ? Member<Edges> extends { readonly node: infer Node }
      ? NonNullable<Node>
      : never
    : never;

type TakingCursor<Variables, Cursor extends string> =
  Cursor extends TakenBy<Variables>
    ? string extends Variables[Cursor]
      ? unknown
      : Unusable<`the variable $${Cursor} takes no cursor: it is not a String`>
    : Unusable<`the operation must take a cursor: in $${Cursor}, or in the variable that the option \`cursor\` names`>;

/** Names of variables; none for `{ [key: string]: never }`, by which codegen says so. */
type TakenBy<Variables> = string extends keyof Variables ? never : keyof Variables;

type Paged<Selected> = [NonNullable<Selected>] extends [Connection]
  ? unknown
  : Unusable<"the connection must select `pageInfo { hasNextPage endCursor }`, and `nodes` or `edges { node }`">;

/** As for `execute`, which is called for each page: `timeout` is for one page, not for all. */
export interface PageOptions<Cursor extends string = string> extends ExecuteOptions {
  /** How many items to yield at most; whole pages are asked for all the same. 1 or more. @default all */
  readonly limit?: number | undefined;
  /** Name of the variable that takes the cursor. @default "after" */
  readonly cursor?: Cursor | undefined;
}

/**
 * Asks for one page after the other, and yields the items as they come; `null` in place of an item is left out. The next
 * page is asked for when it is needed: whoever leaves the loop, or has reached `limit`, causes no further request.
 *
 * It compiles for a query that takes the cursor in `$after` (or in the variable that `cursor` names) and whose connection
 * selects `pageInfo { hasNextPage endCursor }` and `nodes` or `edges { node }`.
 *
 * @param variables - As for `execute`. A cursor in them is where to begin.
 * @param select - Finds the connection in the data. Where it finds none on the first page, there are no items.
 * @throws PaginationError (`PAGINATION`) where the platform says that there are more and its cursor was there before, or is
 * missing: asking on would never end, and stopping would leave items out without a word.
 * @throws AnyOperationError as `execute`. Items of earlier pages have been yielded then.
 *
 * @example
 * ```ts
 * for await (const { id } of paginate(client, PageIntegrationsDocument, { first: 100 }, (data) => data.integrations)) …
 * ```
 */
export function paginate<
  Result,
  Variables extends object,
  // The default is what TypeScript judges by when another argument is wrong: then its message is about that one.
  Selected = Connection | null | undefined,
  const Cursor extends string = "after",
>(
  client: Pick<Client, "execute">,
  document: TypedDocumentString<Result, Variables> & TakingCursor<Variables, Cursor>,
  variables: NoInfer<Variables>,
  select: (data: NoInfer<Result>) => Selected & Paged<Selected>,
  options: PageOptions<Cursor> = {},
): AsyncGenerator<ItemOf<Selected>, void, undefined> {
  const { name, kind } = checkDocument<Result, Variables>(document);
  const { limit = Number.MAX_SAFE_INTEGER, cursor = "after", signal, timeout, headers, ...unknown } = options;
  refuseUnknown(`${name}: paginate`, unknown);
  requireInteger(`${name}: limit`, limit, 1, Number.MAX_SAFE_INTEGER);
  // To go on asking would be to go on acting.
  if (kind !== "query") throw new UsageError(`${name}: paginate takes a query, not a ${kind}`);
  // Variables are required or optional by their type, which is not known here.
  const asking = client as unknown as { readonly execute: Execute<Result> };
  const ask = (change: object) => asking.execute(document, { ...variables, ...change }, { signal, timeout, headers });
  const begin: unknown = (variables as Readonly<Record<string, unknown>> | undefined)?.[cursor];
  const pages = { name, cursor, limit, signal, begin, ask: async (change: object) => select(await ask(change)) };
  return walk(pages) as AsyncGenerator<ItemOf<Selected>, void, undefined>;
}

type Execute<Result> = (document: TypedDocumentString, variables: object, options: ExecuteOptions) => Promise<Result>;

interface Pages {
  readonly name: string;
  readonly cursor: string;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
  readonly begin: unknown;
  /** The connection under changed variables. */
  ask(change: object): Promise<unknown>;
}

async function* walk({ name, cursor, limit, signal, begin, ask }: Pages): AsyncGenerator<unknown, void, undefined> {
  // Whoever begins at the beginning has sent none.
  const sent = new Set<unknown>(begin ? [begin] : []);
  let left = limit;
  for (let page = 1, change = {}; ; page++) {
    const connection = (await ask(change)) as Partial<Answer> | null | undefined;
    const { hasNextPage, endCursor } = connection?.pageInfo ?? {};
    const stop = (problem: string) =>
      new PaginationError(name, `page ${page} ${problem}`, { attempts: page, delivery: "done" });
    // Before its items: they are likely to be those of another page.
    if (hasNextPage === true && sent.has(endCursor)) throw stop("ends at a cursor that was sent before: it never ends");
    for (const item of listItems(connection)) {
      if (item === null || item === undefined) continue;
      signal?.throwIfAborted();
      yield item;
      if (--left === 0) return;
    }
    if (hasNextPage === false || (!connection && page === 1)) return;
    if (!connection) throw stop("is gone: there is no connection any more");
    if (hasNextPage !== true) throw stop("does not say whether it is the last one: select `pageInfo { hasNextPage }`");
    if (!endCursor) throw stop("is not the last one, and has no endCursor to go on from");
    sent.add(endCursor);
    change = { [cursor]: endCursor };
  }
}

/** A connection as it came, whatever its type promised. */
interface Answer {
  readonly pageInfo: { readonly hasNextPage?: boolean; readonly endCursor?: string | null } | null;
  readonly nodes: List<unknown>;
  readonly edges: List<{ readonly node?: unknown }>;
}

function listItems(connection: Partial<Answer> | null | undefined): readonly unknown[] {
  const { nodes, edges } = connection ?? {};
  return nodes ?? edges?.map((edge) => edge?.node) ?? [];
}
