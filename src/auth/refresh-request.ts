/** The refresh request (RFC 6749, section 6). The refresh token in the body is its only credential. */

import { sleep, withDeadline } from "../shared/deadline.ts";
import { deriveError, OperationError } from "../shared/errors.ts";
import {
  adviseBaseUrl,
  type PostOptions,
  type PostResponse,
  shortenUrl,
  toErrorResponse,
} from "../shared/request.ts";
import { retryDelayMs, scarceDelayMs } from "../shared/retry.ts";
import { isRecord, parseJson, renderRefresh } from "../shared/wire.ts";
import type { AuthContext } from "./auth.ts";
import { cleanToken } from "./read-token.ts";
import { createFailedRefresh, INVALID_GRANT, toFailedRefresh } from "./refresh-failure.ts";

/** Largest number of requests after the first one of a refresh. */
const MAX_RETRIES = 2;
/** Time in which a failed request is sent again, in multiples of `attemptTimeout`. */
const RETRY_TIME_FACTOR = 1.5;
/**
 * Time that the platform has to respond, unless `attemptTimeout` is longer. More than gateways allow, and
 * less than the time between an early refresh and the expiry of a token.
 */
const RESPONSE_TIMEOUT_MS = 120_000;

/** Time after which no response can arrive, in milliseconds. */
export function responseTimeoutMs(attemptTimeout: number): number {
  return Math.max(attemptTimeout, RESPONSE_TIMEOUT_MS);
}

export interface RefreshParameters {
  readonly refreshToken: string;
  readonly tenantId: string | undefined;
  /** Whether the platform accepts the refresh token once: it is then not sent again while it can respond. */
  readonly isSingleUse: boolean;
  /** Whether no call waits, so that a program that is done ends soon. */
  readonly isEarly: boolean;
  /** When no further request is sent, as an instant of `performance.now()`. */
  readonly endsAt: () => number;
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

/**
 * Gets an access token with at most three requests. A request that failed is sent again if that can help. If
 * one has no response after `attemptTimeout`, another is sent beside it, and the first token that arrives is
 * used: the platform can have accepted the refresh token late, and reject it the second time.
 *
 * @throws OperationError `REFRESH_REJECTED`, `REFRESH_UNAVAILABLE`, `RATE_LIMITED`, `HTTP_STATUS`, …
 */
export async function requestRefresh(
  context: AuthContext,
  parameters: RefreshParameters,
): Promise<RefreshResponse> {
  const { isSingleUse, isEarly } = parameters;
  const { attemptTimeout } = context;
  const limitMs = isEarly && !isSingleUse ? 2 * attemptTimeout : responseTimeoutMs(attemptTimeout);
  const controller = new AbortController();
  const giveUpAt = performance.now() + limitMs;
  const send = async (): Promise<RefreshResponse> => {
    const url = context.endpoints.refresh;
    const options: PostOptions = {
      body: renderRefresh(parameters.refreshToken, parameters.tenantId),
      headers: {},
      signal: controller.signal,
      timeoutMs: giveUpAt - performance.now(),
      option: ["attemptTimeout", limitMs],
      isBackground: true,
    };
    return readResponse(url, await context.post(url, options), parameters.tenantId !== undefined);
  };
  try {
    return await sendUntilResponse(context, parameters, send);
  } finally {
    controller.abort();
  }
}

/** Marks a request without a response after `attemptTimeout`. */
const LATE: unique symbol = Symbol();

async function sendUntilResponse(
  { attemptTimeout }: AuthContext,
  { isSingleUse, endsAt }: RefreshParameters,
  send: () => Promise<RefreshResponse>,
): Promise<RefreshResponse> {
  const retryUntil = performance.now() + attemptTimeout * RETRY_TIME_FACTOR;
  let late: Promise<RefreshResponse> | undefined;
  for (let retry = 0; ; retry++) {
    const current = send();
    try {
      if (late) return await Promise.race([current, late.catch(() => current)]);
      if (isSingleUse || retry === MAX_RETRIES) return await current;
      return await withDeadline(
        attemptTimeout,
        undefined,
        () => LATE,
        () => current,
        true,
      );
    } catch (error) {
      if (error === LATE) {
        late = current;
        continue;
      }
      const { failure, isTransient } = toFailedRefresh(error);
      const { retryAfterMs } = failure;
      const isNamed = retryAfterMs !== undefined;
      const delayMs = isNamed ? retryDelayMs(0, retryAfterMs) : scarceDelayMs(retry);
      const until = isNamed ? endsAt() : Math.min(retryUntil, endsAt());
      const isLast = !isTransient || retry >= MAX_RETRIES || performance.now() + delayMs >= until;
      if (!isLast) await sleep(delayMs, undefined, true);
      // The delay can have taken longer, because the process was paused.
      if (isLast || performance.now() >= endsAt()) return (late ?? current).catch(() => fail(failure));
    }
  }
}

function fail(failure: OperationError): never {
  // The operation that waits for the refresh was not sent: the delivery and the phase are not those of it.
  const problem = `token refresh failed: ${failure.problem}`;
  throw deriveError(failure, { problem, delivery: "not-sent", phase: undefined });
}

/** @throws FailedRefresh */
function readResponse(url: string, response: PostResponse, hasTenant: boolean): RefreshResponse {
  const parsed = parseJson(response.text);
  // Unchecked members. The platform documents only `access_token`.
  const body = isRecord(parsed) ? parsed : {};
  if (response.status > 299 || body.error === INVALID_GRANT)
    throw createFailedRefresh(url, response, body.error, hasTenant);
  return {
    accessToken: readAccessToken(url, response, body),
    expiresInS: body.expires_in,
    refreshToken: readMember(body.refresh_token),
  };
}

function readAccessToken(
  url: string,
  { status, headers }: PostResponse,
  { access_token, token_type }: Record<string, unknown>,
): string | OperationError {
  const fail = (what: string, advice: string) => {
    const problem = `token refresh failed: POST ${shortenUrl(url)} returned ${what}`;
    // Without its text, which can contain tokens.
    const response = toErrorResponse({ status, headers, text: "" });
    return new OperationError("MALFORMED_RESPONSE", { problem, advice, status, response });
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
