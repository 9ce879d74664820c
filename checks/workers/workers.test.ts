/**
 * The client in Cloudflare's runtime, which cancels the requests and timers of a request that has ended. The
 * worker is that of the page, with and without its `waitUntil`.
 */

import { request as openRequest } from "node:http";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { expect, onTestFinished, test } from "vitest";
import { readBlocks } from "../../test/support/blocks.ts";
import { respond, serve } from "../../test/support/server.ts";
import { gate, jwt } from "../../test/support/wire.ts";

const TIMEOUT_MS = 1_500;
const [block] = await readBlocks("docs/cloudflare-workers.md");
const WAIT = "context.waitUntil(client.close())";
const page = (block?.code ?? "").replace("timeout: 10_000", `timeout: ${TIMEOUT_MS}`);
/** Responds while its refresh is on the way. */
const hasty = page
  .replace("const { integrations } = await", "const answer =")
  .replace(
    "return Response.json(integrations.nodes);",
    "answer.catch(() => {}); if (request.url.endsWith('/hasty')) return new Response('early'); return Response.json((await answer).integrations.nodes);",
  );

async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@integration-platform/source"],
    alias: {
      "@integration-platform/graphql/operations": `${import.meta.dirname}/../../test/fixtures/platform/generated/operations.ts`,
    },
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** A token that expires in `leftMs`, and is in the last tenth of its lifetime. */
function dueToken(leftMs: number): string {
  const exp = Math.ceil((Date.now() + leftMs) / 1000);
  return jwt({ iat: exp - 300, exp });
}

/** Starts the worker, with a platform that counts requests. `hold` delays the first refresh. */
async function start(
  code: string,
  { token = "", hold = Promise.resolve() as Promise<unknown>, date = "2026-01-01" } = {},
) {
  const counts = { api: 0, refresh: 0 };
  const asked = gate();
  const server = await serve(async (request, response) => {
    if (request.url === "/api") {
      counts.api++;
      return respond(response, { data: { integrations: { nodes: [] } } });
    }
    if (++counts.refresh === 1) {
      asked.resolve();
      await hold;
    }
    respond(response, { access_token: jwt({ nth: counts.refresh }) });
  });
  const worker = new Miniflare({
    modules: true,
    script: await bundle(code),
    compatibilityDate: date,
    bindings: {
      PLATFORM_BASE_URL: server.baseUrl,
      PLATFORM_REFRESH_TOKEN: "refresh",
      PLATFORM_ACCESS_TOKEN: token,
    },
  });
  onTestFinished(async () => {
    await worker.dispose();
    await server[Symbol.asyncDispose]();
  });
  const url = await worker.ready;
  const call = async (path = "/") => {
    const response = await worker.dispatchFetch(new URL(path, "http://worker"));
    return `${response.status} ${await response.text()}`;
  };
  return { url, call, counts, asked: asked.promise };
}

const until = async (time: number) => {
  while (Date.now() < time) await new Promise((resolve) => setTimeout(resolve, time - Date.now()));
};

test.each(["2024-01-01", "2026-01-01"])("two requests share one cold refresh (%s)", async (date) => {
  const { call, counts } = await start(page, { date });
  expect(await Promise.all([call(), call()])).toEqual(["200 []", "200 []"]);
  expect(await call()).toBe("200 []");
  expect(counts).toEqual({ api: 3, refresh: 1 });
});

test("with waitUntil, an early refresh outlives its request, and is used when the token expires", async () => {
  const release = gate();
  const expiry = Date.now() + 2_000;
  const { call, counts, asked } = await start(page, { token: dueToken(2_000), hold: release.promise });
  expect(await call()).toBe("200 []");
  await asked;
  expect(await call()).toBe("200 []");
  release.resolve();
  await until(expiry + 1_000);
  expect(await call()).toBe("200 []");
  expect(counts).toEqual({ api: 3, refresh: 1 });
});

test("without waitUntil, an early refresh ends with its request, and the next call starts another", async () => {
  const release = gate();
  onTestFinished(() => release.resolve());
  const expiry = Date.now() + 2_000;
  const code = page.replace(WAIT, "void context");
  expect(code).not.toBe(page);
  const { call, counts, asked } = await start(code, { token: dueToken(2_000), hold: release.promise });
  expect(await call()).toBe("200 []");
  await asked;
  await until(expiry + 1_000);
  expect([await call(), await call()]).toEqual(["200 []", "200 []"]);
  expect(counts).toEqual({ api: 3, refresh: 2 });
});

test.each([
  ["waitUntil", hasty],
  ["nothing", hasty.replace(WAIT, "void context")],
])("a call after a handler that responded during its refresh succeeds (%s)", async (_, code) => {
  const release = gate();
  onTestFinished(() => release.resolve());
  const startedAt = Date.now();
  const { call, asked } = await start(code, { hold: release.promise });
  expect(await call("/hasty")).toBe("200 early");
  await asked;
  await until(startedAt + TIMEOUT_MS);
  expect(await call()).toBe("200 []");
});

test("a call after a client that disconnected during the refresh succeeds", async () => {
  const release = gate();
  onTestFinished(() => release.resolve());
  const startedAt = Date.now();
  const { url, call, asked } = await start(page, { hold: release.promise });
  const gone = openRequest(url).on("error", () => {});
  gone.end();
  await asked;
  gone.destroy();
  await until(startedAt + TIMEOUT_MS);
  expect(await call()).toBe("200 []");
});
