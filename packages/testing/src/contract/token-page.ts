/** `GET /get_auth_token/`: shows a short-lived token to a user who is logged in (specification, section 4.3). */

import { HttpResponse } from "msw";
import { type AccessTokens, SHORT_LIVED_TOKEN_LIFE_MS } from "../access-tokens.ts";
import type { Accounts, Tenant } from "../accounts.ts";
import { readText } from "./body.ts";
import { renderLogIn, renderToken } from "./page-markup.ts";
import { Refusal, type Route } from "./route.ts";

const SESSION_COOKIE = "platform_session";

export interface TokenPageOptions {
  readonly accounts: Accounts;
  readonly tokens: AccessTokens;
  /** Path of the base URL, without a trailing slash: the session is sent nowhere else. */
  readonly basePath: string;
}

/**
 * The page, and the log-in that it needs. Assumed: the log-in page stands at the same address, posts a form to `/login`,
 * and the session is a cookie (the specification says no more than "logged in to the web application").
 * Assumed: the token is issued for the user's first tenant.
 */
export function tokenPageRoutes({ accounts, tokens, basePath }: TokenPageOptions): Route[] {
  const page: Route = {
    kind: "page",
    method: "GET",
    path: "/get_auth_token/",
    async answer({ cookies }) {
      const user = accounts.findBySession(cookies[SESSION_COOKIE]);
      if (!user) return html(renderLogIn({ action: "../login" }));
      const [tenant] = user.tenants as [Tenant, ...Tenant[]];
      const grant = { user: user.name, tenantId: tenant.id, expiresInMs: SHORT_LIVED_TOKEN_LIFE_MS };
      const token = await tokens.issue(grant);
      return html(renderToken({ token, userName: user.name, tenantName: tenant.name, lifeMs: grant.expiresInMs }));
    },
  };
  const logIn: Route = {
    kind: "login",
    method: "POST",
    path: "/login",
    answer(incoming) {
      try {
        const form = new URLSearchParams(readText(incoming, "application/x-www-form-urlencoded"));
        const name = form.get("name") ?? "";
        const session = accounts.logIn(name, form.get("password") ?? "");
        if (!session)
          return html(renderLogIn({ action: "login", name, problem: "This name and password do not match." }), 401);
        const cookie = `${SESSION_COOKIE}=${session}; Path=${basePath || "/"}; HttpOnly; SameSite=Lax`;
        const headers = { location: "get_auth_token/", "set-cookie": cookie, "cache-control": "no-store" };
        return new HttpResponse(null, { status: 303, headers });
      } catch (error) {
        if (error instanceof Refusal)
          return html(renderLogIn({ action: "login", problem: error.message }), error.status);
        throw error;
      }
    },
  };
  return [page, logIn];
}

function html(markup: string, status = 200): Response {
  return HttpResponse.html(markup, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      // Read by this origin alone, whatever stands on the next port.
      "cross-origin-resource-policy": "same-origin",
    },
  });
}
