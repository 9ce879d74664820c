/** Executes one operation: adds the token, sends the request, and replays or retries it. */

import type { TokenSource } from "./auth/source.ts";
import type { AccessToken } from "./auth/token.ts";
import { sleep } from "./deadline.ts";
import type { OperationKind } from "./document.ts";
import {
  type AttemptResult,
  type Delivery,
  type ErrorFacts,
  Failure,
  type Phase,
  UnauthenticatedError,
} from "./errors.ts";
import { type Hooks, notify } from "./hooks.ts";
import { describePost, type Post } from "./post.ts";
import { type RetryBudget, retryDelayMs } from "./retry.ts";
import { classifyFailure, classifyResponse, type Verdict } from "./verdict.ts";

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
  /** Timeout of each request of a query, in milliseconds. */
  readonly attemptTimeout: number;
  /** Deadline, on the clock of `performance.now()`. */
  readonly endsAt: number;
}

/** Progress of a call, reported if it fails. */
export interface Progress {
  phase: Phase;
  /** Requests sent so far, including replays and retries. */
  attempts: number;
  /** Start of the last request, on the clock of `performance.now()`. */
  startedAt: number;
  /** Requests that have ended. */
  readonly history: AttemptResult[];
  /** The most that one of them did. */
  delivery: Delivery;
}

interface Dependencies {
  readonly source: TokenSource;
  readonly post: Post;
  readonly hooks: Hooks;
  readonly retryBudget: RetryBudget;
}

export function createProgress(): Progress {
  return { phase: "token", attempts: 0, startedAt: 0, history: [], delivery: "not-sent" };
}

/** Properties of the error, if the call ends now. */
export function describeProgress({ attempts, startedAt, history, delivery }: Progress): ErrorFacts {
  if (attempts === history.length) return { attempts, delivery, history };
  const pending = { durationMs: performance.now() - startedAt, code: "TIMEOUT" };
  return { attempts, delivery: greater(delivery, "unknown"), history: [...history, pending] };
}

const DELIVERIES: readonly Delivery[] = ["not-sent", "rejected", "unknown", "done"];

function greater(one: Delivery, other: Delivery): Delivery {
  return DELIVERIES.indexOf(one) < DELIVERIES.indexOf(other) ? other : one;
}

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
 * @throws Failure
 */
export async function executeOperation(
  operation: Operation,
  { source, post, hooks, retryBudget }: Dependencies,
  progress: Progress,
  signal: AbortSignal,
): Promise<object> {
  const { name, kind, url } = operation;
  let rejected: AccessToken | undefined;
  let rejection: Failure | undefined;
  let replays = 0;
  for (let retries = 0; ; ) {
    progress.phase = "token";
    const token = await source.token(rejected).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.type !== UnauthenticatedError) throw error;
      throw new Failure(error.type, `${describePost(url)} ${error.message}`, error.facts, rejection?.parts);
    });
    signal.throwIfAborted();
    const verdict = await attempt(token);
    if (verdict.failure === undefined || verdict.next === "replay") source.didUse?.(token, !verdict.failure);
    if (verdict.failure === undefined) {
      retryBudget.refill(retries > 0);
      return verdict.data;
    }

    const { failure, next } = verdict;
    const event = { operation: name, kind, attempt: progress.attempts + 1, code: failure.code };
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
    const isTooLong = (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS || performance.now() + delayMs >= operation.endsAt;
    if (next !== "retry" || retries >= operation.retries || isTooLong || !retryBudget.take()) throw failure;
    retries++;
    progress.phase = "retry";
    notify(hooks.willRetry, { ...event, delayMs });
    await sleep(delayMs, signal);
  }

  /** Sends one request and reports it to the hooks. */
  async function attempt(token: AccessToken): Promise<Verdict> {
    const startedAt = performance.now();
    const event = { operation: name, kind, attempt: ++progress.attempts };
    Object.assign(progress, { phase: "headers", startedAt });
    notify(hooks.willSend, event);
    // The deadline of the call is enough if it comes first.
    const isLimited = kind === "query" && startedAt + operation.attemptTimeout < operation.endsAt;
    let status: number | undefined;
    let verdict: Verdict;
    try {
      const response = await post(url, {
        body: operation.body,
        headers: { ...operation.headers, Authorization: `Bearer ${token.value}` },
        signal,
        timeoutMs: isLimited ? operation.attemptTimeout : undefined,
        didReceiveHeaders: () => {
          progress.phase = "body";
        },
      });
      status = response.status;
      verdict = classifyResponse(kind, url, response);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      status = error.facts.status;
      verdict = classifyFailure(kind, error);
    }
    const { failure } = verdict;
    const code = signal.aborted ? abortCode(signal) : failure?.code;
    const { reason, delivery = "done" } = failure?.facts ?? {};
    const result: AttemptResult = {
      durationMs: performance.now() - startedAt,
      ...(status !== undefined && { status }),
      ...(code !== undefined && { code }),
      ...(reason !== undefined && { reason }),
    };
    progress.history.push(result);
    progress.delivery = greater(progress.delivery, delivery);
    notify(hooks.didReceive, { ...event, ...result });
    signal.throwIfAborted();
    return verdict;
  }
}

/** Code of what ended a request from this side: the deadline, or the caller. */
function abortCode({ reason }: AbortSignal): string {
  return reason instanceof Failure ? reason.code : "ABORTED";
}
