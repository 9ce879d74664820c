/** From requests to routes: the one way in, whether a request comes through MSW or over a socket. */

import { getResponse, http, type RequestHandler } from "msw";
import type { AccessToken, AccessTokens } from "./access-tokens.ts";
import type { BaseUrl } from "./base-url.ts";
import { isObject, MAX_BODY_BYTES } from "./contract/body.ts";
import { elsewhereRoute } from "./contract/elsewhere.ts";
import { nameOperation } from "./contract/execute.ts";
import type { Incoming, Route } from "./contract/route.ts";
import type { Journal, JournalEntry } from "./journal.ts";

export interface Router {
  readonly base: BaseUrl;
  readonly routes: readonly Route[];
  readonly journal: Journal;
  readonly tokens: AccessTokens;
  /** Asked before the routes. Read anew for each request. */
  readonly overrides: RequestHandler[];
}

/** One MSW handler for each route, and a last one for all else below the base URL. */
export function createHandlers(router: Router): RequestHandler[] {
  const { base, routes } = router;
  const elsewhere = elsewhereRoute(routes, base.path);
  // Predicates, since MSW's own paths do not tell `/api` from `/api/`.
  return [
    ...routes.map((route) =>
      (route.method === "GET" ? http.get : http.post)(
        ({ request }) => addressOf(request) === `${base.href}${route.path}`,
        ({ request, cookies }) => respond(router, route, request, cookies),
      ),
    ),
    http.all(
      ({ request }) => `${addressOf(request)}/`.startsWith(`${base.href}/`),
      ({ request, cookies }) => respond(router, elsewhere, request, cookies),
    ),
  ];
}

async function respond(
  { base, journal, tokens, overrides }: Router,
  route: Route,
  request: Request,
  cookies: Incoming["cookies"],
): Promise<Response> {
  const entry = journal.open({
    kind: route.kind,
    method: request.method,
    path: addressOf(request).slice(base.href.length),
    headers: Object.fromEntries(request.headers),
  });
  const forOverrides = overrides.length > 0 ? request.clone() : undefined;
  const body = await request.arrayBuffer();
  const accessToken = await readAccessToken(request, tokens);
  describe(entry, body, accessToken);
  const overridden = forOverrides && (await getResponse(overrides, forOverrides));
  const response = overridden ?? (await route.answer({ request, body, cookies, accessToken }));
  entry.status = response.status;
  return response;
}

function readAccessToken(request: Request, tokens: AccessTokens): Promise<AccessToken | undefined> {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return token ? tokens.read(token) : Promise.resolve(undefined);
}

/** Writes down what a request asks, as far as it can be told: it may be refused yet, or overridden. */
function describe(entry: JournalEntry, bytes: ArrayBuffer, accessToken: AccessToken | undefined): void {
  if (accessToken) {
    entry.tokenGeneration = accessToken.generation;
    entry.tenantId = accessToken.tenantId;
  }
  const body = entry.kind === "api" || entry.kind === "refresh" ? readJson(bytes) : undefined;
  if (body === undefined) return;
  entry.body = body;
  if (entry.kind !== "api" || !isObject(body)) return;
  const { query, operationName, variables } = body;
  const operation = nameOperation(query, operationName);
  if (operation !== undefined) entry.operation = operation;
  if (isObject(variables)) entry.variables = variables;
}

function readJson(bytes: ArrayBuffer): unknown {
  if (bytes.byteLength > MAX_BODY_BYTES) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** A request's URL without query and fragment. */
function addressOf({ url }: Request): string {
  return url.replace(/[?#].*$/, "");
}
