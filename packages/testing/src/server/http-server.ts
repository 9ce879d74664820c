/**
 * The local HTTP server, on loopback. It needs Node.js: bundles for browsers contain `http-server.browser.ts` in
 * its place.
 */
/// <reference lib="esnext.disposable" preserve="true" />

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { MAX_BODY_BYTES } from "../requests/limits.ts";
import type { BaseUrl } from "../requests/parse-base-url.ts";
import { TestSetupError } from "../requests/request-errors.ts";

/** @param respond - The response of the platform. */
type Intercept = (
  request: Request,
  respond: (request: Request) => Promise<Response>,
) => Response | Promise<Response>;

export interface ListenOptions {
  /** Port, or 0 for a free one. @default 0 */
  readonly port?: number;
  /**
   * Responds to each request, or lets the platform respond: `intercept: (request, respond) => respond(request)`.
   *
   * @default the platform responds
   */
  readonly intercept?: Intercept;
}

export interface LocalServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, with the path of the platform's base URL. */
  readonly baseUrl: string;
  readonly port: number;
  /** Stops listening and closes all connections. Resolves when the port is free. */
  close(): Promise<void>;
}

/** The platform to serve. It receives each request as if it had been sent to `base`. */
export interface ServerTarget {
  readonly base: BaseUrl;
  fetch(request: Request): Promise<Response>;
}

/** Timeouts for receiving a request, in milliseconds. After that, the response is 408. */
interface ServerTimeouts {
  readonly headersMs: number;
  /** For headers and body together. */
  readonly requestMs: number;
}

const HOST = "127.0.0.1";
const TIMEOUTS: ServerTimeouts = { headersMs: 10_000, requestMs: 30_000 };

/** @throws Error with code `EADDRINUSE` if the port is in use, or with another code of Node.js. */
export async function serve(
  target: ServerTarget,
  options: ListenOptions,
  timeouts: ServerTimeouts = TIMEOUTS,
): Promise<LocalServer> {
  const limits = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    connectionsCheckingInterval: timeouts.headersMs / 10,
  };
  const { port: wantedPort = 0, intercept = (request, send) => send(request) } = options;
  const server = createServer(limits, (request, response) => {
    respond(target, request, response, intercept).catch((error: unknown) => fail(response, error));
  });
  const port = await listen(server, wantedPort);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { baseUrl: `http://${HOST}:${port}${target.base.path}`, port, close, [Symbol.asyncDispose]: close };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") return reject(error);
      const message = `Port ${port} on ${HOST} is in use. Choose another port, or 0 for a free one.`;
      reject(Object.assign(new Error(message), { code: error.code }));
    });
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

async function respond(
  target: ServerTarget,
  request: IncomingMessage,
  response: ServerResponse,
  intercept: Intercept,
): Promise<void> {
  const { localPort } = request.socket;
  // DNS rebinding: a web page can reach loopback servers by a host name that resolves to 127.0.0.1.
  if (request.headers.host !== `${HOST}:${localPort}` && request.headers.host !== `localhost:${localPort}`) {
    return sendText(response, 403, `The Host header must be ${HOST}:${localPort}.`);
  }
  if (!request.url?.startsWith("/")) return sendText(response, 400, "The request target must be a path.");
  // One byte more than the limit, so that the route rejects the body.
  const body = await readAtMost(request, MAX_BODY_BYTES + 1);
  const { method, headers, signal } = new NodeRequest({ req: request, res: response });
  const init = { method, headers, signal, body: method === "GET" || method === "HEAD" ? null : body };
  const received = new Request(`${target.base.origin}${request.url}`, init);
  const result = await intercept(received, target.fetch);
  if (result.type === "error") response.destroy();
  else await sendNodeResponse(response, result);
}

/** Reads the first bytes of a body, and discards the rest. */
function readAtMost(request: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (): void => {
      request.off("data", collect).resume();
      resolve(new Uint8Array(Buffer.concat(chunks).subarray(0, limit)));
    };
    const collect = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= limit) finish();
    };
    request.on("data", collect).once("end", finish).once("error", reject);
  });
}

function sendText(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${message}\n`);
}

/** Responds with 500. Only the message of a mistake in the test is shown. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else
    sendText(
      response,
      500,
      error instanceof TestSetupError ? error.message : "The platform failed to respond.",
    );
}
