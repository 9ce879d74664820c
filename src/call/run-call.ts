/**
 * Executes one operation: adds the token, sends the request, and resends it if it failed and `decision.ts`
 * allows that. A resend is a *replay* with another token, a *retry* after a temporary failure, or a *requeue*
 * after a rate limit.
 */

import type { AccessTokens, AuthContext } from "../auth/auth.ts";
import type { AccessToken } from "../auth/read-token.ts";
import { sleep, withDeadline } from "../shared/deadline.ts";
import type { OperationKind } from "../shared/document.ts";
import { type AttemptResult, type Delivery, OperationError } from "../shared/errors.ts";
import { notify, type OperationEvent } from "../shared/hooks.ts";
import type { Limiter, Permit } from "../shared/limiter.ts";
import { createTimeout, type PostOptions, type TimeoutOption } from "../shared/request.ts";
import { BEARER } from "../shared/wire.ts";
import type { Classify } from "./classify.ts";
import { type Decision, decide } from "./decision.ts";
import {
  classifyFailure,
  classifyResponse,
  type FailedOutcome,
  furthest,
  type Outcome,
  type SuccessfulResponse,
} from "./outcome.ts";

/** An operation with its variables and the options of its call, ready to be sent. */
export interface PreparedRequest {
  readonly name: string;
  readonly kind: OperationKind;
  readonly url: string;
  /** Body of each request, as JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Properties to add to each event about its requests. */
  readonly details: object | undefined;
  /** Timeout of the call in milliseconds. */
  readonly timeout: number;
  /** Signal of the caller. */
  readonly signal: AbortSignal | undefined;
}

/** Progress of a call, reported if it fails. */
export interface Progress {
  /** Requests that have ended. */
  readonly history: AttemptResult[];
  /** Whether the platform executed the operation: the furthest state of its requests, such as `done`. */
  delivery: Delivery;
}

/** The options that the credentials and the calls of a client share, as `client-options.ts` has checked them. */
export interface ClientContext extends AuthContext {
  readonly tokens: AccessTokens;
  /** Timeout of a call in milliseconds. */
  readonly timeout: number;
}

/** The parts that all calls of a client share. `CallState` belongs to one call. */
export interface SharedContext extends ClientContext {
  /** Largest number of retries of a call. Other resends are not counted. */
  readonly maxRetries: number;
  readonly limiter: Limiter;
  readonly classify: Classify | undefined;
  /** Name of the response header that identifies a request. */
  readonly requestIdHeader: string | undefined;
}

/** The state of one call. */
interface CallState {
  readonly operation: PreparedRequest;
  readonly context: SharedContext;
  readonly progress: Progress;
  /** Instant of `performance.now()`. */
  readonly deadline: number;
  /** The last token that the platform rejected in this call, and the failure of that request. */
  rejected: { readonly token: AccessToken; readonly failure: OperationError } | undefined;
  /**
   * The failure of the last request. The call fails with it if the limiter permits no other request before
   * the deadline.
   */
  lastFailure: OperationError | undefined;
  /** Resends so far, of each kind. */
  replays: number;
  retries: number;
  requeues: number;
}

/**
 * Sends an operation until it succeeds, or `decide` lets it fail.
 *
 * @throws OperationError, whose operation is absent, or `signal.reason` itself.
 */
export async function runCall(
  operation: PreparedRequest,
  context: SharedContext,
  progress: Progress,
): Promise<SuccessfulResponse> {
  const deadline = performance.now() + operation.timeout;
  const state: CallState = {
    operation,
    context,
    progress,
    deadline,
    rejected: undefined,
    lastFailure: undefined,
    replays: 0,
    retries: 0,
    requeues: 0,
  };
  const { limiter, hooks, tokens } = context;
  for (;;) {
    operation.signal?.throwIfAborted();
    // `acquire` and `token` return no promise if there is nothing to wait for. The request is then sent before
    // `execute` returns its promise.
    const acquired = limiter.acquire(deadline, operation.signal, progress.history.length > 0);
    const permit = acquired instanceof Promise ? await waitForPermit(state, acquired) : acquired;
    let outcome: Outcome | undefined;
    let token: AccessToken | undefined;
    try {
      // Only now, because other calls can have replaced the token during the wait.
      const supplied = tokens.token(state.rejected?.token, deadline);
      token = supplied instanceof Promise ? await waitForToken(state, supplied) : supplied;
      // `undefined` only if a token was rejected in this call, and no other one can help: the call fails with
      // that rejection.
      if (!token) throw state.rejected?.failure;
      outcome = await sendRequest(state, token);
    } finally {
      limiter.release(permit, outcome);
    }
    if (!outcome.failure) {
      tokens.didAccept?.(token);
      return outcome.response;
    }
    const { failure, cause } = outcome;
    const { next, delayMs } = decideNext(state, outcome, token);
    // Marks the token, so that a later call can replace it even if this call fails (see `createTokenCache`).
    if (cause === "token") tokens.didReject?.(token);
    if (next === "fail") throw failure;
    recordResend(state, next, failure, token);
    // Reported for each kind of resend.
    notify(hooks.willRetry, createEvent(state), { code: failure.code, delayMs });
    if (delayMs > 0) await sleep(delayMs, operation.signal);
  }
}

const leftMs = ({ deadline }: CallState): number => deadline - performance.now();

/** The option `timeout`, for the message of a timeout. */
const timeoutOption = ({ timeout }: PreparedRequest): TimeoutOption => ["timeout", timeout];

/** The event of the request on the way, or of the next one if none is on the way. */
function createEvent({ operation, progress }: CallState): OperationEvent {
  const { name, kind, details } = operation;
  return { operation: name, kind, attempt: progress.history.length + 1, ...details };
}

/**
 * @throws OperationError if the limiter permits no request before the deadline: the failure of the last request, or `TIMEOUT` if
 * there was none.
 */
async function waitForPermit(state: CallState, acquired: Promise<Permit | undefined>): Promise<Permit> {
  notify(state.context.hooks.willWait, createEvent(state));
  const permit = await acquired;
  if (permit) return permit;
  throw state.lastFailure ?? createTimeout(state.operation.url, "queue", timeoutOption(state.operation));
}

/**
 * @throws as `AccessTokens.token`; and at the deadline `TIMEOUT`. Not the failure of the last request,
 * because it is the refresh that takes too long.
 */
function waitForToken(
  state: CallState,
  supplied: Promise<AccessToken | undefined>,
): Promise<AccessToken | undefined> {
  const { operation } = state;
  // Prevents an unhandled rejection: `withDeadline` does not wait for the token if the signal is aborted
  // already.
  supplied.catch(() => {});
  const onTimeout = () => createTimeout(operation.url, "token", timeoutOption(operation));
  return withDeadline(leftMs(state), operation.signal, onTimeout, () => supplied);
}

/** Asks `decide`, with the counts of the call so far. */
function decideNext(state: CallState, outcome: FailedOutcome, { origin }: AccessToken): Decision {
  // The first replay can use a token that a store returned, and this one can be rejected, too. Then a second
  // replay helps, with the token of a refresh. `origin` is that of the token that just failed.
  const maxReplays = origin === "store" ? 2 : 1;
  return decide(outcome, {
    replaysLeft: maxReplays - state.replays,
    retries: state.retries,
    maxRetries: state.context.maxRetries,
    requeues: state.requeues,
    leftMs: leftMs(state),
  });
}

function recordResend(
  state: CallState,
  next: Exclude<Decision["next"], "fail">,
  failure: OperationError,
  token: AccessToken,
): void {
  state.lastFailure = failure;
  if (next === "retry") state.retries++;
  if (next === "requeue") state.requeues++;
  if (next === "replay") {
    state.replays++;
    state.rejected = { token, failure };
  }
}

/** Sends one request and reports it to the hooks. */
async function sendRequest(state: CallState, token: AccessToken): Promise<Outcome> {
  const { operation, context } = state;
  const startedAt = performance.now();
  const event = createEvent(state);
  notify(context.hooks.willSend, event);
  let outcome: Outcome | undefined;
  let received: Pick<AttemptResult, "status" | "requestId"> = {};
  try {
    const response = await context.post(operation.url, createPostOptions(state, token));
    received = { status: response.status, ...readRequestId(response.headers, context.requestIdHeader) };
    outcome = classifyResponse(operation.kind, operation.url, response, context.classify);
  } catch (error) {
    if (operation.signal?.aborted || !(error instanceof OperationError)) throw error;
    // A redirect is a failure with the status of its response.
    const { status } = error;
    if (status) received = { ...received, status };
    outcome = classifyFailure(operation.kind, error);
  } finally {
    record(state, outcome, { durationMs: performance.now() - startedAt, ...received }, event);
  }
  return outcome;
}

function createPostOptions(state: CallState, token: AccessToken): PostOptions {
  const { operation, context } = state;
  const { body, headers, signal, kind } = operation;
  const { attemptTimeout } = context;
  const timeoutMs = leftMs(state);
  // A mutation can use the whole timeout of the call, because it is not resent after a timeout once it was
  // sent.
  const usesAttemptTimeout = kind === "query" && attemptTimeout < timeoutMs;
  return {
    body,
    // The token of `anonymous()` is empty.
    headers: token.value ? { ...headers, Authorization: BEARER + token.value } : headers,
    signal,
    timeoutMs: usesAttemptTimeout ? attemptTimeout : timeoutMs,
    option: usesAttemptTimeout ? ["attemptTimeout", attemptTimeout] : timeoutOption(operation),
  };
}

/** Characters that identifiers of requests have. Any other text of the server is left out. */
const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;

function readRequestId(headers: Pick<Headers, "get">, name: string | undefined): { requestId?: string } {
  const requestId = name && headers.get(name);
  return requestId && REQUEST_ID.test(requestId) ? { requestId } : {};
}

/**
 * Adds a request that ended to the progress of its call, and reports it to the hooks.
 *
 * @param outcome - `undefined` if the caller aborted.
 * @param measured - What is known of the request without its outcome.
 */
function record(
  { progress, context }: CallState,
  outcome: Outcome | undefined,
  measured: AttemptResult,
  event: OperationEvent,
): void {
  const { delivery, ...end } = describeEnd(outcome);
  const result: AttemptResult = { ...measured, ...end };
  progress.history.push(result);
  progress.delivery = furthest(progress.delivery, delivery);
  notify(context.hooks.didReceive, event, result);
}

/** How a request ended, for its result. */
function describeEnd(
  outcome: Outcome | undefined,
): Pick<AttemptResult, "code" | "reason"> & { readonly delivery: Delivery } {
  if (!outcome) return { code: "ABORTED", delivery: "unknown" };
  if (!outcome.failure) return { delivery: "done" };
  const { code, delivery, reason } = outcome.failure as OperationError & { readonly reason?: string };
  return { code, delivery, ...(reason && { reason }) };
}
