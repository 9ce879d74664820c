/** The refresh exchange (specification, section 4.2). Its only credential is the refresh token in the body. */

import { sleep } from "../deadline.ts";
import {
  Failure,
  MalformedResponseError,
  NetworkError,
  RateLimitedError,
  RefreshRejectedError,
  RefreshUnavailableError,
  TimeoutError,
} from "../errors.ts";
import { mediaType, type Post, type PostResponse } from "../post.ts";
import { parseRetryAfter, retryDelayMs } from "../retry.ts";
import { cleanToken } from "./token.ts";

const MAX_TRIES = 3;

/** What the platform hands out. Only the access token may be relied on; the rest is "not shown". */
export interface ExchangeResult {
  readonly accessToken: string;
  readonly expiresInS: unknown;
  /** Assumed: a new refresh token in the response replaces the one that was sent (rotation). */
  readonly refreshToken: string | undefined;
}

/** @throws Failure `REFRESH_REJECTED`, `REFRESH_UNAVAILABLE`, `RATE_LIMITED`, `MALFORMED_RESPONSE`, … */
export async function exchange(
  post: Post,
  url: string,
  credentials: { refreshToken: string; tenantId: string | undefined },
  signal: AbortSignal,
  timeoutMs: number,
): Promise<ExchangeResult> {
  const { refreshToken, tenantId } = credentials;
  const body = JSON.stringify({ refresh_token: refreshToken, ...(tenantId !== undefined && { tenant_id: tenantId }) });
  for (let tries = 1; ; tries++) {
    try {
      return read(await post(url, { body, headers: {}, signal, timeoutMs }));
    } catch (error) {
      const failure = forRefresh(error);
      const passing = failure.type === RefreshUnavailableError && (failure.facts.status ?? 500) >= 500;
      if (!passing || tries === MAX_TRIES) throw failure;
    }
    await sleep(retryDelayMs(tries), signal);
  }
}

/** The same failure, said of the exchange: the operation that waits for it was not sent. */
function forRefresh(error: unknown): Failure {
  if (!(error instanceof Failure)) throw error;
  const { delivery: _, ...facts } = error.facts;
  const type = error.type === NetworkError || error.type === TimeoutError ? RefreshUnavailableError : error.type;
  return new Failure(type, `refresh exchange: ${error.message}`, facts);
}

function read(reply: PostResponse): ExchangeResult {
  const { status } = reply;
  const contentType = mediaType(reply.headers);
  if (status === 429) {
    const retryAfterMs = parseRetryAfter(reply.headers.get("retry-after"));
    throw new Failure(RateLimitedError, "HTTP 429", { status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
  // Assumed: the platform refuses a refresh token with 400 or 401. A page of HTML is a proxy speaking, not the platform.
  if ((status === 400 || status === 401) && contentType !== "text/html") {
    throw new Failure(RefreshRejectedError, `HTTP ${status}: the refresh token was refused; get a new one`, { status });
  }
  if (status < 200 || status > 299) throw new Failure(RefreshUnavailableError, `HTTP ${status}`, { status });
  const members = parseMembers(reply.text);
  const accessToken = usable(members.access_token);
  if (accessToken === undefined) {
    throw new Failure(MalformedResponseError, "the response holds no usable access_token", { status, contentType });
  }
  return { accessToken, expiresInS: members.expires_in, refreshToken: usable(members.refresh_token) };
}

function parseMembers(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A token of the response, if it is one that a header can carry. */
function usable(value: unknown): string | undefined {
  try {
    return cleanToken(value, "token");
  } catch {
    return undefined;
  }
}
