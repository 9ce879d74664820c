/** Executes one operation: adds the token, sends the request, and replays or retries it. */

import type { AccessTokens } from "./auth/auth.ts";
import type { AccessToken } from "./auth/token.ts";
import { sleep, withDeadline } from "./deadline.ts";
import type { OperationKind } from "./document.ts";
import { type AttemptResult, type Delivery, Failure } from "./errors.ts";
import { type Hooks, notify } from "./hooks.ts";
import { classifyFailure, classifyResponse, type Verdict } from "./outcome.ts";
import { createTimeout, type Limit, type Post } from "./post.ts";
import { type RetryBudget, retryDelayMs } from "./retry.ts";

/** Longest `Retry-After` that the client waits for. If it is longer, the call fails and reports `retryAfterMs`. */
const MAX_RETRY_AFTER_MS = 60_000;

export interface Operation {
  readonly name: string;
  readonly kind: OperationKind;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum number of retries. The replay after a 401 is not counted. */
  readonly retries: number;
  /** Timeout of the call in milliseconds. */
  readonly timeout: number;
  /** Timeout of each request of a query, in milliseconds. */
  readonly attemptTimeout: number;
  /** Signal of the caller. */
  readonly signal: AbortSignal | undefined;
}

/** Progress of a call, reported if it fails. */
export interface Progress {
  /** Requests that have ended. */
  readonly history: AttemptResult[];
  /** The most that one of them did. */
  delivery: Delivery;
}

interface Dependencies {
  readonly source: AccessTokens;
  readonly post: Post;
  readonly hooks: Hooks;
  readonly retryBudget: RetryBudget;
}

const DELIVERIES: readonly Delivery[] = ["not-sent", "rejected", "unknown", "done"];

/**
 * Sends an operation until it succeeds or must not be resent.
 *
 * | Response | Query | Mutation |
 * |---|---|---|
 * | 401, or a GraphQL error `UNAUTHENTICATED` without data | replay once with another token | the same; fail if there is a `data` key |
 * | 429, or a GraphQL rate-limit error | retry | retry; fail if there is a `data` key |
 * | 502, 503, 504 | retry | fail |
 * | no connection | retry | retry |
 * | no complete response | retry | fail, `delivery: "unknown"` |
 * | any other failure | fail | fail |
 *
 * A retry waits at least `Retry-After`, or a random time whose upper limit doubles with each retry. If the wait would
 * pass the deadline or the retry budget is empty, the call fails at once.
 *
 * @returns `data` of a response without errors.
 * @throws Failure, or `signal.reason` itself.
 */
export async function executeOperation(
  { name, kind, url, body, headers, retries: maxRetries, timeout, attemptTimeout, signal }: Operation,
  { source, post, hooks, retryBudget }: Dependencies,
  progress: Progress,
): Promise<object> {
  const endsAt = performance.now() + timeout;
  const limit: Limit = ["timeout", timeout];
  let rejected: AccessToken | undefined;
  let rejection: Failure | undefined;
  let replays = 0;
  for (let retries = 0; ; ) {
    signal?.throwIfAborted();
    const supplied = source.token(rejected);
    const token =
      supplied instanceof Promise
        ? await withDeadline(
            endsAt - performance.now(),
            signal,
            () => createTimeout(url, "token", limit),
            () => supplied,
          )
        : supplied;
    if (!token) throw rejection;
    const attempt = progress.history.length + 1;
    const verdict = await send(token, attempt);
    const { failure, next } = verdict;
    if (!failure || next === "replay") source.didUse?.(token, !failure);
    if (!failure) {
      retryBudget.refill(retries > 0);
      return verdict.data;
    }

    const event = { operation: name, kind, attempt: attempt + 1, code: failure.code };
    // A token from a store can be older than the rejected one, and does not use up the replay.
    if (next === "replay" && replays < (token.origin === "store" ? 2 : 1)) {
      replays++;
      rejected = token;
      rejection = failure;
      notify(hooks.willRetry, { ...event, delayMs: 0 });
      continue;
    }
    const { retryAfterMs } = failure.facts;
    const delayMs = retryDelayMs(retries, retryAfterMs);
    // Timers can end 1 ms early.
    const isTooLong = (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS || performance.now() + delayMs >= endsAt - 1;
    if (next !== "retry" || retries >= maxRetries || isTooLong || !retryBudget.take()) throw failure;
    retries++;
    notify(hooks.willRetry, { ...event, delayMs });
    await sleep(delayMs, signal);
  }

  /** Sends one request and reports it to the hooks. */
  async function send(token: AccessToken, attempt: number): Promise<Verdict> {
    const startedAt = performance.now();
    const event = { operation: name, kind, attempt };
    notify(hooks.willSend, event);
    const leftMs = endsAt - startedAt;
    const isLimited = kind === "query" && attemptTimeout < leftMs;
    let status: number | undefined;
    let verdict: Verdict | undefined;
    try {
      const response = await post(url, {
        body,
        headers: token.value ? { ...headers, Authorization: `Bearer ${token.value}` } : headers,
        signal,
        timeoutMs: isLimited ? attemptTimeout : leftMs,
        limit: isLimited ? ["attemptTimeout", attemptTimeout] : limit,
      });
      status = response.status;
      verdict = classifyResponse(kind, url, response);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      status = error.facts.status;
      verdict = classifyFailure(kind, error);
    } finally {
      const code = verdict ? verdict.failure?.code : "ABORTED";
      const { reason, delivery = verdict ? "done" : "unknown" } = verdict?.failure?.facts ?? {};
      const result: AttemptResult = {
        durationMs: performance.now() - startedAt,
        ...(status !== undefined && { status }),
        ...(code !== undefined && { code }),
        ...(reason !== undefined && { reason }),
      };
      progress.history.push(result);
      if (DELIVERIES.indexOf(delivery) > DELIVERIES.indexOf(progress.delivery)) progress.delivery = delivery;
      notify(hooks.didReceive, { ...event, ...result });
    }
    return verdict;
  }
}
