/** HTML of the login page and the token page. Links are relative, because the base URL can have a path. */

import { EMPTY, html, type Markup } from "@integration-platform/graphql-compiler/internal/text/markup";

interface LoginPage {
  /** Target of the form, relative to the URL of the page. */
  readonly action: string;
  /** Initial value of the name field. */
  readonly name?: string;
  /** Why the last login failed. */
  readonly problem?: string;
}

export function renderLogin({ action, name = "", problem }: LoginPage): string {
  const alert = problem ? html`<p role="alert" id="problem">${problem}</p>` : EMPTY;
  const invalid = problem ? html` aria-invalid="true" aria-describedby="problem"` : EMPTY;
  return renderPage(
    "Log in",
    html`${alert}
    <form method="post" action="${action}">
      <label for="name">Name</label>
      <input id="name" name="name" value="${name}" autocomplete="username" required${invalid}>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required${invalid}>
      <button type="submit">Log in</button>
    </form>`,
  );
}

interface TokenPage {
  readonly token: string;
  readonly userName: string;
  readonly tenantName: string;
  /** Lifetime of the token, in milliseconds. */
  readonly lifetimeMs: number;
}

export function renderToken({ token, userName, tenantName, lifetimeMs }: TokenPage): string {
  const minutes = Math.round(lifetimeMs / 60_000);
  return renderPage(
    "Your access token",
    html`<p>For <strong>${userName}</strong> in the tenant <strong>${tenantName}</strong>.</p>
    <label for="token">Access token</label>
    <textarea id="token" rows="9" readonly spellcheck="false" aria-describedby="use">${token}</textarea>
    <p id="use">Valid for ${minutes} minutes. Send it as <code>Authorization: Bearer …</code>, and keep it secret.</p>`,
  );
}

function renderPage(title: string, content: Markup): string {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Integration Platform (simulated)</title>
  <style>${{ markup: STYLE }}</style>
</head>
<body>
  <header>Integration Platform <small>simulated</small></header>
  <main>
    <h1>${title}</h1>
    ${content}
  </main>
</body>
</html>
`;
  return markup;
}

/** The whole token is visible. `rows` is for browsers that do not support `field-sizing`. */
const STYLE = `
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
    body { margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; }
    header { padding: .75rem 1.5rem; border-bottom: 1px solid color-mix(in srgb, GrayText 40%, transparent); font-weight: 600; }
    header small { padding: .1rem .5rem; border: 1px solid GrayText; border-radius: 1rem; font-size: .75rem; font-weight: 400; }
    main { width: min(34rem, 100% - 3rem); margin: 8vh auto 1.5rem; }
    h1 { margin: 0 0 1rem; font-size: 1.5rem; }
    label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
    input, textarea { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit; border: 1px solid GrayText; border-radius: .25rem; }
    textarea { field-sizing: content; font: .875rem/1.5 ui-monospace, monospace; word-break: break-all; resize: vertical; }
    code { white-space: nowrap; }
    button { margin-top: 1.5rem; padding: .5rem 1.5rem; border: 0; border-radius: .25rem; font: inherit; font-weight: 600; color: #fff; background: #1a5fb4; }
    :focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
    [role=alert] { padding: .5rem .75rem; border-left: .25rem solid #c62828; }
  `;
