/** `GET /get_auth_token/`: shows a short-lived access token to a user who is logged in. */

import { type AccessTokens, PAGE_TOKEN_LIFETIME_MS } from "../access-tokens.ts";
import type { Accounts, Tenant } from "../accounts.ts";
import { PAGE_HEADERS } from "./page-headers.ts";
import { type Route, readText } from "./request.ts";
import { renderLogin, renderToken } from "./token-page-html.ts";

const SESSION_COOKIE = "platform_session";

interface TokenPageOptions {
  readonly accounts: Accounts;
  readonly tokens: AccessTokens;
  /** Path of the base URL, without a trailing slash. The session cookie is limited to it. */
  readonly basePath: string;
}

/**
 * The token page and its login form. Assumed: the form is at the same URL and posts to `/login`, the session is a cookie,
 * and the token is for the user's first tenant. The platform documents "logged in to the web application".
 */
export function tokenPageRoutes({ accounts, tokens, basePath }: TokenPageOptions): Route[] {
  const page: Route = {
    kind: "page",
    method: "GET",
    path: "/get_auth_token/",
    async respond({ request }) {
      const user = accounts.findBySession(readSession(request));
      if (!user) return html(renderLogin({ action: "../login" }));
      const [tenant] = user.tenants as [Tenant, ...Tenant[]];
      const grant = { user: user.name, tenantId: tenant.id, expiresInMs: PAGE_TOKEN_LIFETIME_MS };
      const token = tokens.issue(grant);
      return html(
        renderToken({ token, userName: user.name, tenantName: tenant.name, lifetimeMs: grant.expiresInMs }),
      );
    },
  };
  const login: Route = {
    kind: "login",
    method: "POST",
    path: "/login",
    respond(received) {
      const form = new URLSearchParams(readText(received, "application/x-www-form-urlencoded"));
      const name = form.get("name") ?? "";
      const session = accounts.logIn(name, form.get("password") ?? "");
      if (!session) {
        return html(
          renderLogin({ action: "login", name, problem: "This name and password do not match." }),
          401,
        );
      }
      const cookie = `${SESSION_COOKIE}=${session}; Path=${basePath || "/"}; HttpOnly; SameSite=Lax`;
      const headers = { location: "get_auth_token/", "set-cookie": cookie, "cache-control": "no-store" };
      return new Response(null, { status: 303, headers });
    },
    reject: ({ status, message }) => html(renderLogin({ action: "login", problem: message }), status),
  };
  return [page, login];
}

function readSession({ headers }: Request): string | undefined {
  const cookies = (headers.get("cookie") ?? "").split(/; */);
  return cookies.find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))?.slice(SESSION_COOKIE.length + 1);
}

function html(markup: string, status = 200): Response {
  return new Response(markup, { status, headers: PAGE_HEADERS });
}
