/** Repeats a query until its data meets a condition. */

import type { Client, ExecuteOptions } from "../client.ts";
import { MAX_TIMER_MS, sleep, withDeadline } from "../deadline.ts";
import type { TypedDocumentString } from "../document.ts";
import { createUsageError, Failure, type OperationError } from "../errors.ts";
import type { Rule, Rules } from "../options.ts";
import { type CheckedQuery, checkQuery } from "./check-query.ts";

export interface PollOptions<Result> extends ExecuteOptions {
  /** Whether the poll ends with this data. If the function throws, the poll throws the same error. */
  readonly until: (data: Result) => boolean;
  /**
   * Wait between a response and the next request in milliseconds, 1 to 2,147,483,647. Each wait is 1.5 times as long as the
   * one before, plus or minus a random part of up to 25 %.
   *
   * @default 1000
   */
  readonly interval?: number | undefined;
  /** Maximum wait in milliseconds, before the random part. @default 10000, or `interval` if it is longer */
  readonly maxInterval?: number | undefined;
  /**
   * Timeout of all requests and waits together in milliseconds, 1 to 2,147,483,647. Each request also has the `timeout` of
   * the client.
   *
   * @default 300000
   */
  readonly timeout?: number | undefined;
}

/** Starts when it is awaited, or with each `for await` loop. */
export interface Poll<Result> extends AsyncIterable<Result>, PromiseLike<Result> {}

const INTERVAL: Rule = { min: 1, max: MAX_TIMER_MS };

export const POLL_RULES: Rules = {
  until: { method: "call", expected: "a function", isRequired: true },
  interval: INTERVAL,
  maxInterval: INTERVAL,
};

/**
 * Executes a query at intervals until `until` returns `true`. Await it for the last data, or loop over the data of each
 * response. There is at most one request at a time. If the loop ends, the poll ends too.
 *
 * @param variables - Variables of the operation; `{}` if it has none.
 * @throws `POLL_TIMEOUT` if the next request would be after the timeout. `error.data` is the last data.
 * @throws AnyOperationError if a request fails after its retries.
 * @throws `USAGE` for invalid arguments before a request, and if `until` does not return a boolean.
 * @throws `signal.reason` itself if the caller aborts.
 *
 * @example
 * ```ts
 * const { run } = await poll(client, GetRunDocument, { id }, { until: ({ run }) => run?.finishedAt !== null });
 * ```
 */
export function poll<Result, Variables extends object>(
  client: Pick<Client, "execute">,
  document: TypedDocumentString<Result, Variables, "query">,
  variables: NoInfer<Variables>,
  options: PollOptions<NoInfer<Result>>,
): Poll<Result> {
  const query = checkQuery("poll", client, document, options, POLL_RULES);

  async function* repeat(): AsyncGenerator<Result, void, undefined> {
    const { request, waitForMore } = startPolling(query, options);
    do yield await request(variables);
    while (await waitForMore(false));
  }
  async function readLast(): Promise<Result> {
    let last: Result | undefined;
    for await (const data of repeat()) last = data;
    return last as Result;
  }
  let last: Promise<Result> | undefined;
  return {
    [Symbol.asyncIterator]: repeat,
    // biome-ignore lint/suspicious/noThenProperty: The poll starts when it is awaited, so that a loop starts no second one.
    then: (resolve, reject) => {
      last ??= readLast();
      return last.then(resolve, reject);
    },
  };
}

/** The requests and waits of one poll, with one deadline. */
interface Polling<Result> {
  request(variables: object): Promise<Result>;
  /**
   * Waits until the next request, unless the poll ends with the last data.
   *
   * @param hasItems - Whether to wait for `interval` again. Otherwise, each wait is longer than the one before.
   * @returns `false` if it ends.
   */
  waitForMore(hasItems: boolean): Promise<boolean>;
}

/** The timeout begins with the first request. The poll ends `keepReading` milliseconds after `until` returned `true`. */
export function startPolling<Result>(
  { name, execute }: CheckedQuery<Result>,
  options: PollOptions<Result> & { readonly keepReading?: number | undefined },
): Polling<Result> {
  const { until, interval = 1_000, timeout = 300_000, keepReading = 0, headers } = options;
  const { maxInterval = Math.max(interval, 10_000) } = options;
  const caller = options.signal ?? undefined;
  let endsAt = 0;
  /** When the poll ends, after `until` returned `true`. */
  let doneAt = Number.POSITIVE_INFINITY;
  let nextMs = interval;
  let attempts = 0;
  let last: Result;
  const createPollTimeout = (): OperationError => {
    const message = `"until" is not true after ${attempts} responses in ${timeout} ms. Increase timeout.`;
    const delivery = attempts > 0 ? "done" : "unknown";
    return new Failure("POLL_TIMEOUT", message, { attempts, delivery }, { errors: [], data: last }).toError(name);
  };
  const run = <Value>(work: (signal: AbortSignal) => Promise<Value>) =>
    withDeadline(endsAt - performance.now(), caller, createPollTimeout, work);
  return {
    request: async (variables) => {
      endsAt ||= performance.now() + timeout;
      if (performance.now() >= endsAt) throw createPollTimeout();
      last = await run((signal) => execute(variables, { headers, signal }));
      attempts++;
      return last;
    },
    waitForMore: async (hasItems) => {
      if (doneAt === Number.POSITIVE_INFINITY) {
        const isDone: unknown = until(last);
        if (typeof isDone !== "boolean") {
          // A rejection of the caller's function is thrown as it is.
          await run(async () => isDone);
          throw createUsageError(`${name}: "until" must return true or false.`);
        }
        if (isDone) doneAt = performance.now() + keepReading;
      }
      const waitMs = Math.min(hasItems ? interval : nextMs, maxInterval);
      nextMs = waitMs * 1.5;
      const now = performance.now();
      const delayMs = Math.min(doneAt - now, waitMs * (0.75 + Math.random() / 2));
      if (delayMs > 0 && now + delayMs < endsAt) {
        await sleep(delayMs, caller);
        return true;
      }
      if (doneAt < Number.POSITIVE_INFINITY) return false;
      throw createPollTimeout();
    },
  };
}
