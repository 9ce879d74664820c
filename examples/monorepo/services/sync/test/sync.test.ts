import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ListRowsDocument } from "@acme/operations";
import { schemaSDL } from "@acme/operations/schema";
import { createClient, refreshToken } from "@integration-platform/graphql";
import { createPlatform, type PlatformOptions } from "@integration-platform/graphql-testing";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { type Outcome, type Row, sync } from "../src/sync.ts";

/** A platform in this process and a client for it, until the end of the test. */
function connect(options: PlatformOptions = {}) {
  const platform = createPlatform({ schema: schemaSDL, ...options });
  const server = setupServer(...platform.handlers);
  server.listen();
  onTestFinished(() => server.close());
  const auth = refreshToken({ refreshToken: platform.refreshToken });
  return { platform, client: createClient({ baseUrl: platform.baseUrl, auth, retries: 0 }) };
}

/** Three pages, because the service requests 100 integrations at a time. */
const data = { Integration: Array.from({ length: 250 }, (_, index) => ({ name: `Integration ${index}` })) };
const { signal } = new AbortController();
const discard = async () => {};

test("copies every page", async () => {
  const { platform, client } = connect({ data });
  const saved: Row[] = [];
  expect(await sync(client, async (row) => void saved.push(row), signal)).toEqual({
    status: "done",
    copied: 250,
  });
  expect(saved.map(({ name }) => name)).toEqual(data.Integration.map(({ name }) => name));
  expect(platform.count("api"), platform.describe()).toBe(3);
});

test("requests no page after it was stopped", async () => {
  const { platform, client } = connect({ data });
  const stop = new AbortController();
  const outcome = await sync(client, async () => stop.abort(new Error("stop")), stop.signal);
  expect(outcome).toEqual({ status: "stopped", copied: 1 });
  expect(platform.count("api"), platform.describe()).toBe(1);
});

test.each<[PlatformOptions["scenario"] & string, Outcome]>([
  // The client waits until the platform accepts the call.
  ["rate-limited", { status: "done", copied: 3 }],
  ["unavailable-once", { status: "done", copied: 3 }],
  ["rejected-refresh", { status: "failed", message: expect.stringContaining("ListRows: ") }],
])("reports what to do next in the scenario %s", async (scenario, outcome) => {
  expect(await sync(connect({ scenario }).client, discard, signal)).toEqual(outcome);
});

test("does not hide errors of the program", async () => {
  const { client } = connect();
  const full = new Error("the disk is full");
  await expect(sync(client, () => Promise.reject(full), signal)).rejects.toBe(full);
});

test("the service ends its request and exits with 0 on SIGTERM", async () => {
  await using platform = createPlatform({ schema: schemaSDL });
  const { baseUrl } = await platform.listen();
  const arrived = Promise.withResolvers<void>();
  platform.answer(ListRowsDocument, () => {
    arrived.resolve();
    return new Promise<never>(() => {});
  });
  const env = { ...process.env, PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
  const child = spawn(process.execPath, ["src/main.ts"], { cwd: join(import.meta.dirname, ".."), env });
  const output = text(child.stdout);
  await arrived.promise;
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await output).toBe('{"status":"stopped","copied":0}\n');
});
