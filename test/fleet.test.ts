// @module-tag slow

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redisInstalled, startRedis } from "./support/redis.ts";
import { respond, serve } from "./support/server.ts";
import { gate, tokenExpiringIn } from "./support/wire.ts";

const ROOT = join(import.meta.dirname, "..");
/** Inside the repository, so that the worker finds its packages. */
const CACHE = join(ROOT, "node_modules/.cache");
const DAY = 24 * 60 * 60 * 1000;

let folder: string;
let worker: string;

// With one file, a worker starts in half the time.
beforeAll(async () => {
  await mkdir(CACHE, { recursive: true });
  folder = await mkdtemp(join(CACHE, "fleet-"));
  worker = join(folder, "worker.cjs");
  await build({
    ...{ entryPoints: [join(ROOT, "test/support/fleet-worker.ts")], outfile: worker },
    ...{ bundle: true, format: "cjs", platform: "node" },
  });
});
afterAll(() => rm(folder, { recursive: true }));

interface PlatformOptions {
  /** Whether the first exchange gets no response. */
  readonly hangFirst?: boolean;
  /** Whether each exchange returns a new refresh token. A used one is then rejected. */
  readonly rotation?: boolean;
}

/** A platform with one access token. */
async function startPlatform({ hangFirst = false, rotation = false }: PlatformOptions = {}) {
  const asked = gate();
  const token = tokenExpiringIn(DAY);
  let valid = "fleet";
  const server = await serve((request, response, nth, body) => {
    if (request.url === "/api") {
      const isValid = request.headers.authorization === `Bearer ${token}`;
      return respond(response, isValid ? { data: { value: "fine" } } : {}, isValid ? 200 : 401);
    }
    asked.resolve();
    if (hangFirst && nth === 1) return;
    if (!rotation) return respond(response, { access_token: token });
    const { refresh_token: sent } = JSON.parse(body);
    if (sent !== valid) return respond(response, { error: "invalid_grant" }, 401);
    valid = `rotated-${nth}`;
    respond(response, { access_token: token, refresh_token: valid });
  });
  return { ...server, asked: asked.promise, exchanges: () => server.count("/auth/refresh") };
}

/** Runs processes with 10 calls each, and returns the results of all calls. */
async function runFleet(baseUrl: string, kind: string, location: string, processes: number) {
  const args = [worker, baseUrl, kind, location, "10000"];
  const runs = Array.from({ length: processes }, () =>
    promisify(execFile)(process.execPath, args, { timeout: 60_000 }),
  );
  const reports = (await Promise.all(runs)).map(({ stdout }) => JSON.parse(stdout));
  const succeeded = reports.reduce((sum: number, report) => sum + report.succeeded, 0);
  return { succeeded, failures: reports.flatMap((report) => report.failures) };
}

/** Starts one process, and kills it during its exchange, while it has the lock. The lock lasts 2 s. */
async function killHolder(platform: { baseUrl: string; asked: Promise<void> }, kind: string, location: string) {
  const args = [worker, platform.baseUrl, kind, location, "1000"];
  const holder: ChildProcess = spawn(process.execPath, args, { stdio: "ignore" });
  await platform.asked;
  holder.kill("SIGKILL");
  await once(holder, "exit");
}

/** Opens a file store or a Redis server. */
async function openLocation(kind: string): Promise<AsyncDisposable & { readonly location: string }> {
  if (kind !== "file") {
    const redis = await startRedis();
    return { location: redis.url, [Symbol.asyncDispose]: () => redis[Symbol.asyncDispose]() };
  }
  const location = await mkdtemp(join(tmpdir(), "fleet-"));
  return { location, [Symbol.asyncDispose]: () => rm(location, { recursive: true }) };
}

/** Result of processes whose calls all succeed. */
const allOf = (processes: number) => ({ succeeded: processes * 10, failures: [] });
const reason = redisInstalled ? "" : " (skipped: redis-server is not installed)";

type Run = (platform: Awaited<ReturnType<typeof startPlatform>>, location: string) => Promise<void>;

/** A test with a file store or Redis. */
function fleetTest(title: string, kind: string, options: PlatformOptions, run: Run, concurrent = false) {
  const skip = kind !== "file" && !redisInstalled;
  test(`${title} (${kind})${skip ? reason : ""}`, { concurrent, skip }, async () => {
    await using platform = await startPlatform(options);
    await using store = await openLocation(kind);
    await run(platform, store.location);
  });
}

for (const kind of ["file", "redis-lock"]) {
  fleetTest(
    "exchanges once for 4 processes with 10 calls each, and not again, with rotation",
    kind,
    { rotation: true },
    async (platform, location) => {
      expect(await runFleet(platform.baseUrl, kind, location, 4)).toEqual(allOf(4));
      expect(platform.exchanges()).toBe(1);
      expect(await runFleet(platform.baseUrl, kind, location, 1)).toEqual(allOf(1));
      expect(platform.exchanges()).toBe(1);
    },
  );
  fleetTest(
    "continues after the lock expires if its holder was killed",
    kind,
    { hangFirst: true },
    async (platform, location) => {
      await killHolder(platform, kind, location);
      expect(await runFleet(platform.baseUrl, kind, location, 2)).toEqual(allOf(2));
      expect(platform.exchanges()).toBe(2);
    },
    // Both wait for their lock most of the time.
    true,
  );
}

fleetTest("exchanges at most once per process without a lock", "redis", {}, async (platform, location) => {
  expect(await runFleet(platform.baseUrl, "redis", location, 2)).toEqual(allOf(2));
  const cold = platform.exchanges();
  expect(cold).toBeGreaterThanOrEqual(1);
  expect(cold).toBeLessThanOrEqual(2);
  expect(await runFleet(platform.baseUrl, "redis", location, 1)).toEqual(allOf(1));
  expect(platform.exchanges()).toBe(cold);
});

test.skipIf(!redisInstalled)(`exchanges once per process while Redis is down${reason}`, async () => {
  await using platform = await startPlatform();
  const redis = await startRedis();
  await redis[Symbol.asyncDispose]();
  expect(await runFleet(platform.baseUrl, "redis", redis.url, 2)).toEqual(allOf(2));
  expect(platform.exchanges()).toBe(2);
});
