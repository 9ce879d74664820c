/** One HTTP exchange over ky. The only file that imports ky, and the one place where foreign errors are translated. */

import ky, { isNetworkError } from "ky";
import { MalformedResponseError, NetworkError, RedirectError, ResponseTooLargeError } from "./errors.ts";
import { Failure } from "./failure.ts";
import { mediaType, type Post } from "./wire.ts";

/** Codes of Node, undici, OpenSSL and Bun for a connection that never stood: nothing was sent. */
const NEVER_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|ConnectionRefused|FailedToOpenSocket)$/;

// Retries, timeouts and status errors are the operation's loop: ky retries no body phase, knows no kind of operation and
// would sleep out any Retry-After (see decisions/). What is left is one request, and ky's knowledge of what every runtime
// calls a network error. No instance of `ky.create`: it would merge its defaults anew for each request.
const ONE_REQUEST = { retry: 0, timeout: false, throwHttpErrors: false } as const;

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

/** Without a stream to remember it decodes whole texts, faster than piece by piece. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a body of at most `maxBytes` after decompression, so that a small reply cannot fill the memory. */
async function readText({ body, status, headers }: Response, maxBytes: number): Promise<string> {
  if (!body) return "";
  const bytes = await readBytes(body, maxBytes, status);
  try {
    return utf8.decode(bytes);
  } catch {
    const contentType = mediaType(headers.get("content-type"));
    throw new Failure(MalformedResponseError, "the response is not UTF-8", {
      status,
      contentType,
      delivery: "unknown",
    });
  }
}

async function readBytes(body: ReadableStream<Uint8Array>, maxBytes: number, status: number): Promise<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.byteLength;
    if (length > maxBytes) {
      // Frees the connection.
      reader.cancel().catch(() => {});
      const message = `the response exceeds the cap of ${maxBytes} bytes`;
      throw new Failure(ResponseTooLargeError, message, { status, delivery: "unknown" });
    }
  }
  const [first] = chunks;
  return chunks.length === 1 && first ? first : join(chunks, length);
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** A {@link Post} over ky and `fetch` that reads at most `maxBytes` of a response. */
export function createPost(fetch: typeof globalThis.fetch, maxBytes: number): Post {
  return async (url, { body, headers, signal, didReceiveHeaders }) => {
    try {
      // Body, headers and signal go to fetch directly: on the Request that ky builds they would cost a copy each.
      const response = await ky(url, {
        ...ONE_REQUEST,
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
        headers: response.headers,
        text: await readText(response, maxBytes),
      };
    } catch (error) {
      throw translate(error);
    }
  };
}
