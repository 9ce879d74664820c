/** One HTTP exchange over ky. The only file that imports ky, and the one place where foreign errors are translated. */

import ky, { isNetworkError } from "ky";
import { MalformedResponseError, NetworkError, RedirectError, ResponseTooLargeError } from "./errors.ts";
import { Failure } from "./failure.ts";
import type { Post } from "./wire.ts";

/** Codes of Node, undici, OpenSSL and Bun for a connection that never stood: nothing was sent. */
const NEVER_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|ConnectionRefused|FailedToOpenSocket)$/;

// Retries, timeouts and status errors are the operation's loop: ky retries no body phase, knows no kind of operation and
// would sleep out any Retry-After (see decisions/). What is left is one request, and ky's knowledge of what every runtime
// calls a network error.
const http = ky.create({ method: "post", retry: 0, timeout: false, throwHttpErrors: false });

/** The system's word for a failure, a few causes deep, where it is one word. */
function systemCode(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 4) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === "string" && /^\w{1,64}$/.test(code) ? code : systemCode(cause, depth + 1);
}

function translate(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const reason = systemCode(error);
  const neverSent = reason !== undefined && NEVER_SENT.test(reason);
  const what = neverSent ? "could not connect" : isNetworkError(error) ? "no response" : "the connection failed";
  return new Failure(NetworkError, `${what}${reason === undefined ? "" : ` (${reason})`}`, {
    delivery: neverSent ? "not-sent" : "unknown",
    ...(reason !== undefined && { reason }),
  });
}

/** Reads a body of at most `maxBytes` after decompression, so that a small reply cannot fill the memory. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decode(decoder);
      bytes += value.byteLength;
      if (bytes > maxBytes) {
        throw new Failure(ResponseTooLargeError, `the response exceeds the cap of ${maxBytes} bytes`, {
          status: response.status,
          delivery: "unknown",
        });
      }
      text += decode(decoder, value);
    }
  } finally {
    // Frees the connection where the reading stopped early; after a whole body it does nothing.
    reader.cancel().catch(() => {});
  }

  function decode(from: TextDecoder, chunk?: Uint8Array): string {
    try {
      return chunk ? from.decode(chunk, { stream: true }) : from.decode();
    } catch {
      throw new Failure(MalformedResponseError, "the response is not UTF-8", {
        status: response.status,
        contentType: mediaType(response),
        delivery: "unknown",
      });
    }
  }
}

function mediaType(response: Response): string {
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  // Only what is a media type: a server's nonsense stays with the server.
  return /^[\w.+-]+\/[\w.+-]+$/.test(type.trim()) ? type.trim().toLowerCase() : "";
}

/** A {@link Post} over ky and `fetch` that reads at most `maxBytes` of a response. */
export function createPost(fetch: typeof globalThis.fetch, maxBytes: number): Post {
  return async (url, { body, headers, signal, didReceiveHeaders }) => {
    try {
      // Body, headers and signal go to fetch directly: on the Request that ky builds they would cost a copy each.
      const response = await http(url, {
        fetch: () =>
          fetch(url, {
            method: "POST",
            headers: { ...headers, "Content-Type": "application/json" },
            body,
            signal,
            redirect: "manual",
          }),
      });
      if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
        response.body?.cancel().catch(() => {});
        throw new Failure(
          RedirectError,
          "the platform answered with a redirect, which is not followed: check baseUrl",
          {
            ...(response.status > 0 && { status: response.status }),
            delivery: "rejected",
          },
        );
      }
      didReceiveHeaders?.();
      return {
        status: response.status,
        contentType: mediaType(response),
        retryAfter: response.headers.get("retry-after"),
        text: await readText(response, maxBytes),
      };
    } catch (error) {
      throw translate(error);
    }
  };
}
