/** Dispatches requests to overrides, scenarios and routes, and logs them. */

import type { LogEntry, RequestKind } from "./platform-request.ts";
import { RequestError } from "./request-errors.ts";
import { apiRoute } from "./routes/api.ts";
import { allowOrigin, isForeignPage, isPreflight, respondToPreflight } from "./routes/cors.ts";
import type { ReceivedRequest, Route } from "./routes/received-request.ts";
import { refreshRoute } from "./routes/refresh.ts";
import { loginRoute, tokenPageRoute } from "./routes/token-page.ts";
import { type Channel, cutBody, type FaultResponse } from "./scenarios/faults.ts";
import type { Simulation } from "./simulation.ts";
import { sleep } from "./timing.ts";

/** The routes of all platforms. */
const ROUTES: readonly Route[] = [apiRoute, refreshRoute, tokenPageRoute, loginRoute];

/** A route, or the response to a request without one. */
type Dispatched = Pick<Route, "kind" | "respond" | "reject">;

/** Whether the URL of a request is below the base URL. */
export function isBelow({ base }: Simulation, request: Request): boolean {
  return `${bareUrlOf(request)}/`.startsWith(`${base.href}/`);
}

/**
 * Responds to a request of any URL, and logs it if its URL is below the base URL.
 *
 * @param onEntry - Receives the entry of the request in the log.
 */
export async function respond(
  simulation: Simulation,
  request: Request,
  channel: Channel,
  onEntry?: (entry: LogEntry) => void,
): Promise<Response> {
  if (!isBelow(simulation, request)) return new Response("Not found.\n", { status: 404 });
  const { base, log, options } = simulation;
  const { method } = request;
  const path = bareUrlOf(request).slice(base.href.length);
  const route = findRoute(request, path, channel);
  const { kind } = route;
  const entry = log.add({ kind, method, path, headers: Object.fromEntries(request.headers) });
  onEntry?.(entry);
  try {
    const inner = await dispatch(simulation, route, { request, channel, entry });
    const response = isCrossOrigin(kind) || kind === "preflight" ? allowOrigin(inner, request) : inner;
    await sleep(options.latencyMs ?? 0, request.signal);
    entry.status = response.status;
    return response;
  } catch (error) {
    entry.status = 500;
    entry.problem = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    options.onRequest?.(entry);
  }
}

function findRoute(request: Request, path: string, channel: Channel): Dispatched {
  if (channel === "socket" && isForeignPage(request)) return { kind: "other", respond: rejectForeignPage };
  const routes = ROUTES.filter((route) => route.path === path);
  if (isPreflight(request) && routes.some(({ kind }) => isCrossOrigin(kind))) {
    return { kind: "preflight", respond: () => respondToPreflight(request) };
  }
  const route = routes.find(({ method }) => method === request.method);
  return route ?? { kind: "other", respond: () => respondNotFound(request, routes[0]) };
}

/** A request whose body has not been read. */
interface Incoming {
  readonly request: Request;
  readonly channel: Channel;
  readonly entry: LogEntry;
}

async function dispatch(
  simulation: Simulation,
  route: Dispatched,
  { request, channel, entry }: Incoming,
): Promise<Response> {
  const { overrides, tokens, scenarios, log } = simulation;
  const copy = overrides.isEmpty() ? undefined : request.clone();
  const body = await request.arrayBuffer();
  const bearer = /^Bearer +(\S+)$/i.exec(entry.headers.authorization ?? "")?.[1];
  const accessToken = bearer === undefined ? undefined : tokens.read(bearer);
  log.addBody(entry, body, accessToken);
  const overridden = copy && (await overrides.respond(copy));
  if (overridden) return overridden;
  const scenarioRequest = {
    kind: route.kind,
    channel,
    body: entry.body,
    accessToken,
    signal: request.signal,
  };
  const early = await scenarios.respond(scenarioRequest);
  const received = { request, body, accessToken, entry };
  const response = await respondTo(simulation, route, early?.response, received);
  if (early) entry.scenario = early.scenario;
  if (route.kind !== "api" || !scenarios.isActive("cut-body")) return response;
  entry.scenario = "cut-body";
  return cutBody(response);
}

/** Responds with the response of a scenario, if there is one, or else with that of the route. */
async function respondTo(
  simulation: Simulation,
  route: Dispatched,
  early: FaultResponse | undefined,
  received: ReceivedRequest,
): Promise<Response> {
  try {
    if (early instanceof RequestError && route.reject) return route.reject(early);
    if (early instanceof RequestError) throw early;
    return early ?? (await route.respond(simulation, received));
  } catch (error) {
    if (error instanceof RequestError && route.reject) return route.reject(error);
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
function respondNotFound(request: Request, sibling: Route | undefined): Response {
  if (!sibling) {
    const lines = ROUTES.map(({ method, path }) => `  ${method} ${path}\n`).join("");
    return new Response(`Not found. The platform has these routes below its base URL:\n${lines}`, {
      status: 404,
    });
  }
  const text = `${sibling.path} supports ${sibling.method}, not ${request.method}.\n`;
  return new Response(text, { status: 405, headers: { allow: sibling.method } });
}

/** The URL of a request without query and fragment. */
function bareUrlOf({ url }: Request): string {
  const [path = ""] = url.split(/[?#]/, 1);
  return path;
}
