/** The edges of the promises: exact messages, exact events, exact boundaries. Mutation testing asked for each of them. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accessToken } from "../src/auth/access-token.ts";
import { fromEnvironment } from "../src/auth/environment.ts";
import { fileStore } from "../src/auth/file-store.ts";
import type { TokenStore } from "../src/auth/store.ts";
import { cleanToken, isDue, isExpired, readToken } from "../src/auth/token.ts";
import { tokenSource } from "../src/auth/token-source.ts";
import type { Hooks } from "../src/hooks.ts";
import { query } from "./support/documents.ts";
import {
  BASE_URL,
  connect,
  createWire,
  gate,
  json,
  jwt,
  ok,
  REFRESH_TOKEN,
  rejection,
  tokenExpiringIn,
  unauthorized,
} from "./support/wire.ts";

const MINUTE = 60_000;
const NOW = Date.UTC(2030, 0, 1);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const given = { accessToken: "given" };
/** A client that sends each call once. */
const _once = (api: Parameters<typeof createWire>[0]) => connect(createWire(api), { retries: 0 }, given);

const failsToRefresh = async (refresh: () => Response | Promise<Response>) => {
  const failed = rejection(connect(createWire({ refresh })).execute(query));
  await vi.advanceTimersByTimeAsync(20_000);
  return failed;
};

// ---- Hooks ----

function recordHooks(): { hooks: Hooks; events: [string, object][] } {
  const events: [string, object][] = [];
  const record = (name: string) => (event: object) => void events.push([name, event]);
  const names = ["willSend", "didReceive", "willRetry", "willRefresh", "didRefresh", "didFailRefresh"];
  return { hooks: Object.fromEntries(names.map((name) => [name, record(name)])), events };
}

test.each([
  ["missing", undefined],
  ["expired", -MINUTE],
  ["early", 3 * MINUTE],
])("hooks tell why a renewal runs, and of a failed one with its duration: %s", async (reason, left) => {
  const { hooks, events } = recordHooks();
  const refresh = async () => {
    await wait(7);
    throw new TypeError("fetch failed");
  };
  vi.spyOn(Math, "random").mockReturnValue(0);
  const credentials = left === undefined ? {} : { accessToken: tokenExpiringIn(left) };
  const call = connect(createWire({ refresh }), { hooks }, credentials).execute(query);
  call.catch(() => {});
  await vi.runAllTimersAsync();
  expect(events.filter(([name]) => name.includes("Refresh"))).toStrictEqual([
    ["willRefresh", { reason }],
    ["didFailRefresh", { reason, durationMs: 21, code: "REFRESH_UNAVAILABLE" }],
  ]);
});

test.each([
  [{ access_token: "a" }, false],
  [{ access_token: "a", refresh_token: REFRESH_TOKEN }, false],
  [{ access_token: "a", refresh_token: "other" }, true],
])("19: didRefresh says whether %j rotated the refresh token", async (body, rotated) => {
  const { hooks, events } = recordHooks();
  await connect(createWire({ refresh: () => json(body) }), { hooks }).execute(query);
  expect(events[1]).toMatchObject(["didRefresh", { rotated }]);
});

test("willRefresh tells of a token source as of an exchange", async () => {
  const { hooks, events } = recordHooks();
  await connect(createWire(), { hooks, auth: tokenSource(() => "a") }).execute(query);
  expect(events.map(([name]) => name)).toEqual(["willRefresh", "didRefresh", "willSend", "didReceive"]);
  expect(events[1]?.[1]).toMatchObject({ reason: "missing", rotated: false });
});

test("24: a static token that was refused was rejected, not lost", async () => {
  const client = connect(createWire({ api: unauthorized }), { auth: accessToken("a") });
  expect(await rejection(client.execute(query))).toMatchObject({ delivery: "rejected", attempts: 1 });
});

// ---- What the exchange said ----

test.each([
  [() => json({}, { status: 403 }), { code: "REFRESH_UNAVAILABLE", status: 403 }, "refresh exchange: HTTP 403"],
  [() => json({}, { status: 503 }), { code: "REFRESH_UNAVAILABLE", status: 503 }, "refresh exchange: HTTP 503"],
  [() => json({}, { status: 429 }), { code: "RATE_LIMITED", status: 429 }, "refresh exchange: HTTP 429"],
  [
    () => json({}, { status: 401 }),
    { code: "REFRESH_REJECTED", status: 401 },
    "refresh exchange: HTTP 401: the refresh token was refused; get a new one",
  ],
  [
    () => json({}),
    { code: "MALFORMED_RESPONSE", status: 200, contentType: "application/json" },
    "refresh exchange: the response holds no usable access_token",
  ],
])("10, 11, 12, 13: a failed exchange says what happened (%#)", async (refresh, facts, message) => {
  const error = await failsToRefresh(refresh);
  expect(error).toMatchObject({ ...facts, message: `ReadValue: ${message}`, attempts: 0, delivery: "not-sent" });
  expect(error).not.toHaveProperty("retryAfterMs");
});

test("13: an exchange body that is one long string is malformed at once", { timeout: 2_000 }, async () => {
  const refresh = () => json("x".repeat(8_000_000));
  expect(await rejection(connect(createWire({ refresh })).execute(query))).toMatchObject({
    code: "MALFORMED_RESPONSE",
  });
});

test("10: a refused refresh token names no time after which it would be taken", async () => {
  const client = connect(createWire({ refresh: unauthorized }));
  await rejection(client.execute(query));
  expect(await rejection(client.execute(query))).not.toHaveProperty("retryAfterMs");
});

test("an exchange may answer with any status of success", async () => {
  const wire = createWire({ refresh: () => json({ access_token: "a" }, { status: 299 }) });
  await connect(wire).execute(query);
  expect(wire.counts()).toBe("1A 1R");
});

test("15: a token source that hangs is given up after 30 s, and told so by its signal", async () => {
  let signal: AbortSignal | undefined;
  const auth = tokenSource((context) => {
    signal = context.signal;
    return new Promise(() => {});
  });
  const error = rejection(connect(createWire(), { auth, timeout: MINUTE }).execute(query));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(signal?.aborted).toBe(true);
  expect(await error).toMatchObject({
    code: "REFRESH_UNAVAILABLE",
    message: "ReadValue: no access token within 30 s",
  });
});

test.each([
  ["a string", "hunter2"],
  ["an error whose name is no name", Object.assign(new Error("x"), { name: "hunter2 said" })],
  ["an error whose name ends well", Object.assign(new Error("x"), { name: "said hunter2" })],
  ["an error whose name is endless", Object.assign(new Error("x"), { name: "n".repeat(65) })],
  ["what looks like an error", { name: "hunter2" }],
])("a token source that throws %s is not quoted", async (_, thrown) => {
  const client = connect(createWire(), { auth: tokenSource(() => Promise.reject(thrown)) });
  expect((await rejection(client.execute(query))).message).toBe(
    "ReadValue: the token source threw a value that is no Error",
  );
});

test("a token source's unusable token is the caller's mistake, tried again at the next call", async () => {
  const getToken = vi.fn(() => "");
  const client = connect(createWire(), { auth: tokenSource(getToken) });
  const error = await rejection(client.execute(query));
  expect(error).toMatchObject({ code: "USAGE", message: "the token source's token is missing or blank" });
  await rejection(client.execute(query));
  expect(getToken).toHaveBeenCalledTimes(2);
});

test("14: a token source's token that arrives expired is used all the same, and asked for once", async () => {
  const getToken = vi.fn(() => tokenExpiringIn(-MINUTE));
  const wire = createWire();
  const client = connect(wire, { auth: tokenSource(getToken) });
  await client.execute(query);
  await client.execute(query);
  expect([wire.counts(), getToken.mock.calls.length]).toEqual(["2A 0R", 1]);
});

// ---- Tokens ----

test("26, 27: null is unset, and what is no string or a word for nothing is refused", () => {
  expect(cleanToken(null, "X")).toBeUndefined();
  expect(() => cleanToken(42, "X")).toThrow("X is not a string but number");
  expect(() => cleanToken("null", "X")).toThrow('X is the word "null", not a token');
  expect(() => cleanToken("x-Bearer y", "X")).toThrow("X (10 characters) holds U+0020 at position 9");
});

test("27: a bad token is named by where it came from", () => {
  const bad = "a\u0007b";
  const env = { PLATFORM_BASE_URL: BASE_URL };
  expect(() => accessToken(bad)).toThrow(/^accessToken \(3/);
  expect(() => connect(createWire(), {}, { accessToken: bad })).toThrow(/^accessToken \(3/);
  expect(() => fromEnvironment({ env: { ...env, PLATFORM_ACCESS_TOKEN: bad } })).toThrow(/^PLATFORM_ACCESS_TOKEN \(3/);
  expect(() => fromEnvironment({ env: { ...env, PLATFORM_REFRESH_TOKEN: bad } })).toThrow(
    /^PLATFORM_REFRESH_TOKEN \(3/,
  );
});

test.each(["0b1f6f0e-9d3c-4d64-9f0a-3f8f6c1d2e4b0", "a0b1f6f0e-9d3c-4d64-9f0a-3f8f6c1d2e4b"])(
  "24: a tenant that holds more than a UUID is refused: %s",
  (tenantId) => {
    expect(() => connect(createWire(), {}, { tenantId })).toThrow("tenantId is not a UUID");
  },
);

test("28: an exp of 0 is no instant, and the last one that is read is in the year 4707", () => {
  const expiry = (exp: number) => readToken(jwt({ exp }), { justIssued: false }).expiresAt;
  const week = NOW + 7 * 24 * 60 * MINUTE;
  expect(expiry(0)).toBe(week);
  expect(expiry(8.64e10)).toBe(8.64e13);
  expect(expiry(8.64e10 + 1)).toBe(week);
});

test("a token is due a tenth of its life before it expires, and never more than five minutes", () => {
  const at = NOW / 1000;
  const due = (claims: object, justIssued = false) => {
    const { expiresAt, renewAt } = readToken(jwt(claims), { justIssued });
    return expiresAt - renewAt;
  };
  expect(due({ exp: at + 600, iat: at })).toBe(MINUTE);
  expect(due({ exp: at + 600, iat: at - 600 })).toBe(2 * MINUTE);
  expect(due({ exp: at + 600, iat: at - 600 }, true)).toBe(MINUTE);
  expect(due({ exp: at + 36_000, iat: at })).toBe(5 * MINUTE);
  expect(due({ exp: at + 600 })).toBe(5 * MINUTE);
  expect(due({ exp: at, iat: at + 600 })).toBe(0);
});

test("a token is due and expired from its very instants on, and judged after exactly 30 s", () => {
  const at = NOW / 1000;
  const held = readToken(jwt({ exp: at + 600, iat: at }), { justIssued: false });
  vi.setSystemTime(held.renewAt - 1);
  expect([isDue(held), isExpired(held)]).toEqual([false, false]);
  vi.setSystemTime(held.renewAt);
  expect([isDue(held), isExpired(held)]).toEqual([true, false]);
  vi.setSystemTime(held.expiresAt - 1);
  expect([isDue(held), isExpired(held)]).toEqual([true, false]);
  vi.setSystemTime(held.expiresAt);
  expect([isDue(held), isExpired(held)]).toEqual([true, true]);
  const fresh = readToken(jwt({ exp: 1 }), { justIssued: true });
  vi.advanceTimersByTime(29_999);
  expect([isDue(fresh), isExpired(fresh)]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([isDue(fresh), isExpired(fresh)]).toEqual([true, true]);
});

// ---- Stores ----

/** A store that holds one value under any key, and what was asked of it. */
function oneValueStore(value: (key: string) => unknown, more: Partial<TokenStore> = {}) {
  const store = {
    get: vi.fn(async (key: string) => value(key)),
    set: vi.fn(async (_key: string, _value: string, _ttlMs: number) => {}),
    delete: vi.fn(async () => {}),
  };
  return Object.assign(store, more);
}
const stored = (more: object) => (key: string) =>
  JSON.stringify({ key, accessToken: "stored", expiresAt: Date.now() + 60 * MINUTE, ...more });

test.each([undefined, null])("57: a store that answers a miss with %s is not told to delete it", async (miss) => {
  const store = oneValueStore(() => miss);
  await connect(createWire(), {}, { store }).execute(query);
  expect([store.get, store.delete, store.set].map((spy) => spy.mock.calls.length)).toEqual([1, 0, 1]);
});

test.each([{ accessToken: "" }, { accessToken: null }, { accessToken: undefined }])(
  "57: a stored value without a token is a miss: %j",
  async (more) => {
    const wire = createWire({ api: ({ token }) => (token === "fresh-1" ? ok() : unauthorized()) });
    await connect(wire, {}, { store: oneValueStore(stored(more)), ...given }).execute(query);
    expect(wire.api.map(({ token }) => token)).toEqual(["given", "fresh-1"]);
  },
);

test("57: stored bytes that would read as a token are a miss", async () => {
  const wire = createWire();
  await connect(wire, {}, { store: oneValueStore((key) => Buffer.from(stored({})(key))) }).execute(query);
  expect([wire.counts(), wire.api[0]?.token]).toEqual(["1A 1R", "fresh-1"]);
});

test("57: a stored token is of no use from its very instant on", async () => {
  const use = async (left: number) => {
    const wire = createWire();
    await connect(wire, {}, { store: oneValueStore(stored({ expiresAt: Date.now() + left })) }).execute(query);
    return wire.counts();
  };
  expect([await use(1), await use(0)]).toEqual(["1A 0R", "1A 1R"]);
});

test("a stored opaque token expires when it was stored to expire", async () => {
  const expiresAt = Date.now() + 10 * MINUTE;
  const wire = createWire();
  const client = connect(wire, {}, { store: oneValueStore(stored({ expiresAt })) });
  await client.execute(query);
  await vi.advanceTimersByTimeAsync(11 * MINUTE);
  await client.execute(query);
  expect(wire.api.map(({ token }) => token)).toEqual(["stored", "fresh-1"]);
});

test("a token that arrives expired is used and not stored", async () => {
  const store = oneValueStore(() => undefined);
  const wire = createWire({ refresh: () => json({ access_token: tokenExpiringIn(0) }) });
  await connect(wire, {}, { store }).execute(query);
  expect([wire.counts(), store.set.mock.calls.length]).toEqual(["1A 1R", 0]);
});

test("a lock has a key of its own beside the token's", async () => {
  const lock = vi.fn(async () => () => {});
  const store = oneValueStore(() => undefined, { lock });
  await connect(createWire(), {}, { store }).execute(query);
  expect(lock.mock.calls).toEqual([[`${store.get.mock.calls[0]?.[0]}:lock`, 5000]]);
});

test("59: looks again once it has the lock, before it asks the platform", async () => {
  const answers = [undefined, stored({})];
  const released = vi.fn();
  const store = oneValueStore((key) => answers.shift()?.(key), { lock: async () => released });
  const wire = createWire();
  await connect(wire, {}, { store }).execute(query);
  expect([wire.counts(), released.mock.calls.length]).toEqual(["1A 0R", 1]);
});

test("60: looks for what the lock's holder has stored every 25 to 75 ms", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.8);
  const asked = gate();
  const lock = vi.fn(async () => asked.resolve());
  const client = connect(createWire(), {}, { store: oneValueStore(() => undefined, { lock }) });
  const call = client.execute(query);
  await asked.promise;
  await vi.advanceTimersByTimeAsync(650);
  expect(lock).toHaveBeenCalledTimes(11);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await call).toEqual({ value: "fine" });
});

test("10: a refused refresh token is refused with a store as without one", async () => {
  const store = oneValueStore(() => undefined);
  const client = connect(createWire({ refresh: unauthorized }), {}, { store });
  expect(await rejection(client.execute(query))).toMatchObject({ code: "REFRESH_REJECTED", status: 401 });
});

test.each([
  ["due as well", 3 * MINUTE, "1A 1R"],
  ["good for an hour", 60 * MINUTE, "1A 0R"],
])("an early renewal takes a stored token unless that is due as well: %s", async (_, left, counts) => {
  const wire = createWire();
  const didFind = gate();
  const store = oneValueStore((key) => {
    setImmediate(didFind.resolve);
    return stored({ accessToken: tokenExpiringIn(left) })(key);
  });
  await connect(wire, {}, { store, accessToken: tokenExpiringIn(2 * MINUTE) }).execute(query);
  await didFind.promise;
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.counts()).toBe(counts);
});

test.each([
  ["after a 401", { accessToken: "given" }, "2A 0R"],
  ["where there was none", {}, "1A 0R"],
])("a call that waits takes a stored token even if it is due: %s", async (_, credentials, counts) => {
  const wire = createWire({ api: ({ token }) => (token === "given" ? unauthorized() : ok()) });
  const client = connect(
    wire,
    {},
    { store: oneValueStore(stored({ accessToken: tokenExpiringIn(3 * MINUTE) })), ...credentials },
  );
  await client.execute(query);
  expect(wire.counts().slice(0, 2)).toBe(counts.slice(0, 2));
  expect(wire.api.at(-1)?.token).not.toBe("fresh-1");
});

test("61: the file store gives back text, forgets it when asked, and hides no fault of the disk", async () => {
  const directory = await mkdtemp(join(tmpdir(), "edges-"));
  const store = fileStore({ directory });
  await store.set("k", "text ü", 1000);
  expect(await store.get("k")).toBe("text ü");
  await store.delete("k");
  await store.delete("k");
  expect(await store.get("k")).toBeUndefined();
  const tooLong = "k".repeat(300);
  await expect(store.get(tooLong)).rejects.toMatchObject({ code: "ENAMETOOLONG" });
  await expect(store.lock(tooLong, 1000)).rejects.toMatchObject({ code: "ENAMETOOLONG" });
  await rm(directory, { recursive: true });
});
