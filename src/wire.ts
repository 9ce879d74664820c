/** What one HTTP exchange is to the rest of the package. Who performs it is the transport's business. */

/** A response that arrived whole. */
export interface Reply {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly text: string;
}

/** One POST of a JSON body. */
export interface Outgoing {
  readonly body: string;
  /** Beside `Content-Type: application/json`, which is always sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called when the status and the headers have arrived and the body has not. */
  readonly didReceiveHeaders?: () => void;
}

/**
 * Sends one request, once, and reads its response whole. Resolves for every status but a redirect.
 *
 * @throws Failure `NETWORK`, `REDIRECT`, `RESPONSE_TOO_LARGE` or `MALFORMED_RESPONSE` (bytes that are no UTF-8).
 */
export type Post = (url: string, outgoing: Outgoing) => Promise<Reply>;

/** Media type of a `Content-Type`, without parameters, in lower case; empty for what is none. */
export function mediaType(contentType: string | null): string {
  const type = contentType?.split(";")[0]?.trim() ?? "";
  // Only what is a media type: a server's nonsense stays with the server.
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : "";
}
