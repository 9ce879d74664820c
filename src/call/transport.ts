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
  return (url, { body, headers, signal, timeoutMs, option, isBackground }) => {
    let phase: Phase = "headers";
    const onTimeout = () => createTimeout(url, phase, option);
    const send = async (own: AbortSignal): Promise<PostResponse> => {
      const init = { method: "post", headers: { ...headers, ...JSON_HEADERS }, body, signal: own };
      const response = await sendThroughKy(url, init, { fetch, instance });
      phase = "body";
      return readResponse(url, response, maxBytes).catch((thrown) => {
        throw describeThrown(thrown, { url, isOfNetwork: true, proof: "none" });
      });
    };
    return withDeadline(timeoutMs, onTimeout, send, { signal, isBackground });
  };
}

interface RequestParts {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Who sends the request: without both, ky with the `fetch` of the runtime. */
interface Sender {
  readonly fetch?: Fetch | undefined;
  readonly instance?: KyInstance | null | undefined;
}

/**
 * Sends the request that ky builds: of its own, or of the caller's instance. Hooks of the instance cannot
 * change retries, timeouts, redirects and the origin.
 *
 * @throws what {@link describeThrown} returns for an error of `fetch`, and `KY_HOOK` for one of a hook.
 */
async function sendThroughKy(url: string, parts: RequestParts, sender: Sender): Promise<Response> {
  const { fetch, instance } = sender;
  // A string would be appended to the `prefix` of the instance. ky reads `headers` of its input: without an
  // own one, those of a changed `Object.prototype` would be sent.
  const target = Object.assign(new URL(url), { headers: undefined });
  /** The call of `fetch`. Empty if a hook has prevented it. */
  const sent: Promise<Response>[] = [];
  try {
    return await (instance ?? ky)(target, buildOptions(target.origin, parts, sender, sent));
  } catch (error) {
    const [fetched] = await Promise.allSettled(sent);
    // What `fetch` threw decides, whatever a hook has thrown after it.
    if (fetched?.status === "rejected") {
      const isOfNetwork = await isNetworkErrorOfKy(fetched.reason, target);
      const proof = fetch || instance ? "to-url" : "any";
      throw describeThrown(fetched.reason, { url, isOfNetwork, proof });
    }
    const delivery = fetched ? "unknown" : "not-sent";
    throw instance ? describeHookError(error, delivery) : describeKyError(error);
  }
}

/** @param sent - Gets the call of `fetch`. */
function buildOptions(
  origin: string,
  parts: RequestParts,
  { fetch, instance }: Sender,
  sent: Promise<Response>[],
): Options {
  const { body, signal, ...head } = parts;
  // Runs after the hooks of the instance, so that none of them can replace these options.
  const setOptions = (options: Options) => {
    const next = fetch ?? options.fetch ?? globalThis.fetch;
    const send = async (request: Request, rest: RequestInit) => {
      checkRequest(request, origin);
      const init = { ...rest, ...noStore(), redirect: "manual", signal } as const;
      const { url, method, headers } = request;
      const response = instance ? next(request, init) : next(url, { ...init, method, headers, body });
      return checkResponse(await response);
    };
    Object.assign(options, ONE_REQUEST, {
      // Without an instance, not those that ky has merged with the ones of a changed `Object.prototype`.
      headers: instance ? joinHeaders(options.headers, head.headers) : head.headers,
      fetch: (request: Request, rest: RequestInit) => {
        const response = send(request, rest);
        sent.push(response);
        return response;
      },
    });
  };
  // Only hooks read body and signal of the request, on which they cost more than all the rest of it.
  return { ...(instance ? parts : head), hooks: { init: [setOptions] } };
}

/** The error for what a hook of the instance threw. */
function describeHookError(error: unknown, delivery: Delivery): OperationError {
  return createHookError("threw an error", "Handle it in the hook.", delivery, withoutToken(error));
}

/** The error for what ky threw without hooks: for example, jsdom has a signal of its own. */
function describeKyError(error: unknown): OperationError {
  const problem = "the runtime rejects the request that ky builds";
  return new OperationError("USAGE", { problem, advice: "See error.cause.", cause: withoutToken(error) });
}

/** An error of ky has the request, and with it the token: it is no cause. */
const withoutToken = (error: unknown): unknown => (chainOf(error).some(isKyError) ? undefined : error);

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

/**
 * Whether ky recognizes an error of the network. It only marks what a `fetch` throws that it calls: this one sends
 * nothing.
 */
function isNetworkErrorOfKy(thrown: unknown, target: URL): Promise<boolean> {
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
    const shown = status ? ` (HTTP ${status})` : "";
    throw fail("REDIRECT", `a redirect${shown}, which is not followed`, adviseBaseUrl(url));
  }
  const body = await readText(response, maxBytes);
  if (body.problem === "not-utf-8")
    throw fail("MALFORMED_RESPONSE", "text that is not UTF-8", adviseBaseUrl(url));
  // A status that decides alone. Its text is then cut.
  const isDecisive = status === 401 || status === 429 || status > 499;
  if (body.problem === "cut" && !isDecisive)
    throw fail("RESPONSE_TOO_LARGE", `more than ${maxBytes} bytes`, "Increase maxResponseBytes.");
  return { status, headers, text: body.text };
}

/** `cut`: it is longer than the limit. */
interface BodyText {
  readonly text: string;
  readonly problem?: "cut" | "not-utf-8";
}

/**
 * Reads a body until it has more than `maxBytes`, counted after decompression. Only a success can be
 * `not-utf-8`. If the last character is cut off, the text ends before that.
 */
async function readText(response: Response, maxBytes: number): Promise<BodyText> {
  // A polyfill of `fetch`, such as that of React Native, has no stream.
  if (typeof response.body?.getReader !== "function") {
    const text = await response.text();
    return text.length > maxBytes ? { text, problem: "cut" } : { text };
  }
  const decoder = new TextDecoder("utf-8", { fatal: response.ok });
  const reader = response.body.getReader();
  const body = await readStream(reader, decoder, maxBytes);
  // Frees the connection, if the body has not ended.
  reader.cancel().catch(() => {});
  return body;
}

async function readStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  decoder: TextDecoder,
  maxBytes: number,
): Promise<BodyText> {
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text };
    length += value.byteLength;
    try {
      text += decoder.decode(value, { stream: true });
    } catch {
      return { text, problem: "not-utf-8" };
    }
    if (length > maxBytes) return { text, problem: "cut" };
  }
}
