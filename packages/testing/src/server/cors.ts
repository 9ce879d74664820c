/** Cross-origin rules: which pages can call the platform, and which responses they can read. */

import { LOOPBACK_ORIGIN } from "../requests/endpoints.ts";

/**
 * Whether a page that is not on this machine sent the request. Only the local server checks it, because such
 * a page can reach the server by its address. `null` is the origin of files and of sandboxed frames. Editors
 * that are extensions or desktop apps have origins such as `chrome-extension://…`, and are no pages.
 */
export function isForeignPage({ headers }: Request): boolean {
  const origin = headers.get("origin");
  return origin !== null && /^(?:https?|file):|^null$/.test(origin) && !LOOPBACK_ORIGIN.test(origin);
}

export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
}

/** Assumed: any request header is allowed, for ten minutes. Cookies are not. */
export function respondToPreflight({ headers }: Request): Response {
  const allowed = {
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
    "access-control-max-age": "600",
  };
  return new Response(null, { status: 204, headers: allowed });
}

/** Allows the page that sent the request to read the response. A network error is returned unchanged. */
export function allowOrigin(response: Response, request: Request): Response {
  const origin = request.headers.get("origin");
  if (origin === null || response.type === "error") return response;
  const headers = new Headers(response.headers);
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", "retry-after");
  headers.append("vary", "origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
