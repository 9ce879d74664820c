/** Dispatches requests to overrides, scenarios and routes, and logs them. */

import type { LogEntry, RequestKind } from "../requests/platform-request.ts";
import { RequestError } from "../requests/request-errors.ts";
import { type Channel, cutBody, type FaultResponse } from "../scenarios/faults.ts";
import { apiRoute } from "./api.ts";
import { allowOrigin, isForeignPage, isPreflight, respondToPreflight } from "./cors.ts";
import type { ReceivedRequest, Route } from "./received-request.ts";
import { refreshRoute } from "./refresh.ts";
import type { Simulation } from "./simulation.ts";
import { tokenPageRoute } from "./token-page.ts";

/** The routes of all platforms. */
const ROUTES: readonly Route[] = [apiRoute, refreshRoute, tokenPageRoute];

/** Responds to a request: its route, or a function for a request without one. */
type Responder = Pick<Route, "kind" | "respond" | "respondToError">;

/** Whether the URL of a request is below the base URL. */
export function isBelow({ base }: Simulation, request: Request): boolean {
  return `${bareUrlOf(request)}/`.startsWith(`${base.href}/`);
}

/**
 * Responds to a request of any URL. Logs it if its URL is below the base URL, before it returns a promise.
 */
export async function respond(simulation: Simulation, request: Request, channel: Channel): Promise<Response> {
  if (!isBelow(simulation, request)) return new Response("Not found.\n", { status: 404 });
  const { base, log, options } = simulation;
  const { method } = request;
  const path = bareUrlOf(request).slice(base.href.length);
  const responder = findResponder(request, path, channel);
  const { kind } = responder;
  const entry = log.add({ kind, method, path, headers: Object.fromEntries(request.headers) });
  try {
    const response = await dispatch(simulation, responder, { request, channel, entry });
    await simulation.delays.wait(options.latencyMs ?? 0, request.signal);
    entry.status = response.status;
    const isReadable = kind === "preflight" || isCrossOrigin(kind);
    return isReadable ? allowOrigin(response, request) : response;
  } catch (error) {
    entry.status = 500;
    entry.problem = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    options.onRequest?.(entry);
  }
}

function findResponder(request: Request, path: string, channel: Channel): Responder {
  if (channel === "socket" && isForeignPage(request)) {
    return { kind: "other", respond: respondToForeignPage };
  }
  const routes = ROUTES.filter((route) => route.path === path);
  if (isPreflight(request) && routes.some(({ kind }) => isCrossOrigin(kind))) {
    return { kind: "preflight", respond: () => respondToPreflight(request) };
  }
  const route = routes.find(({ method }) => method === request.method);
  if (route) return route;
  const [otherMethod] = routes;
  const respond = () => (otherMethod ? respondToMethod(request, otherMethod) : respondNotFound());
  return { kind: "other", respond };
}

/** A request whose body has not been read, and its entry in the log. */
interface Incoming {
  readonly request: Request;
  readonly channel: Channel;
  readonly entry: LogEntry;
}

/**
 * The response of an override of the test, of an active scenario, or of the route: the first of these that
 * responds.
 */
async function dispatch(
  simulation: Simulation,
  responder: Responder,
  { request, channel, entry }: Incoming,
): Promise<Response> {
  const { overrides, tokens, scenarios, log } = simulation;
  // The log needs the body, too, and a body can be read once.
  const copy = overrides.isEmpty() ? undefined : request.clone();
  const body = await request.arrayBuffer();
  const [, bearer = ""] = /^Bearer +(\S+)$/i.exec(entry.headers.authorization ?? "") ?? [];
  const accessToken = tokens.read(bearer);
  log.addBody(entry, body, accessToken);
  const overridden = copy && (await overrides.respond(copy));
  if (overridden) return overridden;
  const { kind } = responder;
  const { signal } = request;
  const fault = await scenarios.respond({ kind, channel, body: entry.body, accessToken, signal });
  if (fault) entry.scenario = fault.scenario;
  const received = { request, body, accessToken, entry };
  const response = await respondTo(simulation, responder, fault?.response, received);
  if (kind !== "api" || !scenarios.isActive("cut-body")) return response;
  entry.scenario = "cut-body";
  return cutBody(response);
}

/**
 * The response of a scenario, if there is one, or else that of the route. The route formats errors of both.
 */
async function respondTo(
  simulation: Simulation,
  responder: Responder,
  fault: FaultResponse | undefined,
  received: ReceivedRequest,
): Promise<Response> {
  try {
    if (fault instanceof RequestError) throw fault;
    return fault ?? (await responder.respond(simulation, received));
  } catch (error) {
    if (error instanceof RequestError && responder.respondToError) return responder.respondToError(error);
    throw error;
  }
}

/**
 * Whether a page of another origin can read the responses. It cannot read the token page, which shows a
 * token.
 */
function isCrossOrigin(kind: RequestKind): boolean {
  return kind === "api" || kind === "refresh";
}

/**
 * The response has no CORS headers: the developer sees its text in the browser, the scripts of the page
 * cannot read it.
 */
function respondToForeignPage(): Response {
  return new Response("The local platform only responds to pages on loopback.\n", { status: 403 });
}

/** Assumed: 404. The platform does not document it. */
function respondNotFound(): Response {
  const lines = ROUTES.map(({ method, path }) => `  ${method} ${path}\n`).join("");
  const text = `Not found. The platform has these routes below its base URL:\n${lines}`;
  return new Response(text, { status: 404 });
}

/**
 * Assumed: 405. The platform does not document it.
 *
 * @param route - The route with this path and another method.
 */
function respondToMethod({ method }: Request, route: Route): Response {
  const text = `${route.path} supports ${route.method}, not ${method}.\n`;
  return new Response(text, { status: 405, headers: { allow: route.method } });
}

/** The URL of a request without query and fragment. */
function bareUrlOf({ url }: Request): string {
  const [path = ""] = url.split(/[?#]/);
  return path;
}
