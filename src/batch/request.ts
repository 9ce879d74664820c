/** One request for one or several items, and the results that it contains. */

import type { Client, ExecuteOptions } from "../client.ts";
import type { MergedDocument, TypedDocumentString } from "../document.ts";
import {
  type AnyOperationError,
  type Delivery,
  type ErrorFacts,
  type GraphQLErrorEntry,
  isOperationError,
  OperationError,
} from "../errors.ts";
import { MAX_ERRORS } from "../outcome.ts";
import { type Members, mergeText, mergeVariables, splitData, splitKey } from "./merge.ts";

/** The result of one item. */
export type BatchResult<Result = unknown> =
  | { readonly status: "fulfilled"; readonly data: Result }
  | { readonly status: "rejected"; readonly error: AnyOperationError };

export interface Target {
  readonly client: Pick<Client, "execute">;
  readonly document: TypedDocumentString;
  readonly options: ExecuteOptions;
}

export interface ItemResponse {
  /** Error of the request, even if it concerns only some of the items. */
  readonly error: AnyOperationError | undefined;
  /** Result of each item. `undefined`: it has no data in the response. */
  readonly results: readonly (BatchResult | undefined)[];
  /** GraphQL errors of each of several items; of the whole request, if none is its own. Paths are relative to the item. */
  readonly errors?: readonly (readonly GraphQLErrorEntry[])[];
}

type Execute = (document: TypedDocumentString, variables: object, options: ExecuteOptions) => Promise<Members>;
type Accept = Parameters<MergedDocument["items"]["accept"]>;

/** @throws `USAGE` if the client rejects the options, and what is not an error of this package. */
export async function requestItems(
  { client, document, options }: Target,
  items: readonly Members[],
): Promise<ItemResponse> {
  const { name, kind, text, batch = "" } = document;
  const [first = {}] = items;
  const count = items.length;
  const isMerged = count > 1;
  let accepted: Accept | undefined;
  let data: Members | null | undefined;
  let error: AnyOperationError | undefined;
  const wasAborted = options.signal?.aborted;
  try {
    const execute = client.execute as Execute;
    const accept = (...given: Accept) => {
      accepted = given;
    };
    // No places, so that a client of `batching` sends it alone.
    const merged = { name, kind, text: mergeText(text, batch, count), batch: "", items: { count, document, accept } };
    data = await (isMerged
      ? execute(merged as MergedDocument, mergeVariables(items), options)
      : execute(document, first, options));
  } catch (thrown) {
    if (options.signal?.aborted && thrown === options.signal.reason) {
      const facts: ErrorFacts = { operation: name, delivery: wasAborted ? "not-sent" : "unknown" };
      error = new OperationError("ABORTED", `${name}: the signal was aborted.`, facts);
    } else {
      if (!isOperationError(thrown) || thrown.code === "USAGE") throw thrown;
      error = thrown;
    }
    data = error.data as typeof data;
  }
  if (!isMerged) return { error, results: [error ? { status: "rejected", error } : { status: "fulfilled", data }] };

  const [check, toError] = accepted ?? [];
  const own = items.map((): GraphQLErrorEntry[] => []);
  const errors = (error?.errors ?? []) as readonly GraphQLErrorEntry[];
  for (const entry of errors) {
    const [index, key] = splitKey(entry.path?.[0]);
    if (own[index]) own[index].push({ ...entry, path: [key, ...(entry.path as []).slice(1)] });
    // It belongs to none of them.
    else for (const list of own) list.push(entry);
  }
  const readItem = async (item: Members, index: number): Promise<BatchResult | undefined> => {
    const found = own[index] as GraphQLErrorEntry[];
    const values = Object.values(item);
    if (values.length === 0) return undefined;
    if (error && (found.length > 0 || (errors.length >= MAX_ERRORS && values.includes(null))))
      return createRejection(error, error.delivery, found, item);
    try {
      return { status: "fulfilled", data: check ? await check(item) : item };
    } catch (thrown) {
      return { status: "rejected", error: toError?.(thrown) as AnyOperationError };
    }
  };
  const results = await Promise.all(splitData(data, count).map(readItem));
  return { error, results, errors: own.map((found) => (found[0] ? found : own.flat())) };
}

/** The error of a request as that of one item. */
export function createRejection(
  error: OperationError,
  delivery: Delivery,
  errors: readonly GraphQLErrorEntry[] = [],
  data?: unknown,
): BatchResult {
  const own = new OperationError(error.code, error.message, { ...(error as ErrorFacts), delivery }, { errors, data });
  return { status: "rejected", error: own as AnyOperationError };
}
