/**
 * What `fetch` threw: an error of the network, a mistake, an error of the program, or a value with which a
 * framework steers.
 */

import { OperationError } from "../shared/errors.ts";
import { shortenUrl } from "../shared/request.ts";

/** Error codes of Node.js, OpenSSL, undici and Bun that occur only before the request is sent. */
const CONNECT_CODES =
  /^(?:ECONNREFUSED|ENOTFOUND|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|(?:EAI|ERR_TLS_CERT|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_\w+)$/;
/** Other codes of the network, of HTTP parsers and of compression. */
const NETWORK_CODES =
  /^(?:ECONN(?:RESET|ABORTED)|EPIPE|EPROTO|ETIMEDOUT|EHOST(?:UNREACH|DOWN)|ENET(?:UNREACH|DOWN|RESET)|EADDRNOTAVAIL|UND_ERR_(?:SOCKET|\w+_TIMEOUT|RESPONSE\w*)|ERR_(?:SSL|HTTP2|STREAM_PREMATURE)_\w+|(?:HPE|Z)_\w+|Connection\w+)$/;
/** Codes of a request that `fetch` does not send, such as that of a dispatcher of another undici. */
const MISTAKE_CODES = /^(?:UND_ERR_(?:INVALID|NOT_SUPPORTED)|ERR_INVALID_)\w*$/;
/** Messages of Cloudflare Workers, Deno and Electron, whose errors have no code. */
const NETWORK_MESSAGE = /^(?:Network connection lost|error sending request|net::ERR_)/;
/** Deno names the phase in the message. */
const DENO_CONNECT = /\bclient error \(Connect\)/;
/** undici could not open a tunnel to the platform. */
const PROXY_RESPONSE = /^Proxy response \((\d{3})\)/;

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

/** An error and its causes, at most four of them. */
function chainOf(error: unknown): readonly Readonly<Record<string, unknown>>[] {
  const chain = [Object(error)];
  while (chain.length < 5 && chain.at(-1).cause) chain.push(Object(chain.at(-1).cause));
  return chain;
}

const isSystemError = (error: object): boolean => "code" in error && /^\w{1,64}$/.test(codeOf(error));

const codeOf = (error: object): string => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
};

function findSystemError(error: unknown): SystemError | undefined {
  return chainOf(error).find(isSystemError) as SystemError | undefined;
}

/** Whether an error proves that no request was sent. */
function provesNotSent(error: SystemError): boolean {
  const causes = Array.isArray(error.errors) ? error.errors.map(findSystemError) : [error];
  // An empty list proves nothing. Errors of other libraries can have one.
  if (causes.length === 0) return false;
  return causes.every((cause) => cause?.syscall === "connect" || CONNECT_CODES.test(cause?.code ?? ""));
}

/**
 * The error for what `fetch` or the runtime threw.
 *
 * @param isNetwork - Whether ky recognizes it as an error of the network, or a response was on the way.
 * @returns the value itself if a framework steers by it.
 */
export function describeThrown(thrown: unknown, isNetwork: boolean, url: string): unknown {
  if (thrown instanceof OperationError && thrown.operation === undefined) return thrown;
  if (isSteering(thrown)) return thrown;
  const messages = chainOf(thrown).map(({ message }) => String(message ?? ""));
  const [, status] = messages.map((message) => PROXY_RESPONSE.exec(message)).find(Boolean) ?? [];
  if (status) return createProxyError(Number(status), url, thrown);
  const system = findSystemError(thrown);
  const { code = "", syscall } = system ?? {};
  const isMistake = MISTAKE_CODES.test(code) || messages.includes("bad port");
  const isKnown =
    syscall === "connect" ||
    CONNECT_CODES.test(code) ||
    NETWORK_CODES.test(code) ||
    NETWORK_MESSAGE.test(messages[0] ?? "") ||
    (thrown as Partial<Error> | null)?.name === "TimeoutError";
  if (isMistake || !(isNetwork || isKnown)) return createProgramError(thrown, code);
  return createNetworkError(thrown, system, url);
}

/** Next.js steers by a `digest`, React by promises, and programs by the signals that they abort. */
function isSteering(thrown: unknown): boolean {
  const { digest, name, then, $$typeof } = Object(thrown) as Readonly<Record<string, unknown>>;
  return typeof digest === "string" || name === "AbortError" || typeof then === "function" || !!$$typeof;
}

function createProgramError(cause: unknown, code: string): OperationError {
  const what = cause instanceof Error ? "an error" : "a value that is not an Error";
  return new OperationError("USAGE", {
    problem: `fetch threw ${what}${code && ` (${code})`}`,
    advice: "See error.cause.",
    delivery: "unknown",
    cause,
  });
}

/** A proxy that rejects the connection. Its own failures can be temporary. */
function createProxyError(status: number, url: string, cause: unknown): OperationError {
  const isLogin = status === 407;
  return new OperationError(status < 500 ? "HTTP_STATUS" : "NETWORK", {
    problem: `the proxy rejected the connection to ${shortenUrl(new URL(url).origin)} (HTTP ${status})`,
    advice: isLogin ? "Add the login to the URL of the proxy." : "Check the proxy.",
    delivery: "not-sent",
    status,
    cause,
  });
}

function createNetworkError(cause: unknown, system: SystemError | undefined, url: string): OperationError {
  const isNotSent = system
    ? provesNotSent(system)
    : cause instanceof TypeError && DENO_CONNECT.test(cause.message);
  const { code } = system ?? {};
  const shown = code ? ` (${code})` : "";
  const proxy = system && findProxy(system, new URL(url));
  const through = proxy ? ` through ${proxy}` : "";
  return new OperationError("NETWORK", {
    problem: isNotSent
      ? `cannot connect to ${shortenUrl(new URL(url).origin)}${through}${shown}`
      : `POST ${shortenUrl(url)} received no complete response${shown}`,
    advice: proxy ? "Check the proxy." : adviseByCode(code),
    delivery: isNotSent ? "not-sent" : "unknown",
    reason: code,
    cause,
  });
}

/** The host of a proxy: the connection failed to another host or port than that of the URL. */
function findProxy({ address, port, hostname }: SystemError, url: URL): string | undefined {
  if (typeof hostname === "string" && hostname !== url.hostname) return hostname;
  const expected = url.port || (url.protocol === "https:" ? "443" : "80");
  return address && port && String(port) !== expected ? `${address}:${port}` : undefined;
}

/** As the command `doctor` advises. */
function adviseByCode(code = ""): string {
  if (/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/.test(code))
    return "Check this machine's clock. If it is right, the certificate has expired or is not yet valid.";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "Check baseUrl: the certificate is for another host.";
  if (/^(?:SELF_SIGNED|UNABLE_TO|DEPTH_ZERO)_/.test(code))
    return "Set NODE_EXTRA_CA_CERTS to the certificate of the authority that signed it.";
  if (/^(?:ERR_SSL_\w+|EPROTO)$/.test(code)) return "Check baseUrl: the server does not use HTTPS.";
  return "Check baseUrl and the network.";
}
