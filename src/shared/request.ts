/** One POST request, as the rest of the package uses it. `transport.ts` sends it. */

import { type ErrorResponse, OperationError, type Phase } from "./errors.ts";

/** A complete response. */
export interface PostResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly text: string;
}

export interface PostOptions {
  /** Body of the request, as JSON. */
  readonly body: string;
  /** Sent in addition to `Content-Type: application/json`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the request, which then rejects with `signal.reason` itself. */
  readonly signal: AbortSignal | undefined;
  /** Timeout of the request in milliseconds. */
  readonly timeoutMs: number;
  /** The option that the message of a timeout names. */
  readonly option: TimeoutOption;
  /** Whether the process can exit before the response. @default false */
  readonly isBackground?: boolean;
}

/** An option that limits a request, and its value in milliseconds. */
type TimeoutOption = readonly [option: string, ms: number];

/**
 * Sends one request and reads the response. Resolves for every status except a redirect.
 *
 * @param url - One of the endpoints, which have no user info and no query: messages contain it.
 * @throws OperationError without an operation: `NETWORK`, `TIMEOUT`, `REDIRECT`, `RESPONSE_TOO_LARGE`, `MALFORMED_RESPONSE` (not UTF-8),
 * `KY_HOOK`, or `USAGE` for a `fetch` that returns no unread response.
 */
export type Post = (url: string, options: PostOptions) => Promise<PostResponse>;

/** Longest URL in a message. */
const MAX_URL_LENGTH = 80;

/** A URL for messages, without its middle if it is long: the host and the path of the request remain. */
export function shortenUrl(url: string): string {
  return url.length > MAX_URL_LENGTH ? `${url.slice(0, 50)}…${url.slice(50 - MAX_URL_LENGTH)}` : url;
}

const EXTRA_PATH = /(\/(?:api|graphql|auth\/refresh|get_auth_token))\/(?:api|auth\/refresh)$/;

/** The advice about a base URL that ends in a path of the client or of a page, or else another one. */
export function adviseBaseUrl(
  url: string,
  otherwise = "Check baseUrl: it can be the URL of a web page, a login or a proxy.",
): string {
  const [, path] = EXTRA_PATH.exec(url) ?? [];
  return path ? `Remove ${path} from the end of baseUrl: the client adds its paths.` : otherwise;
}

/** The error for a timeout. */
export function createTimeout(url: string, phase: Phase, [option, ms]: TimeoutOption): OperationError {
  const isSent = phase === "headers" || phase === "body";
  const place = isSent ? `POST ${shortenUrl(url)} ` : "";
  return new OperationError("TIMEOUT", {
    problem: `${place}timed out after ${ms} ms while waiting for the ${phase}`,
    advice: `Increase ${option}.`,
    phase,
    delivery: isSent ? "unknown" : "not-sent",
  });
}

/** Media type without parameters, in lower case; empty if it is missing, invalid or very long. */
export function mediaType(headers: PostResponse["headers"]): string {
  const type = headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  return /^(?=.{3,64}$)[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : "";
}

/** Largest number of characters of a response that an error keeps. */
const MAX_RESPONSE_LENGTH = 4_096;

export function toErrorResponse({ status, headers, text }: PostResponse): ErrorResponse {
  return { status, mediaType: mediaType(headers), text: text.slice(0, MAX_RESPONSE_LENGTH) };
}
