/** What `fetch` threw: an error of the network or of the program, or a value with which a framework steers. */

import { createProgramError, isSteering, OperationError } from "../shared/errors.ts";
import { shortenUrl } from "../shared/request.ts";

/** Error codes of Node.js, OpenSSL, undici and Bun that occur only before the request is sent. */
const CONNECT_CODES =
  /^(?:ECONNREFUSED|ENOTFOUND|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|(?:EAI|ERR_TLS_CERT|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_\w+)$/;
/** Other codes of the network, of HTTP parsers and of compression. */
const NETWORK_CODES =
  /^(?:E(?:CONN|HOST|NET)[A-Z]+|EPIPE|EPROTO|ETIMEDOUT|EADDRNOTAVAIL|UND_ERR_\w+|ERR_(?:SSL|HTTP2|STREAM_PREMATURE)_\w+|(?:HPE|Z)_\w+|Connection\w+)$/;
/** Codes of a request that `fetch` does not send, such as that of a dispatcher of another undici. */
const MISTAKE_CODES = /^(?:UND_ERR_(?:INVALID|NOT_SUPPORTED)|ERR_INVALID_)\w*$/;
/** Messages of Cloudflare Workers, Deno and Electron, whose errors have no code. */
const NETWORK_MESSAGE = /^(?:Network connection lost|error sending request|net::ERR_)/;
/** Deno names the phase in the message. */
const DENO_CONNECT = /\bclient error \(Connect\)/;
/** undici could not open a tunnel to the platform. */
const PROXY_RESPONSE = /^Proxy response \((\d{3})\)/m;

/** An error of the system, of a runtime or of OpenSSL. */
interface SystemError {
  readonly code: string;
  readonly syscall?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
  readonly hostname?: unknown;
  /** In an `AggregateError`: one for each address of the host. */
  readonly errors?: unknown;
}

/** The request that failed. */
interface FailedRequest {
  readonly url: string;
  /** Whether it is known that the network failed. */
  readonly isOfNetwork: boolean;
  /**
   * The failed connections that prove that the request was not sent. `to-url`: only those to the URL, because the
   * program passed `fetch` or `ky`, which can send other requests too. `none`: it was sent.
   */
  readonly proof: "any" | "to-url" | "none";
}

type Chain = readonly Readonly<Record<string, unknown>>[];

/** An error and its causes, at most four of them. */
export function chainOf(error: unknown): Chain {
  const chain = [Object(error)];
  while (chain.length < 5 && chain.at(-1).cause) chain.push(Object(chain.at(-1).cause));
  return chain;
}

/** The first error with a code in a chain. Without one, its code is empty. */
function findSystemError(error: unknown): SystemError {
  const isCode = (code: unknown) => typeof code === "string" && /^\w{1,64}$/.test(code);
  return (chainOf(error).find(({ code }) => isCode(code)) as SystemError | undefined) ?? { code: "" };
}

/** Whether a failed connection was one to the host of the URL, or to its address and port. */
function isOfUrl({ hostname, address, port }: SystemError, url: string): boolean {
  return hostname === new URL(url).hostname || url.includes(`//${address}:${port}/`);
}

const isOfConnection = ({ syscall, code }: SystemError): boolean =>
  syscall === "connect" || CONNECT_CODES.test(code);

/** Whether an error proves that no request was sent. */
function provesNotSent(error: SystemError, { url, proof }: FailedRequest): boolean {
  if (proof === "none") return false;
  const causes = Array.isArray(error.errors) ? error.errors.map(findSystemError) : [error];
  const isProof = (cause: SystemError) => isOfConnection(cause) && (proof === "any" || isOfUrl(cause, url));
  // An empty list proves nothing. Errors of other libraries can have one.
  return causes.length > 0 && causes.every(isProof);
}

/**
 * Whether Node.js hides a response with the status 407: the only failure of its `fetch` whose cause has neither
 * a message nor a code.
 */
function isHidden407(chain: Chain): boolean {
  const [error, cause] = chain;
  const isWithoutReason = cause?.message === "" && chain.every(({ code }) => code === undefined);
  return error?.message === "fetch failed" && isWithoutReason && chain.length === 2;
}

/**
 * The error for what `fetch` or the runtime threw.
 *
 * @returns the value itself if a framework steers by it.
 */
export function describeThrown(thrown: unknown, request: FailedRequest): unknown {
  if (thrown instanceof OperationError && thrown.operation === undefined) return thrown;
  if (isSteering(thrown)) return thrown;
  const chain = chainOf(thrown);
  const messages = chain.map(({ message }) => String(message));
  const text = messages.join("\n");
  const [, proxyStatus] = PROXY_RESPONSE.exec(text) ?? [];
  if (proxyStatus) return createProxyError(Number(proxyStatus), request, thrown);
  // It can also be a response of the platform.
  if (isHidden407(chain)) return createProxyError(407, { ...request, proof: "none" }, thrown);
  const system = findSystemError(thrown);
  const isKnown =
    request.isOfNetwork ||
    isOfConnection(system) ||
    NETWORK_CODES.test(system.code) ||
    NETWORK_MESSAGE.test(text) ||
    (thrown as Partial<Error> | null)?.name === "TimeoutError";
  // Of Node.js, for a port that `fetch` never connects to. Browsers do not say so.
  const badPort = messages.find((message) => message === "bad port");
  const isMistake = isMock(system) || MISTAKE_CODES.test(system.code) || badPort;
  if (isKnown && !isMistake) return createNetworkError(thrown, system, request);
  return createProgramError("fetch", thrown, { delivery: "unknown" }, badPort ?? system.code);
}

/** Whether a mock forbids the connection. It has the code alone; an error of the system names its call. */
const isMock = ({ code, syscall, errors }: SystemError): boolean =>
  /^E(?:HOST|NET)/.test(code) && !syscall && !errors;

/** A proxy that rejects the connection. Its own failures can be temporary. */
function createProxyError(status: number, { url, proof }: FailedRequest, cause: unknown): OperationError {
  return new OperationError(status < 500 ? "HTTP_STATUS" : "NETWORK", {
    problem: `the proxy rejected the connection to ${shortenUrl(new URL(url).origin)} (HTTP ${status})`,
    advice: "Check the proxy, and the login in its URL.",
    delivery: proof === "any" ? "not-sent" : "unknown",
    status,
    cause,
  });
}

function createNetworkError(cause: unknown, system: SystemError, request: FailedRequest): OperationError {
  const { url, proof } = request;
  const isDenoConnect = DENO_CONNECT.test(String(Object(cause).message));
  const isNotSent = provesNotSent(system, request) || (isDenoConnect && proof === "any");
  const what = isNotSent
    ? `cannot connect to ${shortenUrl(new URL(url).origin)}`
    : `POST ${shortenUrl(url)} received no complete response`;
  return new OperationError("NETWORK", {
    problem: system.code ? `${what} (${system.code})` : what,
    advice: "Check baseUrl and the network.",
    delivery: isNotSent ? "not-sent" : "unknown",
    reason: system.code || undefined,
    cause,
  });
}
