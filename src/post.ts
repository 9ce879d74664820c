/** One POST request, as the rest of the package uses it. `transport.ts` sends it. */

/** A complete response. */
export interface PostResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly text: string;
}

export interface PostOptions {
  /** JSON. */
  readonly body: string;
  /** Sent in addition to `Content-Type: application/json`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Timeout of this request in milliseconds, in addition to `signal`. @default none */
  readonly timeoutMs?: number | undefined;
  /** Called when status and headers have arrived, before the body is read. */
  readonly didReceiveHeaders?: () => void;
}

/**
 * Sends one request and reads the response. Resolves for every status except a redirect.
 *
 * @throws Failure `NETWORK`, `TIMEOUT`, `REDIRECT`, `RESPONSE_TOO_LARGE` or `MALFORMED_RESPONSE` (not UTF-8).
 */
export type Post = (url: string, options: PostOptions) => Promise<PostResponse>;

/** Longest URL in a message, in characters. */
const MAX_URL_LENGTH = 80;

/** Method, origin and path of a request, for messages: never a query, user info or a header. */
export function describePost(url: string): string {
  const { origin, pathname } = new URL(url);
  const place = origin + pathname;
  return `POST ${place.length > MAX_URL_LENGTH ? `${place.slice(0, MAX_URL_LENGTH - 1)}…` : place}`;
}

/** Media type of a response, without parameters and in lower case; empty if it is missing, invalid or longer than 64 characters. */
export function mediaType(headers: PostResponse["headers"]): string {
  const type = headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  return /^(?=.{3,64}$)[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : "";
}
