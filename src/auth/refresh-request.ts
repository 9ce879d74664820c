/** The refresh request (RFC 6749, section 6). The refresh token in the body is its only credential. */

import { sleep, withDeadline } from "../shared/deadline.ts";
import { deriveError, OperationError } from "../shared/errors.ts";
import {
  adviseBaseUrl,
  createTimeout,
  mediaType,
  type PostOptions,
  type PostResponse,
  shortenUrl,
  type TimeoutOption,
} from "../shared/request.ts";
import { retryDelayMs, scarceDelayMs } from "../shared/retry.ts";
import { isRecord, parseJson, renderRefresh } from "../shared/wire.ts";
import type { AuthContext } from "./auth.ts";
import { cleanToken } from "./read-token.ts";
import { createFailedRefresh, INVALID_GRANT, toFailedRefresh } from "./refresh-failure.ts";

/** Largest number of requests after the first one of a refresh. */
const MAX_RETRIES = 2;
/**
 * Time in which a failed request is sent again, in multiples of `attemptTimeout`. It allows one more request
 * after a timeout.
 */
const RETRY_TIME_FACTOR = 1.5;
/**
 * Time that the platform has to respond to a rotating refresh token, unless `attemptTimeout` is longer. More
 * than gateways allow, and less than the time between an early refresh and the expiry of a token.
 */
const RESPONSE_TIMEOUT_MS = 120_000;

export interface RefreshRequest {
  readonly refreshToken: string;
  readonly tenantId: string | undefined;
  /** Whether the platform accepts the refresh token once. */
  readonly isRotating: boolean;
  /**
   * Instant of `performance.now()` after which no further request is sent. A function, because calls can
   * extend it.
   */
  readonly deadline: () => number;
}

export interface RefreshResponse {
  /** New refresh token, which replaces the one of the request. */
  readonly refreshToken: string | undefined;
  /**
   * A failure if the client cannot use it. It is not thrown, because the new refresh token is valid even
   * then.
   */
  readonly accessToken: string | OperationError;
  readonly expiresInS: unknown;
}

interface RefreshState {
  readonly context: AuthContext;
  readonly request: RefreshRequest;
  /** After this time, a request is late, and the refresh no longer waits for it alone. */
  readonly option: TimeoutOption;
  /** Aborts the requests that are still open when the refresh ends. */
  readonly controller: AbortController;
  /** All requests before the current one: failed, or still open. */
  readonly earlier: Promise<RefreshResponse>[];
  /**
   * Instant of `performance.now()` after which a failed request is not sent again, unless the platform named
   * a delay.
   */
  readonly retryDeadline: number;
}

/** Time after which no response to the request of a rotating token can arrive, in milliseconds. */
export function responseTimeoutMs(attemptTimeout: number): number {
  return Math.max(attemptTimeout, RESPONSE_TIMEOUT_MS);
}

/**
 * Gets an access token with a refresh token with at most three requests, even if no caller waits any longer.
 *
 * A request whose response is late stays open: the platform can have accepted the refresh token, and can
 * reject it the next time. A rotating token is not sent again while that response can arrive. Any other one
 * is sent again after `attemptTimeout`; the first token that arrives is used, and a rejection is final when
 * no earlier request is open.
 *
 * @throws OperationError `REFRESH_REJECTED`, `REFRESH_UNAVAILABLE`, `RATE_LIMITED`, `HTTP_STATUS`, …
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
    retryDeadline: performance.now() + attemptTimeout * RETRY_TIME_FACTOR,
  };
  try {
    return await sendUntilResponse(state);
  } finally {
    state.controller.abort();
  }
}

async function sendUntilResponse(state: RefreshState): Promise<RefreshResponse> {
  for (let retry = 0; ; retry++) {
    const current = post(state);
    try {
      return await firstResponse(state, current);
    } catch (error) {
      const { failure, isTransient } = toFailedRefresh(error);
      const delayMs = isTransient ? delayBefore(state, retry, failure.retryAfterMs) : undefined;
      if (delayMs === undefined) return lastResponse(state, failure);
      state.earlier.push(current);
      await sleep(delayMs, undefined, true);
      // The delay can have taken longer, because the process was paused.
      if (performance.now() >= state.request.deadline()) return lastResponse(state, failure);
    }
  }
}

async function post({ context, request, controller, option }: RefreshState): Promise<RefreshResponse> {
  const url = context.endpoints.refresh;
  const options: PostOptions = {
    body: renderRefresh(request.refreshToken, request.tenantId),
    headers: {},
    signal: controller.signal,
    // Longer than that of the option: a late request stays open.
    timeoutMs: responseTimeoutMs(context.attemptTimeout),
    option,
    isBackground: true,
  };
  return readResponse(url, await context.post(url, options));
}

/**
 * The first response with a token, of the current request or of an earlier one that is still open. If an
 * earlier one fails, the current one decides.
 */
function firstResponse(state: RefreshState, request: Promise<RefreshResponse>): Promise<RefreshResponse> {
  const { context, option, earlier } = state;
  const [, timeoutMs] = option;
  const onLate = () => createTimeout(context.endpoints.refresh, "headers", option);
  const current = withDeadline(timeoutMs, undefined, onLate, () => request, true);
  return Promise.race([current, ...earlier.map((other) => other.catch(() => current))]);
}

/**
 * After a rejection, the response of an earlier request: the platform can have accepted the refresh token in
 * it.
 *
 * @throws OperationError if there is none.
 */
async function lastResponse({ earlier }: RefreshState, failure: OperationError): Promise<RefreshResponse> {
  if (failure.code === "REFRESH_REJECTED") {
    const response = await Promise.any(earlier).catch(() => undefined);
    if (response) return response;
  }
  // The operation that waits for the refresh was not sent: the delivery and the phase are not those of it.
  const problem = `token refresh failed: ${failure.problem}`;
  throw deriveError(failure, { problem, delivery: "not-sent", phase: undefined });
}

/**
 * @returns the delay before the next request in milliseconds, or `undefined` if there is no further request.
 */
function delayBefore(
  { request, retryDeadline }: RefreshState,
  retry: number,
  retryAfterMs: number | undefined,
): number | undefined {
  if (retry === MAX_RETRIES) return undefined;
  const isNamed = retryAfterMs !== undefined;
  const delayMs = isNamed ? retryDelayMs(0, retryAfterMs) : scarceDelayMs(retry);
  const deadline = isNamed ? request.deadline() : Math.min(retryDeadline, request.deadline());
  return performance.now() + delayMs < deadline ? delayMs : undefined;
}

/** @throws FailedRefresh */
function readResponse(url: string, response: PostResponse): RefreshResponse {
  const parsed = parseJson(response.text);
  const body: Body = isRecord(parsed) ? parsed : {};
  if (response.status > 299 || body.error === INVALID_GRANT)
    throw createFailedRefresh(url, response, body.error);
  return {
    accessToken: readAccessToken(url, response, body),
    expiresInS: body.expires_in,
    refreshToken: readMember(body.refresh_token),
  };
}

/** Members of a response, unchecked. The platform documents only `access_token`. */
interface Body {
  readonly access_token?: unknown;
  readonly token_type?: unknown;
  readonly expires_in?: unknown;
  readonly refresh_token?: unknown;
  readonly error?: unknown;
}

function readAccessToken(
  url: string,
  { status, headers }: PostResponse,
  { access_token, token_type }: Body,
): string | OperationError {
  const fail = (what: string, advice: string) => {
    const problem = `token refresh failed: POST ${shortenUrl(url)} returned ${what}`;
    const facts = { status, contentType: mediaType(headers) };
    return new OperationError("MALFORMED_RESPONSE", {
      problem,
      advice,
      ...facts,
    });
  };
  if (typeof token_type === "string" && token_type.toLowerCase() !== "bearer")
    return fail("a token_type other than Bearer", "The client supports only Bearer tokens.");
  return readMember(access_token) ?? fail("no valid access_token", adviseBaseUrl(url));
}

/** Returns a token of the response, if a header can contain it. */
function readMember(value: unknown): string | undefined {
  try {
    return cleanToken(value, "token");
  } catch {
    return undefined;
  }
}
