/** `GET /get_auth_token/`: shows a short-lived access token (docs/contract.md, 4.3). */

import { html } from "@integration-platform/graphql-compiler/internal/text/markup";
import { PAGE_TOKEN_LIFETIME_MS } from "../requests/access-tokens.ts";
import type { Route } from "./received-request.ts";

/** It runs no script, and no other page can show it in a frame or read it. */
const HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  // Servers on other ports of the same host have another origin, and must not read the page.
  "cross-origin-resource-policy": "same-origin",
};

/** Assumed: the default user is logged in to the web application, and the token is for the first tenant. */
export const tokenPageRoute: Route = {
  kind: "page",
  method: "GET",
  path: "/get_auth_token/",
  respond({ accounts, tokens }) {
    const { user, tenantId } = accounts.accessOf(undefined);
    const token = tokens.issue({ user: user.name, tenantId, expiresInMs: PAGE_TOKEN_LIFETIME_MS });
    const tenantName = user.tenants.find(({ id }) => id === tenantId)?.name ?? tenantId;
    return new Response(renderPage(token, user.name, tenantName), { headers: HEADERS });
  },
};

function renderPage(token: string, userName: string, tenantName: string): string {
  const minutes = PAGE_TOKEN_LIFETIME_MS / 60_000;
  const { markup } = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Your access token · Integration Platform (simulated)</title>
<style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; } code { word-break: break-all; }</style>
<main>
  <h1>Your access token</h1>
  <p>For <strong>${userName}</strong> in the tenant <strong>${tenantName}</strong>, valid for ${minutes} minutes:</p>
  <p><code id="token">${token}</code></p>
  <p>Send it as <code>Authorization: Bearer …</code>, and keep it secret.</p>
</main>
</html>
`;
  return markup;
}
