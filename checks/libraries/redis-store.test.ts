/** The token store in Redis, with two client libraries. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCluster, createClient as createNodeRedis } from "@redis/client";
import { Cluster, Redis } from "ioredis";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type RedisClient, redisStore, type TokenStore } from "../../src/rotation/index.ts";
import { query } from "../../test/support/documents.ts";
import { redisInstalled, startCluster, startRedis } from "../../test/support/redis.ts";
import { connectRotating, createWire } from "../../test/support/wire.ts";

const CLIENTS = {
  "node-redis": async (url: string) => {
    const client = await createNodeRedis({ url }).connect();
    return { client, close: () => client.close() };
  },
  ioredis: async (url: string) => {
    const client = new Redis(url);
    return { client, close: () => client.quit() };
  },
} satisfies Record<string, (url: string) => Promise<{ client: RedisClient; close: () => unknown }>>;

const request = { signal: new AbortController().signal };

/** Stores a value, and returns the one before it. */
async function put(store: TokenStore, value?: string, ttlMs = 0): Promise<string | undefined> {
  let before: string | undefined;
  await store.transact(
    "k",
    async (current) => {
      before = current;
      return value === undefined ? undefined : { value, ttlMs };
    },
    request,
  );
  return before;
}

let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  if (redisInstalled) redis = await startRedis();
});
afterAll(() => redis?.[Symbol.asyncDispose]());

const reason = redisInstalled ? "" : " (skipped: redis-server is not installed)";

for (const [name, open] of Object.entries(CLIENTS)) {
  const redisTest = (title: string, run: (client: RedisClient) => Promise<void>) =>
    test.skipIf(!redisInstalled)(`${title} (${name})${reason}`, async () => {
      const { client, close } = await open(redis.url);
      try {
        await run(client);
      } finally {
        await close();
      }
    });

  redisTest("stores and returns a value until it expires", async (client) => {
    const store = redisStore({ client, prefix: `${name}-values:` });
    expect(await put(store, "text ü", 60_000)).toBeUndefined();
    expect(await put(store, "short", 1)).toBe("text ü");
    await vi.waitFor(async () => expect(await put(store)).toBeUndefined());
  });

  redisTest("runs transactions one after another, and leaves no lock", async (client) => {
    const store = redisStore({ client, prefix: `${name}-turns:` });
    let running = 0;
    const counts: number[] = [];
    const change = async (value: string | undefined) => {
      counts.push(++running);
      await client.get("turn");
      running--;
      return { value: `${value ?? ""}x`, ttlMs: 60_000 };
    };
    await Promise.all(Array.from({ length: 5 }, () => store.transact("k", change, request)));
    expect([counts, await put(store)]).toEqual([[1, 1, 1, 1, 1], "xxxxx"]);
    expect(await client.get(`${name}-turns:{k}:lock`)).toBeNull();
  });

  redisTest(
    "stores nothing without its lock, and does not release the lock of another process",
    async (client) => {
      const store = redisStore({ client, prefix: `${name}-owner:` });
      const lock = `${name}-owner:{k}:lock`;
      const transaction = store.transact(
        "k",
        async () => {
          await redis.run("SET", lock, "other");
          return { value: "late", ttlMs: 60_000 };
        },
        request,
      );
      await expect(transaction).rejects.toThrow("The lock has expired.");
      expect([await client.get(`${name}-owner:{k}`), await client.get(lock)]).toEqual([null, "other"]);
    },
  );

  test.skipIf(!redisInstalled)(`needs the documented commands only (${name})${reason}`, async () => {
    const commands = ["-@all", "+set", "+get", "+eval", "+del", `~${name}-limited:*`, "on", ">secret"];
    redis.run("ACL", "SETUSER", `limited-${name}`, ...commands, "+hello", "+info", "+client", "+auth");
    const { client, close } = await open(redis.url.replace("//", `//limited-${name}:secret@`));
    try {
      const store = redisStore({ client, prefix: `${name}-limited:` });
      await put(store, "v", 60_000);
      expect(await put(store)).toBe("v");
      expect(await client.get(`${name}-limited:{k}:lock`)).toBeNull();
    } finally {
      await close();
    }
  });

  redisTest("shares one refresh between 8 clients", async (client) => {
    const wire = createWire();
    const store = redisStore({ client, prefix: `${name}-shared:` });
    await Promise.all(Array.from({ length: 8 }, () => connectRotating(wire, {}, { store }).execute(query)));
    expect(wire.counts()).toBe("8A 1R");
    await connectRotating(wire, {}, { store: redisStore({ client, prefix: `${name}-other:` }) }).execute(
      query,
    );
    expect(wire.counts()).toBe("9A 2R");
  });
}

test.skipIf(!redisInstalled)(`shares one refresh in a cluster of three nodes${reason}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "cluster-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await using cluster = await startCluster(folder);
  const { ports } = cluster;
  const nodes = ports.map((port) => ({ host: "127.0.0.1", port }));
  const own = new Cluster(nodes, { keyPrefix: "of-ioredis:" });
  const rootNodes = ports.map((port) => ({ url: `redis://127.0.0.1:${port}` }));
  const other = await createCluster({ rootNodes }).connect();
  try {
    for (const client of [own, other]) {
      for (const prefix of ["", "app:", "app{"]) {
        const wire = createWire();
        const store = redisStore({ client, prefix });
        const auth = { store, refreshToken: `refresh-${prefix.length}` };
        await Promise.all([1, 2, 3].map(() => connectRotating(wire, {}, auth).execute(query)));
        expect(wire.counts()).toBe("3A 1R");
      }
    }
  } finally {
    await Promise.all([own.quit(), other.close()]);
  }
});

const method = async () => null;
const client = { get: method, set: method, eval: method };

test.each([
  [{}, 'redisStore: "client" must be a client of node-redis or ioredis, not undefined.'],
  [{ client: "redis://" }, 'redisStore: "client" must be a client of node-redis or ioredis, not a string.'],
  [{ client: null }, 'redisStore: "client" must be a client of node-redis or ioredis, not null.'],
  [
    { client: { ...client, eval: undefined } },
    'redisStore: "client" must be a client of node-redis or ioredis, not an object.',
  ],
  [{ client, prefix: "a{}b" }, 'redisStore: "prefix" must have text in its first braces, or no braces.'],
  [{ client, prefix: 1 }, 'redisStore: "prefix" must be a string.'],
  [{ client, prefx: "a" }, 'redisStore: unknown option "prefx". Did you mean "prefix"?'],
])("rejects invalid options of redisStore (%#)", (options, message) => {
  expect(() => redisStore(options as never)).toThrow(expect.objectContaining({ code: "USAGE", message }));
});

test("adds an error listener if the client emits events, and works without one", async () => {
  const on = vi.fn();
  const emitter = { ...client, on };
  for (const _ of [1, 2]) redisStore({ client: emitter });
  expect(on.mock.calls).toEqual([["error", expect.any(Function)]]);
  expect(redisStore({ client }).transact).toBeTypeOf("function");
});

test("uses keys without a prefix by default", async () => {
  const get = vi.fn(method);
  await put(redisStore({ client: { ...client, set: async () => "OK", get } }));
  expect(get.mock.calls).toEqual([["{k}"]]);
});
