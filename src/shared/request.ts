/** One POST request, as the rest of the package uses it. `transport.ts` sends it. */

import { Failure, type Phase } from "./errors.ts";

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
export type TimeoutOption = readonly [option: string, ms: number];

/**
 * Sends one request and reads the response. Resolves for every status except a redirect.
 *
 * @param url - One of the endpoints, which have no user info and no query: messages contain it.
 * @throws Failure `NETWORK`, `TIMEOUT`, `REDIRECT`, `RESPONSE_TOO_LARGE`, `MALFORMED_RESPONSE` (not UTF-8),
 * `KY_HOOK`, or `USAGE` for a `fetch` that returns no unread response.
 */
export type Post = (url: string, options: PostOptions) => Promise<PostResponse>;

/** The failure for a timeout. */
export function createTimeout(url: string, phase: Phase, [option, ms]: TimeoutOption): Failure {
  const isSent = phase === "headers" || phase === "body";
  const place = isSent ? `POST ${url} ` : "";
  const message = `${place}timed out after ${ms} ms while waiting for the ${phase}. Increase ${option}.`;
  return new Failure("TIMEOUT", message, { phase, delivery: isSent ? "unknown" : "not-sent" });
}

/**
 * Media type of a response, without parameters and in lower case; empty if it is missing, invalid or longer
 * than 64 characters.
 */
export function mediaType(headers: PostResponse["headers"]): string {
  const type = headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  return /^(?=.{3,64}$)[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : "";
}
