/** One request of a call: its headers and timeout, its outcome, and its events. */

import type { AccessTokens } from "../auth/auth.ts";
import type { AccessToken } from "../auth/read-token.ts";
import type { ClientContext } from "../shared/client-context.ts";
import type { OperationKind } from "../shared/document.ts";
import { type AttemptResult, type Delivery, OperationError } from "../shared/errors.ts";
import { notify, type OperationEvent } from "../shared/hooks.ts";
import type { PostOptions, TimeoutOption } from "../shared/request.ts";
import { BEARER } from "../shared/wire.ts";
import { classifyFailure, classifyResponse, furthest, type Outcome } from "./outcome.ts";

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

/** One call. */
export interface Call {
  readonly request: PreparedRequest;
  readonly context: ClientContext;
  readonly tokens: AccessTokens;
  /** Instant of `performance.now()`. */
  readonly deadline: number;
  /** Requests that have ended. */
  readonly history: AttemptResult[];
  /** Whether the platform executed the operation: the furthest state of its requests, such as `done`. */
  delivery: Delivery;
}

export function startCall(request: PreparedRequest, context: ClientContext, tokens: AccessTokens): Call {
  const deadline = performance.now() + request.timeout;
  return { request, context, tokens, deadline, history: [], delivery: "not-sent" };
}

/** The option `timeout`, for the message of a timeout. */
export const timeoutOption = ({ request }: Call): TimeoutOption => ["timeout", request.timeout];

/** The event of the request on the way, or of the next one if none is on the way. */
export function createEvent({ request, history }: Call): OperationEvent {
  const { name, kind, details } = request;
  return { operation: name, kind, attempt: history.length + 1, ...details };
}

/**
 * Sends one request, adds its result to the history, and reports it to the hooks.
 *
 * @throws `signal.reason` itself.
 */
export async function sendAttempt(call: Call, token: AccessToken): Promise<Outcome> {
  const { request, context } = call;
  const { kind, url, signal } = request;
  const { hooks, classify, requestIdHeader } = context;
  const startedAt = performance.now();
  const event = createEvent(call);
  notify(hooks.willSend, event);
  let outcome: Outcome | undefined;
  let received: Pick<AttemptResult, "status" | "requestId"> = {};
  try {
    const response = await context.post(url, createPostOptions(call, token));
    received = { status: response.status, ...readRequestId(response.headers, requestIdHeader) };
    outcome = classifyResponse(kind, url, response, classify);
  } catch (error) {
    if (signal?.aborted || !(error instanceof OperationError)) throw error;
    // A redirect is a failure with the status of its response.
    if (error.status) received = { ...received, status: error.status };
    outcome = classifyFailure(kind, error);
  } finally {
    const { delivery, ...end } = describeEnd(outcome);
    const result: AttemptResult = { durationMs: performance.now() - startedAt, ...received, ...end };
    call.history.push(result);
    call.delivery = furthest(call.delivery, delivery);
    notify(hooks.didReceive, event, result);
  }
  return outcome;
}

/**
 * A query has `attemptTimeout`, so that there is time for a retry. A mutation can use the whole timeout of the
 * call, because it is not resent after a timeout once it was sent.
 */
function createPostOptions(call: Call, token: AccessToken): PostOptions {
  const { kind, body, headers, signal } = call.request;
  const { attemptTimeout } = call.context;
  const leftMs = call.deadline - performance.now();
  const usesAttemptTimeout = kind === "query" && attemptTimeout < leftMs;
  return {
    body,
    // The token of `anonymous()` is empty.
    headers: token.value ? { ...headers, Authorization: BEARER + token.value } : headers,
    signal,
    timeoutMs: usesAttemptTimeout ? attemptTimeout : leftMs,
    option: usesAttemptTimeout ? ["attemptTimeout", attemptTimeout] : timeoutOption(call),
  };
}

/** Characters that identifiers of requests have. Any other text of the server is left out. */
const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;

function readRequestId(headers: Pick<Headers, "get">, name: string | undefined): { requestId?: string } {
  const requestId = name && headers.get(name);
  return requestId && REQUEST_ID.test(requestId) ? { requestId } : {};
}

/** How a request ended, for its result. @param outcome - `undefined` if the caller aborted. */
function describeEnd(
  outcome: Outcome | undefined,
): Pick<AttemptResult, "code" | "reason"> & { readonly delivery: Delivery } {
  if (!outcome) return { code: "ABORTED", delivery: "unknown" };
  if (!outcome.failure) return { delivery: "done" };
  const { code, delivery, reason } = outcome.failure as OperationError & { readonly reason?: string };
  return { code, delivery, ...(reason && { reason }) };
}
