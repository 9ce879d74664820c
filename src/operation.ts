/** Executes one operation: adds the token, sends the request, and replays or retries it. */

import type { AccessTokens, AuthContext } from "./auth/auth.ts";
import type { AccessToken } from "./auth/token.ts";
import { sleep, withDeadline } from "./deadline.ts";
import type { OperationKind } from "./document.ts";
import { type AttemptResult, type Delivery, Failure } from "./errors.ts";
import { notify } from "./hooks.ts";
import { MAX_PAUSE_MS } from "./limit.ts";
import { classifyFailure, classifyResponse, type Outcome } from "./outcome.ts";
import type { Queue, QueuedCall } from "./queue.ts";
import { createTimeout, type TimeoutOption } from "./request.ts";
import { type RetryBudget, retryDelayMs } from "./retry.ts";
import { AUTHORIZATION } from "./wire.ts";

export interface Operation {
  readonly name: string;
  readonly kind: OperationKind;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Number of items of a batch. */
  readonly items?: number | undefined;
  /** Timeout of the call in milliseconds. */
  readonly timeout: number;
  /** Signal of the caller. */
  readonly signal: AbortSignal | undefined;
}

/** Progress of a call, reported if it fails. */
export interface Progress {
  /** Requests that have ended. */
  readonly history: AttemptResult[];
  /** The furthest delivery state that any attempt reached. */
  delivery: Delivery;
}

/** The checked options of a client, and its credentials. */
export interface ClientContext extends AuthContext {
  readonly source: AccessTokens;
  /** Timeout of a call in milliseconds. */
  readonly timeout: number;
}

/** The parts of a client that its calls share. */
interface Dependencies extends ClientContext {
  /** Maximum number of retries. The replay after a 401 is not counted. */
  readonly retries: number;
  readonly retryBudget: RetryBudget;
  readonly queue: Queue;
}

const DELIVERIES: readonly Delivery[] = ["not-sent", "rejected", "unknown", "done"];

/**
 * Sends an operation until it succeeds or must not be resent.
 *
 * | Response | Query | Mutation |
 * |---|---|---|
 * | 401, or a GraphQL error `UNAUTHENTICATED` without data | replay once with another token | the same; fail if there is a `data` key |
 * | 429, or a GraphQL rate-limit error | wait in the queue | the same; fail if there is a `data` key |
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
  { name, kind, url, body, headers, items, timeout, signal }: Operation,
  { source, post, hooks, attemptTimeout, retries: maxRetries, retryBudget, queue }: Dependencies,
  progress: Progress,
): Promise<object> {
  const endsAt = performance.now() + timeout;
  const leftMs = () => endsAt - performance.now();
  const timeoutOption: TimeoutOption = ["timeout", timeout];
  let rejected: AccessToken | undefined;
  let rejection: Failure | undefined;
  let replays = 0;
  const { history } = progress;
  /** The attempt is the next one, or the pending one. */
  const createEvent = () => ({ operation: name, kind, attempt: history.length + 1, ...(items && { items }) });
  const willRetry = ({ code }: Failure, delayMs: number) => notify(hooks.willRetry, createEvent(), { code, delayMs });
  const call: QueuedCall = {
    endsAt,
    signal,
    onWait: (delayMs) => {
      if (call.rejection) willRetry(call.rejection, delayMs);
      else notify(hooks.willWait, createEvent(), { delayMs });
    },
  };
  for (let retries = 0; ; ) {
    signal?.throwIfAborted();
    const wait = queue.enter(call);
    if (wait) await wait;
    let token: AccessToken | undefined;
    let outcome: Outcome | undefined;
    try {
      const supplied = source.token(rejected);
      const onTimeout = () => createTimeout(url, "token", timeoutOption);
      token = supplied instanceof Promise ? await withDeadline(leftMs(), signal, onTimeout, () => supplied) : supplied;
      if (!token) throw rejection;
      outcome = await send(token);
    } finally {
      queue.leave(call, outcome ? outcome.failure : null);
    }
    const { failure, next } = outcome;
    if (!failure || next === "replay") source.didUse?.(token, !failure);
    if (!failure) {
      retryBudget.refill(retries > 0);
      return outcome.data;
    }

    // A token from a store can be older than the rejected one, and does not use up the replay.
    if (next === "replay" && replays < (token.origin === "store" ? 2 : 1)) {
      replays++;
      rejected = token;
      rejection = failure;
      willRetry(failure, 0);
      continue;
    }
    const { retryAfterMs } = failure.facts;
    const delayMs = retryDelayMs(retries, retryAfterMs);
    const isTooLong = (retryAfterMs ?? 0) > MAX_PAUSE_MS;
    call.rejection = next === "wait" && !isTooLong ? failure : undefined;
    if (call.rejection) continue;
    // Timers can end 1 ms early.
    const isTooLate = isTooLong || delayMs >= leftMs() - 1;
    if (next !== "retry" || retries >= maxRetries || isTooLate || !retryBudget.take()) throw failure;
    retries++;
    willRetry(failure, delayMs);
    await sleep(delayMs, signal);
  }

  /** Sends one request and reports it to the hooks. */
  async function send(token: AccessToken): Promise<Outcome> {
    const startedAt = performance.now();
    const event = createEvent();
    notify(hooks.willSend, event);
    const timeoutMs = endsAt - startedAt;
    const isLimited = kind === "query" && attemptTimeout < timeoutMs;
    let status: number | undefined;
    let outcome: Outcome | undefined;
    try {
      const response = await post(url, {
        body,
        headers: token.value ? { ...headers, Authorization: AUTHORIZATION + token.value } : headers,
        signal,
        timeoutMs: isLimited ? attemptTimeout : timeoutMs,
        limit: isLimited ? ["attemptTimeout", attemptTimeout] : timeoutOption,
      });
      status = response.status;
      outcome = classifyResponse(kind, url, response);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      status = error.facts.status;
      outcome = classifyFailure(kind, error);
    } finally {
      const code = outcome ? outcome.failure?.code : "ABORTED";
      const { reason, delivery = outcome ? "done" : "unknown" } = outcome?.failure?.facts ?? {};
      const result: AttemptResult = {
        durationMs: performance.now() - startedAt,
        ...(status && { status }),
        ...(code && { code }),
        ...(reason && { reason }),
      };
      history.push(result);
      if (DELIVERIES.indexOf(delivery) > DELIVERIES.indexOf(progress.delivery)) progress.delivery = delivery;
      notify(hooks.didReceive, event, result);
    }
    return outcome;
  }
}
