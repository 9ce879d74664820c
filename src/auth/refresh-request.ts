/** The refresh request (RFC 6749, section 6). The refresh token in the body is its only credential. */

import type { ClientContext } from "../shared/client-context.ts";
import { sleep, waitAtMost } from "../shared/deadline.ts";
import { deriveError, type ErrorCode, OperationError } from "../shared/errors.ts";
import {
  adviseBaseUrl,
  mediaType,
  type PostOptions,
  type PostResponse,
  shortenUrl,
  toErrorResponse,
} from "../shared/request.ts";
import { readRetryAfter, scarceDelayMs } from "../shared/retry.ts";
import { isRecord, parseJson, renderRefresh } from "../shared/wire.ts";
import { cleanToken } from "./read-token.ts";

/** OAuth error code if the refresh token is never valid again (RFC 6749, section 5.2). */
export const INVALID_GRANT = "invalid_grant";

/** OAuth error codes of a server that cannot decide now whether the refresh token is valid. */
const TRANSIENT_ERRORS: readonly unknown[] = ["temporarily_unavailable", "server_error"];

/** Largest number of requests after the first one of a refresh. */
const MAX_RETRIES = 2;
/**
 * Time that the platform has to respond: more than gateways allow, and less than the time for which a token is
 * still valid when its early refresh starts.
 */
const RESPONSE_TIMEOUT_MS = 120_000;

/** Time after which no response can arrive, in milliseconds. */
export function responseTimeoutMs(attemptTimeout: number): number {
  return Math.max(attemptTimeout, RESPONSE_TIMEOUT_MS);
}

interface RefreshParameters {
  readonly refreshToken: string;
  readonly tenantId: string | undefined;
  /** Whether the platform accepts the refresh token once: it is then not sent again while it can respond. */
  readonly isSingleUse: boolean;
  /** Whether no call waits, so that a program that is done ends soon. */
  readonly isEarly: boolean;
  /** When no failed request is sent again, as an instant of `performance.now()`. */
  readonly endsAt: number;
}

interface RefreshResponse {
  /** New refresh token, which replaces the one of the request. */
  readonly refreshToken: string | undefined;
  /** A failure if the client cannot use it: it is not thrown, because the new refresh token is valid. */
  readonly accessToken: string | OperationError;
  readonly expiresInS: unknown;
}

/** How the requests of a refresh are sent. */
interface Sending {
  readonly send: () => Promise<RefreshResponse>;
  /** Aborted when a token has arrived, or the refresh has failed. */
  readonly signal: AbortSignal;
  readonly sendUntil: number;
}

/**
 * Gets an access token with at most three requests. If the first one has no response after `attemptTimeout`,
 * another is sent beside it, and the first token that arrives is used: the platform can have accepted the
 * refresh token late, and reject it the second time.
 */
export async function requestRefresh(
  context: ClientContext,
  parameters: RefreshParameters,
): Promise<RefreshResponse> {
  const { refreshToken, tenantId, isSingleUse, isEarly, endsAt } = parameters;
  const { attemptTimeout } = context;
  // An early one has time for the second request, and no more.
  const limitMs = isEarly && !isSingleUse ? 2 * attemptTimeout : responseTimeoutMs(attemptTimeout);
  const giveUpAt = performance.now() + limitMs;
  const controller = new AbortController();
  const { signal } = controller;
  const send = async (): Promise<RefreshResponse> => {
    const url = context.endpoints.refresh;
    const options: PostOptions = {
      body: renderRefresh(refreshToken, tenantId),
      headers: context.createRefreshHeaders(),
      signal,
      timeoutMs: giveUpAt - performance.now(),
      option: ["attemptTimeout", limitMs],
      isBackground: true,
    };
    return readResponse(url, await context.post(url, options), tenantId !== undefined);
  };
  const sending: Sending = { send, signal, sendUntil: Math.min(endsAt, giveUpAt) };
  try {
    const first = send();
    if (isSingleUse || (await settlesWithin(first, attemptTimeout)))
      return await waitOrResend(sending, first, 0);
    // The second request counts as the first retry, and only it is sent again: three requests in all.
    const second = waitOrResend(sending, send(), 1);
    // If both fail, the error of the second is thrown, because it is newer.
    return await Promise.any([first, second]).catch(() => second);
  } finally {
    controller.abort();
  }
}

/** Whether a promise settles in the next `ms` milliseconds. */
function settlesWithin(promise: Promise<unknown>, ms: number): Promise<true | undefined> {
  const settled = promise.then(
    () => true as const,
    () => true as const,
  );
  return waitAtMost(ms, () => settled, { isBackground: true });
}

/** Waits for a request. If it fails, sends it again, as long as that can help. */
async function waitOrResend(
  sending: Sending,
  request: Promise<RefreshResponse>,
  retry: number,
): Promise<RefreshResponse> {
  const outcome = await request.catch(toRefreshFailure);
  if (!(outcome instanceof OperationError)) return outcome;
  if (retry === MAX_RETRIES || !isTransient(outcome)) throw outcome;
  const delayMs = scarceDelayMs(retry, outcome.retryAfterMs);
  if (performance.now() + delayMs >= sending.sendUntil) throw outcome;
  await sleep(delayMs, { signal: sending.signal, isBackground: true });
  // The delay can have taken longer, because the process was paused.
  if (performance.now() >= sending.sendUntil) throw outcome;
  return waitOrResend(sending, sending.send(), retry + 1);
}

/** @throws what is no error of this package: a bug, or a value with which a framework steers. */
function toRefreshFailure(error: unknown): OperationError {
  if (!(error instanceof OperationError)) throw error;
  const isOfNetwork = error.code === "NETWORK" || error.code === "TIMEOUT";
  const code = isOfNetwork ? "REFRESH_UNAVAILABLE" : error.code;
  // The operation that waits for the refresh was not sent: the delivery and the phase are not those of it.
  const problem = `token refresh failed: ${error.problem}`;
  return deriveError(error, { code, problem, delivery: "not-sent", phase: undefined });
}

/** Whether the same request can succeed soon. */
function isTransient({ code, retryAfterMs }: OperationError): boolean {
  return code === "REFRESH_UNAVAILABLE" || (code === "RATE_LIMITED" && retryAfterMs !== undefined);
}

function readResponse(url: string, response: PostResponse, hasTenant: boolean): RefreshResponse {
  const parsed = parseJson(response.text);
  // Unchecked members. The platform documents only `access_token`.
  const body = isRecord(parsed) ? parsed : {};
  if (response.status >= 400 || body.error === INVALID_GRANT)
    throw createFailure(url, response, body.error, hasTenant);
  return {
    accessToken: readAccessToken(url, response, body),
    expiresInS: body.expires_in,
    refreshToken: readMember(body.refresh_token),
  };
}

/** @param error - OAuth error code of the response, if there is one. */
function createFailure(
  url: string,
  response: PostResponse,
  error: unknown,
  hasTenant: boolean,
): OperationError {
  const { status, headers } = response;
  const code = chooseCode(response, error);
  const isNeverValid = code === "REFRESH_REJECTED" && error === INVALID_GRANT;
  return new OperationError(code, {
    problem: `POST ${shortenUrl(url)} returned HTTP ${status}`,
    advice: adviseBaseUrl(url, advise(code, hasTenant)),
    status,
    retryAfterMs: readRetryAfter(headers, code === "RATE_LIMITED"),
    reason: isNeverValid ? INVALID_GRANT : undefined,
    // Of a success, it would be tokens.
    response: status >= 400 ? toErrorResponse(response) : undefined,
  });
}

function advise(code: ErrorCode, hasTenant: boolean): string {
  if (code === "HTTP_STATUS") return "Check baseUrl.";
  if (code !== "REFRESH_REJECTED") return "Try again later.";
  const first = hasTenant ? "Check tenantId, or get" : "Get";
  return `${first} a new refresh token. If the platform rotates them, keep each new one (didRotate).`;
}

function chooseCode({ status, headers }: PostResponse, error: unknown): ErrorCode {
  if (status === 429) return "RATE_LIMITED";
  if (error === INVALID_GRANT && status < 500) return "REFRESH_REJECTED";
  // An HTML page comes from a proxy or a firewall.
  const isPage = mediaType(headers) === "text/html";
  // Assumed: 400 or 401 means an invalid refresh token.
  if ([400, 401].includes(status) && !isPage && !TRANSIENT_ERRORS.includes(error)) return "REFRESH_REJECTED";
  return [404, 405, 410].includes(status) ? "HTTP_STATUS" : "REFRESH_UNAVAILABLE";
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
