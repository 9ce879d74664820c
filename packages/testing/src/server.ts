/** The platform over HTTP, on loopback. The only file here that needs Node. */
/// <reference lib="esnext.disposable" preserve="true" />

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sendNodeResponse } from "srvx/node";
import type { BaseUrl } from "./base-url.ts";
import { MAX_BODY_BYTES } from "./contract/body.ts";
import { Misuse } from "./misuse.ts";

export interface ListenOptions {
  /** 0 takes a free one. @default 0 */
  readonly port?: number;
}

export interface LocalServer extends AsyncDisposable {
  /** For clients: `http://127.0.0.1:<port>`, and the path of the platform's own base URL. */
  readonly baseUrl: string;
  readonly port: number;
  /** Stops listening and drops all connections, idle or not. Resolves when the port is free. */
  close(): Promise<void>;
}

/** What is served: requests are handed over as if they had been sent to `base`. */
export interface Served {
  readonly base: BaseUrl;
  fetch(request: Request): Promise<Response>;
}

/** How long a client may take, in milliseconds; then it is told 408 and dropped. */
export interface Patience {
  readonly headersMs: number;
  /** Headers and body together. */
  readonly requestMs: number;
}

const HOST = "127.0.0.1";
const PATIENCE: Patience = { headersMs: 10_000, requestMs: 30_000 };

/** @throws Error `EADDRINUSE` where the port is taken, and Node's own code where it cannot be had. */
export async function serve(
  served: Served,
  options: ListenOptions,
  patience: Patience = PATIENCE,
): Promise<LocalServer> {
  const limits = {
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: patience.headersMs / 10,
  };
  const server = createServer(limits, (request, response) => {
    answer(served, request, response).catch((error: unknown) => fail(response, error));
  });
  const port = await listen(server, options.port ?? 0);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { baseUrl: `http://${HOST}:${port}${served.base.path}`, port, close, [Symbol.asyncDispose]: close };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") return reject(error);
      const message = `Port ${port} on ${HOST} is in use: choose another port, or 0 for a free one`;
      reject(Object.assign(new Error(message), { code: error.code }));
    });
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

async function answer(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { localPort } = request.socket;
  // A foreign name that leads to 127.0.0.1 is how a web page gets at what listens on loopback (DNS rebinding).
  if (request.headers.host !== `${HOST}:${localPort}` && request.headers.host !== `localhost:${localPort}`) {
    return refuse(response, 403, `This platform answers to the host ${HOST}:${localPort} only.`);
  }
  if (!request.url?.startsWith("/")) return refuse(response, 400, "The request target must be a path.");
  // One byte more than the contract accepts is enough for it to refuse the body.
  const body = await readAtMost(request, MAX_BODY_BYTES + 1);
  const answered = await served.fetch(toFetchRequest(served.base.origin, request, response, body));
  if (answered.type === "error") response.destroy();
  else await sendNodeResponse(response, answered);
}

function toFetchRequest(
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array<ArrayBuffer>,
): Request {
  const { method = "GET", url, rawHeaders } = request;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const bodiless = method === "GET" || method === "HEAD";
  return new Request(`${origin}${url}`, { method, headers, signal: gone.signal, body: bodiless ? null : body });
}

/** Reads the first bytes of a body; the rest is let through and forgotten, so that memory stays flat. */
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

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${message}\n`);
}

/** A mistake of the test is told; any other failure is the platform's own, and its text nobody else's. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else refuse(response, 500, error instanceof Misuse ? error.message : "The platform failed to answer.");
}
