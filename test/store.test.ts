import { EventEmitter } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import type { TokenChain } from "../src/auth/token-chain.ts";
import { createUsageError } from "../src/errors.ts";
import { type SharedToken, sharedToken, type TokenStore } from "../src/index.ts";
import { query } from "./support/documents.ts";
import { advance, holdTimers, observeTimers } from "./support/timers.ts";
import {
  connect,
  createWire,
  gate,
  grant,
  hashAtOnce,
  json,
  ok,
  REFRESH_TOKEN,
  rejection,
  type Sent,
  tokenExpiringIn,
  unauthorized,
} from "./support/wire.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

/** Waits for everything that needs no timer. */
async function turns() {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

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

/** Responds to an exchange after a delay. */
const after = (ms: number) => async (sent: Sent) => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return grant(sent);
};

/** The platform does not accept the refresh token. */
const rejected = () => json({ error: "invalid_grant" }, { status: 401 });
const issued = ({ nth }: { nth: number }) => json({ access_token: `${tokenExpiringIn(nth * HOUR)}${nth}` });

beforeEach(hashAtOnce);

test("uses the stored token in a second process, without an exchange or its hooks", async () => {
  const { store } = memoryStore();
  const set = vi.spyOn(store, "set");
  const wire = createWire({ refresh: issued });
  const hooks = { willRefresh: vi.fn(), didRefresh: vi.fn() };
  await connect(wire, { hooks }, { store }).execute(query);
  await connect(wire, { hooks }, { store }).execute(query);
  expect(wire.counts()).toBe("2A 1R");
  expect(new Set(wire.api.map((sent) => sent.token)).size).toBe(1);
  expect([hooks.willRefresh, hooks.didRefresh, set].map((spy) => spy.mock.calls.length)).toEqual([1, 1, 1]);
  const ttlMs = set.mock.calls[0]?.[2];
  expect(ttlMs).toBeGreaterThan(7 * 24 * HOUR - 5000);
  expect(ttlMs).toBeLessThanOrEqual(7 * 24 * HOUR);
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

const fail = () => {
  throw new Error("store is down");
};
const broken = async () => fail();

test.each([
  ["rejects", { get: broken, set: broken, delete: broken, lock: broken }],
  ["throws", { get: fail }],
  ["cannot be written", { set: broken }],
  ["cannot lock", { lock: broken }],
])("succeeds with one exchange if the store %s", async (_, overrides) => {
  const wire = createWire({ refresh: issued });
  await connect(wire, {}, { store: memoryStore(overrides).store }).execute(query);
  expect(wire.counts()).toBe("1A 1R");
});

test("waits 2 s for a store that hangs, once", async () => {
  holdTimers("performance");
  const hang = vi.fn(() => new Promise<never>(() => {}));
  const wire = createWire({ refresh: issued });
  const { store } = memoryStore({ get: hang, set: hang, delete: hang, lock: hang });
  const settled = vi.fn();
  const call = connect(wire, {}, { store }).execute(query).then(settled);
  await vi.advanceTimersByTimeAsync(1999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await call;
  expect(wire.counts()).toBe("1A 1R");
  expect(hang).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("fails at the deadline of the call while a store hangs", async () => {
  holdTimers("performance");
  const get = () => new Promise<never>(() => {});
  const wire = createWire();
  const client = connect(wire, { timeout: 500 }, { store: memoryStore({ get }).store });
  const error = await advance(500, rejection(client.execute(query)));
  expect(error).toMatchObject({ code: "TIMEOUT", phase: "token", attempts: 0, delivery: "not-sent" });
  expect(wire.counts()).toBe("0A 0R");
});

test("adds one error listener to a store, whether or not several clients use it", async () => {
  const get = async () => void emitter.emit("error", new Error("connection lost"));
  const emitter = Object.assign(new EventEmitter(), memoryStore({ get }).store);
  const wire = createWire({ refresh: issued });
  for (const _ of [1, 2]) await connect(wire, {}, { store: emitter }).execute(query);
  expect(wire.counts()).toBe("2A 2R");
  expect(emitter.listenerCount("error")).toBe(1);
});

const POISONS: [string, (value: Record<string, unknown>) => unknown][] = [
  ["that is no JSON", () => "{"],
  ["that is no string", (value) => value],
  ["of bytes", (value) => Buffer.from(JSON.stringify(value))],
  ["of the wrong shape", () => '{"token":1}'],
  ["that is null", () => "null"],
  ["of another credential", (value) => JSON.stringify({ ...value, key: "platform-graphql:other" })],
  ["with a fractional generation", (value) => JSON.stringify({ ...value, generation: 1.5, refreshToken: "a" })],
  ["with a negative generation", (value) => JSON.stringify({ ...value, generation: -1 })],
  ["with a generation but no refresh token", (value) => JSON.stringify({ ...value, generation: 1 })],
  ["with a refresh token but no generation", (value) => JSON.stringify({ ...value, refreshToken: "a" })],
  ["without an access token", (value) => JSON.stringify({ ...value, accessToken: "" })],
  ["without an expiry", (value) => JSON.stringify({ ...value, expiresAt: null })],
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

test.each([
  ["exchanges after the lock of a killed process", false, issued, 21_900, "0A 0R", "1A 1R"],
  ["exchanges a single-use token when no response to the holder can arrive", true, issued, 141_900, "0A 0R", "1A 1R"],
  ["reports that it is rejected when no response to the holder can arrive", false, rejected, 141_900, "0A 1R", "0A 1R"],
  ["reports that a single-use token is rejected", true, rejected, 141_900, "0A 0R", "0A 1R"],
] as const)("if a lock is never free, it %s", async (_, singleUse, refresh, ms, before, afterwards) => {
  holdTimers("performance");
  const didEnd = vi.fn();
  const wire = createWire({ refresh });
  const { store } = memoryStore({ lock: async () => undefined });
  const call = connect(wire, { timeout: 300_000 }, { store, singleUse }).execute(query);
  const result = call.catch(({ code }) => code);
  result.then(didEnd);
  await vi.advanceTimersByTimeAsync(ms);
  expect([wire.counts(), didEnd.mock.calls.length]).toEqual([before, 0]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(didEnd).toHaveBeenCalledTimes(1);
  expect([wire.counts(), await result]).toEqual([
    afterwards,
    refresh === rejected ? "REFRESH_REJECTED" : { value: "fine" },
  ]);
});

test("a lock that is neither a function nor nothing is a usage error", async () => {
  const { store } = memoryStore({ lock: (() => true) as never });
  const error = await rejection(connect(createWire(), {}, { store }).execute(query));
  expect(error).toMatchObject({ code: "USAGE", message: expect.stringContaining('"lock" of the store') });
});

test("releases the lock after a failed exchange, without a delay", async () => {
  holdTimers();
  const { lock, held } = memoryLock();
  const { store } = memoryStore({ lock });
  const wire = createWire({ refresh: () => json({}, { status: 403 }) });
  expect(await rejection(connect(wire, {}, { store }).execute(query))).toMatchObject({ code: "REFRESH_UNAVAILABLE" });
  expect([wire.counts(), held.size]).toEqual(["0A 1R", 0]);
});

// ---- Reading ----

const opened = (client: ReturnType<typeof connect>) => client.execute(query);
/** The stored value of another process. */
const stored = (more: object) => (key: string) =>
  JSON.stringify({ key, generation: 0, accessToken: "stored", expiresAt: Date.now() + HOUR, ...more });

/** A store that returns one value for any key. */
function oneValueStore(value: (key: string) => string | null | undefined, more: Partial<TokenStore> = {}) {
  const store = {
    get: vi.fn(async (key: string) => (key.endsWith(":lock") ? undefined : value(key))),
    set: vi.fn(async (_key: string, _value: string, _ttlMs: number) => {}),
    delete: vi.fn(async () => {}),
  };
  return Object.assign(store, more);
}

test.each([undefined, null])("does not delete a missing value (%s)", async (miss) => {
  const store = oneValueStore(() => miss);
  await opened(connect(createWire(), {}, { store }));
  expect([store.get, store.delete, store.set].map((spy) => spy.mock.calls.length)).toEqual([1, 0, 1]);
});

test("uses a token that another process stored while its own exchange failed", async () => {
  const answers = [undefined, stored({})];
  const wire = createWire({ refresh: () => json({}, { status: 403 }) });
  await opened(connect(wire, {}, { store: oneValueStore((key) => answers.shift()?.(key)) }));
  expect([wire.counts(), wire.api[0]?.token]).toEqual(["1A 1R", "stored"]);
});

test.each([
  ["at the recorded time", HOUR, -1, "2A 1R"],
  ["not before the recorded time", 3 * MINUTE, 3 * MINUTE, "2A 0R"],
  ["at the usual time if the recorded one is after the expiry", 3 * MINUTE, HOUR, "2A 1R"],
])("starts the early refresh of a stored token %s", async (_, expiresIn, refreshIn, counts) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const wire = createWire();
  const [expiresAt, refreshAt] = [Date.now() + expiresIn, Date.now() + refreshIn];
  const client = connect(wire, {}, { store: oneValueStore(stored({ expiresAt, refreshAt })) });
  await opened(client);
  await opened(client);
  await turns();
  expect(wire.counts()).toBe(counts);
});

test.each([
  [65_536, "1A 0R"],
  [65_537, "1A 1R"],
])("reads stored values of at most 64 KiB (%i characters)", async (length, counts) => {
  const value = (key: string) => stored({ padding: "x".repeat(length - stored({ padding: "" })(key).length) })(key);
  const wire = createWire();
  await opened(connect(wire, {}, { store: oneValueStore(value) }));
  expect(wire.counts()).toBe(counts);
});

test("stores a token that expires at once for 1 ms, because 0 can mean forever", async () => {
  const start = Date.now();
  let elapsed = 0;
  vi.spyOn(Date, "now").mockImplementation(() => start + elapsed++);
  const store = oneValueStore(() => undefined);
  await opened(connect(createWire({ refresh: () => json({ access_token: "a", expires_in: 0.001 }) }), {}, { store }));
  expect(store.set.mock.calls.map(([, , ttlMs]) => ttlMs)).toEqual([1]);
});

test("uses a stored token until it expires, and does not delete it, because the clock can be wrong", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const use = async (left: number) => {
    const wire = createWire();
    const store = oneValueStore(stored({ expiresAt: Date.now() + left }));
    await opened(connect(wire, {}, { store }));
    expect(store.delete).not.toHaveBeenCalled();
    return wire.counts();
  };
  expect([await use(1), await use(0), await use(-8 * 24 * HOUR)]).toEqual(["1A 0R", "1A 1R", "1A 1R"]);
});

test("keeps the token of other processes in the store if the clock of one is 8 days ahead", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { store, values } = memoryStore();
  const wire = createWire({ refresh: issued });
  const first = connect(wire, {}, { store });
  await opened(first);
  const ahead = connect(wire, {}, { store });
  vi.setSystemTime(Date.now() + 8 * 24 * HOUR);
  await opened(ahead);
  await opened(ahead);
  expect(wire.counts()).toBe("3A 2R");
  vi.setSystemTime(Date.now() - 8 * 24 * HOUR);
  await opened(connect(wire, {}, { store }));
  expect([wire.counts(), values.size]).toEqual(["4A 2R", 1]);
});

test.each([
  ["expires soon, too", 3 * MINUTE, "1A 1R"],
  ["is valid for an hour", HOUR, "1A 0R"],
])("replaces the token of an early refresh by a stored one, unless that %s", async (_, left, counts) => {
  const wire = createWire();
  const store = oneValueStore(stored({ expiresAt: Date.now() + left }));
  const client = connect(wire, {}, { store, accessToken: tokenExpiringIn(2 * MINUTE) });
  await opened(client);
  await vi.waitFor(() => expect(store.get).toHaveBeenCalled());
  await turns();
  expect(wire.counts()).toBe(counts);
});

test.each([
  ["after a 401", { accessToken: "given" }, "2A 0R"],
  ["without a token", {}, "1A 0R"],
])("uses a stored token that expires soon if a call waits: %s", async (_, credentials, counts) => {
  const wire = createWire({ api: ({ token }) => (token === "given" ? unauthorized() : ok()) });
  const store = oneValueStore(stored({ expiresAt: Date.now() + 3 * MINUTE }));
  await opened(connect(wire, {}, { store, ...credentials }));
  expect([wire.counts(), wire.api.at(-1)?.token]).toEqual([counts, "stored"]);
});

test("refreshes if both the current and the stored token were revoked, because a stored token uses up no replay", async () => {
  const wire = createWire({ api: ({ token }) => (token === "fresh-1" ? ok() : unauthorized()) });
  const client = connect(wire, {}, { store: oneValueStore(stored({})), accessToken: "given" });
  expect(await Promise.all(Array.from({ length: 20 }, () => opened(client)))).toHaveLength(20);
  expect(wire.counts()).toBe("60A 1R");
  await opened(client);
  expect(wire.counts()).toBe("61A 1R");
});

// ---- Rotation ----

/** A platform that rotates refresh tokens: each is valid once. */
function rotatingWire(more: { exchange?: (nth: number) => Promise<unknown> } = {}) {
  let generation = 0;
  const name = (count: number) => (count === 0 ? REFRESH_TOKEN : `rotated-${count}`);
  const valid = new Set<string>();
  const wire = createWire({
    api: ({ token = "" }) => (valid.has(token) ? ok() : unauthorized()),
    refresh: async ({ body, nth }) => {
      const isValid = body.refresh_token === name(generation);
      if (isValid) generation++;
      const token = `access-${generation}`;
      const response = isValid ? json({ access_token: token, refresh_token: name(generation) }) : rejected();
      await more.exchange?.(nth);
      if (isValid) valid.add(token);
      return response;
    },
  });
  return { wire, revoke: () => valid.clear(), sent: () => wire.refresh.map(({ body }) => body.refresh_token) };
}

test("never returns to an older refresh token after a failed write", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { wire, revoke, sent } = rotatingWire();
  const { store } = memoryStore();
  const set = vi.fn(store.set);
  const client = connect(wire, {}, { store: { ...store, set } });
  await opened(client);
  set.mockRejectedValue(new Error("down"));
  revoke();
  await opened(client);
  revoke();
  // The end of the cooldown of the store.
  vi.advanceTimersByTime(5_000);
  await opened(client);
  expect(sent()).toEqual([REFRESH_TOKEN, "rotated-1", "rotated-2"]);
  expect(wire.counts()).toBe("5A 3R");
  // Ends the background writes, which otherwise continue in later tests.
  set.mockImplementation(store.set);
});

test("follows the generations in the store if a late write brought back an older entry", async () => {
  const { wire, revoke, sent } = rotatingWire();
  const { store, values } = memoryStore();
  const client = connect(wire, {}, { store });
  await opened(client);
  const [key = ""] = values.keys();
  const head = [...values.keys()].find((name) => !/:\d+$/.test(name)) ?? key;
  const old = values.get(head) ?? "";
  revoke();
  await opened(client);
  values.set(head, old);
  await opened(connect(wire, {}, { store }));
  expect(sent()).toEqual([REFRESH_TOKEN, "rotated-1"]);
  expect(wire.counts()).toBe("4A 2R");
});

test.each(["exchanged", "read"])("restores a missing entry from the memory of a process that %s it", async (origin) => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const hang = new Promise(() => {});
  const { wire } = rotatingWire({ exchange: async (nth) => (nth === 1 ? undefined : hang) });
  const { store, values } = memoryStore();
  const first = connect(wire, {}, { store });
  await opened(first);
  const client = origin === "exchanged" ? first : connect(wire, {}, { store });
  await opened(client);
  const entries = [...values];
  values.clear();
  vi.advanceTimersByTime(7 * 24 * HOUR - 1);
  await opened(client);
  await vi.waitFor(() => expect(wire.counts()).toBe("3A 2R"));
  expect([...values].sort()).toEqual(entries.sort());
});

test("replaces an older entry from the memory of a process, and does not use its token", async () => {
  const { wire, revoke, sent } = rotatingWire();
  const { store, values } = memoryStore();
  const client = connect(wire, {}, { store });
  await opened(client);
  const older = [...values];
  revoke();
  await opened(client);
  revoke();
  values.clear();
  for (const [key, value] of older) values.set(key, value);
  const set = vi.spyOn(values, "set");
  await opened(client);
  expect(sent()).toEqual([REFRESH_TOKEN, "rotated-1", "rotated-2"]);
  expect(wire.counts()).toBe("5A 3R");
  expect(set.mock.calls.map(([, value]) => JSON.parse(value).generation)).toEqual([2, 2, 3, 3]);
});

test("writes nothing before the exchange if the store cannot be read", async () => {
  const { wire, revoke } = rotatingWire();
  const { store, values } = memoryStore();
  const get = vi.fn(store.get);
  const client = connect(wire, {}, { store: { ...store, get } });
  await opened(client);
  revoke();
  get.mockImplementation(broken);
  const set = vi.spyOn(values, "set");
  await opened(client);
  expect(set.mock.calls.map(([, value]) => JSON.parse(value).generation)).toEqual([2, 2]);
});

test("uses the newest entry that can be read", async () => {
  const { wire } = rotatingWire();
  const { store } = memoryStore();
  await opened(connect(wire, {}, { store }));
  const get = async (key: string) => (key.endsWith(":2") ? broken() : store.get(key));
  await opened(connect(wire, {}, { store: { ...store, get } }));
  expect(wire.counts()).toBe("2A 1R");
});

test("deletes an entry of another generation than its key", async () => {
  const { wire } = rotatingWire();
  const { store, values } = memoryStore();
  await opened(connect(wire, {}, { store }));
  const [[head, value] = ["", ""]] = [...values].filter(([key]) => !/:\d+$/.test(key));
  values.set(`${head}:2`, JSON.stringify({ ...JSON.parse(value), key: `${head}:2` }));
  await opened(connect(wire, {}, { store }));
  expect(wire.counts()).toBe("2A 1R");
  expect([...values.keys()].sort()).toEqual([head, `${head}:1`]);
});

test("ends a refresh after three rejected refresh tokens, without a delay", async () => {
  holdTimers("performance");
  const wire = createWire({ refresh: rejected });
  const get = async (key: string) => {
    const generation = Number(/:(\d+)$/.exec(key)?.[1] ?? 0);
    const isStored = generation > 0 && generation <= Math.min(5, wire.refresh.length);
    return isStored ? stored({ generation, refreshToken: `r-${generation}`, expiresAt: 0 })(key) : undefined;
  };
  const failed = rejection(opened(connect(wire, {}, { store: oneValueStore(() => undefined, { get }) })));
  expect(await failed).toMatchObject({ code: "REFRESH_REJECTED" });
  expect(wire.refresh.map(({ body }) => body.refresh_token)).toEqual([REFRESH_TOKEN, "r-1", "r-2"]);
});

test("does not write an older refresh token after a newer one", async () => {
  holdTimers("performance");
  const { wire, revoke } = rotatingWire();
  const { store } = memoryStore();
  const set = vi.fn(store.set);
  for (let failure = 0; failure < 6; failure++) set.mockRejectedValueOnce(new Error("down"));
  const client = connect(wire, {}, { store: { ...store, set } });
  await opened(client);
  revoke();
  await opened(client);
  await vi.advanceTimersByTimeAsync(2_000);
  const generations = set.mock.calls.map(([, value]) => JSON.parse(value).generation);
  expect(generations).toEqual([1, 1, 1, 1, 1, 1, 2, 2]);
  expect(vi.getTimerCount()).toBe(0);
});

test("uses the newer refresh token of another process, and calls willRefresh once for both exchanges", async () => {
  const { wire, revoke, sent } = rotatingWire();
  const { store } = memoryStore();
  const first = connect(wire, {}, { store });
  await opened(first);
  const get = vi
    .fn(store.get)
    .mockResolvedValueOnce(undefined)
    .mockImplementation(async (key: string) => {
      const value = (await store.get(key)) as string | undefined;
      return value && JSON.stringify({ ...JSON.parse(value), expiresAt: 0, refreshAt: 0 });
    });
  const [willRefresh, didRefresh] = [vi.fn(), vi.fn()];
  revoke();
  await opened(connect(wire, { hooks: { willRefresh, didRefresh } }, { store: { ...store, get } }));
  expect(sent()).toEqual([REFRESH_TOKEN, REFRESH_TOKEN, "rotated-1"]);
  expect([willRefresh.mock.calls.length, didRefresh.mock.calls.length]).toEqual([1, 1]);
});

test("exchanges an invalid refresh token once if the store contains the same one", async () => {
  holdTimers("performance");
  const wire = createWire({
    api: ({ nth }) => (nth === 1 ? ok() : unauthorized()),
    refresh: ({ nth }) => (nth === 1 ? json({ access_token: "a", refresh_token: "rotated" }) : rejected()),
  });
  const client = connect(wire, {}, { store: memoryStore().store });
  await opened(client);
  expect(await advance(5_000, rejection(opened(client)))).toMatchObject({ code: "REFRESH_REJECTED" });
  expect(wire.counts()).toBe("2A 2R");
});

test("uses a newer refresh token after a late rejection of the older one", async () => {
  holdTimers("performance");
  const late = gate<Response>();
  const wire = createWire({ refresh: ({ nth }) => (nth === 1 ? late.promise : json({ access_token: "a" })) });
  const advance = vi.fn<TokenChain["advance"]>();
  const store: SharedToken = {
    share: (chain) => {
      advance.mockImplementation(chain.advance);
      return chain.exchange;
    },
  };
  const client = connect(wire, {}, { store });
  const failed = rejection(opened(client));
  await vi.advanceTimersByTimeAsync(0);
  advance({ refreshToken: "newer", generation: 1 });
  late.resolve(rejected());
  expect(await failed).toMatchObject({ code: "REFRESH_REJECTED" });
  await vi.advanceTimersByTimeAsync(5_000);
  await opened(client);
  expect(wire.refresh.map(({ body }) => body.refresh_token)).toEqual([REFRESH_TOKEN, "newer"]);
});

test("keeps eight earlier generations in the store", async () => {
  const { wire, revoke } = rotatingWire();
  const { store, values } = memoryStore();
  const deleted = vi.fn(store.delete);
  const client = connect(wire, {}, { store: { ...store, delete: deleted } });
  for (let call = 0; call < 20; call++) {
    await opened(client);
    revoke();
  }
  await turns();
  expect(deleted).toHaveBeenCalledTimes(12);
  const generations = [...values.keys()].flatMap((key) => key.match(/:(\d+)$/)?.[1] ?? []).map(Number);
  expect(generations.sort((a, b) => a - b)).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
});

test("writes a rotated refresh token until the store accepts it, during the cooldown of the store too", async () => {
  holdTimers("performance");
  const { wire, sent } = rotatingWire();
  const { store, values } = memoryStore();
  const down = new Error("down");
  const get = vi.fn(store.get).mockRejectedValueOnce(down).mockRejectedValueOnce(down).mockRejectedValueOnce(down);
  const set = vi.fn(store.set);
  for (let failure = 0; failure < 12; failure++) set.mockRejectedValueOnce(down);
  await opened(connect(wire, {}, { store: { ...store, get, set } }));
  expect([set.mock.calls.length, values.size, wire.counts()]).toEqual([6, 0, "1A 1R"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([set.mock.calls.length, values.size]).toEqual([12, 0]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect([set.mock.calls.length, values.size]).toEqual([12, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([set.mock.calls.length, values.size]).toEqual([14, 2]);
  expect(vi.getTimerCount()).toBe(0);
  expect(await opened(connect(wire, {}, { store }))).toEqual({ value: "fine" });
  expect(sent()).toEqual([REFRESH_TOKEN]);
});

test("reads the store again before it reports a rejection, for the process that used the refresh token first", async () => {
  holdTimers("performance");
  const slow = gate();
  const { wire } = rotatingWire({ exchange: async (nth) => (nth === 1 ? slow.promise : undefined) });
  const { store } = memoryStore();
  const [first, second] = [opened(connect(wire, {}, { store })), opened(connect(wire, {}, { store }))];
  await vi.waitFor(() => expect(wire.counts()).toBe("0A 2R"));
  await vi.advanceTimersByTimeAsync(700);
  slow.resolve();
  await first;
  await vi.advanceTimersByTimeAsync(800);
  expect(await second).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("2A 2R");
});

test("reads the store again after each cooldown of a rejection, without another exchange", async () => {
  holdTimers("performance");
  const { wire } = rotatingWire();
  const { store, values } = memoryStore();
  await opened(connect(wire, {}, { store }));
  const entries = [...values];
  values.clear();
  const late = connect(wire, {}, { store });
  const error = await advance(1_500, rejection(opened(late)));
  expect(error).toMatchObject({ code: "REFRESH_REJECTED", status: 401 });
  expect(wire.counts()).toBe("1A 2R");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await rejection(opened(late))).toMatchObject({ code: "REFRESH_REJECTED" });
  for (const [key, value] of entries) values.set(key, value);
  expect(await rejection(opened(late))).toMatchObject({ code: "REFRESH_REJECTED" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await opened(late)).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("2A 2R");
});

// ---- Locks ----

test("locks a key of its own for twice the attempt timeout", async () => {
  const lock = vi.fn(async () => () => {});
  const store = oneValueStore(() => undefined, { lock });
  await opened(connect(createWire(), { attemptTimeout: 3_000 }, { store }));
  expect(lock.mock.calls).toEqual([[`${store.get.mock.calls[0]?.[0]}:lock`, 6_000]]);
});

test("reads the store again when it has the lock", async () => {
  const answers = [undefined, stored({})];
  const released = vi.fn();
  const store = oneValueStore((key) => answers.shift()?.(key), { lock: async () => released });
  const wire = createWire();
  await opened(connect(wire, {}, { store }));
  expect([wire.counts(), released.mock.calls.length]).toEqual(["1A 0R", 1]);
});

test("polls a held lock after 50 ms, then less often, and at least every 1.5 s", async () => {
  holdTimers("performance");
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const times: number[] = [];
  const lock = async () => void times.push(performance.now());
  const credentials = { store: oneValueStore(() => undefined, { lock }), singleUse: true };
  const failed = rejection(opened(connect(createWire(), {}, credentials)));
  await vi.waitFor(() => expect(times).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await failed).toMatchObject({ code: "TIMEOUT", phase: "token" });
  const waits = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
  expect(waits.slice(0, 4)).toEqual([50, 62, 78, 97]);
  expect(waits.at(-1)).toBe(1_000);
});

test("releases the lock if the write hangs, and a lock that is granted after 2 s", async () => {
  holdTimers("performance");
  const released = vi.fn();
  const set = vi.fn(() => new Promise<never>(() => {}));
  const store = oneValueStore(() => undefined, { set, lock: () => released });
  await advance(2_000, opened(connect(createWire(), {}, { store })));
  expect([set, released].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);

  const granted = gate<() => void>();
  const slow = oneValueStore(() => undefined, { lock: () => granted.promise });
  expect(await advance(2_000, opened(connect(createWire(), {}, { store: slow })))).toEqual({ value: "fine" });
  const late = vi.fn();
  granted.resolve(late);
  await turns();
  expect(late).toHaveBeenCalledTimes(1);
});

test("exchanges without a lock at once if the lock was granted and its response was lost", async () => {
  const lock = vi.fn(() => undefined).mockImplementationOnce(broken as never);
  const wire = createWire();
  await opened(connect(wire, {}, { store: oneValueStore(() => undefined, { lock }) }));
  expect([wire.counts(), lock.mock.calls.length]).toEqual(["1A 1R", 1]);
});

test("reads at most eight newer generations from a store that returns one each time", async () => {
  const get = vi.fn(async (key: string) => {
    const generation = Number(/:(\d+)$/.exec(key)?.[1] ?? 1);
    return stored({ generation, refreshToken: `r-${generation}` })(key);
  });
  const wire = createWire();
  await opened(connect(wire, {}, { store: oneValueStore(() => undefined, { get }) }));
  expect([wire.counts(), get.mock.calls.length]).toEqual(["1A 0R", 9]);
});

test("attempts to release a lock three times", async () => {
  const release = vi.fn().mockRejectedValueOnce(new Error("down")).mockRejectedValueOnce(new Error("down"));
  await opened(connect(createWire(), {}, { store: oneValueStore(() => undefined, { lock: () => release }) }));
  expect(release).toHaveBeenCalledTimes(3);
});

// ---- Failures of a store ----

/** Ends the background writes of a test, which otherwise continue in later tests. */
let isDown = false;
/** Ends the exchange of a test, which otherwise extends its lock in later tests. */
let endExchange = () => {};

test.each<[string, Partial<TokenStore>, () => Response | Promise<Response>]>([
  ["the store hangs", { get: () => new Promise(() => {}) }, () => json({ access_token: "a" })],
  ["another process holds the lock", { lock: () => undefined }, () => json({ access_token: "a" })],
  [
    "it extends the lock",
    { lock: () => () => {} },
    () =>
      new Promise((resolve) => {
        endExchange = () => resolve(json({ access_token: "a" }));
      }),
  ],
  ["it waits for the token of another process", {}, () => json({}, { status: 401 })],
  [
    "it waits to store a rotated refresh token",
    { set: () => (isDown ? broken() : undefined) },
    () => json({ access_token: "a", refresh_token: "r" }),
  ],
])("does not keep the process running during an early refresh if %s", async (_, overrides, refresh) => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const timers = observeTimers();
  const wire = createWire({ refresh });
  isDown = true;
  await opened(connect(wire, {}, { store: memoryStore(overrides).store, accessToken: tokenExpiringIn(3 * MINUTE) }));
  await turns();
  const { pending, holding } = timers();
  expect(pending).toBeGreaterThan(0);
  expect(holding).toBe(0);
  isDown = false;
  endExchange();
});

test("attempts an operation three times, then does not use the store for 5 s", async () => {
  holdTimers("performance");
  const get = vi.fn(broken);
  const { store, values } = memoryStore({ get });
  const revoked = new Set<string>();
  const wire = createWire({ api: ({ token = "" }) => (revoked.has(token) ? unauthorized() : ok()) });
  const client = connect(wire, {}, { store });
  await opened(client);
  expect([get.mock.calls.length, values.size]).toEqual([3, 0]);
  revoked.add("fresh-1");
  await vi.advanceTimersByTimeAsync(4_999);
  await opened(client);
  expect([get.mock.calls.length, values.size]).toEqual([3, 0]);
  revoked.add("fresh-2");
  await vi.advanceTimersByTimeAsync(1);
  await opened(client);
  expect(get).toHaveBeenCalledTimes(6);
  expect(wire.counts()).toBe("5A 3R");
});

test.each([
  ["a string", "redis://localhost", 'sharedToken: the store has no method "get".'],
  ["nothing", undefined, 'sharedToken: the store has no method "get".'],
  ["a store without set", { get: () => {} }, 'sharedToken: the store has no method "set".'],
  ["a store without delete", { get: () => {}, set: () => {} }, 'sharedToken: the store has no method "delete".'],
  [
    "a store whose on throws",
    {
      ...{ get: () => {}, set: () => {}, delete: () => {} },
      on: () => {
        throw new Error("hunter2");
      },
    },
    'sharedToken: "on" of the store threw an error.',
  ],
])("rejects %s as a store", (_, store, message) => {
  expect(() => sharedToken(store as never)).toThrow(expect.objectContaining({ code: "USAGE", message }));
});

test.each([
  ["60 s at most", 124_999, [3, 1]],
  ["5 s after it settles", 125_500, [2, 0]],
])("does not use a store while one of its operations hangs: until %s", async (_, settlesAt, last) => {
  holdTimers("performance", "Date");
  const hanging = gate<undefined>();
  const { store, values } = memoryStore();
  const get = vi
    .fn(store.get)
    .mockReturnValueOnce(new Promise<never>(() => {}))
    .mockReturnValueOnce(hanging.promise);
  const wire = createWire({ refresh: ({ nth }) => json({ access_token: `fresh-${nth}`, expires_in: 31 }) });
  const client = connect(wire, {}, { store: { ...store, get } });
  const callAt = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms - performance.now());
    await advance(2_000, opened(client));
    return [get.mock.calls.length, values.size];
  };
  const start = performance.now();
  expect(await callAt(start)).toEqual([1, 0]);
  expect(await callAt(start + 61_999)).toEqual([1, 0]);
  expect(await callAt(start + 94_000)).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(start + settlesAt - performance.now());
  hanging.resolve(undefined);
  await turns();
  expect(await callAt(start + 130_000)).toEqual(last);
});

// ---- Slow exchanges and killed processes ----

/** A lock in memory that expires, and can be extended. */
function expiringLock(didExtend?: (ms: number) => void) {
  let endsAt = 0;
  let owner: object | undefined;
  return async (_: string, ttlMs: number) => {
    if (performance.now() < endsAt) return undefined;
    const own = {};
    owner = own;
    const expireIn = (ms: number) => {
      if (owner === own) endsAt = performance.now() + ms;
    };
    expireIn(ttlMs);
    const extend = (ms: number) => {
      didExtend?.(ms);
      expireIn(ms);
    };
    return Object.assign(() => expireIn(0), { extend });
  };
}

test("keeps the lock during an exchange that is slower than the lock lasts, so that no process repeats it", async () => {
  holdTimers("performance");
  const { wire, sent } = rotatingWire({ exchange: () => new Promise((resolve) => setTimeout(resolve, 100_000)) });
  const extended = vi.fn();
  const { store } = memoryStore({ lock: expiringLock(extended) });
  const calls = [1, 2].map(() => opened(connect(wire, { timeout: 110_000 }, { store, singleUse: true })));
  await vi.advanceTimersByTimeAsync(102_000);
  expect(await Promise.all(calls)).toHaveLength(2);
  expect([wire.counts(), sent()]).toEqual(["2A 1R", [REFRESH_TOKEN]]);
  await vi.advanceTimersByTimeAsync(60_000);
  // Once per attempt timeout of 10 s, and not after the exchange.
  expect(extended.mock.calls).toEqual(Array(extended.mock.calls.length).fill([20_000]));
  expect([9, 10]).toContain(extended.mock.calls.length);
});

test("waits for the holder of the lock if the platform rejects the token that the holder has sent", async () => {
  holdTimers("performance");
  const { wire, sent } = rotatingWire({
    exchange: async (nth) => nth === 1 && new Promise((resolve) => setTimeout(resolve, 50_000)),
  });
  const { store } = memoryStore({ lock: expiringLock() });
  const calls = [1, 2].map(() => opened(connect(wire, { timeout: 60_000 }, { store })));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(await Promise.all(calls)).toHaveLength(2);
  expect([...new Set(sent())]).toEqual([REFRESH_TOKEN]);
  expect(wire.counts()).toMatch(/^2A /);
});

test("extends the lock during the cooldown of the store", async () => {
  holdTimers("performance");
  const extended = vi.fn();
  const get = vi.fn(broken as TokenStore["get"]).mockResolvedValueOnce(undefined);
  const { store } = memoryStore({ get, lock: expiringLock(extended) });
  await advance(
    3_500,
    opened(connect(createWire({ refresh: after(3_500) }), { attemptTimeout: 1_000 }, { store, singleUse: true })),
  );
  expect([get.mock.calls.length, extended.mock.calls]).toEqual([4, [[2_000], [2_000], [2_000]]]);
});

test("stores what a slow exchange returns if the lock cannot be extended", async () => {
  holdTimers("performance");
  const { store, values } = memoryStore(memoryLock());
  await advance(12_000, opened(connect(createWire({ refresh: after(12_000) }), {}, { store })));
  expect(values.size).toBe(1);
});

test("uses a new token if the store is misused only when it is written, and writes a rotated refresh token later", async () => {
  holdTimers("performance");
  const { store, values } = memoryStore();
  const misused = createUsageError("misused");
  const set = vi.fn(store.set).mockRejectedValueOnce(misused).mockRejectedValueOnce(misused);
  await opened(connect(rotatingWire().wire, {}, { store: { ...store, set } }));
  expect([set.mock.calls.length, values.size]).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(values.size).toBe(2);
});

test("stores what a slow exchange returns after all calls have failed at their deadlines", async () => {
  holdTimers("performance");
  const { wire, sent } = rotatingWire({ exchange: () => new Promise((resolve) => setTimeout(resolve, 50_000)) });
  const { store } = memoryStore();
  const error = await advance(50_000, rejection(opened(connect(wire, { timeout: 3_000 }, { store, singleUse: true }))));
  expect(error).toMatchObject({ code: "TIMEOUT", phase: "token", delivery: "not-sent" });
  await opened(connect(wire, {}, { store }));
  expect([wire.counts(), sent()]).toEqual(["1A 1R", [REFRESH_TOKEN]]);
});

test.each([1_000, 2_000, 10_000])(
  "exchanges once after a killed holder of the lock (attemptTimeout: %i)",
  async (attemptTimeout) => {
    holdTimers("performance");
    vi.spyOn(Math, "random").mockReturnValue(1);
    const lock = expiringLock();
    await lock("killed", attemptTimeout * 2);
    const { store } = memoryStore({ lock });
    const wire = createWire({ refresh: after(attemptTimeout * 0.9) });
    const calls = [1, 2, 3].map(() => opened(connect(wire, { attemptTimeout }, { store, singleUse: true })));
    await vi.advanceTimersByTimeAsync(attemptTimeout * 3.3);
    expect(await Promise.all(calls)).toHaveLength(3);
    expect([wire.counts(), await lock("free", 1)]).toEqual(["3A 1R", expect.any(Function)]);
  },
);

// ---- Wrong entries ----

test.each([
  ["", () => json({ access_token: "good" }), REFRESH_TOKEN],
  [", which the platform rotates", () => json({ access_token: "good", refresh_token: "rotated" }), "rotated"],
])("uses the configured refresh token if the stored one was never valid%s", async (_, granted, next) => {
  holdTimers("performance");
  const wire = createWire({
    api: ({ token }) => (token === "good" ? ok() : unauthorized()),
    refresh: ({ body }) => (body.refresh_token === REFRESH_TOKEN ? granted() : rejected()),
  });
  const { store, values } = memoryStore();
  const get = async (key: string) =>
    values.get(key) ?? (/:\d+$/.test(key) ? undefined : stored({ generation: 5, refreshToken: "by-hand" })(key));
  expect(await advance(1_500, opened(connect(wire, {}, { store: { ...store, get } })))).toEqual({ value: "fine" });
  expect(wire.refresh.map(({ body }) => body.refresh_token)).toEqual(["by-hand", REFRESH_TOKEN]);
  expect([...values.values()].map((value) => JSON.parse(value))).toMatchObject([
    { generation: 6, refreshToken: next },
    { generation: 6, refreshToken: next },
  ]);
  await opened(connect(wire, {}, { store }));
  expect(wire.counts()).toBe("3A 2R");
});

test("tries the configured refresh token once if the stored one is rejected, and not if it was rotated", async () => {
  holdTimers("performance");
  const rejecting = createWire({ refresh: rejected });
  const get = async (key: string) =>
    key.endsWith(":6") ? undefined : stored({ generation: 5, refreshToken: "by-hand", expiresAt: 0 })(key);
  const client = connect(rejecting, {}, { store: oneValueStore(() => undefined, { get }) });
  for (const _ of [1, 2]) {
    expect(await advance(6_500, rejection(opened(client)))).toMatchObject({ code: "REFRESH_REJECTED" });
  }
  expect(rejecting.refresh.map(({ body }) => body.refresh_token)).toEqual(["by-hand", REFRESH_TOKEN]);

  const { wire, revoke, sent } = rotatingWire();
  const own = connect(wire, {}, { store: memoryStore().store });
  await opened(own);
  revoke();
  await opened(connect(wire, {}, { refreshToken: "rotated-1" }));
  revoke();
  expect(await advance(1_500, rejection(opened(own)))).toMatchObject({ code: "REFRESH_REJECTED" });
  expect(sent()).toEqual([REFRESH_TOKEN, "rotated-1", "rotated-1"]);
});

test("uses the configured refresh token if a stored one is no longer valid, and neither was rotated", async () => {
  holdTimers("performance");
  const answers = [json({ access_token: "a" }), json({ access_token: "b" }), rejected()];
  const wire = createWire({
    api: ({ nth }) => (nth === 2 || nth === 4 ? unauthorized() : ok()),
    refresh: () => answers.shift() ?? json({ access_token: "c" }),
  });
  const get = async (key: string) =>
    wire.refresh.length === 0 || key.endsWith(":6")
      ? undefined
      : stored({ generation: 5, refreshToken: "by-hand", expiresAt: 0 })(key);
  const client = connect(wire, {}, { store: oneValueStore(() => undefined, { get }) });
  await opened(client);
  await opened(client);
  await advance(1_500, opened(client));
  expect(wire.refresh.map(({ body }) => body.refresh_token)).toEqual([
    REFRESH_TOKEN,
    "by-hand",
    "by-hand",
    REFRESH_TOKEN,
  ]);
  expect(wire.api.map(({ token }) => token)).toEqual(["a", "a", "b", "b", "c"]);
});
