/** Sends one request over ky. The only file that imports ky. Errors of ky and `fetch` are translated here. */

import ky, { type KyInstance, type Options } from "ky";
import { withDeadline } from "../shared/deadline.ts";
import { type Delivery, type ErrorCode, OperationError, type Phase } from "../shared/errors.ts";
import {
  adviseBaseUrl,
  createTimeout,
  type Post,
  type PostResponse,
  shortenUrl,
  toErrorResponse,
} from "../shared/request.ts";
import { JSON_HEADERS } from "../shared/wire.ts";

/** Error codes of Node.js, OpenSSL, undici and Bun that occur only before the request is sent. */
const CONNECT_CODES =
  /^(?:ECONNREFUSED|ENOTFOUND|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|(?:EAI|ERR_TLS_CERT|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_\w+)$/;

// No retries of ky: it does not retry while a body is read, treats mutations as queries, and waits for any
// Retry-After (see docs/decisions). No instance of `ky.create`: it would merge its defaults again for each
// request.
const ONE_REQUEST = { retry: 0, timeout: false, totalTimeout: false, throwHttpErrors: false } as const;

/** An error of the system, of a runtime or of OpenSSL. */
interface SystemError {
  readonly code: string;
  readonly syscall?: unknown;
  /** In an `AggregateError`: one for each address of the host. */
  readonly errors?: unknown;
}

/** The first error with a code: the error itself, or its `cause`, at most four deep. */
function findSystemError(error: unknown, depth = 0): SystemError | undefined {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === "string" && /^\w{1,64}$/.test(code)) return error as SystemError;
  return cause && depth < 4 ? findSystemError(cause, depth + 1) : undefined;
}

/** Whether an error proves that no request was sent. */
function provesNotSent(error: SystemError): boolean {
  const causes = Array.isArray(error.errors) ? error.errors.map((cause) => findSystemError(cause)) : [error];
  // An empty list proves nothing. Errors of other libraries can have one.
  if (causes.length === 0) return false;
  return causes.every((cause) => cause?.syscall === "connect" || CONNECT_CODES.test(cause?.code ?? ""));
}

/** Deno has no codes. Its HTTP client names the phase in the message. */
const DENO_CONNECT = /\bclient error \(Connect\)/;

/** The error for one of ky, `fetch` or the runtime. */
function toOperationError(error: unknown, url: string): OperationError {
  if (error instanceof OperationError) return error;
  const cause = findSystemError(error);
  const isNotSent = cause
    ? provesNotSent(cause)
    : error instanceof TypeError && DENO_CONNECT.test(error.message);
  const code = cause ? ` (${cause.code})` : "";
  const what = isNotSent
    ? `cannot connect to ${shortenUrl(new URL(url).origin)}${code}`
    : `POST ${shortenUrl(url)} received no complete response${code}`;
  return new OperationError("NETWORK", {
    problem: what,
    advice: "Check baseUrl and the network.",
    delivery: isNotSent ? "not-sent" : "unknown",
    reason: cause?.code,
  });
}

/** Reads at most `maxBytes` of a body, counted after decompression. @returns `undefined` if it is larger. */
async function readBytes(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
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
      return undefined;
    }
  }
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(length);
  // From the end, so that `length` is the position of each chunk.
  for (const chunk of chunks.reverse()) {
    length -= chunk.byteLength;
    bytes.set(chunk, length);
  }
  return bytes;
}

type Fetch = typeof globalThis.fetch;

export type { KyInstance } from "ky";

/**
 * Creates a {@link Post} that reads at most `maxBytes` of a response.
 *
 * @param fetch - @default that of the instance, or else `globalThis.fetch`, read for each request
 * @param instance - ky of the caller, if there is one.
 */
export function createPost(maxBytes: number, fetch?: Fetch, instance?: KyInstance | null): Post {
  return async (url, { body, headers, signal: caller, timeoutMs, option, isBackground }) => {
    let phase: Phase = "headers";
    const send = async (signal: AbortSignal): Promise<PostResponse> => {
      const init = { method: "post", headers: { ...headers, ...JSON_HEADERS }, body, signal };
      const response = await sendThroughKy(url, init, fetch, instance);
      phase = "body";
      return readResponse(url, response, maxBytes);
    };
    try {
      return await withDeadline(
        timeoutMs,
        caller,
        () => createTimeout(url, phase, option),
        send,
        isBackground,
      );
    } catch (error) {
      caller?.throwIfAborted();
      throw toOperationError(error, url);
    }
  };
}

/**
 * @throws `USAGE` for the result of a `fetch` of the caller that is no response, or one that was
 * read: a mock can return the same for two requests.
 */
function checkResponse(response: Response): Response {
  if (typeof response?.headers?.get === "function" && !response.bodyUsed) return response;
  throw new OperationError("USAGE", {
    problem: "fetch returned no unread Response",
    advice: "Return a new one, such as Response.json(…).",
    delivery: "unknown",
  });
}

/**
 * Sends the request that ky builds: of its own, or of the caller's instance. Hooks of the instance cannot
 * change retries, timeouts, redirects and the origin.
 *
 * On the request, body and signal cost more than all the rest of it, and only hooks read them there. Without
 * an instance, `fetch` receives them beside the URL, the method and the headers of the request.
 */
async function sendThroughKy(
  url: string,
  { body, signal, ...head }: Required<Pick<RequestInit, "method" | "headers" | "body" | "signal">>,
  fetch?: Fetch,
  instance?: KyInstance | null,
): Promise<Response> {
  // A string would be appended to the `prefix` of the instance. ky reads `headers` of its input: without an
  // own one, those of a changed `Object.prototype` would be sent.
  const target = Object.assign(new URL(url), { headers: undefined });
  let failure: OperationError | undefined;
  let delivery: Delivery = "not-sent";
  const fail = (what: string, advice: string) =>
    new OperationError("KY_HOOK", { problem: `a hook of ky ${what}`, advice, delivery });
  // Runs after the hooks of the instance, so that none of them can replace these options.
  const setOptions = (options: Options) => {
    const next = fetch ?? options.fetch ?? globalThis.fetch;
    const send = async (request: Request, rest: RequestInit) => {
      try {
        if (request.bodyUsed) throw fail("read the body of the request", "Read a clone.");
        if (new URL(request.url).origin !== target.origin)
          throw fail("changed the origin of the request", "Keep it.");
        delivery = "unknown";
        const { method, headers } = request;
        const beside = { ...rest, ...noStore(), redirect: "manual", signal } as const;
        const sent = instance
          ? next(request, beside)
          : next(request.url, { ...beside, method, headers, body });
        return checkResponse(await sent);
      } catch (error) {
        failure = toOperationError(error, url);
        throw error;
      }
    };
    // Also the headers: ky has merged them with those of a changed `Object.prototype`.
    Object.assign(options, ONE_REQUEST, { fetch: send }, !instance && { headers: head.headers });
  };
  const options = { ...head, ...(instance && { body, signal }), hooks: { init: [setOptions] } };
  try {
    return await (instance ?? ky)(target, options as Options);
  } catch {
    throw failure ?? fail("threw an error", "Handle it in the hook.");
  }
}

/**
 * Next.js keeps responses to POST requests, the access token of a refresh included. Runtimes without a cache,
 * such as older Cloudflare Workers, reject the option.
 */
const noStore = () => ("cache" in Request.prototype ? ({ cache: "no-store" } as const) : {});

async function readResponse(url: string, response: Response, maxBytes: number): Promise<PostResponse> {
  const { status, headers } = response;
  const fail = (code: ErrorCode, what: string, advice: string) => {
    response.body?.cancel?.().catch(() => {});
    return new OperationError(code, {
      problem: `POST ${shortenUrl(url)} returned ${what}`,
      advice,
      delivery: "unknown",
      // Browsers hide the status of a redirect.
      status: status || undefined,
      response: toErrorResponse({ status, headers, text: "" }),
    });
  };
  if (response.type === "opaqueredirect" || (status > 299 && status < 400)) {
    const shown = status > 0 ? ` (HTTP ${status})` : "";
    throw fail("REDIRECT", `a redirect${shown}, which is not followed`, adviseBaseUrl(url));
  }
  const text = await readText(response, maxBytes);
  if (text === "too large")
    throw fail("RESPONSE_TOO_LARGE", `more than ${maxBytes} bytes`, "Increase maxResponseBytes.");
  if (text === "not UTF-8") throw fail("MALFORMED_RESPONSE", "text that is not UTF-8", adviseBaseUrl(url));
  return { status, headers, ...text };
}

/** Decodes whole texts, which is faster than decoding each chunk. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the body of a response. A polyfill of `fetch`, such as that of React Native, has no stream that can be
 * read: then `text()` is.
 */
async function readText(
  response: Response,
  maxBytes: number,
): Promise<{ readonly text: string } | "too large" | "not UTF-8"> {
  const { body } = response;
  if (typeof body?.getReader !== "function") {
    const text = await response.text();
    return text.length > maxBytes ? "too large" : { text };
  }
  const bytes = await readBytes(body, maxBytes);
  if (!bytes) return "too large";
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    return decodeCut(bytes) ?? "not UTF-8";
  }
}

/**
 * A text whose last character is cut off, with a replacement for it, so that it is no complete JSON.
 * `undefined` for any other text that is not UTF-8.
 */
function decodeCut(bytes: Uint8Array): { readonly text: string } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return { text: `${text}\uFFFD` };
  } catch {
    return undefined;
  }
}
