/** Executes one operation: adds the token, sends the request, and replays or retries it. */

import type { AccessTokens, AuthContext } from "./auth/auth.ts";
import type { AccessToken } from "./auth/token.ts";
import { sleep, withDeadline } from "./deadline.ts";
import { decide } from "./decision.ts";
import type { OperationKind } from "./document.ts";
import { type AttemptResult, type Delivery, Failure } from "./errors.ts";
import { notify } from "./hooks.ts";
import { classifyFailure, classifyResponse, type Outcome } from "./outcome.ts";
import type { Queue } from "./queue.ts";
import { createTimeout, type TimeoutOption } from "./request.ts";
import type { RetryBudget } from "./retry.ts";
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

/** Requests of one call that meet a rate limit before it no longer uses the queue. */
const MAX_LIMITED = 3;

const DELIVERIES: readonly Delivery[] = ["not-sent", "rejected", "unknown", "done"];

/**
 * Sends an operation until it succeeds, or `decide` lets it fail.
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
  const { history } = progress;
  /** The attempt is the next one, or the pending one. */
  const createEvent = () => ({ operation: name, kind, attempt: history.length + 1, ...(items && { items }) });
  /** A token that the platform rejected, and its failure. */
  let rejectedToken: AccessToken | undefined;
  let rejection: Failure | undefined;
  let replays = 0;
  let retries = 0;
  let limited = 0;
  /** Whether a request had no slot: the call had been limited again and again, or had waited for long. */
  let skipsQueue = false;
  for (;;) {
    signal?.throwIfAborted();
    // A call that the platform limits again and again does not take the slots of others.
    let slot = skipsQueue || limited >= MAX_LIMITED ? undefined : queue.enter(endsAt, signal);
    if (slot instanceof Promise) {
      notify(hooks.willWait, createEvent());
      slot = await slot;
    }
    if (!slot) skipsQueue = true;
    let token: AccessToken | undefined;
    let outcome: Outcome | undefined;
    try {
      const supplied = source.token(rejectedToken);
      const onTimeout = () => createTimeout(url, "token", timeoutOption);
      token = supplied instanceof Promise ? await withDeadline(leftMs(), signal, onTimeout, () => supplied) : supplied;
      if (!token) throw rejection;
      outcome = await send(token);
    } finally {
      queue.leave(slot, outcome);
    }
    if (!outcome.failure || outcome.cause === "token") source.didUse?.(token, !outcome.failure);
    if (!outcome.failure) {
      retryBudget.refill(retries > 0);
      return outcome.data;
    }

    const { failure } = outcome;
    if (outcome.cause === "limit") limited++;
    // A token from a store can be older than the rejected one.
    const replaysLeft = (token.origin === "store" ? 2 : 1) - replays;
    const allowed = retryBudget.has() ? maxRetries : 0;
    const situation = { replaysLeft, retries, maxRetries: allowed, limited, leftMs: leftMs() };
    const { next, delayMs } = decide(outcome, situation);
    if (next === "fail") throw failure;
    if (next === "replay") {
      replays++;
      rejectedToken = token;
      rejection = failure;
    }
    if (next === "retry") {
      retries++;
      retryBudget.take();
    }
    notify(hooks.willRetry, createEvent(), { code: failure.code, delayMs });
    if (delayMs > 0) await sleep(delayMs, signal);
  }

  /** Sends one request and reports it to the hooks. */
  async function send(token: AccessToken): Promise<Outcome> {
    const startedAt = performance.now();
    const event = createEvent();
    notify(hooks.willSend, event);
    const timeoutMs = endsAt - startedAt;
    const usesAttemptTimeout = kind === "query" && attemptTimeout < timeoutMs;
    let status: number | undefined;
    let outcome: Outcome | undefined;
    try {
      const response = await post(url, {
        body,
        headers: token.value ? { ...headers, Authorization: AUTHORIZATION + token.value } : headers,
        signal,
        timeoutMs: usesAttemptTimeout ? attemptTimeout : timeoutMs,
        option: usesAttemptTimeout ? ["attemptTimeout", attemptTimeout] : timeoutOption,
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
