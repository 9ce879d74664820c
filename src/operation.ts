/** One operation on its way: sign, send, replay, retry. The rules of what may be sent twice stand here and nowhere else. */

import type { TokenSource } from "./auth/source.ts";
import type { AccessToken } from "./auth/token.ts";
import { backoffMs, sleep, spreadMs } from "./backoff.ts";
import type { OperationKind } from "./document.ts";
import {
  type ErrorFacts,
  GraphQLResponseError,
  HttpStatusError,
  MalformedResponseError,
  NetworkError,
  type Phase,
  RateLimitedError,
  TimeoutError,
  UnauthenticatedError,
} from "./errors.ts";
import { Failure } from "./failure.ts";
import { type Hooks, notify } from "./hooks.ts";
import { type GraphQLResponse, isRateLimited, isUnauthenticated, parseResponse, summarizeErrors } from "./response.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { mediaType, type Post, type Reply } from "./wire.ts";

/** Above this the platform's `Retry-After` is reported instead of waited out. */
const MAX_RETRY_AFTER_MS = 60_000;

/** What one call sends, and by which rules. */
export interface Operation {
  readonly name: string;
  readonly kind: OperationKind;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How often it may be tried again, replays not counted. */
  readonly retries: number;
  /** End of the deadline, on the monotonic clock. */
  readonly endsAt: number;
}

/** Where a call stands, for the error that a deadline makes of it. */
export interface Progress {
  attempts: number;
  phase: Phase;
}

/** How an attempt ended: with data, or with a failure that allows a replay with another token, another try, or nothing. */
type Outcome =
  | { readonly data: object; readonly failure?: undefined }
  | { readonly failure: Failure; readonly next?: "replay" | "retry" };

export interface Means {
  readonly source: TokenSource;
  readonly post: Post;
  readonly hooks: Hooks;
}

/**
 * Sends an operation until it has an answer or must not be sent again.
 *
 * @returns `data` of a response without errors.
 * @throws Failure
 */
export async function perform(
  operation: Operation,
  { source, post, hooks }: Means,
  progress: Progress,
  signal: AbortSignal,
): Promise<object> {
  const { name, kind } = operation;
  let rejected: AccessToken | undefined;
  let replayed = false;
  for (let retries = 0; ; ) {
    progress.phase = "token";
    const token = await source.token(rejected);
    signal.throwIfAborted();
    const outcome = await attempt(token);
    if (outcome.failure === undefined) return outcome.data;

    const { failure, next } = outcome;
    const { code } = failure;
    if (next === "replay" && !replayed) {
      replayed = true;
      rejected = token;
      notify(hooks.willRetry, { operation: name, kind, attempt: progress.attempts + 1, code, delayMs: 0 });
      continue;
    }
    const { retryAfterMs } = failure.facts;
    const delayMs = retryAfterMs === undefined ? backoffMs(retries) : spreadMs(retryAfterMs);
    const tooLong = (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS || performance.now() + delayMs >= operation.endsAt;
    if (next !== "retry" || retries >= operation.retries || tooLong) throw failure;
    retries++;
    progress.phase = "retry";
    notify(hooks.willRetry, { operation: name, kind, attempt: progress.attempts + 1, code, delayMs });
    await sleep(delayMs, signal);
  }

  /** One request and what its answer allows, told to the observers. */
  async function attempt(token: AccessToken): Promise<Outcome> {
    progress.phase = "headers";
    const event = { operation: name, kind, attempt: ++progress.attempts };
    notify(hooks.willSend, event);
    const startedAt = performance.now();
    let status: number | undefined;
    let outcome: Outcome;
    try {
      const reply = await post(operation.url, {
        body: operation.body,
        headers: { ...operation.headers, Authorization: `Bearer ${token.value}` },
        signal,
        didReceiveHeaders: () => {
          progress.phase = "body";
        },
      });
      status = reply.status;
      outcome = judge(kind, reply);
    } catch (error) {
      outcome = judgeFailure(kind, error);
      status = outcome.failure?.facts.status;
    }
    if (hooks.didReceive) {
      const code = signal.aborted ? abortCode(signal) : outcome.failure?.code;
      notify(hooks.didReceive, {
        ...event,
        durationMs: performance.now() - startedAt,
        ...(status !== undefined && { status }),
        ...(code !== undefined && { code }),
      });
    }
    signal.throwIfAborted();
    return outcome;
  }
}

/** What ended a request from this side: the deadline, or the caller. */
function abortCode({ reason }: AbortSignal): string {
  return reason instanceof TimeoutError ? reason.code : "ABORTED";
}

/** A query may be sent again whatever happened; anything else only if it never left. */
function judgeFailure(kind: OperationKind, error: unknown): Outcome {
  if (!(error instanceof Failure)) throw error;
  const again = error.type === NetworkError && (kind === "query" || error.facts.delivery === "not-sent");
  return again ? { failure: error, next: "retry" } : { failure: error };
}

/** What a reply means, and what may be done about it. */
function judge(kind: OperationKind, reply: Reply): Outcome {
  const { status } = reply;
  const response = parseResponse(reply);
  // A `data` key, even of null, says that execution began: then only a query may be sent again.
  const refused = response?.data === undefined;
  const safe = refused || kind === "query";
  const delivery = refused ? "rejected" : "done";

  if (isUnauthenticated(reply, response)) {
    const message = safe
      ? "the platform refused the access token"
      : "the platform refused the access token after execution had begun: part of it may have run, so it was not sent again";
    const failure = new Failure(
      UnauthenticatedError,
      message,
      { status, delivery: safe ? delivery : "unknown" },
      response,
    );
    return safe ? { failure, next: "replay" } : { failure };
  }
  if (isRateLimited(reply, response)) {
    const failure = new Failure(
      RateLimitedError,
      `the platform asks for fewer requests (HTTP ${status})`,
      { delivery, ...waitFacts(reply) },
      response,
    );
    return safe ? { failure, next: "retry" } : { failure };
  }
  const passing = kind === "query" && (status === 502 || status === 503 || status === 504);
  if (response && !passing) return conclude(response, { status, delivery });
  if (status < 200 || status > 299) {
    const facts = { delivery: status < 500 ? "rejected" : "unknown", ...waitFacts(reply) } as const;
    const failure = new Failure(HttpStatusError, `HTTP ${status}`, facts, response);
    return passing ? { failure, next: "retry" } : { failure };
  }
  const contentType = mediaType(reply.headers.get("content-type"));
  return {
    failure: new Failure(
      MalformedResponseError,
      `HTTP ${status} without a GraphQL response${contentType && ` (${contentType})`}: check baseUrl`,
      { status, contentType, delivery: "unknown" },
    ),
  };
}

function conclude(response: GraphQLResponse, facts: ErrorFacts): Outcome {
  const { data, errors } = response;
  if (errors.length === 0 && data) return { data };
  return { failure: new Failure(GraphQLResponseError, summarizeErrors(errors), facts, response) };
}

function waitFacts(reply: Reply): ErrorFacts {
  const retryAfterMs = parseRetryAfter(reply.headers.get("retry-after"));
  return { status: reply.status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
