/** The refresh request (RFC 6749, section 6). The refresh token in the body is its only credential. */

import { sleep, withDeadline } from "../deadline.ts";
import { type ErrorCode, type ErrorProperties, PendingError } from "../errors.ts";
import { isRecord, parseJson } from "../json.ts";
import {
  createTimeout,
  mediaType,
  type PostOptions,
  type PostResponse,
  type TimeoutOption,
} from "../request.ts";
import { readRetryAfter, retryDelayMs } from "../retry.ts";
import { renderRefresh } from "../wire.ts";
import type { AuthContext } from "./auth.ts";
import { cleanToken } from "./read-token.ts";

/** Upper limits of the delays between the requests of one refresh. The lower limits are half of them. */
const DELAYS_MS = [1_000, 4_000];
/** Time in which a failed request is sent again, in multiples of `attemptTimeout`: once after a timeout. */
const RETRY_TIME_FACTOR = 1.5;
/**
 * Time that the platform has to respond to a rotating refresh token, unless `attemptTimeout` is longer. More than gateways
 * allow, and less than the time between an early refresh and the expiry of a token.
 */
const RESPONSE_TIMEOUT_MS = 120_000;
/** OAuth error codes of a server that cannot decide now whether the refresh token is valid. */
const TRANSIENT_ERRORS = new Set<unknown>(["temporarily_unavailable", "server_error"]);
/** Statuses below 500 of a request that was not processed. */
const TRANSIENT_STATUSES = [408, 425];

/** `reason` of a failure if the refresh token is never valid again (RFC 6749, section 5.2). */
export const INVALID_GRANT = "invalid_grant";

export interface RefreshRequest {
  readonly refreshToken: string;
  readonly tenantId: string | undefined;
  /** Whether the platform accepts the refresh token once. */
  readonly isRotating: boolean;
  /** Instant of `performance.now()` after which no further request is sent. */
  readonly deadline: () => number;
}

export interface RefreshResponse {
  /** New refresh token, which replaces the one of the request. */
  readonly refreshToken: string | undefined;
  /** Only the access token is documented. A failure if the client cannot use it: the refresh token is replaced all the same. */
  readonly accessToken: string | PendingError;
  readonly expiresInS: unknown;
}

/** Why a request failed, and whether the same request can succeed later. */
interface RefreshFailure {
  readonly failure: PendingError;
  readonly isTransient: boolean;
}

interface RefreshState {
  readonly context: AuthContext;
  readonly request: RefreshRequest;
  readonly option: TimeoutOption;
  /** Ends the requests that are open when another one has succeeded. */
  readonly controller: AbortController;
  /** Earlier requests, with or without a response. */
  readonly earlier: Promise<RefreshResponse>[];
  readonly retryUntil: number;
}

/** Time after which no response to the request of a rotating token can arrive, in milliseconds. */
export function responseTimeoutMs(attemptTimeout: number): number {
  return Math.max(attemptTimeout, RESPONSE_TIMEOUT_MS);
}

/**
 * Gets an access token with a refresh token with at most three requests, even if no caller waits any longer.
 *
 * A request whose response is late stays open: the platform can have accepted the refresh token, and can reject it the next
 * time. A rotating token is not sent again while that response can arrive. Any other one is sent again after
 * `attemptTimeout`; the first token that arrives is used, and a rejection is final when no earlier request is open.
 *
 * @throws PendingError `REFRESH_REJECTED`, `REFRESH_UNAVAILABLE`, `RATE_LIMITED`, `HTTP_STATUS`, …
 */
export async function requestRefresh(
  context: AuthContext,
  request: RefreshRequest,
): Promise<RefreshResponse> {
  const { attemptTimeout } = context;
  const timeoutMs = request.isRotating ? responseTimeoutMs(attemptTimeout) : attemptTimeout;
  const state: RefreshState = {
    context,
    request,
    option: ["attemptTimeout", timeoutMs],
    controller: new AbortController(),
    earlier: [],
    retryUntil: performance.now() + attemptTimeout * RETRY_TIME_FACTOR,
  };
  try {
    for (let retry = 0; ; retry++) {
      const current = send(state);
      try {
        return await firstResponse(state, current);
      } catch (error) {
        const { failure, isTransient } = toRefreshFailure(error);
        const delayMs = isTransient ? delayBefore(state, retry, failure.properties.retryAfterMs) : undefined;
        if (delayMs === undefined) return await lastResponse(state, failure);
        state.earlier.push(current);
        await sleep(delayMs, undefined, true);
        // The process can have been paused.
        if (performance.now() >= request.deadline()) return await lastResponse(state, failure);
      }
    }
  } finally {
    state.controller.abort();
  }
}

async function send({ context, request, controller, option }: RefreshState): Promise<RefreshResponse> {
  const url = context.endpoints.refresh;
  const options: PostOptions = {
    body: renderRefresh(request.refreshToken, request.tenantId),
    headers: {},
    signal: controller.signal,
    timeoutMs: responseTimeoutMs(context.attemptTimeout),
    option,
    isBackground: true,
  };
  return readResponse(url, await context.post(url, options));
}

/** The first token that arrives. A failure of an earlier request leaves the decision to the current one. */
function firstResponse(state: RefreshState, request: Promise<RefreshResponse>): Promise<RefreshResponse> {
  const { context, option, earlier } = state;
  const onLate = () => createTimeout(context.endpoints.refresh, "headers", option);
  const current = withDeadline(option[1], undefined, onLate, () => request, true);
  return Promise.race([current, ...earlier.map((other) => other.catch(() => current))]);
}

/** A rejection can mean that an earlier request was accepted: its response is awaited. @throws PendingError */
async function lastResponse({ earlier }: RefreshState, failure: PendingError): Promise<RefreshResponse> {
  const open = failure.code === "REFRESH_REJECTED" ? earlier : [];
  try {
    return await Promise.any(open);
  } catch {
    // The operation that waits for the refresh was not sent, so `delivery` and `phase` do not apply to it.
    const { delivery: _, phase: __, ...properties } = failure.properties;
    throw new PendingError(failure.code, `token refresh failed: ${failure.message}`, properties);
  }
}

/** @throws the error itself if it is no failure of a request, but a bug. */
function toRefreshFailure(error: unknown): RefreshFailure {
  if (error instanceof Error) throw error;
  if (!(error instanceof PendingError)) return error as RefreshFailure;
  const isTransient = error.code === "NETWORK" || error.code === "TIMEOUT";
  const failure = isTransient
    ? new PendingError("REFRESH_UNAVAILABLE", error.message, error.properties)
    : error;
  return { failure, isTransient };
}

/** @returns `undefined` if there is no further request. */
function delayBefore(
  { request, retryUntil }: RefreshState,
  retry: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const maxMs = DELAYS_MS[retry];
  if (maxMs === undefined) return undefined;
  const isLimited = retryAfterMs !== undefined;
  const delayMs = isLimited ? retryDelayMs(0, retryAfterMs) : maxMs * (0.5 + Math.random() / 2);
  const endsAt = isLimited ? request.deadline() : Math.min(retryUntil, request.deadline());
  return performance.now() + delayMs < endsAt ? delayMs : undefined;
}

/** @throws RefreshFailure */
function readResponse(url: string, { status, headers, text }: PostResponse): RefreshResponse {
  const contentType = mediaType(headers);
  const body = parseJson(text);
  const { error, access_token, expires_in, refresh_token, token_type } = isRecord(body) ? body : {};
  const fail = (
    code: ErrorCode,
    advice: string,
    isTransient: boolean,
    properties?: ErrorProperties,
  ): RefreshFailure => ({
    failure: new PendingError(code, `POST ${url} returned HTTP ${status}. ${advice}`, {
      status,
      ...properties,
    }),
    isTransient,
  });
  if (status === 429) {
    const retryAfterMs = readRetryAfter(headers);
    const isKnown = retryAfterMs !== undefined;
    throw fail("RATE_LIMITED", "Try again later.", isKnown, isKnown ? { retryAfterMs } : {});
  }
  if (status === 400 && url.startsWith("http:") && /\b(?:https|ssl|tls)\b/i.test(text.slice(0, 1_000)))
    throw fail("HTTP_STATUS", "The port requires TLS. Use https: in baseUrl.", false);
  // An HTML page comes from a proxy or a firewall.
  const isPage = contentType === "text/html";
  // Assumed: 400 or 401 means an invalid refresh token.
  const isRejected = [400, 401].includes(status) && !isPage && !TRANSIENT_ERRORS.has(error);
  if (isRejected || (error === INVALID_GRANT && status < 500)) {
    const properties = error === INVALID_GRANT ? { reason: INVALID_GRANT } : {};
    throw fail("REFRESH_REJECTED", "Get a new refresh token.", false, properties);
  }
  if ([404, 405, 410].includes(status)) throw fail("HTTP_STATUS", "Check baseUrl.", false);
  const isTransient = status >= 500 || isPage || TRANSIENT_STATUSES.includes(status);
  if (status > 299) throw fail("REFRESH_UNAVAILABLE", "Try again later.", isTransient);
  const properties = { status, contentType };
  const accessToken = readAccessToken(url, access_token, token_type, properties);
  return { accessToken, expiresInS: expires_in, refreshToken: readMember(refresh_token) };
}

function readAccessToken(
  url: string,
  value: unknown,
  type: unknown,
  properties: ErrorProperties,
): string | PendingError {
  const fail = (what: string) =>
    new PendingError("MALFORMED_RESPONSE", `token refresh failed: POST ${url} returned ${what}`, properties);
  if (typeof type === "string" && type.toLowerCase() !== "bearer")
    return fail("a token_type other than Bearer. The client supports only Bearer tokens.");
  return readMember(value) ?? fail("no valid access_token. Check baseUrl.");
}

/** Returns a token of the response, if a header can contain it. */
function readMember(value: unknown): string | undefined {
  try {
    return cleanToken(value, "token");
  } catch {
    return undefined;
  }
}
