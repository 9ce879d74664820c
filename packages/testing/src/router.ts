/** Dispatches requests to overrides, scenarios and routes, and logs them. */

import type { AccessTokens } from "./access-tokens.ts";
import { RequestError } from "./errors.ts";
import type { PlatformRequest, RequestKind } from "./platform-request.ts";
import type { RequestLog } from "./request-log.ts";
import { allowOrigin, isForeignPage, isPreflight, respondToPreflight } from "./routes/cors.ts";
import type { BaseUrl, ReceivedRequest, Route } from "./routes/request.ts";
import { type Channel, cutBody, type FaultResponse } from "./scenarios/faults.ts";
import type { Scenarios } from "./scenarios/scenarios.ts";
import { sleep } from "./timing.ts";

/** Handlers of the test that respond instead of scenarios and routes. */
export interface Overrides {
  /** Returns the response of the newest override that matches. */
  respond(request: Request): Promise<Response | undefined>;
  isEmpty(): boolean;
  /** Describes each override that no request used. */
  unused(): string[];
  reset(): void;
}

interface RouterOptions {
  readonly base: BaseUrl;
  readonly routes: readonly Route[];
  readonly log: RequestLog;
  readonly tokens: AccessTokens;
  readonly scenarios: Scenarios;
  readonly overrides: Overrides;
  readonly latencyMs: number;
  readonly onRequest: ((request: PlatformRequest) => void) | undefined;
}

/** A route, or the response to a request without one. */
type Dispatched = Pick<Route, "kind" | "respond" | "reject">;

export interface Router {
  /** Whether the URL of the request is below the base URL. */
  matches(request: Request): boolean;
  respond(request: Request, channel: Channel): Promise<Response>;
}

export function createRouter(options: RouterOptions): Router {
  const { base, routes, log, tokens, scenarios, overrides, latencyMs, onRequest } = options;
  return {
    matches: (request) => `${pathOf(request)}/`.startsWith(`${base.href}/`),
    async respond(request, channel) {
      const path = pathOf(request).slice(base.href.length);
      const route = findRoute(request, path, channel);
      const { kind } = route;
      const entry = log.add({
        kind,
        method: request.method,
        path,
        headers: Object.fromEntries(request.headers),
      });
      try {
        const inner = await dispatch(route, request, channel, entry);
        const response = isCrossOrigin(kind) || kind === "preflight" ? allowOrigin(inner, request) : inner;
        await sleep(latencyMs, request.signal);
        entry.status = response.status;
        return response;
      } catch (error) {
        entry.status = 500;
        entry.problem = error instanceof Error ? error.message : String(error);
        throw error;
      } finally {
        onRequest?.(entry);
      }
    },
  };

  function findRoute(request: Request, path: string, channel: Channel): Dispatched {
    if (channel === "socket" && isForeignPage(request)) return { kind: "other", respond: rejectForeignPage };
    const known = routes.filter((route) => route.path === path);
    if (isPreflight(request) && known.some(({ kind }) => isCrossOrigin(kind))) {
      return { kind: "preflight", respond: () => respondToPreflight(request) };
    }
    const route = known.find(({ method }) => method === request.method);
    return route ?? { kind: "other", respond: () => respondNotFound(routes, request, known[0]) };
  }

  async function dispatch(
    route: Dispatched,
    request: Request,
    channel: Channel,
    entry: ReceivedRequest["entry"],
  ): Promise<Response> {
    const copy = overrides.isEmpty() ? undefined : request.clone();
    const body = await request.arrayBuffer();
    const bearer = /^Bearer +(\S+)$/i.exec(entry.headers.authorization ?? "")?.[1];
    const accessToken = bearer === undefined ? undefined : tokens.read(bearer);
    log.addBody(entry, body, accessToken);
    const overridden = copy && (await overrides.respond(copy));
    if (overridden) return overridden;
    const received = { kind: route.kind, channel, body: entry.body, accessToken, signal: request.signal };
    const early = await scenarios.respond(received);
    const response = await respondTo(route, early?.response, { request, body, accessToken, entry });
    if (early) entry.scenario = early.scenario;
    if (route.kind !== "api" || !scenarios.isActive("cut-body")) return response;
    entry.scenario = "cut-body";
    return cutBody(response);
  }
}

/** Responds with the response of a scenario, if there is one, or else with that of the route. */
async function respondTo(
  { respond, reject }: Dispatched,
  early: FaultResponse | undefined,
  received: ReceivedRequest,
): Promise<Response> {
  try {
    if (early instanceof RequestError) throw early;
    return early ?? (await respond(received));
  } catch (error) {
    if (error instanceof RequestError && reject) return reject(error);
    throw error;
  }
}

/** Whether a page of another origin can call the route. It cannot read the token page. */
function isCrossOrigin(kind: RequestKind): boolean {
  return kind === "api" || kind === "refresh";
}

/** The developer of the page sees the text, the page does not. */
function rejectForeignPage(): Response {
  return new Response("The local platform only responds to pages on loopback.\n", { status: 403 });
}

/** Assumed: 404, and 405 for a route with another method. The platform documents neither. */
function respondNotFound(routes: readonly Route[], request: Request, known: Route | undefined): Response {
  if (!known) {
    const lines = routes.map(({ method, path }) => `  ${method} ${path}\n`).join("");
    return new Response(`Not found. The platform has these routes below its base URL:\n${lines}`, {
      status: 404,
    });
  }
  const text = `${known.path} supports ${known.method}, not ${request.method}.\n`;
  return new Response(text, { status: 405, headers: { allow: known.method } });
}

/** The URL of a request without query and fragment. */
function pathOf({ url }: Request): string {
  const [path = ""] = url.split(/[?#]/, 1);
  return path;
}
