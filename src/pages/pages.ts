/** The pages of a connection: their types, and the loop over them. */

import type { CompileError } from "../shared/document.ts";
import { OperationError } from "../shared/errors.ts";

type List<Member> = readonly (Member | null | undefined)[] | null | undefined;

/** The selection of a connection. */
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

/**
 * Names of the variables; none for `{ [key: string]: never }`, the type of an operation without variables.
 */
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

/** A connection as sent, which can differ from its type. */
interface Page {
  readonly pageInfo?: { readonly hasNextPage?: unknown; readonly endCursor?: unknown } | null;
  readonly nodes?: unknown;
  readonly edges?: unknown;
}

interface PageLoop<Result> {
  /** Name of the operation. */
  readonly name: string;
  /** Variables of the caller. They can contain a cursor. */
  readonly variables: object;
  readonly select: (data: Result) => unknown;
  readonly options: {
    readonly cursor?: string | undefined;
    readonly limit?: number | undefined;
    readonly signal?: AbortSignal | null | undefined;
  };
  request(variables: object): Promise<Result>;
}

/** Largest number of pages in a row that have no items, while each has a next page. */
const MAX_EMPTY_PAGES = 1_000;

/**
 * Yields the items of all pages except `null`. No cursor is used twice, so the loop ends.
 *
 * @throws `PAGINATION`: see `paginate`.
 */
export async function* readPages<Result, Selected>(
  loop: PageLoop<Result>,
): AsyncGenerator<ItemOf<Selected>, void, undefined> {
  const { name, select, request } = loop;
  const { cursor = "after", limit, signal } = loop.options;
  let variables: Readonly<Record<string, unknown>> = { ...loop.variables };
  const used = new Set([variables[cursor]]);
  let empty = 0;
  let count = 0;
  for (let attempts = 1; ; attempts++) {
    const page = select(await request(variables)) as Page | null | undefined;
    const fail = (what: string, advice?: string) => {
      const problem = `page ${attempts} ${what}`;
      const facts = { operation: name, attempts, delivery: "done" } as const;
      return new OperationError("PAGINATION", { problem, advice, ...facts });
    };
    if (!page && attempts === 1) return;
    if (!page) throw fail("has no connection");
    const { hasNextPage, endCursor } = page.pageInfo ?? {};
    const items = readItems(page);
    if (!items) throw fail("has no list of nodes or edges");
    const hasNext = hasNextPage === true;
    // Checked before its items are yielded, because they are probably those of another page.
    if (hasNext && endCursor && used.has(endCursor))
      throw fail("repeats a cursor, so that the list would never end");
    empty = hasNext && items.length === 0 ? empty + 1 : 0;
    if (empty === MAX_EMPTY_PAGES)
      throw fail(`is the last of ${empty} empty pages in a row, and has a next page`);
    for (const item of items) {
      if (item === null || item === undefined) continue;
      signal?.throwIfAborted();
      yield item as ItemOf<Selected>;
      if (++count === limit) return;
    }
    if (hasNextPage === false) return;
    if (!hasNext) throw fail("has no hasNextPage", "Select `pageInfo { hasNextPage }`.");
    if (typeof endCursor !== "string" || endCursor === "")
      throw fail("has no endCursor, and the list is not complete");
    used.add(endCursor);
    variables = { ...variables, [cursor]: endCursor };
  }
}

/** The items of a page; some can be `null`. @returns `undefined` if they are not a list. */
function readItems({ nodes, edges }: Page): readonly unknown[] | undefined {
  const list = nodes ?? edges ?? [];
  if (!Array.isArray(list)) return undefined;
  if (list !== edges) return list;
  return list.map((edge: { readonly node?: unknown } | null | undefined) => edge?.node);
}
