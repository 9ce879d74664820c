/** The token exchange: a refresh token for an access token. The refresh token in the body is its only credential. */

import { sleep } from "../deadline.ts";
import {
  Failure,
  HttpStatusError,
  MalformedResponseError,
  NetworkError,
  RateLimitedError,
  RefreshRejectedError,
  RefreshUnavailableError,
  TimeoutError,
} from "../errors.ts";
import { isRecord } from "../options.ts";
import { describePost, type Limit, mediaType, type PostResponse } from "../post.ts";
import { parseRetryAfter, retryDelayMs } from "../retry.ts";
import type { Connection } from "./source.ts";
import { cleanToken } from "./token.ts";

const MAX_ATTEMPTS = 3;
/** Timeout of an exchange with its retries, in multiples of `attemptTimeout`. */
const EXCHANGE_TIMEOUT_FACTOR = 1.5;
/** OAuth error codes of a server that cannot decide now whether the refresh token is valid. */
const TRANSIENT_ERRORS = new Set<unknown>(["temporarily_unavailable", "server_error"]);

/** Only the access token is documented. */
interface ExchangeResult {
  readonly accessToken: string;
  readonly expiresInS: unknown;
  /** New refresh token, which replaces the one of the request. */
  readonly refreshToken: string | undefined;
}

/** `reason` of a failure if the refresh token is never valid again (RFC 6749, section 5.2). */
export const INVALID_GRANT = "invalid_grant";

/** @throws Failure `REFRESH_REJECTED`, `REFRESH_UNAVAILABLE`, `RATE_LIMITED`, `HTTP_STATUS`, `MALFORMED_RESPONSE`, … */
export async function exchange(
  { post, endpoints, attemptTimeout }: Connection,
  refreshToken: string,
  tenantId: string | undefined,
  signal: AbortSignal,
): Promise<ExchangeResult> {
  const url = endpoints.refresh;
  const body = JSON.stringify({ refresh_token: refreshToken, tenant_id: tenantId });
  const endsAt = performance.now() + attemptTimeout * EXCHANGE_TIMEOUT_FACTOR;
  const limit: Limit = ["attemptTimeout", attemptTimeout];
  for (let attempt = 1; ; attempt++) {
    const timeoutMs = Math.min(attemptTimeout, endsAt - performance.now());
    const delayMs = retryDelayMs(attempt);
    try {
      return readResponse(url, await post(url, { body, headers: {}, signal, timeoutMs, limit, isBackground: true }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const isUnavailable = error.type === NetworkError || error.type === TimeoutError;
      const type = isUnavailable ? RefreshUnavailableError : error.type;
      const isTransient = type === RefreshUnavailableError && (error.facts.status ?? 500) >= 500;
      if (!isTransient || attempt === MAX_ATTEMPTS || performance.now() + delayMs >= endsAt) {
        // The operation that waits for the refresh was not sent, so `delivery` and `phase` do not apply to it.
        const { delivery: _, phase: __, ...facts } = error.facts;
        throw new Failure(type, `token refresh failed: ${error.message}`, facts);
      }
    }
    await sleep(delayMs, signal, true);
  }
}

function readResponse(url: string, response: PostResponse): ExchangeResult {
  const { status } = response;
  const contentType = mediaType(response.headers);
  const members = parseMembers(response.text);
  const returned = `${describePost(url)} returned HTTP ${status}`;
  if (status === 429) {
    const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"));
    const facts = { status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    throw new Failure(RateLimitedError, `${returned}. Wait before the next call.`, facts);
  }
  // Assumed: 400 or 401 means an invalid refresh token. An HTML page comes from a proxy.
  if ((status === 400 || status === 401) && contentType !== "text/html" && !TRANSIENT_ERRORS.has(members.error)) {
    const reason = members.error === INVALID_GRANT && { reason: INVALID_GRANT };
    throw new Failure(RefreshRejectedError, `${returned}. Get a new refresh token.`, { status, ...reason });
  }
  if (status === 404 || status === 405 || status === 410) {
    throw new Failure(HttpStatusError, `${returned}. Check baseUrl.`, { status });
  }
  if (status > 299) {
    throw new Failure(RefreshUnavailableError, `${returned}. Try again later.`, { status });
  }
  const accessToken = readMember(members.access_token);
  if (accessToken === undefined) {
    const message = `${describePost(url)} returned no valid access_token. Check baseUrl.`;
    throw new Failure(MalformedResponseError, message, { status, contentType });
  }
  return { accessToken, expiresInS: members.expires_in, refreshToken: readMember(members.refresh_token) };
}

function parseMembers(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

/** Returns a token of the response, if a header can contain it. */
function readMember(value: unknown): string | undefined {
  try {
    return cleanToken(value, "token");
  } catch {
    return undefined;
  }
}
