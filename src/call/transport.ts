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
import { describeThrown } from "./thrown.ts";

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
      // A value that is no error of this package was thrown while the body was read.
      throw (phase as Phase) === "body" ? describeThrown(error, true, { url, isOfProgram: true }) : error;
    }
  };
}

/**
 * @throws `USAGE` for the result of a `fetch` of the caller that is no response, or one that was
 * read: a mock can return the same for two requests.
 */
function checkResponse(response: Response): Response {
  if (typeof response?.headers?.get === "function" && !response.bodyUsed) return response;
  throw createResponseError();
}

function createResponseError(): OperationError {
  return new OperationError("USAGE", {
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

/**
 * Sends the request that ky builds: of its own, or of the caller's instance. Hooks of the instance cannot
 * change retries, timeouts, redirects and the origin.
 *
 * On the request, body and signal cost more than all the rest of it, and only hooks read them there. Without
 * an instance, `fetch` receives them beside the URL, the method and the headers of the request.
 *
 * @throws what {@link describeThrown} returns; `KY_HOOK`.
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
  let own: OperationError | undefined;
  let thrown: { readonly value: unknown } | undefined;
  let isNetwork = false;
  let isOfProgram = true;
  let delivery: Delivery = "not-sent";
  const fail = (what: string, advice: string, cause?: unknown) => {
    own = new OperationError("KY_HOOK", { problem: `a hook of ky ${what}`, advice, delivery, cause });
    return own;
  };
  const send = async (request: Request, rest: RequestInit, next: Fetch) => {
    if (request.bodyUsed) throw fail("read the body of the request", "Read a clone.");
    if (new URL(request.url).origin !== target.origin)
      throw fail("changed the origin of the request", "Keep it.");
    delivery = "unknown";
    const { method, headers } = request;
    const beside = { ...rest, ...noStore(), redirect: "manual", signal } as const;
    try {
      const sent = instance ? next(request, beside) : next(request.url, { ...beside, method, headers, body });
      return checkResponse(await sent);
    } catch (error) {
      thrown = { value: error };
      throw error;
    }
  };
  // Runs after the hooks of the instance, so that none of them can replace these options.
  const setOptions = (options: Options) => {
    const { headers: merged, hooks } = options;
    const given = fetch ?? options.fetch;
    const next = given ?? globalThis.fetch;
    isOfProgram = given !== undefined;
    Object.assign(options, ONE_REQUEST, {
      fetch: (request: Request, rest: RequestInit) => send(request, rest, next),
    });
    // ky has merged the headers with those of a changed `Object.prototype`.
    options.headers = head.headers;
    if (!instance) return;
    // ky joins two spellings of a name. A refresh request has no `Authorization`.
    const headers = new Headers(merged as HeadersInit);
    headers.delete("authorization");
    for (const [name, value] of Object.entries(head.headers)) headers.set(name, value);
    options.headers = headers;
    // Before the hooks of the instance, which can replace the error.
    const beforeError = [recognize, ...(hooks?.beforeError ?? [])];
    options.hooks = { ...hooks, beforeError };
  };
  const recognize = ({ error }: { readonly error: Error }) => {
    isNetwork = isNetworkError(error);
    return error;
  };
  const options = {
    ...head,
    ...(instance && { body, signal }),
    hooks: { init: [setOptions] },
  };
  try {
    return await (instance ?? ky)(target, options as Options);
  } catch (error) {
    if (thrown) throw describeThrown(thrown.value, isNetwork || isNetworkError(error), { url, isOfProgram });
    const cause = withoutRequest(error);
    if (instance) throw own ?? fail("threw an error", "Handle it in the hook.", cause);
    // For example, jsdom has a signal of its own.
    const problem = "the runtime rejects the request that ky builds";
    throw own ?? new OperationError("USAGE", { problem, advice: "See error.cause.", cause });
  }
}

/** What a hook threw, unless it contains an error of ky: that has the request, and with it the token. */
function withoutRequest(error: unknown): unknown {
  let cause = error as { readonly cause?: unknown } | null | undefined;
  for (let depth = 0; cause && depth < 10; depth++) {
    if (isKyError(cause)) return undefined;
    cause = cause.cause as typeof cause;
  }
  return error;
}

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
    const whole: unknown = await response.text();
    if (typeof whole !== "string") throw createResponseError();
    return { text: whole, isWhole: whole.length <= maxBytes };
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
