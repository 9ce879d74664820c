/** Repeats a query until its data meets a condition. */

import type { ExecuteOptions } from "../client/client-options.ts";
import type { Client } from "../client/create-client.ts";
import type { OptionSchema, OptionType } from "../shared/check-options.ts";
import { MAX_TIMER_MS, sleep, withDeadline } from "../shared/deadline.ts";
import type { TypedDocumentString } from "../shared/document.ts";
import { createUsageError, OperationError } from "../shared/errors.ts";
import { checkQuery } from "./check-query.ts";

export interface PollOptions<Result> extends ExecuteOptions {
  /** Whether the poll ends with this data. If the function throws, the poll throws the same error. */
  readonly until: (data: Result) => boolean;
  /**
   * Wait between a response and the next request in milliseconds. Each wait is 1.5 times as long as the
   * previous one.
   *
   * 1 to 2,147,483,647. A random part of up to 25 % is added or subtracted.
   *
   * @default 1000
   */
  readonly interval?: number | undefined;
  /** Maximum wait in milliseconds, before the random part. @default 10000, or `interval` if it is longer */
  readonly maxInterval?: number | undefined;
  /**
   * Timeout of all requests and waits together in milliseconds.
   *
   * 1 to 2,147,483,647. Each request also has the `timeout` of the client.
   *
   * @default 300000
   */
  readonly timeout?: number | undefined;
}

/** Starts when it is awaited, or with each `for await` loop. */
export interface Poll<Result> extends AsyncIterable<Result>, PromiseLike<Result> {}

const INTERVAL: OptionType = { min: 1, max: MAX_TIMER_MS };

const OPTIONS: OptionSchema<Exclude<keyof PollOptions<unknown>, keyof ExecuteOptions>> = {
  until: { method: "call", expected: "a function", isRequired: true },
  interval: INTERVAL,
  maxInterval: INTERVAL,
};

/**
 * Executes a query at intervals until `until` returns `true`. Await it for the last data, or loop over the
 * data of each response. There is at most one request at a time. If the loop ends, the poll ends too.
 *
 * @param variables - Variables of the operation; `{}` if it has none.
 * @throws `POLL_TIMEOUT` if the next request would be after the timeout. `error.data` is the last data.
 * @throws AnyOperationError if a request fails after its retries.
 * @throws `USAGE` for invalid arguments before a request, and if `until` does not return a boolean.
 * @throws `signal.reason` itself if the caller aborts.
 *
 * @example
 * ```ts
 * const { run } = await poll(client, GetRunDocument, { id }, {
 *   until: ({ run }) => run?.finishedAt !== null,
 * });
 * ```
 */
export function poll<Result, Variables extends object>(
  client: Pick<Client, "execute">,
  document: TypedDocumentString<Result, Variables, "query">,
  variables: NoInfer<Variables>,
  options: PollOptions<NoInfer<Result>>,
): Poll<Result> {
  const { name, execute, options: own } = checkQuery("poll", client, document, options, OPTIONS);
  const { until, interval = 1_000, timeout = 300_000, headers, signal: caller } = own;
  const { maxInterval = Math.max(interval, 10_000) } = own;

  async function* repeat(): AsyncGenerator<Result, void, undefined> {
    const deadline = performance.now() + timeout;
    let last: Result | undefined;
    let attempts = 0;
    const createPollTimeout = (): OperationError => {
      const problem = `"until" is not true after ${attempts} responses in ${timeout} ms`;
      const delivery = attempts > 0 ? "done" : "unknown";
      const facts = { operation: name, attempts, delivery, data: last } as const;
      return new OperationError("POLL_TIMEOUT", { problem, advice: "Increase timeout.", ...facts });
    };
    const run = <Value>(work: (signal: AbortSignal) => Promise<Value>) =>
      withDeadline(deadline - performance.now(), createPollTimeout, work, { signal: caller });
    for (let waitMs = interval; ; waitMs *= 1.5) {
      last = await run(async (signal) => execute(variables, { headers, signal }));
      attempts++;
      yield last;
      const isDone: unknown = until(last);
      if (isDone === true) return;
      if (isDone !== false) {
        // A rejection of the caller's function is thrown as it is.
        await run(async () => isDone);
        throw createUsageError(`${name}: "until" must return true or false`);
      }
      const delayMs = Math.min(waitMs, maxInterval) * (0.75 + Math.random() / 2);
      // The body of the loop can have taken longer than the timeout.
      if (performance.now() + delayMs >= deadline) throw createPollTimeout();
      await sleep(delayMs, { signal: caller });
    }
  }
  async function readLast(): Promise<Result> {
    let last: Result | undefined;
    for await (const data of repeat()) last = data;
    return last as Result;
  }
  let awaited: Promise<Result> | undefined;
  return {
    [Symbol.asyncIterator]: repeat,
    // biome-ignore lint/suspicious/noThenProperty: The poll starts when it is awaited, so that a loop starts no second one.
    then: (resolve, reject) => {
      awaited ??= readLast();
      return awaited.then(resolve, reject);
    },
  };
}
