/** Repeats a query until its data meets a condition. */

import { type Client, EXECUTE_RULES, type ExecuteOptions } from "../client.ts";
import { MAX_TIMER_MS, sleep, withDeadline } from "../deadline.ts";
import type { TypedDocumentString } from "../document.ts";
import { PollTimeoutError, UsageError } from "../errors.ts";
import type { Rule, Rules } from "../options.ts";
import { checkQuery, type Execute } from "./check-query.ts";

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

/** A function, as all rules with a spread: bundlers keep a spread in the top level of a module. */
export function pollRules(): Rules {
  const until = { method: "call", expected: "a function", isRequired: true } as const;
  return { until, interval: INTERVAL, maxInterval: INTERVAL, ...EXECUTE_RULES };
}

/**
 * Executes a query at intervals until `until` returns `true`. Await it for the last data, or loop over the data of each
 * response. There is at most one request at a time. If the loop ends, the poll ends too.
 *
 * @param variables - Variables of the operation; `{}` if it has none.
 * @throws PollTimeoutError (`POLL_TIMEOUT`) if the next request would be after the timeout. `error.data` is the last data.
 * @throws AnyOperationError if a request fails after its retries.
 * @throws UsageError (`USAGE`) for invalid arguments before a request, and if `until` does not return a boolean.
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
  const { name, execute } = checkQuery("poll", client, document, options, pollRules());

  async function* repeat(): AsyncGenerator<Result, void, undefined> {
    const { request, isDone, wait } = startPolling(name, execute, options);
    for (;;) {
      const data = await request(variables);
      yield data;
      if (await isDone(data)) return;
      await wait(false);
    }
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
  isDone(data: Result): Promise<boolean>;
  /**
   * @param isFirst - Whether to wait for `interval` again. Otherwise, each wait is longer than the one before.
   * @param doneAt - When the poll ends without an error. @returns `false` if it has ended.
   */
  wait(isFirst: boolean, doneAt?: number): Promise<boolean>;
}

export function startPolling<Result>(
  operation: string,
  execute: Execute<Result>,
  options: PollOptions<Result>,
): Polling<Result> {
  const { until, interval = 1_000, timeout = 300_000, headers } = options;
  const { maxInterval = Math.max(interval, 10_000) } = options;
  const caller = options.signal ?? undefined;
  const endsAt = performance.now() + timeout;
  let nextMs = interval;
  let attempts = 0;
  let last: Result | undefined;
  const createTimeout = (): PollTimeoutError => {
    const message = `"until" is not true after ${attempts} responses in ${timeout} ms. Increase timeout.`;
    const delivery = attempts > 0 ? "done" : "unknown";
    return new PollTimeoutError(operation, message, { attempts, delivery }, { errors: [], data: last });
  };
  return {
    request: async (variables) => {
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0) throw createTimeout();
      last = await withDeadline(leftMs, caller, createTimeout, (signal) => execute(variables, { headers, signal }));
      attempts++;
      return last;
    },
    isDone: async (data) => {
      const isDone: unknown = until(data);
      if (typeof isDone === "boolean") return isDone;
      // A rejection of the caller's function is thrown as it is.
      await withDeadline(endsAt - performance.now(), caller, createTimeout, async () => isDone);
      throw new UsageError(`${operation}: "until" must return true or false.`);
    },
    wait: async (isFirst, doneAt) => {
      const waitMs = Math.min(isFirst ? interval : nextMs, maxInterval);
      nextMs = waitMs * 1.5;
      const now = performance.now();
      const leftMs = doneAt === undefined ? Number.POSITIVE_INFINITY : Math.min(doneAt, endsAt) - now;
      if (leftMs <= 0) return false;
      const delayMs = Math.min(leftMs, waitMs * (0.75 + Math.random() / 2));
      if (now + delayMs >= endsAt) {
        if (doneAt !== undefined) return false;
        throw createTimeout();
      }
      await sleep(delayMs, caller);
      return true;
    },
  };
}
