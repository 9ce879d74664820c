/** Executes one operation: adds the token, sends the request, and replays or retries it. */

import type { AccessTokens, AuthContext } from "./auth/auth.ts";
import type { AccessToken } from "./auth/read-token.ts";
import { sleep, withDeadline } from "./deadline.ts";
import { decide } from "./decision.ts";
import type { OperationKind } from "./document.ts";
import { type AttemptResult, type Delivery, PendingError } from "./errors.ts";
import { notify, type OperationEvent } from "./hooks.ts";
import type { Slot } from "./limit.ts";
import {
  type Classify,
  classifyFailure,
  classifyResponse,
  type FailedOutcome,
  type Outcome,
  type SuccessfulResponse,
} from "./outcome.ts";
import type { Queue } from "./queue.ts";
import { createTimeout, type PostOptions, type TimeoutOption } from "./request.ts";
import { AUTHORIZATION } from "./wire.ts";

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
  /** Largest number of retries of a call. The replay after a 401 is not counted. */
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
  /** A token that the platform rejected, and its failure. */
  rejected: { readonly token: AccessToken; readonly failure: PendingError } | undefined;
  /** The failure of the last request. */
  last: PendingError | undefined;
  replays: number;
  retries: number;
  limited: number;
}

/**
 * Sends an operation until it succeeds, or `decide` lets it fail.
 *
 * @throws PendingError, or `signal.reason` itself.
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
    last: undefined,
    replays: 0,
    retries: 0,
    limited: 0,
  };
  const { queue, hooks, tokens } = context;
  for (;;) {
    operation.signal?.throwIfAborted();
    const entered = queue.enter(deadline, operation.signal);
    const slot = entered instanceof Promise ? await waitForSlot(state, entered) : entered;
    let outcome: Outcome | undefined;
    let token: AccessToken;
    try {
      const supplied = findToken(state);
      token = supplied instanceof Promise ? await supplied : supplied;
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

/** The attempt is the next one, or the pending one. */
function createEvent({ operation, progress }: CallState): OperationEvent {
  const { name, kind, details } = operation;
  return { operation: name, kind, attempt: progress.history.length + 1, ...details };
}

/** @throws the failure of the last request, or `TIMEOUT`, if there is no slot before the deadline. */
async function waitForSlot(state: CallState, entered: Promise<Slot | undefined>): Promise<Slot> {
  notify(state.context.hooks.willWait, createEvent(state));
  const slot = await entered;
  if (slot) return slot;
  throw state.last ?? createTimeout(state.operation.url, "queue", timeoutOption(state.operation));
}

/** @throws PendingError if there is no token, or none but the rejected one. */
function findToken(state: CallState): AccessToken | Promise<AccessToken> {
  const { operation, context, rejected } = state;
  const { signal, url } = operation;
  const supplied = context.tokens.token(rejected?.token, state.deadline);
  if (supplied && !(supplied instanceof Promise)) return supplied;
  const onTimeout = () => createTimeout(url, "token", timeoutOption(operation));
  return withDeadline(leftMs(state), signal, onTimeout, async () => {
    const token = await supplied;
    if (token) return token;
    throw rejected?.failure;
  });
}

/**
 * Decides what follows a failure, and counts it.
 *
 * @returns the delay before the next request.
 * @throws the failure, if there is none.
 */
function prepareNext(state: CallState, outcome: FailedOutcome, token: AccessToken): number {
  const { failure, cause } = outcome;
  const { context } = state;
  if (cause === "limit") state.limited++;
  // A token from a store can be older than the rejected one.
  const maxReplays = token.origin === "store" ? 2 : 1;
  const { next, delayMs } = decide(outcome, {
    replaysLeft: maxReplays - state.replays,
    retries: state.retries,
    maxRetries: context.maxRetries,
    limited: state.limited,
    leftMs: leftMs(state),
  });
  // Whatever happens to this call, others need to know.
  if (cause === "token") context.tokens.didReject?.(token);
  if (next === "fail") throw failure;
  state.last = failure;
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
    if (!(error instanceof PendingError)) throw error;
    const { status } = error.properties;
    if (status) received = { ...received, status };
    outcome = classifyFailure(operation.kind, error);
  } finally {
    record(state, outcome, { durationMs: performance.now() - startedAt, ...received }, event);
  }
  return outcome;
}

function createPostOptions({ operation, context, deadline }: CallState, token: AccessToken): PostOptions {
  const { body, headers, signal, kind } = operation;
  const { attemptTimeout } = context;
  const timeoutMs = deadline - performance.now();
  const usesAttemptTimeout = kind === "query" && attemptTimeout < timeoutMs;
  return {
    body,
    headers: token.value ? { ...headers, Authorization: AUTHORIZATION + token.value } : headers,
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

/** The first is the least. */
const DELIVERIES: readonly Delivery[] = ["not-sent", "not-executed", "unknown", "done"];

const furthest = (delivery: Delivery, other: Delivery): Delivery =>
  DELIVERIES.indexOf(delivery) > DELIVERIES.indexOf(other) ? delivery : other;

/** @param outcome - `undefined` if the caller aborted. */
function record(
  state: CallState,
  outcome: Outcome | undefined,
  measured: AttemptResult,
  event: OperationEvent,
): void {
  const { progress, context } = state;
  const code = outcome ? outcome.failure?.code : "ABORTED";
  const { reason, delivery = outcome ? "done" : "unknown" } = outcome?.failure?.properties ?? {};
  const result: AttemptResult = { ...measured, ...(code && { code }), ...(reason && { reason }) };
  progress.history.push(result);
  progress.delivery = furthest(progress.delivery, delivery);
  notify(context.hooks.didReceive, event, result);
}
