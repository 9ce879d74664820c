/** From requests to routes: the one way in, whether a request comes through MSW or over a socket. */

import { getResponse, http, type RequestHandler } from "msw";
import type { AccessTokens } from "./access-tokens.ts";
import type { BaseUrl } from "./base-url.ts";
import { isObject } from "./contract/body.ts";
import { allowOrigin, foreignRoute, isForeign, isPreflight, preflightRoute } from "./contract/cors.ts";
import { elsewhereRoute } from "./contract/elsewhere.ts";
import type { Incoming, Route } from "./contract/route.ts";
import { sleep } from "./delay.ts";
import type { Journal, JournalEntry, PlatformRequest } from "./journal.ts";
import { Misuse } from "./misuse.ts";
import { diagnose, meetRequest, type Neighbour } from "./neighbours.ts";
import { readBearer, writeDown } from "./read-request.ts";
import type { Door } from "./scenarios/act.ts";
import type { Stage } from "./scenarios/stage.ts";

export interface Router {
  readonly base: BaseUrl;
  readonly routes: readonly Route[];
  readonly journal: Journal;
  readonly tokens: AccessTokens;
  readonly stage: Stage;
  /** What the other platforms of this process know of this one. */
  readonly self: Neighbour;
  /** Asked before the routes. Read anew for each request. */
  readonly overrides: RequestHandler[];
  /** How long each answer is held back, in milliseconds. */
  readonly latencyMs: number;
  /** Told of each request that was answered. */
  readonly onRequest: ((request: PlatformRequest) => void) | undefined;
}

/** One MSW handler for each route, and a last one for all else below the base URL. */
export function createHandlers(router: Router, door: Door): RequestHandler[] {
  const { base, routes } = router;
  const elsewhere = elsewhereRoute(routes, base.path);
  const isBelow = (request: Request): boolean => `${addressOf(request)}/`.startsWith(`${base.href}/`);
  const isShared = (request: Request): boolean =>
    routes.some(({ kind, path }) => isCrossOrigin(kind) && addressOf(request) === `${base.href}${path}`);
  const handle = (
    method: "all" | "get" | "post" | "options",
    predicate: (request: Request) => boolean,
    route: Route,
  ): RequestHandler =>
    // Predicates, since MSW's own paths do not tell `/api` from `/api/`.
    http[method](
      ({ request }) => predicate(request),
      ({ request, cookies }) => respond(router, door, route, request, cookies),
    );
  return [
    ...(door === "socket" ? [handle("all", (request) => isForeign(request) && isBelow(request), foreignRoute)] : []),
    handle("options", (request) => isPreflight(request) && isShared(request), preflightRoute),
    ...routes.map((route) =>
      handle(
        route.method === "GET" ? "get" : "post",
        (request) => addressOf(request) === `${base.href}${route.path}`,
        route,
      ),
    ),
    handle("all", isBelow, elsewhere),
  ];
}

/** What a page of another origin may call. The token page is for nobody's eyes but its reader's. */
function isCrossOrigin(kind: Route["kind"]): boolean {
  return kind === "api" || kind === "refresh";
}

async function respond(
  router: Router,
  door: Door,
  route: Route,
  request: Request,
  cookies: Incoming["cookies"],
): Promise<Response> {
  const { base, journal, self, latencyMs, onRequest } = router;
  meetRequest(self, door);
  const entry = journal.open({
    kind: route.kind,
    method: request.method,
    path: addressOf(request).slice(base.href.length),
    headers: Object.fromEntries(request.headers),
  });
  try {
    const answered = await answer(router, door, route, { entry, request, cookies });
    const response = isCrossOrigin(route.kind) ? allowOrigin(answered, request) : answered;
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
}

interface Arrived {
  readonly entry: JournalEntry;
  readonly request: Request;
  readonly cookies: Incoming["cookies"];
}

/** Overrides answer before scenarios, and scenarios before the contract. */
async function answer(
  router: Router,
  door: Door,
  route: Route,
  { entry, request, cookies }: Arrived,
): Promise<Response> {
  const { journal, tokens, overrides, stage } = router;
  const forOverrides = overrides.length > 0 ? request.clone() : undefined;
  const body = await request.arrayBuffer();
  const bearer = readBearer(entry.headers.authorization);
  const accessToken = bearer === undefined ? undefined : await tokens.read(bearer);
  writeDown(entry, body, accessToken);
  if (entry.body !== undefined) journal.weigh(entry, body.byteLength);
  const overridden = forOverrides && (await getResponse(overrides, forOverrides));
  if (overridden) return overridden;
  const arrival = { kind: route.kind, door, body: entry.body, accessToken, signal: request.signal };
  const staged = await stage.answer(arrival);
  const contract = staged ?? { response: await route.answer({ request, body, cookies, accessToken, entry }) };
  const { response, scenario } = { ...staged, ...(await stage.alter(contract.response, arrival)) };
  if (scenario) entry.scenario = scenario;
  else if (response.status === 401) await explainRefusal(router, door, entry);
  return response;
}

/** An exchange that met the wrong platform cannot succeed: the test is told. An access token may be one of before. */
async function explainRefusal({ self }: Router, door: Door, entry: JournalEntry): Promise<void> {
  const refreshToken = entry.kind === "refresh" && isObject(entry.body) ? entry.body.refresh_token : undefined;
  const problem = await diagnose(self, door, { accessToken: readBearer(entry.headers.authorization), refreshToken });
  if (problem === undefined) return;
  if (entry.kind === "refresh" && door === "handlers") throw new Misuse(problem);
  entry.problem = problem;
}

/** A request's URL without query and fragment. */
function addressOf({ url }: Request): string {
  return url.replace(/[?#].*$/, "");
}
