/** Executes one operation for many items, with several items in each request. */

import type { ClientOptions, ClientParts, ExecuteOptions } from "../client/client-options.ts";
import { type Client, PARTS } from "../client/create-client.ts";
import { readDocument } from "../client/read-document.ts";
import { checkOptions, EXECUTE_OPTIONS, MAX_COUNT, type OptionType } from "../shared/check-options.ts";
import type { CompileError, OperationKind, TypedDocumentString } from "../shared/document.ts";
import { createUsageError } from "../shared/errors.ts";
import { readLayout } from "./layout.ts";
import type { BatchResult } from "./request-items.ts";
import { sendItems } from "./send.ts";

/** Options of `execute`, which apply to each request: `timeout` is per request. */
export interface BatchOptions extends ExecuteOptions {
  /**
   * Largest number of items in one request, 1 or more. It shrinks while the platform rejects requests of this
   * size.
   *
   * @default 50
   */
  readonly size?: number | undefined;
}

/** `unknown`, or the reason for which items cannot share a request. */
type RequireNullable<Result, Kind extends OperationKind> = Kind extends "query"
  ? unknown
  : {
        [Key in Exclude<keyof Result, "__typename">]-?: null extends Result[Key] ? never : Key;
      } extends infer Keys
    ? [Keys[keyof Keys]] extends [never]
      ? unknown
      : CompileError<"a root field of this mutation is non-null: null for one item would remove the results of all">
    : never;

type KeyOf<Type> = Type extends unknown ? keyof Type : never;
type MemberOf<Type, Key> = Type extends unknown ? (Key extends keyof Type ? Type[Key] : never) : never;

/**
 * `Given`, with an error for each member that `Expected` does not declare, in nested objects and lists too.
 */
export type Exact<Given, Expected> = unknown extends Expected
  ? Given
  : Given extends readonly (infer Item)[]
    ? readonly Exact<Item, Extract<Expected, readonly unknown[]>[number]>[]
    : Given extends object
      ? {
          readonly [Key in keyof Given]: Key extends KeyOf<NonNullable<Expected>>
            ? Exact<Given[Key], MemberOf<NonNullable<Expected>, Key>>
            : CompileError<"the operation does not declare it">;
        }
      : Given;

const SIZE: OptionType = { min: 1, max: MAX_COUNT };
const DEFAULT_SIZE = 50;

/**
 * Executes an operation once for each item, with up to `size` items per request. Mutations run in the order
 * of the items, one request at a time. Queries run at the same time once a request of that size was accepted.
 *
 * A request that is rejected before it is executed, for example because of a limit on aliases or its length,
 * is halved, and later requests have the size that was accepted. No mutation is sent again if it may have
 * been executed. If the first three requests with one item are rejected, or three requests in a row fail, the
 * rest is not sent.
 *
 * @param document - A document of codegen. Each root field of a mutation must be nullable.
 * @param items - Variables of each item, as for `execute`.
 * @returns One entry per item, in order: `data`, or an error with the `path` and the `delivery` of this item.
 * It also resolves if `signal` is aborted: items without a result then have the code `ABORTED`.
 * @throws `USAGE` for invalid arguments, and for a mutation with a non-null root field.
 *
 * @example
 * ```ts
 * const items = customers.map(({ id, name }) => ({ input: { id, name } }));
 * const results = await batch(client, UpdateCustomerDocument, items);
 * const failed = results.flatMap((result, index) => (result.status === "error" ? customers[index] : []));
 * ```
 */
export async function batch<Result, Variables, Kind extends OperationKind, const Item extends Variables>(
  client: Pick<Client, "execute">,
  document: TypedDocumentString<Result, Variables, Kind> & RequireNullable<Result, Kind>,
  items: readonly Item[] & readonly Exact<Item, Variables>[],
  options: BatchOptions = {},
): Promise<BatchResult<Result>[]> {
  if (typeof document?.text !== "string") {
    throw createUsageError(
      "batch: pass a document of codegen, such as those of @integration-platform/graphql/operations",
    );
  }
  const { name, text } = readDocument(document, undefined);
  const own = checkOptions(`${name}: batch`, options, { ...EXECUTE_OPTIONS, size: SIZE });
  const parts = (client as { [PARTS]?(): ClientParts<ClientOptions> } | null | undefined)?.[PARTS]?.();
  if (!parts)
    throw createUsageError(`${name}: batch: pass a client of createClient, or a copy of its properties`);
  if (!Array.isArray(items)) throw createUsageError(`${name}: batch: pass a list`);
  // `null` for such a field would remove the data of all items.
  if (document.nonNullRoot) {
    throw createUsageError(
      `${name}: batch: a root field of the mutation is non-null`,
      "Execute it for each item.",
    );
  }
  const { size = DEFAULT_SIZE, ...executeOptions } = own;
  const target = { parts, document, layout: readLayout(text), options: executeOptions };
  return (await sendItems(target, size, items)) as BatchResult<Result>[];
}
