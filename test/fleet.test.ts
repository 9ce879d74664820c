// @module-tag slow

/**
 * Processes that share a rotating credential through a store, while one of them, Redis or the platform fails.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redisInstalled, startRedis } from "./support/redis.ts";
import { respond, serve } from "./support/server.ts";
import { gate } from "./support/wire.ts";

const ROOT = join(import.meta.dirname, "..");
/** Inside the repository, so that the worker finds its packages. */
const CACHE = join(ROOT, "node_modules/.cache");

let folder: string;
let worker: string;

// With one file, a worker starts in half the time.
beforeAll(async () => {
  await mkdir(CACHE, { recursive: true });
  folder = await mkdtemp(join(CACHE, "fleet-"));
  worker = join(folder, "worker.cjs");
  await build({
    entryPoints: [join(ROOT, "test/support/fleet-worker.ts")],
    outfile: worker,
    bundle: true,
    format: "cjs",
    platform: "node",
  });
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * A platform that rotates refresh tokens. The second use of one ends the session for good.
 *
 * @param hold - The response to this request waits until `release` is called.
 */
async function startPlatform(hold?: number) {
  let generation = 0;
  let uses = 0;
  let reused = 0;
  let valid = "none";
  const asked = gate();
  const released = gate();
  const nameOf = (count: number) => (count === 0 ? "fleet" : `rotated-${count}`);
  const server = await serve(async (request, response, nth, body) => {
    if (request.url === "/api") {
      const isValid = request.headers.authorization === `Bearer ${valid}`;
      return respond(response, isValid ? { data: { value: "fine" } } : {}, isValid ? 200 : 401);
    }
    uses++;
    if (JSON.parse(body).refresh_token !== nameOf(generation)) reused++;
    if (reused > 0) return respond(response, { error: "invalid_grant" }, 400);
    valid = `access-${++generation}`;
    const access_token = valid;
    const refresh_token = nameOf(generation);
    if (nth === hold) {
      asked.resolve();
      await released.promise;
    }
    respond(response, { access_token, refresh_token });
  });
  const revoke = () => {
    valid = "none";
  };
  const counts = () => ({ uses, reused });
  return { ...server, revoke, counts, asked: asked.promise, release: () => released.resolve() };
}

type Platform = Awaited<ReturnType<typeof startPlatform>>;

interface Worker {
  readonly process: ChildProcess;
  /** Resolves after the first call. */
  readonly ready: Promise<unknown>;
  /** Ends the calls, and returns their results. */
  end(): Promise<{ succeeded: number; failures: string[] }>;
}

function startWorker({ baseUrl }: Platform, location: string, mode: string, calls: string | number): Worker {
  const child = spawn(process.execPath, [worker, baseUrl, location, mode, String(calls)], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const lines = createInterface(child.stdout);
  const ready = once(lines, "line");
  const last = once(child, "exit");
  let report = "";
  lines.on("line", (line) => {
    report = line;
  });
  const end = async () => {
    child.stdin.end("end");
    await Promise.all([last, once(lines, "close")]);
    return JSON.parse(report);
  };
  return { process: child, ready, end };
}

/** Runs processes with 10 calls each, and returns the results of all calls. */
async function runFleet(platform: Platform, location: string, processes: number) {
  const workers = Array.from({ length: processes }, () => startWorker(platform, location, "rotating", 10));
  const reports = await Promise.all(workers.map(({ end }) => end()));
  return {
    succeeded: reports.reduce((sum, { succeeded }) => sum + succeeded, 0),
    failures: reports.flatMap(({ failures }) => failures),
  };
}

type Redis = Awaited<ReturnType<typeof startRedis>>;

const skip = !redisInstalled;
const reason = skip ? " (skipped: redis-server is not installed)" : "";
const none = async (location: string) => ({
  location,
  [Symbol.asyncDispose]: () => rm(location, { recursive: true }),
});
const openFolder = async () => none(await mkdtemp(join(tmpdir(), "fleet-")));
async function openRedis() {
  const redis = await startRedis();
  return { location: redis.url, [Symbol.asyncDispose]: () => redis[Symbol.asyncDispose]() };
}

for (const [kind, open] of [
  ["file", openFolder],
  ["redis", openRedis],
] as const) {
  test.skipIf(skip && kind === "redis")(
    `refreshes once for 4 processes with 10 calls each, and not again (${kind})`,
    async () => {
      await using platform = await startPlatform();
      await using store = await open();
      expect(await runFleet(platform, store.location, 4)).toEqual({ succeeded: 40, failures: [] });
      expect(await runFleet(platform, store.location, 1)).toEqual({ succeeded: 10, failures: [] });
      expect(platform.counts()).toEqual({ uses: 1, reused: 0 });
    },
  );
}

/** Changes Redis or the platform while 3 processes call. */
type Fault = (redis: Redis, platform: Platform) => Promise<void>;

const FAULTS: Readonly<Record<string, Fault>> = {
  "is flushed": async (redis, platform) => {
    redis.run("FLUSHALL");
    platform.revoke();
    await sleep(8_000);
  },
  "is flushed just after a rotation": async (redis, platform) => {
    platform.revoke();
    while (platform.counts().uses < 2) await sleep(5);
    redis.run("FLUSHALL");
    await sleep(8_000);
  },
  "is full": async (redis, platform) => {
    redis.run("CONFIG", "SET", "maxmemory", "1");
    platform.revoke();
    await sleep(2_000);
    redis.run("CONFIG", "SET", "maxmemory", "0");
    await sleep(3_000);
  },
  hangs: async (redis, platform) => {
    redis.signal("SIGSTOP");
    platform.revoke();
    await sleep(2_000);
    redis.signal("SIGCONT");
    await sleep(3_000);
  },
  "restarts without its data": async (redis, platform) => {
    await redis.stop();
    platform.revoke();
    await sleep(2_000);
    await redis.start();
    await sleep(9_000);
  },
};

test.concurrent.for(Object.entries(FAULTS))(
  `completes all calls, and sends no refresh token twice, if Redis %s${reason}`,
  { skip, tags: ["scheduled"] },
  async ([, fault], { expect }) => {
    await using platform = await startPlatform();
    await using redis = await startRedis();
    const workers = [1, 2, 3].map(() => startWorker(platform, redis.url, "rotating", "steady"));
    await Promise.all(workers.map(({ ready }) => ready));
    await fault(redis, platform);
    platform.revoke();
    await sleep(2_000);
    const reports = await Promise.all(workers.map(({ end }) => end()));
    expect(reports.flatMap(({ failures }) => failures)).toEqual([]);
    expect(Math.min(...reports.map(({ succeeded }) => succeeded))).toBeGreaterThan(20);
    expect(platform.counts()).toEqual({ uses: 3, reused: 0 });
  },
);

test.concurrent(`does not repeat a request of a paused process, which continues with its response${reason}`, {
  skip,
}, async ({ expect }) => {
  await using platform = await startPlatform(1);
  await using redis = await startRedis();
  const paused = startWorker(platform, redis.url, "rotating", 1);
  await platform.asked;
  paused.process.kill("SIGSTOP");
  platform.release();
  const others = [1, 2].map(() => startWorker(platform, redis.url, "rotating", 1));
  // Longer than the lock lasts.
  await sleep(23_000);
  expect(platform.counts()).toEqual({ uses: 1, reused: 0 });
  paused.process.kill("SIGCONT");
  const reports = await Promise.all([paused, ...others].map(({ end }) => end()));
  expect(reports).toEqual(Array(3).fill({ succeeded: 1, failures: [] }));
  expect(platform.counts()).toEqual({ uses: 1, reused: 0 });
});

test("continues after a killed process whose request was not sent", async () => {
  await using platform = await startPlatform();
  await using store = await openFolder();
  const workers = Array.from({ length: 4 }, () =>
    startWorker(platform, store.location, "rotating", "steady"),
  );
  await Promise.all(workers.map(({ ready }) => ready));
  workers[0]?.process.kill("SIGKILL");
  platform.revoke();
  while (platform.counts().uses < 2) await sleep(20);
  await sleep(1_000);
  const reports = await Promise.all(workers.slice(1).map(({ end }) => end()));
  expect(reports.flatMap(({ failures }) => failures)).toEqual([]);
  expect(platform.counts()).toEqual({ uses: 2, reused: 0 });
});

test.each(["SIGTERM", "an error that is not caught"])(
  "stores the refresh token of an open refresh if a program closes its client at %s",
  async (event) => {
    await using platform = await startPlatform(1);
    await using store = await openFolder();
    const stopped = startWorker(platform, store.location, "closing", 1);
    await platform.asked;
    if (event === "SIGTERM") stopped.process.kill("SIGTERM");
    else stopped.process.stdin?.write("throw");
    const exited = once(stopped.process, "exit");
    await sleep(100);
    platform.release();
    expect(await exited).toEqual([0, null]);
    expect(await runFleet(platform, store.location, 1)).toEqual({ succeeded: 10, failures: [] });
    expect(platform.counts()).toEqual({ uses: 1, reused: 0 });
  },
);
