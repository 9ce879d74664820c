/** Executes one operation: adds the token, sends the request, and replays or retries it. */

import type { AccessTokens, AuthContext } from "./auth/auth.ts";
import type { AccessToken } from "./auth/read-token.ts";
import type { Classify } from "./classify.ts";
import { sleep, withDeadline } from "./deadline.ts";
import { decide } from "./decision.ts";
import type { OperationKind } from "./document.ts";
import { type AttemptResult, type Delivery, Failure } from "./errors.ts";
import { notify, type OperationEvent } from "./hooks.ts";
import type { Slot } from "./limit.ts";
import {
  classifyFailure,
  classifyResponse,
  type FailedOutcome,
  furthest,
  type Outcome,
  type SuccessfulResponse,
} from "./outcome.ts";
import type { Queue } from "./queue.ts";
import { createTimeout, type PostOptions, type TimeoutOption } from "./request.ts";
import { BEARER } from "./wire.ts";

export interface Operation {
  readonly name: string;
  readonly kind: OperationKind;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** More properties of the events of its requests. */
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
  /** The furthest delivery state that any attempt reached. */
  delivery: Delivery;
}

/** The checked options of a client, and its credentials. */
export interface ClientContext extends AuthContext {
  readonly tokens: AccessTokens;
  /** Timeout of a call in milliseconds. */
  readonly timeout: number;
}

/** The parts of a client that its calls share. */
export interface CallContext extends ClientContext {
  /** Largest number of retries of a call. Replays, and resends after a rate limit, are not counted. */
  readonly maxRetries: number;
  readonly queue: Queue;
  readonly classify: Classify | undefined;
  /** Name of the header of a response that identifies its request. */
  readonly requestId: string | undefined;
}

/** The state of one call. */
interface CallState {
  readonly operation: Operation;
  readonly context: CallContext;
  readonly progress: Progress;
  /** Instant of `performance.now()`. */
  readonly deadline: number;
  /** The last token that the platform rejected in this call, and the failure of that request. */
  rejected: { readonly token: AccessToken; readonly failure: Failure } | undefined;
  lastFailure: Failure | undefined;
  /** Resends with another token. */
  replays: number;
  /** Resends after a temporary failure. */
  retries: number;
  /** Requests that failed because of a rate limit. */
  limited: number;
}

/**
 * Sends an operation until it succeeds, or `decide` lets it fail.
 *
 * @throws Failure, or `signal.reason` itself.
 */
export async function executeOperation(
  operation: Operation,
  context: CallContext,
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
    limited: 0,
  };
  const { queue, hooks, tokens } = context;
  for (;;) {
    operation.signal?.throwIfAborted();
    // Only promises are awaited here: a call that waits for nothing starts its request before `execute` returns.
    const entered = queue.enter(deadline, operation.signal);
    const slot = entered instanceof Promise ? await waitForSlot(state, entered) : entered;
    let outcome: Outcome | undefined;
    let token: AccessToken | undefined;
    try {
      const supplied = tokens.token(state.rejected?.token, deadline);
      token = supplied instanceof Promise ? await waitForToken(state, supplied) : supplied;
      // There is no token only if one was rejected: there is no other one.
      if (!token) throw state.rejected?.failure;
      outcome = await sendRequest(state, token);
    } finally {
      queue.leave(slot, outcome);
    }
    if (!outcome.failure) {
      tokens.didAccept?.(token);
      return outcome.response;
    }
    const delayMs = prepareNext(state, outcome, token);
    notify(hooks.willRetry, createEvent(state), { code: outcome.failure.code, delayMs });
    if (delayMs > 0) await sleep(delayMs, operation.signal);
  }
}

const leftMs = ({ deadline }: CallState): number => deadline - performance.now();

const timeoutOption = ({ timeout }: Operation): TimeoutOption => ["timeout", timeout];

/** The event of the pending request, or of the next one if none is pending. */
function createEvent({ operation, progress }: CallState): OperationEvent {
  const { name, kind, details } = operation;
  return { operation: name, kind, attempt: progress.history.length + 1, ...details };
}

/** @throws Failure if there is no slot before the deadline: the failure of the last request, or `TIMEOUT` if there was none. */
async function waitForSlot(state: CallState, entered: Promise<Slot | undefined>): Promise<Slot> {
  notify(state.context.hooks.willWait, createEvent(state));
  const slot = await entered;
  if (slot) return slot;
  throw state.lastFailure ?? createTimeout(state.operation.url, "queue", timeoutOption(state.operation));
}

/** @throws Failure if the refresh fails, or ends after the deadline. */
function waitForToken(
  state: CallState,
  supplied: Promise<AccessToken | undefined>,
): Promise<AccessToken | undefined> {
  const { operation } = state;
  const onTimeout = () => createTimeout(operation.url, "token", timeoutOption(operation));
  return withDeadline(leftMs(state), operation.signal, onTimeout, () => supplied);
}

/**
 * Decides what follows a failure, and counts it.
 *
 * @returns the delay before the next request.
 * @throws the failure, if there is no next request.
 */
function prepareNext(state: CallState, outcome: FailedOutcome, token: AccessToken): number {
  const { failure, cause } = outcome;
  const { context } = state;
  if (cause === "limit") state.limited++;
  // A store can supply a token that is as invalid as the one before it, so its rejected token allows one more replay.
  const maxReplays = token.origin === "store" ? 2 : 1;
  const { next, delayMs } = decide(outcome, {
    replaysLeft: maxReplays - state.replays,
    retries: state.retries,
    maxRetries: context.maxRetries,
    limited: state.limited,
    leftMs: leftMs(state),
  });
  // Even if this call fails: the token is marked, so that a later call tries to replace it.
  if (cause === "token") context.tokens.didReject?.(token);
  if (next === "fail") throw failure;
  // A resend by the queue is counted in `limited`.
  state.lastFailure = failure;
  if (next === "retry") state.retries++;
  if (next === "replay") {
    state.replays++;
    state.rejected = { token, failure };
  }
  return delayMs;
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
    received = { status: response.status, ...readRequestId(response.headers, context.requestId) };
    outcome = classifyResponse(operation.kind, operation.url, response, context.classify);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The transport fails for some responses, such as a redirect, and `classify` after a response.
    const { status } = error.properties;
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
  // A mutation can use the whole timeout of the call, because it is not resent after a timeout.
  const usesAttemptTimeout = kind === "query" && attemptTimeout < timeoutMs;
  return {
    body,
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
  state: CallState,
  outcome: Outcome | undefined,
  measured: AttemptResult,
  event: OperationEvent,
): void {
  const { progress, context } = state;
  const failure = outcome?.failure;
  const code = outcome ? failure?.code : "ABORTED";
  const defaultDelivery = outcome ? "done" : "unknown";
  const { reason, delivery = defaultDelivery } = failure?.properties ?? {};
  const result: AttemptResult = { ...measured, ...(code && { code }), ...(reason && { reason }) };
  progress.history.push(result);
  progress.delivery = furthest(progress.delivery, delivery);
  notify(context.hooks.didReceive, event, result);
}
