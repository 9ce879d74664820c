/** The simulated platform inside a page, behind MSW's service worker: built from the package as a consumer would. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, onTestFinished } from "vitest";
import { browserTest } from "../../../test/support/browser.ts";
import { serve } from "../../../test/support/server.ts";

/** A front end's test: its platform, its worker, and the code under test. */
const FRONT_END = `
  import { createClient, refreshToken } from "@integration-platform/graphql";
  import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
  import { createPlatform } from "@integration-platform/graphql/testing";
  import { setupWorker } from "msw/browser";
  const platform = createPlatform({ integrations: [{ id: "1", name: "Orders" }], scenario: "expired-token" });
  const client = createClient({ baseUrl: platform.baseUrl, auth: refreshToken(platform) });
  globalThis.list = async () => {
    await setupWorker(...platform.handlers).start({ quiet: true });
    const { integrations } = await client.execute(ListIntegrationsDocument);
    return { nodes: integrations.nodes, asked: platform.describe().split("\\n") };
  };
  globalThis.listen = () => platform.listen().catch(String);`;

interface FrontEnd {
  list(): Promise<{ readonly nodes: readonly object[]; readonly asked: readonly string[] }>;
  listen(): Promise<string>;
}

const page = (markup: string) => `<!doctype html><link rel="icon" href="data:,">${markup}`;
const files = new Map([["/", { type: "text/html", text: page(`<script type="module" src="/app.js"></script>`) }]]);

beforeAll(async () => {
  const stdin = { contents: FRONT_END, resolveDir: import.meta.dirname };
  const { outputFiles } = await build({ stdin, bundle: true, platform: "browser", format: "esm", write: false });
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

browserTest("answers a page through MSW's worker, and renews its token there", async ({ page }) => {
  await page.goto(await openSite());
  await page.waitForFunction(() => "list" in globalThis);
  const { nodes, asked } = await page.evaluate(() => (globalThis as unknown as FrontEnd).list());
  expect(nodes).toEqual([{ id: "1", name: "Orders" }]);
  expect(asked).toEqual([
    "https://platform.example.com was asked 4 times: 2 api, 2 refresh",
    "  1. POST /auth/refresh → 200",
    "  2. POST /api ListIntegrations token 1 → 401 (expired-token)",
    "  3. POST /auth/refresh → 200",
    "  4. POST /api ListIntegrations token 2 → 200",
  ]);
});

browserTest("says in a page that listening needs Node", async ({ page }) => {
  await page.goto(await openSite());
  await page.waitForFunction(() => "listen" in globalThis);
  expect(await page.evaluate(() => (globalThis as unknown as FrontEnd).listen())).toBe(
    "TypeError: listen() needs Node: in a browser, give platform.handlers to MSW's setupWorker",
  );
});
