/**
 * An HTTP server on a free loopback port, for tests that need sockets, redirects, compression or slow
 * responses.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { createCertificate } from "./certificate.ts";

interface TestServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Requests so far, by path. */
  count(path: string): number;
}

/** Listens until it is disposed. `answer` is called for each request with its complete body. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse, nth: number, body: string) => void,
): Promise<TestServer> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const nth = (counts.get(path) ?? 0) + 1;
    counts.set(path, nth);
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => answer(request, response, nth, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    count: (path) => counts.get(path) ?? 0,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens with a self-signed certificate until it is disposed. */
export async function serveTls(
  didReceive: () => void,
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const certificate = createCertificate({ until: new Date(Date.now() + 86_400_000) });
  const server = createTlsServer(certificate, (_, response) => {
    didReceive();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `https://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function respond(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Returns a free port. Another process can take it before the caller listens. */
export async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
