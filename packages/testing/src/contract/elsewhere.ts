/** Answers to requests that meet no part of the contract. */

import { HttpResponse } from "msw";
import type { Route } from "./route.ts";

/**
 * What stands below the base URL and is no route. Assumed: 404, and 405 for a route's address with another method;
 * the specification shows none of it (section 7). The text is for the developer who got the address wrong.
 */
export function elsewhereRoute(routes: readonly Route[], basePath: string): Route {
  return {
    kind: "other",
    method: "GET",
    path: "",
    answer({ request }) {
      const path = new URL(request.url).pathname.slice(basePath.length);
      const met = routes.find((route) => route.path === path);
      if (!met) return notFound(routes);
      const headers = { allow: met.method };
      return HttpResponse.text(`${path} answers ${met.method}, not ${request.method}.\n`, { status: 405, headers });
    },
  };
}

export function notFound(routes: readonly Route[]): Response {
  const known = routes.map(({ method, path }) => `  ${method} ${path}\n`).join("");
  return HttpResponse.text(`Nothing is here. Below its base URL, the platform answers:\n${known}`, { status: 404 });
}
