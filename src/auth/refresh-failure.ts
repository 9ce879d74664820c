/** Failures of a refresh request: the error code of each, and whether the same request can succeed later. */

import { deriveError, type ErrorCode, type ErrorProperties, OperationError } from "../shared/errors.ts";
import {
  adviseExtraPath,
  mediaType,
  type PostResponse,
  shortenUrl,
  toErrorResponse,
} from "../shared/request.ts";
import { readRetryAfter } from "../shared/retry.ts";

/**
 * OAuth error code, and `reason` of the failure, if the refresh token is never valid again (RFC 6749, section
 * 5.2).
 */
export const INVALID_GRANT = "invalid_grant";

/** OAuth error codes of a server that cannot decide now whether the refresh token is valid. */
const TRANSIENT_ERRORS: readonly unknown[] = ["temporarily_unavailable", "server_error"];
/** Statuses below 500 of a request that was not processed. */
const UNPROCESSED_STATUSES = [408, 425];

/** Why a request failed, and whether the same request can succeed later. */
export interface FailedRefresh {
  readonly failure: OperationError;
  readonly isTransient: boolean;
}

/**
 * The failure for a response without tokens.
 *
 * @param error - OAuth error code of the response, if there is one.
 */
export function createFailedRefresh(
  url: string,
  { status, headers, text }: PostResponse,
  error: unknown,
): FailedRefresh {
  const fail = (
    code: ErrorCode,
    advice: string,
    isTransient: boolean,
    properties?: ErrorProperties,
  ): FailedRefresh => ({
    failure: new OperationError(code, {
      problem: `POST ${shortenUrl(url)} returned HTTP ${status}`,
      advice: (status === 429 ? undefined : adviseExtraPath(url)) ?? advice,
      status,
      ...properties,
      // Of a success, it would be tokens.
      response: status > 299 ? toErrorResponse({ status, headers, text }) : undefined,
    }),
    isTransient,
  });
  // Also of a 5xx: a gateway that is overloaded or in maintenance names it.
  const retryAfterMs = status === 429 || status >= 500 ? readRetryAfter(headers, status === 429) : undefined;
  const delay = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 429) return fail("RATE_LIMITED", "Try again later.", retryAfterMs !== undefined, delay);
  if (status === 400 && url.startsWith("http:") && /\b(?:https|ssl|tls)\b/i.test(text.slice(0, 1_000)))
    return fail("HTTP_STATUS", "The port requires TLS. Use https: in baseUrl.", false);
  // An HTML page comes from a proxy or a firewall.
  const isPage = mediaType(headers) === "text/html";
  // Assumed: 400 or 401 means an invalid refresh token.
  const isRejected = [400, 401].includes(status) && !isPage && !TRANSIENT_ERRORS.includes(error);
  if (isRejected || (error === INVALID_GRANT && status < 500)) {
    const properties = error === INVALID_GRANT ? { reason: INVALID_GRANT } : {};
    const advice = "Get a new refresh token. If the platform rotates them, keep each new one (didRotate).";
    return fail("REFRESH_REJECTED", advice, false, properties);
  }
  if ([404, 405, 410].includes(status)) return fail("HTTP_STATUS", "Check baseUrl.", false);
  const isTransient = status >= 500 || isPage || UNPROCESSED_STATUSES.includes(status);
  return fail("REFRESH_UNAVAILABLE", "Try again later.", isTransient, delay);
}

/**
 * @param error - An error of the transport, or a `FailedRefresh` of {@link createFailedRefresh}.
 * @throws the error itself if it is neither, but a bug.
 */
export function toFailedRefresh(error: unknown): FailedRefresh {
  if (!(error instanceof Error)) return error as FailedRefresh;
  if (!(error instanceof OperationError)) throw error;
  const isTransient = error.code === "NETWORK" || error.code === "TIMEOUT";
  const failure = isTransient ? deriveError(error, { code: "REFRESH_UNAVAILABLE" }) : error;
  return { failure, isTransient };
}
