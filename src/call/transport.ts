/** Sends one request over ky. The only file that imports ky. Errors of ky and `fetch` are translated here. */

import ky, { isKyError, isNetworkError, type KyInstance, type Options } from "ky";
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
import { chainOf, describeThrown } from "./thrown.ts";

// No retries of ky: it does not retry while a body is read, treats mutations as queries, and waits for any
// Retry-After (see docs/decisions). No instance of `ky.create`: it would merge its defaults again for each
// request.
const ONE_REQUEST = {
  retry: 0,
  timeout: false,
  totalTimeout: false,
  throwHttpErrors: false,
  // It would replace the body.
  json: undefined,
} as const;

type Fetch = typeof globalThis.fetch;

export type { KyInstance } from "ky";

/**
 * Creates a {@link Post} that reads at most `maxBytes` of a response.
 *
 * @param fetch - @default that of the instance, or else `globalThis.fetch`, read for each request
 * @param instance - ky of the caller, if there is one.
 */
export function createPost(maxBytes: number, fetch?: Fetch, instance?: KyInstance | null): Post {
  return (url, { body, headers, signal: caller, timeoutMs, option, isBackground }) => {
    let phase: Phase = "headers";
    const onTimeout = () => createTimeout(url, phase, option);
    const send = async (signal: AbortSignal): Promise<PostResponse> => {
      const init = { method: "post", headers: { ...headers, ...JSON_HEADERS }, body, signal };
      const response = await sendThroughKy(url, init, fetch, instance);
      phase = "body";
      return readResponse(url, response, maxBytes).catch((thrown) => {
        throw describeThrown(thrown, true, { url, isOfProgram: true });
      });
    };
    return withDeadline(timeoutMs, caller, onTimeout, send, isBackground);
  };
}

interface RequestParts {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * Sends the request that ky builds: of its own, or of the caller's instance. Hooks of the instance cannot
 * change retries, timeouts, redirects and the origin.
 *
 * @throws what {@link describeThrown} returns for an error of `fetch`, and `KY_HOOK` for one of a hook.
 */
async function sendThroughKy(
  url: string,
  { body, signal, ...head }: RequestParts,
  fetch?: Fetch,
  instance?: KyInstance | null,
): Promise<Response> {
  // A string would be appended to the `prefix` of the instance. ky reads `headers` of its input: without an
  // own one, those of a changed `Object.prototype` would be sent.
  const target = Object.assign(new URL(url), { headers: undefined });
  /** What the only call of `fetch` returns. `undefined`: a hook has prevented it. */
  let sent = undefined as Promise<Response> | undefined;
  // Runs after the hooks of the instance, so that none of them can replace these options.
  const setOptions = (options: Options) => {
    const next = fetch ?? options.fetch ?? globalThis.fetch;
    const send = async (request: Request, rest: RequestInit) => {
      checkRequest(request, target.origin);
      const init = { ...rest, ...noStore(), redirect: "manual", signal } as const;
      if (instance) return checkResponse(await next(request, init));
      // On the request, body and signal cost more than all the rest of it, and only hooks read them there.
      const { method, headers } = request;
      return checkResponse(await next(request.url, { ...init, method, headers, body }));
    };
    Object.assign(options, ONE_REQUEST, {
      // Without an instance, not those that ky has merged with the ones of a changed `Object.prototype`.
      headers: instance ? joinHeaders(options.headers, head.headers) : head.headers,
      fetch: (request: Request, rest: RequestInit) => {
        sent = send(request, rest);
        return sent;
      },
    });
  };
  const options = { ...head, ...(instance && { body, signal }), hooks: { init: [setOptions] } };
  try {
    return await (instance ?? ky)(target, options as Options);
  } catch (error) {
    // What `fetch` threw decides, whatever a hook has thrown after it.
    await sent?.catch(async (thrown) => {
      const isOfProgram = Boolean(fetch ?? instance);
      throw describeThrown(thrown, await isOfNetwork(thrown, target), { url, isOfProgram });
    });
    const delivery = sent ? "unknown" : "not-sent";
    // An error of ky has the request, and with it the token.
    const cause = chainOf(error).some(isKyError) ? undefined : error;
    if (instance) throw createHookError("threw an error", "Handle it in the hook.", delivery, cause);
    // For example, jsdom has a signal of its own.
    const problem = "the runtime rejects the request that ky builds";
    throw new OperationError("USAGE", { problem, advice: "See error.cause.", cause });
  }
}

function createHookError(what: string, advice: string, delivery: Delivery, cause?: unknown): OperationError {
  return new OperationError("KY_HOOK", { problem: `a hook of ky ${what}`, advice, delivery, cause });
}

/** @throws `KY_HOOK` if a hook has made the request unusable. */
function checkRequest({ bodyUsed, url }: Request, origin: string): void {
  if (bodyUsed) throw createHookError("read the body of the request", "Read a clone.", "not-sent");
  if (new URL(url).origin !== origin)
    throw createHookError("changed the origin of the request", "Keep it.", "not-sent");
}

/** The headers of an instance, and those of the client, which replace them in any spelling. */
function joinHeaders(ofInstance: Options["headers"], own: RequestParts["headers"]): Headers {
  const headers = new Headers(ofInstance as HeadersInit);
  // A refresh request has none.
  headers.delete("authorization");
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

/** Whether ky recognizes an error of the network. It marks those of a `fetch` that it calls, and no others. */
function isOfNetwork(thrown: unknown, target: URL): Promise<boolean> {
  const fetch = () => Promise.reject(thrown);
  return ky(target, { ...ONE_REQUEST, fetch }).then(() => false, isNetworkError);
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
 * Next.js keeps responses to POST requests, the access token of a refresh included. Runtimes without a cache,
 * such as older Cloudflare Workers, reject the option.
 */
const noStore = () => ("cache" in Request.prototype ? ({ cache: "no-store" } as const) : {});

async function readResponse(url: string, response: Response, maxBytes: number): Promise<PostResponse> {
  const { status, headers } = response;
  const fail = (code: ErrorCode, what: string, advice: string) =>
    new OperationError(code, {
      problem: `POST ${shortenUrl(url)} returned ${what}`,
      advice,
      delivery: "unknown",
      // Browsers hide the status of a redirect.
      status: status || undefined,
      response: toErrorResponse({ status, headers, text: "" }),
    });
  if (response.type === "opaqueredirect" || (status > 299 && status < 400)) {
    response.body?.cancel?.().catch(() => {});
    const shown = status > 0 ? ` (HTTP ${status})` : "";
    throw fail("REDIRECT", `a redirect${shown}, which is not followed`, adviseBaseUrl(url));
  }
  const { text, isWhole } = await readText(response, maxBytes);
  if (text === undefined) throw fail("MALFORMED_RESPONSE", "text that is not UTF-8", adviseBaseUrl(url));
  // A status that decides alone. Its text is then cut.
  const isDecisive = status === 401 || status === 429 || status > 499;
  if (!isWhole && !isDecisive)
    throw fail("RESPONSE_TOO_LARGE", `more than ${maxBytes} bytes`, "Increase maxResponseBytes.");
  return { status, headers, text };
}

/**
 * Reads a body until it has more than `maxBytes`, counted after decompression. The text of a success is
 * `undefined` if it is not UTF-8. If its last character is cut off, it ends before that.
 */
async function readText(
  response: Response,
  maxBytes: number,
): Promise<{ readonly text: string | undefined; readonly isWhole: boolean }> {
  const { body } = response;
  // A polyfill of `fetch`, such as that of React Native, has no stream.
  if (typeof body?.getReader !== "function") {
    const text = await response.text();
    return { text, isWhole: text.length <= maxBytes };
  }
  const decoder = new TextDecoder("utf-8", { fatal: response.status < 300 });
  const reader = body.getReader();
  let text: string | undefined = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    length += value.byteLength;
    try {
      text += decoder.decode(value, { stream: true });
    } catch {
      text = undefined;
    }
    if (text !== undefined && length <= maxBytes) continue;
    // Frees the connection.
    reader.cancel().catch(() => {});
    return { text, isWhole: length <= maxBytes };
  }
}
