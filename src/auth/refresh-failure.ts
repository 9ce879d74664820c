/** Failures of a refresh request: the error code of each, and whether the same request can succeed later. */

import { deriveError, type ErrorCode, OperationError } from "../shared/errors.ts";
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

/** Why a request failed, and whether the same request can succeed later. */
export interface FailedRefresh {
  readonly failure: OperationError;
  readonly isTransient: boolean;
}

/**
 * The failure for a response without tokens.
 *
 * @param error - OAuth error code of the response, if there is one.
 * @param hasTenant - Whether the request names a tenant, which can be the reason of a rejection.
 */
export function createFailedRefresh(
  url: string,
  response: PostResponse,
  error: unknown,
  hasTenant: boolean,
): FailedRefresh {
  const { status, headers } = response;
  const isLimit = status === 429;
  // Also of a 5xx: a gateway that is overloaded or in maintenance names it.
  const retryAfterMs = isLimit || status >= 500 ? readRetryAfter(headers, isLimit) : undefined;
  const [code, advice, isTransient = false] = judge(
    url,
    response,
    error,
    retryAfterMs !== undefined,
    hasTenant,
  );
  const failure = new OperationError(code, {
    problem: `POST ${shortenUrl(url)} returned HTTP ${status}`,
    advice: (isLimit ? undefined : adviseExtraPath(url)) ?? advice,
    status,
    retryAfterMs,
    reason: code === "REFRESH_REJECTED" && error === INVALID_GRANT ? INVALID_GRANT : undefined,
    // Of a success, it would be tokens.
    response: status > 299 ? toErrorResponse(response) : undefined,
  });
  return { failure, isTransient };
}

const LATER = "Try again later.";
const NEW_TOKEN = "Get a new refresh token. If the platform rotates them, keep each new one (didRotate).";

const TLS_ADVICE = "The port requires TLS. Use https: in baseUrl.";

/** Whether a server answers plain HTTP on a port for TLS. */
function requiresTls(url: string, { status, text }: PostResponse): boolean {
  return status === 400 && url.startsWith("http:") && /\b(?:https|ssl|tls)\b/i.test(text.slice(0, 1_000));
}

/** The code of a failure, the advice, and whether the same request can succeed later. */
function judge(
  url: string,
  { status, headers, text }: PostResponse,
  error: unknown,
  isNamed: boolean,
  hasTenant: boolean,
): readonly [ErrorCode, string, boolean?] {
  if (status === 429) return ["RATE_LIMITED", LATER, isNamed];
  if (requiresTls(url, { status, headers, text })) return ["HTTP_STATUS", TLS_ADVICE];
  // An HTML page comes from a proxy or a firewall.
  const isPage = mediaType(headers) === "text/html";
  // Assumed: 400 or 401 means an invalid refresh token.
  const isRejected = [400, 401].includes(status) && !isPage && !TRANSIENT_ERRORS.includes(error);
  if (isRejected || (error === INVALID_GRANT && status < 500)) {
    return ["REFRESH_REJECTED", hasTenant ? `Check tenantId. ${NEW_TOKEN}` : NEW_TOKEN];
  }
  if ([404, 405, 410].includes(status)) return ["HTTP_STATUS", "Check baseUrl."];
  // 408 and 425: it was not processed.
  return ["REFRESH_UNAVAILABLE", LATER, status >= 500 || isPage || [408, 425].includes(status)];
}

/**
 * @param error - An error of the transport, or a `FailedRefresh` of {@link createFailedRefresh}.
 * @throws the error itself if it is neither: a bug, or a value with which a framework steers.
 */
export function toFailedRefresh(error: unknown): FailedRefresh {
  const failed = error as FailedRefresh | null | undefined;
  if (failed?.failure instanceof OperationError) return failed;
  if (!(error instanceof OperationError)) throw error;
  const isTransient = error.code === "NETWORK" || error.code === "TIMEOUT";
  const failure = isTransient ? deriveError(error, { code: "REFRESH_UNAVAILABLE" }) : error;
  return { failure, isTransient };
}
