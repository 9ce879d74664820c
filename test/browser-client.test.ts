/** The client in a web page, with a platform on another origin. */

import { createPlatform } from "@integration-platform/graphql-testing";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { beforeAll, expect, onTestFinished } from "vitest";
import { schemaSDL } from "./fixtures/platform/generated/schema.ts";
import { browserTest, FOREIGN_HOST } from "./support/browser.ts";
import { serve } from "./support/server.ts";

/** A web front end: the client and a typed document. */
const FRONT_END = `
  import { accessToken, createClient, refreshToken } from "../src/index.ts";
  import { ListIntegrationsDocument } from "./fixtures/platform/generated/operations.ts";
  globalThis.list = (baseUrl, credential) => {
    const auth = "refreshToken" in credential ? refreshToken(credential) : accessToken(credential.accessToken);
    return createClient({ baseUrl, auth, retries: 0 }).execute(ListIntegrationsDocument).then(
      ({ integrations }) => ({ names: integrations.nodes.map(({ name }) => name) }),
      ({ code }) => ({ code }),
    );
  };`;

interface FrontEnd {
  list(
    baseUrl: string,
    credential: { readonly accessToken: string } | { readonly refreshToken: string },
  ): Promise<{ readonly names: readonly string[] } | { readonly code: string }>;
}

let bundle: string;

beforeAll(async () => {
  const stdin = { contents: FRONT_END, resolveDir: import.meta.dirname };
  const { outputFiles } = await build({ stdin, bundle: true, format: "esm", write: false });
  bundle = outputFiles[0]?.text ?? "";
});

/** A platform and a page on two ports, until the end of the test. */
async function listen() {
  const platform = createPlatform({ schema: schemaSDL });
  const server = await platform.listen();
  const site = await serve((request, response) => {
    const isScript = request.url === "/app.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript
        ? bundle
        : `<!doctype html><title>Front end</title><script type="module" src="/app.js"></script>`,
    );
  });
  onTestFinished(async () => {
    await site[Symbol.asyncDispose]();
    await server.close();
  });
  const names = [expect.any(String), expect.any(String), expect.any(String)];
  return { platform, baseUrl: server.baseUrl, site: site.baseUrl, names };
}

async function list(page: Page, ...args: Parameters<FrontEnd["list"]>): ReturnType<FrontEnd["list"]> {
  await page.waitForFunction(() => "list" in globalThis);
  return page.evaluate((listArguments) => (globalThis as unknown as FrontEnd).list(...listArguments), args);
}

browserTest("lists integrations with a token from the token page", async ({ page, complaints }) => {
  const { platform, baseUrl, site, names } = await listen();
  await page.goto(`${baseUrl}/get_auth_token/`);
  const accessToken = await page.locator("#token").innerText();

  await page.goto(site);
  expect(await list(page, baseUrl, { accessToken })).toEqual({ names });
  expect(platform.requests.at(-1)).toMatchObject({ kind: "api", status: 200, headers: { origin: site } });
  expect(complaints).toEqual([]);
});

browserTest("sends a refresh token once, across origins", async ({ page, complaints }) => {
  const { platform, baseUrl, site, names } = await listen();
  await page.goto(site);
  expect(await list(page, baseUrl, { refreshToken: platform.refreshToken })).toEqual({ names });
  expect([platform.count("refresh"), platform.count("api")]).toEqual([1, 1]);
  expect(complaints).toEqual([]);
});

browserTest("reads why a token was rejected, across origins", async ({ page }) => {
  const { platform, baseUrl, site } = await listen();
  const accessToken = await platform.issueAccessToken({ expiresInMs: -60_000 });
  await page.goto(site);
  expect(await list(page, baseUrl, { accessToken })).toEqual({ code: "UNAUTHENTICATED" });
  expect(await list(page, baseUrl, { refreshToken: "unknown" })).toEqual({ code: "REFRESH_REJECTED" });
});

browserTest("is rejected on a page that is not on loopback", async ({ page, complaints }) => {
  const { platform, baseUrl, site } = await listen();
  const { refreshToken } = platform;
  const accessToken = await platform.issueAccessToken();
  await page.goto(site.replace("127.0.0.1", FOREIGN_HOST));
  expect(await list(page, baseUrl, { accessToken })).toEqual({ code: "NETWORK" });
  expect(await list(page, baseUrl, { refreshToken })).toEqual({ code: "REFRESH_UNAVAILABLE" });
  expect(platform.requests.filter(({ status }) => status !== 403)).toEqual([]);
  expect(complaints.join("\n")).toContain("blocked by CORS policy");
});
