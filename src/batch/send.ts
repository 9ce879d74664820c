/** Divides items into requests, and sends them. */

import { type AnyOperationError, type ErrorFacts, OperationError } from "../errors.ts";
import { encodeVariables } from "../variables.ts";
import { type Members, splitKey } from "./merge.ts";
import { type BatchResult, createRejection, requestItems, type Target } from "./request.ts";

/** Largest number of items in one request. It shrinks while the platform rejects requests of this size. */
export interface BatchSize {
  size: number;
}

/** Failed requests in a row after which the rest is not sent. */
const MAX_FAILURES = 3;

/** @throws `USAGE` if the client rejects the options. Any other error is the result of an item. */
export async function sendItems(
  target: Target,
  shared: BatchSize,
  items: readonly unknown[],
): Promise<BatchResult[]> {
  const { name, kind, text, batch } = target.document;
  const isQuery = kind === "query";
  const limit = batch ? shared : { size: 1 };
  const results: (BatchResult | undefined)[] = [];
  /** Items of requests that were rejected before they were executed. */
  const rejected = new Set<number>();
  let isAccepted = false;
  let failures = 0;
  let failure: AnyOperationError | undefined;

  const variables = items.map((item, index): Members => {
    try {
      return JSON.parse(encodeVariables(name, item, text) ?? "{}") as Members;
    } catch (error) {
      results[index] = { status: "error", error: error as AnyOperationError };
      return {};
    }
  });

  /** @returns Whether all items were executed. */
  const send = async (chunk: readonly number[]): Promise<boolean> => {
    if (failure && failures >= MAX_FAILURES) {
      const unsent = new OperationError(failure.code, failure.message, {
        ...(failure as ErrorFacts),
        attempts: 0,
        history: [],
      });
      for (const index of chunk)
        results[index] = createRejection(unsent, rejected.has(index) ? "not-executed" : "not-sent");
      return false;
    }
    const {
      error,
      errors,
      results: received,
    } = await requestItems(
      target,
      chunk.map((index) => variables[index] as Members),
    );
    const isExecuted = !error || error.delivery === "done";
    const mayDivide = isDivisible(isQuery, error);
    if (isExecuted) [isAccepted, failures] = [true, 0];
    chunk.forEach((index, position) => {
      results[index] = received[position];
    });
    const missing = chunk.filter((index) => !results[index]);
    if (missing.length > 0 && mayDivide) {
      if (error?.delivery === "not-executed") for (const index of missing) rejected.add(index);
      const parts = missing.length < chunk.length ? missing.map((index) => [index]) : divide(chunk, error);
      let areExecuted = true;
      for (const part of parts) areExecuted = (await sendAll(part)) && areExecuted;
      if (areExecuted && !isExecuted)
        limit.size = Math.min(limit.size, Math.max(...parts.map(({ length }) => length)));
      return areExecuted;
    }
    for (const index of missing) {
      const facts = { operation: name, delivery: "unknown" } as const;
      const reason =
        error ??
        new OperationError("MALFORMED_RESPONSE", `${name}: the response has no data for this item.`, facts);
      const delivery = isExecuted ? "unknown" : reason.delivery;
      results[index] = createRejection(reason, delivery, errors?.[chunk.indexOf(index)]);
    }
    // A platform that executes others rejects an item because of the item.
    if (error && !isExecuted && !(isAccepted && mayDivide)) {
      failure = error;
      failures++;
    }
    return isExecuted;
  };

  const sendAll = async (indices: readonly number[]): Promise<boolean> => {
    const sent: Promise<boolean>[] = [];
    for (let at = 0; at < indices.length; ) {
      const chunk = indices.slice(at, at + limit.size);
      at += chunk.length;
      sent.push(send(chunk));
      if (!isQuery || !isAccepted) await sent.at(-1);
    }
    return (await Promise.all(sent)).every(Boolean);
  };

  await sendAll([...items.keys()].filter((index) => !results[index]));
  return results as BatchResult[];
}

/**
 * Whether the same items can be sent again in smaller requests: none of them was executed, or they are queries, and the
 * size or one of the items can be the reason.
 */
function isDivisible(isQuery: boolean, error: AnyOperationError | undefined): boolean {
  if (!error || error.code === "RESPONSE_TOO_LARGE") return isQuery;
  if (error.code === "GRAPHQL") return isQuery || error.delivery === "not-executed";
  return error.code === "HTTP_STATUS" && error.delivery === "not-executed";
}

/** Divides items in their order: apart from the items that the errors name, or else into halves. */
function divide(chunk: readonly number[], error: AnyOperationError | undefined): number[][] {
  const named = new Set<number>();
  for (const entry of error?.errors ?? []) {
    // A message can name a variable. If that is misleading, it costs a request.
    const [, index] = /\$_(\d+)_/.exec("message" in entry ? entry.message : "") ?? [];
    named.add("path" in entry && entry.path ? splitKey(entry.path[0])[0] : Number(index));
  }
  const parts: number[][] = [[]];
  chunk.forEach((index, position) => {
    if (named.has(position)) parts.push([index], []);
    else parts.at(-1)?.push(index);
  });
  const middle = Math.ceil(chunk.length / 2);
  const isUseful = parts.length > 1 && parts.length <= chunk.length;
  return isUseful ? parts.filter(({ length }) => length > 0) : [chunk.slice(0, middle), chunk.slice(middle)];
}
