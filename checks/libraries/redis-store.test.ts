import { createClient as createNodeRedis } from "@redis/client";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RedisClient, redisStore } from "../../src/node.ts";
import { openRedisStore } from "../../src/stores/redis-store.ts";
import { query } from "../../test/support/documents.ts";
import { redisInstalled, startRedis } from "../../test/support/redis.ts";
import { connect, createWire } from "../../test/support/wire.ts";

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

  redisTest("stores, returns, expires and deletes a value", async (client) => {
    const store = openRedisStore({ client, prefix: `${name}-values:` });
    expect(await store.get("k")).toBeNull();
    await store.set("k", "text ü", 60_000);
    expect(await store.get("k")).toBe("text ü");
    await store.delete("k");
    expect(await store.get("k")).toBeNull();
    await store.set("k", "short", 1);
    await vi.waitFor(async () => expect(await store.get("k")).toBeNull());
  });

  redisTest("grants a lock to one owner until it is released", async (client) => {
    const store = openRedisStore({ client, prefix: `${name}-lock:` });
    const granted = await Promise.all(Array.from({ length: 20 }, () => store.lock("k", 60_000)));
    const [release, ...others] = granted.filter((lock) => lock !== undefined) as (() => Promise<unknown>)[];
    expect(others).toEqual([]);
    await release?.();
    expect(await store.lock("k", 60_000)).toBeTypeOf("function");
  });

  redisTest("lets only the owner of a lock extend and release it", async (client) => {
    const store = openRedisStore({ client, prefix: `${name}-owner:` });
    const whenFree = () =>
      vi.waitFor(async () => {
        const lock = await store.lock("k", 60_000);
        expect(lock).toBeTypeOf("function");
        return lock;
      });
    const expired = await store.lock("k", 1);
    const second = await whenFree();
    await expired?.extend?.(1);
    await expired?.();
    expect(await store.lock("k", 60_000)).toBeUndefined();
    await second?.extend?.(1);
    const third = await whenFree();
    await third?.extend?.(60_000);
    expect(await store.lock("k", 60_000)).toBeUndefined();
    await third?.();
    expect(await store.get("k")).toBeNull();
  });

  redisTest("shares one exchange between 8 clients", async (client) => {
    const wire = createWire();
    const store = redisStore({ client, prefix: `${name}-shared:` });
    await Promise.all(Array.from({ length: 8 }, () => connect(wire, {}, { store }).execute(query)));
    expect(wire.counts()).toBe("8A 1R");
    await connect(wire, {}, { store: redisStore({ client, prefix: `${name}-other:` }) }).execute(query);
    expect(wire.counts()).toBe("9A 2R");
  });
}

const method = async () => null;
const client = { get: method, set: method, del: async () => 0, eval: method };

test.each([
  [{}, 'redisStore: "client" must be a client of node-redis or ioredis, not undefined.'],
  [{ client: "redis://" }, 'redisStore: "client" must be a client of node-redis or ioredis, not a string.'],
  [{ client: null }, 'redisStore: "client" must be a client of node-redis or ioredis, not null.'],
  [
    { client: { ...client, eval: undefined } },
    'redisStore: "client" must be a client of node-redis or ioredis, not an object.',
  ],
  [{ client, prefix: 1 }, 'redisStore: "prefix" must be a string.'],
  [{ client, prefx: "a" }, 'redisStore: unknown option "prefx". Did you mean "prefix"? Options: client, prefix.'],
])("rejects invalid options of redisStore (%#)", (options, message) => {
  expect(() => redisStore(options as never)).toThrow(expect.objectContaining({ code: "USAGE", message }));
});

test("adds an error listener if the client emits events, and works without one", async () => {
  const on = vi.fn();
  redisStore({ client: { ...client, on } });
  expect(on.mock.calls).toEqual([["error", expect.any(Function)]]);
  expect(redisStore({ client }).share).toBeTypeOf("function");
});

test("uses keys without a prefix by default", () => {
  const get = vi.fn();
  openRedisStore({ client: { ...client, get } }).get("k");
  expect(get.mock.calls).toEqual([["k"]]);
});
