/** Cross-origin rules: which pages of a browser may call the platform, and what they may read. */

import type { Route } from "./route.ts";

/** What a page on loopback has for an origin, on any port. */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Whether a page of the web sent the request. Only what listens on loopback has to ask: a page of the web could reach
 * it by its address. `null` is the origin of files and of sandboxed frames, whosever they are.
 */
export function isForeign(request: Request): boolean {
  const origin = request.headers.get("origin");
  return origin !== null && !LOOPBACK.test(origin);
}

/** Refuses a page of the web, whatever it asks. The browser shows its developer the text, and the page nothing. */
export const foreignRoute: Route = {
  kind: "other",
  method: "GET",
  path: "",
  answer: () => new Response("This platform answers pages on loopback only.\n", { status: 403 }),
};

export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
}

/** Assumed: a page may send whatever headers it likes, and is believed for ten minutes. Cookies are never asked for. */
export const preflightRoute: Route = {
  kind: "preflight",
  method: "OPTIONS",
  path: "",
  answer({ request }) {
    const headers = {
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "",
      "access-control-max-age": "600",
    };
    return allowOrigin(new Response(null, { status: 204, headers }), request);
  },
};

/** Lets the page that sent the request read the answer. A network error stays one. */
export function allowOrigin(response: Response, request: Request): Response {
  const origin = request.headers.get("origin");
  if (origin === null || response.type === "error") return response;
  const headers = new Headers(response.headers);
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", "retry-after");
  headers.append("vary", "origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
