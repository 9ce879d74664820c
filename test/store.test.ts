import { EventEmitter } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Keyv from "keyv";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fileStore, openFileStore } from "../src/auth/file-store.ts";
import type { TokenStore } from "../src/auth/store.ts";
import { query } from "./support/documents.ts";
import {
  connect,
  createWire,
  gate,
  json,
  ok,
  REFRESH_TOKEN,
  rejection,
  tokenExpiringIn,
  unauthorized,
} from "./support/wire.ts";

const HOUR = 60 * 60 * 1000;

/** A store in memory. */
function memoryStore(overrides: Partial<TokenStore> = {}) {
  const values = new Map<string, string>();
  const ttls: number[] = [];
  const store: TokenStore = {
    get: async (key) => values.get(key),
    set: async (key, value, ttlMs) => {
      values.set(key, value);
      ttls.push(ttlMs);
    },
    delete: async (key) => values.delete(key),
    ...overrides,
  };
  return { store, values, ttls };
}

/** A lock in memory. */
function memoryLock() {
  const held = new Set<string>();
  return {
    held,
    lock: async (key: string) => {
      if (held.has(key)) return undefined;
      held.add(key);
      return () => held.delete(key);
    },
  };
}

const issued = ({ nth }: { nth: number }) => json({ access_token: `${tokenExpiringIn(nth * HOUR)}${nth}` });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "token-store-"));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(directory, { recursive: true });
});

test("uses the stored token in a second process, without an exchange", async () => {
  const { store, ttls } = memoryStore();
  const wire = createWire({ refresh: issued });
  await connect(wire, {}, { store }).execute(query);
  await connect(wire, {}, { store }).execute(query);
  expect(wire.counts()).toBe("2A 1R");
  expect(new Set(wire.api.map((sent) => sent.token)).size).toBe(1);
  expect(ttls).toHaveLength(1);
  expect(ttls[0]).toBeGreaterThan(7 * 24 * HOUR - 5000);
  expect(ttls[0]).toBeLessThanOrEqual(7 * 24 * HOUR);
});

test("shares a token through a Keyv instance", async () => {
  const store: TokenStore = new Keyv();
  const wire = createWire({ refresh: issued });
  await connect(wire, {}, { store }).execute(query);
  await connect(wire, {}, { store }).execute(query);
  expect(wire.counts()).toBe("2A 1R");
});

test("calls the refresh hooks for an exchange, not for a stored token", async () => {
  const { store } = memoryStore();
  const wire = createWire({ refresh: issued });
  const hooks = { willRefresh: vi.fn(), didRefresh: vi.fn() };
  await connect(wire, { hooks }, { store }).execute(query);
  await connect(wire, { hooks }, { store }).execute(query);
  expect([hooks.willRefresh.mock.calls.length, hooks.didRefresh.mock.calls.length]).toEqual([1, 1]);
});

test("uses a token that another process has stored since, after a 401", async () => {
  const { store } = memoryStore();
  const revoked = new Set<string>();
  const wire = createWire({ refresh: issued, api: ({ token }) => (revoked.has(token ?? "") ? unauthorized() : ok()) });
  const [first, second] = [connect(wire, {}, { store }), connect(wire, {}, { store })];
  await first.execute(query);
  await second.execute(query);
  revoked.add(wire.api[0]?.token ?? "");
  await first.execute(query);
  expect(wire.refresh).toHaveLength(2);
  await second.execute(query);
  expect(wire.refresh).toHaveLength(2);
});

test("stores a rotated refresh token before the call continues, for a year", async () => {
  const [writing, written] = [gate(), gate()];
  const { store, values, ttls } = memoryStore();
  const slow: TokenStore = {
    ...store,
    set: async (key, value, ttlMs) => {
      writing.resolve();
      await written.promise;
      await store.set(key, value, ttlMs);
    },
  };
  const wire = createWire({
    refresh: ({ nth }) => json({ access_token: tokenExpiringIn(HOUR), refresh_token: `rotated-${nth}` }),
  });
  const call = connect(wire, {}, { store: slow }).execute(query);
  await writing.promise;
  expect(wire.counts()).toBe("0A 1R");
  written.resolve();
  await call;
  expect(wire.counts()).toBe("1A 1R");
  expect([...values.values()].join()).toContain("rotated-1");
  expect(ttls[0]).toBeGreaterThan(30 * 24 * HOUR);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 8 * 24 * HOUR });
  await connect(wire, {}, { store }).execute(query);
  expect(wire.refresh.map((sent) => sent.body.refresh_token)).toEqual([REFRESH_TOKEN, "rotated-1"]);
});

test("uses the token that another process stored, if that process used the refresh token first", async () => {
  const { store } = memoryStore();
  const wire = createWire({
    refresh: ({ nth }) =>
      nth === 1 ? json({ access_token: tokenExpiringIn(HOUR), refresh_token: "rotated" }) : json({}, { status: 401 }),
  });
  await connect(wire, {}, { store }).execute(query);
  // The second process looked before the first one had stored anything.
  const get = vi.fn(store.get).mockResolvedValueOnce(undefined);
  expect(await connect(wire, {}, { store: { ...store, get } }).execute(query)).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("2A 2R");
});

const broken = async () => {
  throw new Error("store is down");
};

test.each([
  ["rejects", { get: broken, set: broken, delete: broken, lock: broken }],
  [
    "throws",
    {
      get: () => {
        throw new Error("store is down");
      },
    },
  ],
  ["cannot be written", { set: broken }],
  ["cannot lock", { lock: broken }],
])("succeeds with one exchange if the store %s", async (_, overrides) => {
  const wire = createWire({ refresh: issued });
  await connect(wire, {}, { store: memoryStore(overrides).store }).execute(query);
  expect(wire.counts()).toBe("1A 1R");
});

test("waits 2 s for a store that hangs, once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const asked = gate();
  const hang = vi.fn(() => {
    asked.resolve();
    return new Promise(() => {});
  });
  const wire = createWire({ refresh: issued });
  const { store } = memoryStore({ get: hang, set: hang, delete: hang, lock: hang });
  const settled = vi.fn();
  const call = connect(wire, {}, { store }).execute(query).then(settled);
  await asked.promise;
  await vi.advanceTimersByTimeAsync(1999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await call;
  expect(wire.counts()).toBe("1A 1R");
  expect(hang).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("fails at the deadline of the call while a store hangs", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const asked = gate();
  const get = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  const wire = createWire();
  const failed = rejection(connect(wire, { timeout: 500 }, { store: memoryStore({ get }).store }).execute(query));
  await asked.promise;
  await vi.advanceTimersByTimeAsync(500);
  expect(await failed).toMatchObject({ code: "TIMEOUT", phase: "token", attempts: 0, delivery: "not-sent" });
  expect(wire.counts()).toBe("0A 0R");
});

test("adds an error listener to a store once per sharedToken()", async () => {
  const emitter = new EventEmitter();
  const { store } = memoryStore();
  const emitting: TokenStore = Object.assign(emitter, {
    ...store,
    get: async () => {
      emitter.emit("error", new Error("connection lost"));
      return undefined;
    },
  });
  const wire = createWire({ refresh: issued });
  await connect(wire, {}, { store: emitting }).execute(query);
  await connect(wire, {}, { store: emitting }).execute(query);
  expect(wire.counts()).toBe("2A 2R");
  expect(emitter.listenerCount("error")).toBe(1);
});

const POISONS: [string, (value: Record<string, unknown>) => unknown][] = [
  ["that is no JSON", () => "{"],
  ["that is no string", (value) => value],
  ["of the wrong shape", () => '{"token":1}'],
  ["that is null", () => "null"],
  ["of another credential", (value) => JSON.stringify({ ...value, key: "platform-graphql:other" })],
  ["with a generation that is not a count", (value) => JSON.stringify({ ...value, generation: -1, refreshToken: "a" })],
  ["with a generation but no refresh token", (value) => JSON.stringify({ ...value, generation: 1 })],
  ["with a refresh token but no generation", (value) => JSON.stringify({ ...value, refreshToken: "a" })],
  ["without an access token", (value) => JSON.stringify({ ...value, accessToken: "" })],
  ["without an expiry", (value) => JSON.stringify({ ...value, expiresAt: null })],
  ["that is huge", (value) => JSON.stringify({ ...value, padding: "x".repeat(100_000) })],
  ["with a line break in the token", (value) => JSON.stringify({ ...value, accessToken: "poison\r\nX: 1" })],
];

test.each(POISONS)("deletes an invalid stored value and never sends it: %s", async (_, poison) => {
  const { store, values } = memoryStore();
  const wire = createWire({ refresh: ({ nth }) => json({ access_token: `opaque-${nth}` }) });
  await connect(wire, {}, { store }).execute(query);
  const [key = "", good = ""] = [...values.entries()][0] ?? [];
  values.set(key, poison({ ...JSON.parse(good), accessToken: "poison" }) as string);
  const deleted = vi.fn(store.delete);
  await connect(wire, {}, { store: { ...store, delete: deleted } }).execute(query);
  expect(deleted).toHaveBeenCalledTimes(1);
  expect(wire.api.map((sent) => sent.token)).toEqual(["opaque-1", "opaque-2"]);
  expect(wire.counts()).toBe("2A 2R");
});

test("uses separate hashed keys for credentials with the same concatenation", async () => {
  const { store, values } = memoryStore();
  const wire = createWire();
  await connect(wire, { baseUrl: "https://p.example.com/a" }, { store, refreshToken: "b" }).execute(query);
  await connect(wire, { baseUrl: "https://p.example.com" }, { store, refreshToken: "a:b" }).execute(query);
  await connect(wire, { baseUrl: "https://p.example.com" }, { store, refreshToken: "a,b" }).execute(query);
  expect(values.size).toBe(3);
  for (const key of values.keys()) expect(key).toMatch(/^platform-graphql:[\da-f]{64}$/);
});

test("exchanges once for 8 clients with a lock", async () => {
  const { lock, held } = memoryLock();
  const { store } = memoryStore({ lock });
  const wire = createWire({ refresh: issued });
  const clients = Array.from({ length: 8 }, () => connect(wire, {}, { store }));
  await Promise.all(clients.map((client) => client.execute(query)));
  expect(wire.counts()).toBe("8A 1R");
  expect(held.size).toBe(0);
});

test("exchanges after twice the attempt timeout if a lock is never released", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const asked = gate();
  const lock = async () => asked.resolve();
  const wire = createWire({ refresh: issued });
  const call = connect(wire, {}, { store: memoryStore({ lock }).store }).execute(query);
  await asked.promise;
  await vi.advanceTimersByTimeAsync(19_900);
  expect(wire.counts()).toBe("0A 0R");
  await vi.advanceTimersByTimeAsync(2_000);
  await call;
  expect(wire.counts()).toBe("1A 1R");
});

test("releases the lock after a failed exchange", async () => {
  const { lock, held } = memoryLock();
  const { store } = memoryStore({ lock });
  const wire = createWire({ refresh: () => json({}, { status: 403 }) });
  expect(await rejection(connect(wire, {}, { store }).execute(query))).toMatchObject({ code: "REFRESH_UNAVAILABLE" });
  expect(held.size).toBe(0);
});

test("writes files with mode 0600 and leaves no other file", async () => {
  const umask = process.umask(0);
  const nested = join(directory, "new", "folder");
  const wire = createWire({ refresh: issued });
  await connect(wire, {}, { store: fileStore({ directory: nested }) }).execute(query);
  process.umask(umask);
  const files = await readdir(nested);
  expect(files).toEqual([expect.stringMatching(/^platform-graphql-[\da-f]{64}$/)]);
  expect((await stat(join(nested, files[0] ?? ""))).mode & 0o777).toBe(0o600);
  expect((await stat(nested)).mode & 0o777).toBe(0o700);
});

test("keeps one complete value of concurrent writers", async () => {
  const store = openFileStore({ directory });
  const values = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
  await Promise.all(values.map((value) => store.set("platform-graphql:x", value, 1000)));
  expect(values).toContain(await readFile(join(directory, "platform-graphql-x"), "utf8"));
  expect(await readdir(directory)).toHaveLength(1);
});

test("ignores a temporary file of a crashed process", async () => {
  const store = openFileStore({ directory });
  await writeFile(join(directory, "platform-graphql-x.123456"), "half");
  expect(await store.get("platform-graphql:x")).toBeUndefined();
});

test("succeeds with one exchange if the directory cannot be created", async () => {
  const file = join(directory, "file");
  await writeFile(file, "");
  const wire = createWire({ refresh: issued });
  await connect(wire, {}, { store: fileStore({ directory: join(file, "below") }) }).execute(query);
  expect(wire.counts()).toBe("1A 1R");
});

test("grants a file lock to one owner until it is released", async () => {
  const store = openFileStore({ directory });
  const release = (await store.lock("k", 5000)) as () => Promise<void>;
  expect(await store.lock("k", 5000)).toBeUndefined();
  await release();
  expect(await store.lock("k", 5000)).toBeTypeOf("function");
});
