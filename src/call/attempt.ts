/** One request of a call: its headers and timeout, its outcome, and its events. */

import type { AccessTokens } from "../auth/auth.ts";
import type { AccessToken } from "../auth/read-token.ts";
import type { ClientContext } from "../shared/client-context.ts";
import type { OperationKind } from "../shared/document.ts";
import { type Delivery, OperationError, type Phase } from "../shared/errors.ts";
import { notify, type OperationEvent, type ReceivedEvent } from "../shared/hooks.ts";
import { createTimeout, type PostOptions } from "../shared/request.ts";
import { BEARER } from "../shared/wire.ts";
import { classifyFailure, classifyResponse, furthest, type Outcome } from "./outcome.ts";

/** One call: an operation with its variables and options, ready to be sent, and its progress. */
export interface Call {
  readonly context: ClientContext;
  readonly tokens: AccessTokens;
  /** Name of the operation. */
  readonly operation: string;
  readonly kind: OperationKind;
  /** Body of each request, as JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Properties to add to each event about its requests. */
  readonly details: object | undefined;
  /** Compares data with its shape, and throws or reports a mismatch. Absent without `validate`. */
  readonly compare: ((data: object) => void) | undefined;
  /** Signal of the caller. */
  readonly signal: AbortSignal | undefined;
  /** Timeout of the call in milliseconds. */
  readonly timeout: number;
  /** Instant of `performance.now()`. */
  readonly deadline: number;
  /** Number of requests that have ended. */
  attempts: number;
  /** Of the last response, if it has one. */
  requestId: string | undefined;
  /** Whether the platform executed the operation: the furthest state of its requests, such as `done`. */
  delivery: Delivery;
}

/** The error for a call that passed its timeout before a request. */
export function createCallTimeout({ context, timeout }: Call, phase: Phase): OperationError {
  return createTimeout(context.endpoints.api, phase, ["timeout", timeout]);
}

/** The event of the request on the way, or of the next one if none is on the way. */
export function createEvent({ operation, kind, details, attempts }: Call): OperationEvent {
  return { operation, kind, attempt: attempts + 1, ...details };
}

type End = Pick<ReceivedEvent, "status" | "code" | "reason"> & { readonly delivery: Delivery };

/** Sends one request, and adds it to the progress of the call. @throws `signal.reason` itself. */
export async function sendAttempt(call: Call, token: AccessToken): Promise<Outcome> {
  const { willSend, didReceive } = call.context.hooks;
  const startedAt = performance.now();
  const event = createEvent(call);
  const end = ({ delivery, status, code, reason }: End) => {
    call.attempts++;
    call.delivery = furthest(call.delivery, delivery);
    const durationMs = performance.now() - startedAt;
    notify(didReceive, { ...event, durationMs, status, requestId: call.requestId, code, reason });
  };
  notify(willSend, event);
  try {
    const outcome = await send(call, token);
    end(outcome.failure ?? { status: outcome.response.status, delivery: "done" });
    return outcome;
  } catch (error) {
    end({ code: "ABORTED", delivery: "unknown" });
    throw error;
  }
}

async function send(call: Call, token: AccessToken): Promise<Outcome> {
  const { context, kind, signal } = call;
  const { classify, requestIdHeader, endpoints } = context;
  call.requestId = undefined;
  try {
    const response = await context.post(endpoints.api, createPostOptions(call, token));
    call.requestId = readRequestId(response.headers, requestIdHeader);
    return classifyResponse(kind, endpoints.api, response, classify);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof OperationError) return classifyFailure(kind, error);
    throw error;
  }
}

/**
 * A query has `attemptTimeout`, so that there is time for a retry. A mutation can use the whole timeout of the
 * call, because it is not resent after a timeout once it was sent.
 */
function createPostOptions(call: Call, token: AccessToken): PostOptions {
  const { kind, body, headers, signal, timeout, deadline, context } = call;
  const { attemptTimeout } = context;
  const leftMs = deadline - performance.now();
  const usesAttemptTimeout = kind === "query" && attemptTimeout < leftMs;
  return {
    body,
    // The token of `anonymous()` is empty.
    headers: token.value ? { ...headers, Authorization: BEARER + token.value } : headers,
    signal,
    timeoutMs: usesAttemptTimeout ? attemptTimeout : leftMs,
    option: usesAttemptTimeout ? ["attemptTimeout", attemptTimeout] : ["timeout", timeout],
  };
}

/** Characters that identifiers of requests have. Any other text of the server is left out. */
const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;

function readRequestId(headers: Pick<Headers, "get">, name: string | undefined): string | undefined {
  const requestId = (name && headers.get(name)) ?? "";
  return REQUEST_ID.test(requestId) ? requestId : undefined;
}
