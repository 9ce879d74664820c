/** One request for one or several items, and the results that it contains. */

import type { Call } from "../call/attempt.ts";
import { MAX_ERRORS } from "../call/graphql-response.ts";
import type { ClientOptions, ClientParts, ExecuteOptions } from "../client/client-options.ts";
import { compareData, prepareCall, sendCall } from "../client/create-client.ts";
import type { TypedDocumentString } from "../shared/document.ts";
import {
  type AnyOperationError,
  type Delivery,
  deriveError,
  type GraphQLFormattedError,
  isOperationError,
  OperationError,
} from "../shared/errors.ts";
import type { Layout } from "./layout.ts";
import { type Members, mergeText, mergeVariables, splitData, splitKey } from "./merge.ts";

/** The result of one item. */
export type BatchResult<Result = unknown> =
  | { readonly status: "success"; readonly data: Result }
  | { readonly status: "error"; readonly error: AnyOperationError };

export interface Target {
  readonly parts: ClientParts<ClientOptions>;
  readonly document: TypedDocumentString;
  /** `undefined` if items cannot share a request. */
  readonly layout: Layout | undefined;
  readonly options: ExecuteOptions;
}

interface ItemResponse {
  /** Error of the request, even if it concerns only some of the items. */
  readonly error: AnyOperationError | undefined;
  readonly results: readonly BatchResult[];
  /** Positions of those of several items that have no data in the response. Their results are errors. */
  readonly missing: readonly number[];
}

/** Data and error of a request. */
interface Received {
  readonly data: Members | null | undefined;
  readonly error: AnyOperationError | undefined;
}

/** @throws `USAGE` if the client rejects the options, and any error that is not one of this package. */
export async function requestItems(target: Target, items: readonly Members[]): Promise<ItemResponse> {
  const call = prepare(target, items);
  const received = await run(call);
  if (items.length > 1) return readItems(call, received, items.length);
  const { data, error } = received;
  const result: BatchResult = error ? { status: "error", error } : finish(call, data ?? {});
  return { error, results: [result], missing: [] };
}

function prepare({ parts, document, layout, options }: Target, items: readonly Members[]): Call {
  const count = items.length;
  if (count === 1 || !layout) return prepareCall(parts, document, items[0], options);
  const { name, kind } = document;
  return prepareCall(parts, { name, kind, text: mergeText(layout, count) }, mergeVariables(items), options, {
    itemDocument: document,
    details: { items: count },
  });
}

async function run(call: Call): Promise<Received> {
  try {
    const { data } = await sendCall(call);
    return { data: data as Members, error: undefined };
  } catch (thrown) {
    const { signal, operation, attempts, delivery } = call;
    if (signal?.aborted && thrown === signal.reason) {
      const facts = { operation, attempts, delivery };
      const error = new OperationError("ABORTED", { problem: "the signal was aborted", ...facts });
      return { data: undefined, error };
    }
    if (!isOperationError(thrown)) throw thrown;
    return { data: thrown.data as Received["data"], error: thrown };
  }
}

function readItems(call: Call, { data, error }: Received, count: number): ItemResponse {
  const errors = (error?.errors ?? []) as readonly GraphQLFormattedError[];
  const own = assignErrors(errors, count);
  const ofRequest = own.flat();
  const items = splitData(data, count);
  const isMissing = (item: Members) => Object.keys(item).length === 0;
  const results = items.map((item, index): BatchResult => {
    const itemErrors = own[index] ?? [];
    if (isMissing(item)) return createMissing(call, error, itemErrors.length > 0 ? itemErrors : ofRequest);
    // An error of this item can be among those that are not kept.
    const canLackErrors = errors.length >= MAX_ERRORS && Object.values(item).includes(null);
    if (error && (itemErrors.length > 0 || canLackErrors))
      return createItemError(error, error.delivery, itemErrors, item);
    return finish(call, item);
  });
  return { error, results, missing: [...items.keys()].filter((index) => isMissing(items[index] as Members)) };
}

/** The result of an item without data. @param errors - Its own, or else those of the request. */
function createMissing(
  { operation }: Call,
  error: AnyOperationError | undefined,
  errors: readonly GraphQLFormattedError[],
): BatchResult {
  // Other items of the request can have been executed.
  if (error) return createItemError(error, error.delivery === "done" ? "unknown" : error.delivery, errors);
  const problem = "the response has no data for this item";
  const missing = new OperationError("MALFORMED_RESPONSE", { problem, operation, delivery: "unknown" });
  return { status: "error", error: missing as AnyOperationError };
}

/** Compares the data of one item. */
function finish(call: Call, item: Members): BatchResult {
  try {
    return { status: "success", data: compareData(call, item) };
  } catch (thrown) {
    return { status: "error", error: thrown as AnyOperationError };
  }
}

/**
 * The errors of each item, with paths relative to it. An error that belongs to none of them belongs to all.
 */
function assignErrors(errors: readonly GraphQLFormattedError[], count: number): GraphQLFormattedError[][] {
  const own = Array.from({ length: count }, (): GraphQLFormattedError[] => []);
  for (const entry of errors) {
    const [index, key] = splitKey(entry.path?.[0]);
    const ofItem = own[index];
    if (ofItem) ofItem.push({ ...entry, path: [key, ...(entry.path as []).slice(1)] });
    else for (const list of own) list.push(entry);
  }
  return own;
}

/** The error of a request as that of one item. */
export function createItemError(
  error: OperationError,
  delivery: Delivery,
  errors: readonly GraphQLFormattedError[] = [],
  data?: unknown,
): BatchResult {
  const own = deriveError(error, { delivery, errors, data });
  return { status: "error", error: own as AnyOperationError };
}
