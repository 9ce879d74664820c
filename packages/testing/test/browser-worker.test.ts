/** The simulated platform in a page, with the service worker of MSW, bundled as a consumer does. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, onTestFinished } from "vitest";
import { browserTest } from "../../../test/support/browser.ts";
import { serve } from "../../../test/support/server.ts";

/** The test of a front end: platform, worker and the code under test. */
const FRONT_END = `
  import { createClient, refreshToken } from "@integration-platform/graphql";
  import { ListIntegrationsDocument } from "../../../test/fixtures/platform/generated/operations.ts";
  import { schemaSDL as schema } from "../../../test/fixtures/platform/generated/schema.ts";
  import { createPlatform } from "@integration-platform/graphql-testing";
  import { setupWorker } from "msw/browser";
  const platform = createPlatform({ schema, data: { Integration: [{ id: "1", name: "Orders" }] }, scenario: "expired-token" });
  const client = createClient({ baseUrl: platform.baseUrl, auth: refreshToken({ refreshToken: platform.refreshToken }) });
  globalThis.list = async () => {
    await setupWorker(...platform.handlers).start({ quiet: true });
    await client.execute(ListIntegrationsDocument);
    const { integrations } = await client.execute(ListIntegrationsDocument);
    return { nodes: integrations.nodes, requests: platform.describe().split("\\n") };
  };
  globalThis.listen = () => platform.listen().catch(String);`;

interface FrontEnd {
  list(): Promise<{ readonly nodes: readonly object[]; readonly requests: readonly string[] }>;
  listen(): Promise<string>;
}

const page = (markup: string) => `<!doctype html><link rel="icon" href="data:,">${markup}`;
const files = new Map([
  ["/", { type: "text/html", text: page(`<script type="module" src="/app.js"></script>`) }],
]);

beforeAll(async () => {
  const stdin = { contents: FRONT_END, resolveDir: import.meta.dirname };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    platform: "browser",
    format: "esm",
    write: false,
  });
  const worker = readFileSync(fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js")), "utf8");
  files.set("/app.js", { type: "text/javascript", text: outputFiles[0]?.text ?? "" });
  files.set("/mockServiceWorker.js", { type: "text/javascript", text: worker });
});

async function openSite(): Promise<string> {
  const site = await serve((request, response) => {
    const { type, text } = files.get(request.url ?? "") ?? { type: "text/plain", text: "" };
    response.setHeader("content-type", type);
    response.end(text);
  });
  onTestFinished(() => site[Symbol.asyncDispose]());
  return site.baseUrl;
}

browserTest(
  "responds to a page through the worker of MSW, and the client in the page refreshes its token",
  async ({ page }) => {
    await page.goto(await openSite());
    await page.waitForFunction(() => "list" in globalThis);
    const { nodes, requests } = await page.evaluate(() => (globalThis as unknown as FrontEnd).list());
    expect(nodes).toEqual([{ id: "1", name: "Orders" }]);
    expect(requests).toEqual([
      "https://platform.example.com received 5 requests: 3 api, 2 refresh",
      "  1. POST /auth/refresh → 200",
      "  2. POST /api ListIntegrations token 1 → 200",
      "  3. POST /api ListIntegrations token 1 → 401 (expired-token)",
      "  4. POST /auth/refresh → 200",
      "  5. POST /api ListIntegrations token 2 → 200",
    ]);
  },
);

browserTest("rejects listen() in a page", async ({ page }) => {
  await page.goto(await openSite());
  await page.waitForFunction(() => "listen" in globalThis);
  expect(await page.evaluate(() => (globalThis as unknown as FrontEnd).listen())).toBe(
    "TypeError: listen() needs Node.js. In a browser, pass platform.handlers to setupWorker() of MSW.",
  );
});
