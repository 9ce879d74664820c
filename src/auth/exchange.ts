/** The token exchange: a refresh token for an access token. The refresh token in the body is its only credential. */

import { sleep, withDeadline } from "../deadline.ts";
import { type ErrorCode, type ErrorFacts, Failure } from "../errors.ts";
import { isRecord, parseJson } from "../json.ts";
import { createTimeout, mediaType, type PostOptions, type PostResponse, type TimeoutOption } from "../request.ts";
import { readRetryAfter, retryDelayMs } from "../retry.ts";
import { renderExchange } from "../wire.ts";
import type { AuthContext } from "./auth.ts";
import { cleanToken } from "./token.ts";

/** Requests of one exchange. */
const MAX_ATTEMPTS = 3;
/** Time in which a failed exchange is attempted again, in multiples of `attemptTimeout`: once after a timeout. */
const RETRY_TIME_FACTOR = 1.5;
/**
 * Time that the platform has to respond to a single-use refresh token, unless `attemptTimeout` is longer. More than gateways
 * allow, and less than the time between an early refresh and the expiry of a token.
 */
const RESPONSE_TIMEOUT_MS = 120_000;
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

/** Time after which no response to an exchange of a single-use refresh token can arrive, in milliseconds. */
export function responseTimeoutMs(attemptTimeout: number): number {
  return Math.max(attemptTimeout, RESPONSE_TIMEOUT_MS);
}

/**
 * Exchanges a refresh token, even if no caller waits for the result any longer.
 *
 * A request whose response is late stays open: the platform can have accepted the refresh token, and can reject it the next
 * time. A single-use token is not sent again while that response can arrive. Any other one is sent again after
 * `attemptTimeout`; the first token that arrives is used, and a rejection is final when no earlier request is open.
 *
 * @param didStart - Called before a request, and not if an open exchange of the same tokens is awaited.
 * @throws Failure `REFRESH_REJECTED`, `REFRESH_UNAVAILABLE`, `RATE_LIMITED`, `HTTP_STATUS`, `MALFORMED_RESPONSE`, …
 */
export type Exchange = (
  refreshToken: string,
  tenantId: string | undefined,
  isSingleUse: boolean,
  didStart: () => void,
) => Promise<ExchangeResult>;

/**
 * Creates the exchanges of one client. A refresh token has at most one open exchange, because credentials can be replaced
 * by others with the same token. Another tenant waits, and uses the new refresh token if there is one.
 */
export function createExchange(context: AuthContext): Exchange {
  const open = new Map<string, { readonly tenantId: string | undefined; readonly result: Promise<ExchangeResult> }>();
  return async function exchange(refreshToken, tenantId, isSingleUse, didStart): Promise<ExchangeResult> {
    const pending = open.get(refreshToken);
    if (!pending) {
      didStart();
      const result = send(context, refreshToken, tenantId, isSingleUse).finally(() => open.delete(refreshToken));
      open.set(refreshToken, { tenantId, result });
      return result;
    }
    if (pending.tenantId === tenantId) return pending.result;
    const { refreshToken: next = refreshToken } = await pending.result.catch((): Partial<ExchangeResult> => ({}));
    const result = await exchange(next, tenantId, isSingleUse, didStart);
    return { ...result, refreshToken: result.refreshToken ?? next };
  };
}

async function send(
  { post, endpoints, attemptTimeout }: AuthContext,
  refreshToken: string,
  tenantId: string | undefined,
  isSingleUse: boolean,
): Promise<ExchangeResult> {
  const url = endpoints.refresh;
  const timeoutMs = responseTimeoutMs(attemptTimeout);
  const option: TimeoutOption = ["attemptTimeout", isSingleUse ? timeoutMs : attemptTimeout];
  /** Ends what is still open when the exchange has ended. */
  const controller = new AbortController();
  const options: PostOptions = {
    body: renderExchange(refreshToken, tenantId),
    ...{ headers: {}, signal: controller.signal, timeoutMs, option, isBackground: true },
  };
  const onLate = () => createTimeout(url, "headers", option);
  /** Earlier requests without a response. */
  const late: Promise<ExchangeResult>[] = [];
  const retryUntil = performance.now() + attemptTimeout * RETRY_TIME_FACTOR;
  try {
    for (let attempt = 1; ; attempt++) {
      const delayMs = retryDelayMs(attempt);
      const request = post(url, options).then((response) => readResponse(url, response));
      const current = withDeadline(option[1], undefined, onLate, () => request, true);
      try {
        return await Promise.race([current, ...late.map((one) => one.catch(() => current))]);
      } catch (error) {
        const failure = error as Failure;
        const isUnavailable = failure.code === "NETWORK" || failure.code === "TIMEOUT";
        const code = isUnavailable ? "REFRESH_UNAVAILABLE" : failure.code;
        const isTransient = code === "REFRESH_UNAVAILABLE" && (failure.facts.status ?? 500) >= 500;
        if (!isTransient || attempt === MAX_ATTEMPTS || performance.now() + delayMs >= retryUntil) {
          return await Promise.any(code === "REFRESH_REJECTED" ? late : []).catch(() => {
            // The operation that waits for the refresh was not sent, so `delivery` and `phase` do not apply to it.
            const { delivery: _, phase: __, ...facts } = failure.facts;
            throw new Failure(code, `token refresh failed: ${failure.message}`, facts);
          });
        }
        // It has no effect if the request has ended.
        late.push(request);
      }
      await sleep(delayMs, undefined, true);
    }
  } finally {
    controller.abort();
  }
}

function readResponse(url: string, { status, headers, text }: PostResponse): ExchangeResult {
  const contentType = mediaType(headers);
  const body = parseJson(text);
  const { error, access_token, expires_in, refresh_token } = isRecord(body) ? body : {};
  const createFailure = (code: ErrorCode, advice: string, facts?: ErrorFacts | false) =>
    new Failure(code, `POST ${url} returned HTTP ${status}. ${advice}`, { status, ...facts });
  if (status === 429) {
    const retryAfterMs = readRetryAfter(headers);
    throw createFailure("RATE_LIMITED", "Try again later.", retryAfterMs !== undefined && { retryAfterMs });
  }
  // Assumed: 400 or 401 means an invalid refresh token. An HTML page comes from a proxy.
  const isRejected = [400, 401].includes(status) && contentType !== "text/html" && !TRANSIENT_ERRORS.has(error);
  if (isRejected || (error === INVALID_GRANT && status < 500)) {
    throw createFailure(
      "REFRESH_REJECTED",
      "Get a new refresh token.",
      error === INVALID_GRANT && { reason: INVALID_GRANT },
    );
  }
  if ([404, 405, 410].includes(status)) throw createFailure("HTTP_STATUS", "Check baseUrl.");
  if (status > 299) throw createFailure("REFRESH_UNAVAILABLE", "Try again later.");
  const accessToken = readMember(access_token);
  if (accessToken) return { accessToken, expiresInS: expires_in, refreshToken: readMember(refresh_token) };
  const message = `POST ${url} returned no valid access_token. Check baseUrl.`;
  throw new Failure("MALFORMED_RESPONSE", message, { status, contentType });
}

/** Returns a token of the response, if a header can contain it. */
function readMember(value: unknown): string | undefined {
  try {
    return cleanToken(value, "token");
  } catch {
    return undefined;
  }
}
