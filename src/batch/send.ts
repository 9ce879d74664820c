/** Divides items into requests, and sends them. */

import { encodeVariables } from "../client/variables.ts";
import { type AnyOperationError, deriveError } from "../shared/errors.ts";
import type { Members } from "./merge.ts";
import { type BatchResult, createItemError, requestItems, type Target } from "./request-items.ts";

/** Failed requests in a row after which the rest is not sent. */
const MAX_FAILED_REQUESTS = 3;

/** The state of one batch. Items have the index that they have in the list of the caller. */
interface BatchState {
  readonly target: Target;
  readonly isQuery: boolean;
  readonly variables: readonly Members[];
  readonly results: (BatchResult | undefined)[];
  /** Largest number of items in one request. It shrinks while the platform rejects requests of this size. */
  size: number;
  /** Whether the platform has executed a request of this batch. */
  isAccepted: boolean;
  /** Errors of the requests that failed in a row. */
  readonly recentErrors: AnyOperationError[];
}

/**
 * @param size - Largest number of items in one request.
 * @throws `USAGE` if the client rejects the options. Any other error is the result of an item.
 */
export async function sendItems(
  target: Target,
  size: number,
  items: readonly unknown[],
): Promise<BatchResult[]> {
  const results: (BatchResult | undefined)[] = [];
  const state: BatchState = {
    target,
    isQuery: target.document.kind === "query",
    variables: items.map((item, index) => readVariables(target, item, index, results)),
    results,
    size: target.layout ? size : 1,
    isAccepted: false,
    recentErrors: [],
  };
  const valid = [...items.keys()].filter((index) => !results[index]);
  await sendAll(state, valid);
  return results as BatchResult[];
}

/** Reads the variables of an item. If they are invalid, the error is its result. */
function readVariables(
  { document }: Target,
  item: unknown,
  index: number,
  results: (BatchResult | undefined)[],
): Members {
  try {
    return JSON.parse(encodeVariables(document.name, item, document.text) ?? "{}") as Members;
  } catch (error) {
    results[index] = { status: "error", error: error as AnyOperationError };
    return {};
  }
}

/** Sends items in requests of the present size. @returns Whether all of them were executed. */
async function sendAll(state: BatchState, indices: readonly number[]): Promise<boolean> {
  const requests: Promise<boolean>[] = [];
  let position = 0;
  while (position < indices.length) {
    const chunk = indices.slice(position, position + state.size);
    position += chunk.length;
    const request = sendChunk(state, chunk);
    requests.push(request);
    // Mutations are sent in order, and queries until one of them shows that the size is accepted.
    if (!state.isQuery || !state.isAccepted) await request;
  }
  const areExecuted = await Promise.all(requests);
  return areExecuted.every(Boolean);
}

/**
 * Sends items in one request, and those without data in smaller ones.
 *
 * @returns Whether all of them were executed.
 */
async function sendChunk(state: BatchState, chunk: readonly number[]): Promise<boolean> {
  const { results, recentErrors } = state;
  const lastError = recentErrors[MAX_FAILED_REQUESTS - 1];
  if (lastError) {
    for (const index of chunk) results[index] = skip(lastError, results[index]);
    return false;
  }
  const response = await requestItems(
    state.target,
    chunk.map((index) => state.variables[index] as Members),
  );
  const { error } = response;
  chunk.forEach((index, position) => {
    results[index] = response.results[position];
  });
  const isExecuted = !error || error.delivery === "done";
  if (isExecuted) {
    state.isAccepted = true;
    recentErrors.length = 0;
  }
  const mayDivide = isDivisible(state.isQuery, error);
  if (mayDivide && response.missing.length > 0) {
    const missing = response.missing.map((position) => chunk[position] as number);
    return sendMissing(state, chunk, missing, isExecuted);
  }
  // A platform that executes other items rejects this one because of its content.
  const isOfItem = mayDivide && state.isAccepted;
  if (error && !isExecuted && !isOfItem) recentErrors.push(error);
  return isExecuted;
}

/** The result of an item that is not sent, because requests before it failed. @param rejection - Its result so far. */
function skip(lastError: AnyOperationError, rejection: BatchResult | undefined): BatchResult {
  const unsent = deriveError(lastError, { attempts: 0 });
  return createItemError(unsent, rejection?.status === "error" ? rejection.error.delivery : "not-sent");
}

/** Sends the items of a request that have no data, in smaller requests. */
async function sendMissing(
  state: BatchState,
  chunk: readonly number[],
  missing: readonly number[],
  isExecuted: boolean,
): Promise<boolean> {
  const isPart = missing.length < chunk.length;
  const half = Math.ceil(chunk.length / 2);
  const parts = isPart ? missing.map((index) => [index]) : [chunk.slice(0, half), chunk.slice(half)];
  let areExecuted = true;
  for (const part of parts) {
    if (!(await sendAll(state, part))) areExecuted = false;
  }
  if (areExecuted && !isExecuted) state.size = Math.min(state.size, half);
  return areExecuted;
}

/** Statuses that a large request can have as their reason. They prove nothing about mutations. */
const SIZE_STATUSES: readonly (number | undefined)[] = [400, 413, 422, 431];

/**
 * Whether the same items can be sent again in smaller requests: provably none of them was executed, or they
 * are queries, and the size or one of the items can be the reason.
 */
function isDivisible(isQuery: boolean, error: AnyOperationError | undefined): boolean {
  if (!error || error.code === "RESPONSE_TOO_LARGE") return isQuery;
  if (error.code === "GRAPHQL") return isQuery || error.delivery === "not-executed";
  if (error.code !== "HTTP_STATUS") return false;
  return error.delivery === "not-executed" || (isQuery && SIZE_STATUSES.includes(error.status));
}
