/** The page at the address of `serve`: what runs there, its last requests, and how to get a token. */

import { html, type Markup } from "@integration-platform/graphql-compiler/internal/text/markup";
import type { LocalPlatform } from "@integration-platform/graphql-testing/local";
import { nameSchema } from "../project/project.ts";
import type { Redact } from "../terminal/redaction.ts";

/** The newest requests, which the page shows. */
const SHOWN_REQUESTS = 20;

const STYLE = html`<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color: #1f2328; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #d1d9e0; }
code { background: #f0f2f4; padding: .1rem .3rem; border-radius: .25rem; }
@media (prefers-color-scheme: dark) { body { background: #0d1117; color: #e6edf3; } code { background: #21262d; } td, th { border-color: #30363d; } a { color: #58a6ff; } }
</style>`;

/** @param redact - Applied to paths and names of operations: a client can put credentials into them. */
export function renderPage(
  { requests, users: [user] }: LocalPlatform,
  {
    baseUrl,
    schema,
    scenarios,
  }: { readonly baseUrl: string; readonly schema: string; readonly scenarios: readonly string[] },
  redact: Redact,
): string {
  const rows = requests.slice(-SHOWN_REQUESTS).reverse();
  const cell = (text: string | number): Markup =>
    html`<td>${typeof text === "string" ? redact(text) : text}</td>`;
  const list = rows.map(
    ({ method, path, operation = "", status = 0 }) =>
      html`<tr>${cell(method)}${cell(path || "/")}${cell(operation)}${cell(status === 0 ? "no response" : status)}</tr>`,
  );
  const table = html`<table><tr><th>Method</th><th>Path</th><th>Operation</th><th>Status</th></tr>${list}</table>`;
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Local platform</title>${STYLE}
<h1>Local platform</h1>
<p>It simulates the platform on this machine, with generated data.</p>
<dl>
<dt>Schema</dt><dd>${nameSchema(schema)}</dd>
<dt>Operations are sent to</dt><dd><code>POST ${baseUrl}/api</code></dd>
<dt>Scenarios</dt><dd>${scenarios.length === 0 ? "none" : scenarios.join(", ")}</dd>
</dl>
<h2>Get a token</h2>
<p>Log in on the <a href="${baseUrl}/get_auth_token/">token page</a> as <code>${user?.name ?? ""}</code>. The terminal in which <code>serve</code> runs shows the password, a refresh token and the commands that use it.</p>
<h2>Last requests</h2>
${rows.length === 0 ? html`<p>None yet.</p>` : table}
</html>`.markup;
}
