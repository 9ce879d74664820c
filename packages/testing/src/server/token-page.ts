/** `GET /get_auth_token/`: shows a short-lived access token to a user who is logged in. */

import { PAGE_TOKEN_LIFETIME_MS } from "../requests/access-tokens.ts";
import type { Tenant } from "../requests/accounts.ts";
import { PAGE_HEADERS } from "./page-headers.ts";
import { type Route, readText } from "./received-request.ts";
import { renderLogin, renderToken } from "./token-page-html.ts";

const SESSION_COOKIE = "platform_session";

/**
 * Assumed: the token is for the user's first tenant. The platform documents "logged in to the web
 * application".
 */
export const tokenPageRoute: Route = {
  kind: "page",
  method: "GET",
  path: "/get_auth_token/",
  respond({ accounts, tokens }, { request }) {
    const user = accounts.findBySession(readSession(request));
    if (!user) return html(renderLogin({ action: "../login" }));
    const [tenant] = user.tenants as [Tenant, ...Tenant[]];
    const grant = { user: user.name, tenantId: tenant.id, expiresInMs: PAGE_TOKEN_LIFETIME_MS };
    const token = tokens.issue(grant);
    const page = { token, userName: user.name, tenantName: tenant.name, lifetimeMs: grant.expiresInMs };
    return html(renderToken(page));
  },
};

/**
 * Assumed: the form is at the URL of the token page, and the session is a cookie that is limited to the base
 * URL.
 */
export const loginRoute: Route = {
  kind: "login",
  method: "POST",
  path: "/login",
  respond({ accounts, base }, received) {
    const form = new URLSearchParams(readText(received, "application/x-www-form-urlencoded"));
    const name = form.get("name") ?? "";
    const session = accounts.logIn(name, form.get("password") ?? "");
    if (!session) {
      const problem = "This name and password do not match.";
      return html(renderLogin({ action: "login", name, problem }), 401);
    }
    const cookie = `${SESSION_COOKIE}=${session}; Path=${base.path || "/"}; HttpOnly; SameSite=Lax`;
    const headers = { location: "get_auth_token/", "set-cookie": cookie, "cache-control": "no-store" };
    return new Response(null, { status: 303, headers });
  },
  respondToError: ({ status, message }) => html(renderLogin({ action: "login", problem: message }), status),
};

function readSession({ headers }: Request): string | undefined {
  const cookies = (headers.get("cookie") ?? "").split(/; */);
  return cookies.find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))?.slice(SESSION_COOKIE.length + 1);
}

function html(markup: string, status = 200): Response {
  return new Response(markup, { status, headers: PAGE_HEADERS });
}
