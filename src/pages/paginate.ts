/** Requests all pages of a Relay connection, one at a time. */

import { type Client, EXECUTE_RULES, type ExecuteOptions } from "../client.ts";
import type { CompileError, TypedDocumentString } from "../document.ts";
import type { Rules } from "../options.ts";
import { checkQuery } from "./check-query.ts";
import { type Page, readPages } from "./pages.ts";

type List<Member> = readonly (Member | null | undefined)[] | null | undefined;

/** The selection that `paginate` needs. */
export type Connection = {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
} & ({ readonly nodes: List<unknown> } | { readonly edges: List<{ readonly node: unknown }> });

type Member<Items> = Items extends readonly (infer Item)[] ? NonNullable<Item> : never;

/** Type of the items: of `nodes`, or of the `node` of each edge. */
export type ItemOf<Selected> = Selected extends { readonly nodes: infer Nodes }
  ? Member<Nodes>
  : Selected extends { readonly edges: infer Edges }
    ? Member<Edges> extends { readonly node: infer Node }
      ? NonNullable<Node>
      : never
    : never;

/** Names of the variables; none for `{ [key: string]: never }`, the type of an operation without variables. */
type VariableName<Variables> = string extends keyof Variables ? never : keyof Variables;

export type RequireCursor<Variables, Cursor extends string> =
  Cursor extends VariableName<Variables>
    ? string extends Variables[Cursor]
      ? unknown
      : CompileError<`the variable $${Cursor} must be a String to accept a cursor`>
    : CompileError<`the operation must declare $${Cursor}, or another variable that the option \`cursor\` names`>;

export type RequireConnection<Selected> = [NonNullable<Selected>] extends [Connection]
  ? unknown
  : CompileError<"the connection must select `pageInfo { hasNextPage endCursor }`, and `nodes` or `edges { node }`">;

/** Options of `execute`, which apply to each page: `timeout` is per page. */
export interface PageOptions<Cursor extends string = string> extends ExecuteOptions {
  /** Maximum number of items. Pages are always fetched whole, so the last one can contain items that are not yielded. 1 or more. @default all */
  readonly limit?: number | undefined;
  /** Name of the variable that accepts the cursor. @default "after" */
  readonly cursor?: Cursor | undefined;
}

function pageRules(): Rules {
  return { limit: { min: 1, max: Number.MAX_SAFE_INTEGER }, cursor: "string", ...EXECUTE_RULES };
}

/**
 * Yields the items of a connection and requests pages as they are needed: none after the loop ends or `limit` is
 * reached. Items that are `null` are skipped.
 *
 * @param document - A query that declares `$after`, or the variable that `cursor` names.
 * @param variables - As for `execute`. If they contain a cursor, the first page starts there.
 * @param select - Returns the connection. It must select `pageInfo { hasNextPage endCursor }`, and `nodes` or
 * `edges { node }`. If it is `null` on the first page, there are no items.
 * @throws PaginationError (`PAGINATION`) if there are more pages, and the cursor is missing or was used before; if 1,000
 * pages in a row are empty; and if the items are not a list.
 * @throws AnyOperationError as `execute`. The items of earlier pages were already yielded.
 *
 * @example
 * ```ts
 * for await (const { id } of paginate(client, PageIntegrationsDocument, { first: 100 }, (data) => data.integrations)) …
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
  const { name, execute } = checkQuery<Result, Variables>("paginate", client, document, options, pageRules(), select);
  const { limit = Number.POSITIVE_INFINITY, cursor = "after", ...executeOptions } = options;
  async function* readItems(): AsyncGenerator<unknown, void, undefined> {
    let left = limit;
    const items = readPages({
      operation: name,
      start: (variables as Readonly<Record<string, unknown>> | undefined)?.[cursor],
      signal: options.signal,
      request: async (after) =>
        select(await execute(after ? { ...variables, [cursor]: after } : { ...variables }, executeOptions)) as Page,
    });
    for await (const item of items) {
      yield item;
      if (--left === 0) return;
    }
  }
  return readItems() as AsyncGenerator<ItemOf<Selected>, void, undefined>;
}
