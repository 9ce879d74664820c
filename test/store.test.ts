/**
 * Tokens that clients share through a store, even if the store fails or hangs.
 * A wire is a scripted `fetch`. `2A 1R` are its requests to the API and to refresh a token.
 */

import { beforeEach, describe, expect, test, vi } from "vitest";
import { redisStore, rotatingToken, type TokenStore } from "../src/rotation/index.ts";
import { createUsageError } from "../src/shared/errors.ts";
import { query } from "./support/documents.ts";
import { memoryStore } from "./support/store.ts";
import { advance, holdTimers, observeTimers } from "./support/timers.ts";
import {
  connectRotating,
  createWire,
  gate,
  hashAtOnce,
  json,
  jwt,
  ok,
  REFRESH_TOKEN,
  rejection,
  tokenExpiringIn,
  unauthorized,
  type Wire,
} from "./support/wire.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TENANT = "0b1f6f0e-9d3c-4d64-9f0a-3f8f6c1d2e4b";

beforeEach(() => {
  hashAtOnce();
  holdTimers("Date", "performance");
});

const issued = ({ nth }: { nth: number }) => json({ access_token: `${tokenExpiringIn(nth * HOUR)}${nth}` });
const down = () => {
  throw new Error("store is down");
};
const hang = () => new Promise<never>(() => {});
const call = (client: ReturnType<typeof connectRotating>, timeout = 30_000) =>
  client.execute(query, {}, { timeout });

/** A platform that rotates refresh tokens: a second use of one ends the session for good. */
function rotatingWire(before: (nth: number) => unknown = () => {}) {
  let generation = 0;
  let isEnded = false;
  const name = (count: number) => (count === 0 ? REFRESH_TOKEN : `rotated-${count}`);
  const valid = new Set<string>();
  const wire = createWire({
    api: ({ token = "" }) => (valid.has(token) ? ok() : unauthorized()),
    refresh: async ({ body, nth }) => {
      isEnded ||= body.refresh_token !== name(generation);
      if (isEnded) return json({ error: "invalid_grant" }, { status: 400 });
      generation++;
      const token = `access-${generation}`;
      const next = name(generation);
      await before(nth);
      valid.add(token);
      return json({ access_token: token, refresh_token: next });
    },
  });
  const sent = () => wire.refresh.map(({ body }) => body.refresh_token);
  return { wire, sent, revoke: () => valid.clear(), isEnded: () => isEnded };
}

// ---- Shared access tokens ----

test("uses the stored token in a second process, without a request or its hooks", async () => {
  const { store, ttls } = memoryStore();
  const wire = createWire({ refresh: issued });
  const hooks = { willRefresh: vi.fn(), didRefresh: vi.fn() };
  await call(connectRotating(wire, { hooks }, { store }));
  await call(connectRotating(wire, { hooks }, { store }));
  expect(wire.counts()).toBe("2A 1R");
  expect(new Set(wire.api.map(({ token }) => token)).size).toBe(1);
  expect([hooks.willRefresh, hooks.didRefresh].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  // That of the mark, then that of the access token.
  expect(ttls).toEqual([180_000, expect.toSatisfy((ms: number) => ms > 7 * DAY - 5_000 && ms <= 7 * DAY)]);
});

test("shares one refresh between 100 clients", async () => {
  const { store } = memoryStore();
  const wire = createWire({
    refresh: () => new Promise((resolve) => setTimeout(() => resolve(issued({ nth: 1 })), 8_000)),
  });
  const calls = Array.from({ length: 100 }, () => call(connectRotating(wire, {}, { store })));
  expect(await advance(9_000, Promise.all(calls))).toHaveLength(100);
  expect(wire.counts()).toBe("100A 1R");
});

test("keeps an access token for each tenant, and one refresh token for all", async () => {
  const { store, values } = memoryStore();
  const { wire, sent, isEnded } = rotatingWire();
  for (const tenantId of [undefined, TENANT, undefined, TENANT])
    await call(connectRotating(wire, {}, { store, tenantId }));
  expect([wire.counts(), sent(), isEnded()]).toEqual(["4A 2R", [REFRESH_TOKEN, "rotated-1"], false]);
  expect(wire.api.map(({ token }) => token)).toEqual(["access-1", "access-2", "access-1", "access-2"]);
  expect(values.size).toBe(1);
});

test("uses a hashed key for each base URL and refresh token, even with the same concatenation", async () => {
  const { store, values } = memoryStore();
  const wire = createWire();
  await call(connectRotating(wire, { baseUrl: "https://p.example.com/a" }, { store, refreshToken: "b" }));
  await call(connectRotating(wire, { baseUrl: "https://p.example.com" }, { store, refreshToken: "a:b" }));
  await call(connectRotating(wire, { baseUrl: "https://p.example.com" }, { store, refreshToken: "a,b" }));
  await call(connectRotating(wire, { baseUrl: "https://p.example.com" }, { store, refreshToken: "b" }));
  expect([...values.keys()]).toEqual(Array(4).fill(expect.stringMatching(/^platform-graphql:[\da-f]{64}$/)));
});

test("refreshes if both the current and the stored token were revoked", async () => {
  const { store } = memoryStore();
  const wire = createWire({ api: ({ token }) => (token === "fresh-2" ? ok() : unauthorized()) });
  await rejection(call(connectRotating(wire, {}, { store })));
  const client = connectRotating(wire, {}, { store, accessToken: "given" });
  expect(await Promise.all(Array.from({ length: 20 }, () => call(client)))).toHaveLength(20);
  expect(wire.counts()).toBe("61A 2R");
});

test("replays a call twice, even if the store has another token each time", async () => {
  let tokens = 0;
  const store: TokenStore = {
    async transact(key, change) {
      const stored = { value: `stored-${++tokens}`, expiresAt: Date.now() + HOUR };
      await change(JSON.stringify({ key, rotations: 0, tokens: { "": stored } }));
    },
  };
  const wire = createWire({ api: unauthorized });
  const error = await rejection(call(connectRotating(wire, {}, { store })));
  expect(error).toMatchObject({ code: "UNAUTHENTICATED", attempts: 3 });
  expect(wire.counts()).toBe("3A 0R");
});

test("replaces an expired token with a stored one that expires soon, even if the refresh would fail", async () => {
  const { store } = memoryStore();
  const unavailable = () => json({}, { status: 503 });
  const wire = createWire({
    refresh: ({ nth }) => (nth === 1 ? json({ access_token: "stored", expires_in: 600 }) : unavailable()),
  });
  const nowS = Math.floor(Date.now() / 1_000);
  const client = connectRotating(wire, {}, { store, accessToken: jwt({ iat: nowS, exp: nowS + 100 }) });
  await call(client);
  await call(connectRotating(wire, {}, { store }));
  await vi.advanceTimersByTimeAsync(560_000);
  await advance(20_000, call(client));
  expect(wire.api.map(({ token }) => token).slice(1)).toEqual(["stored", "stored"]);
  await call(client);
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.counts()).toBe("4A 2R");
});

// ---- Stored values ----

const POISONS: [string, (value: Record<string, unknown>) => unknown][] = [
  ["that is no JSON", () => "{"],
  ["that is no string", (value) => value],
  ["that is null", () => "null"],
  ["without tokens", (value) => JSON.stringify({ ...value, tokens: null })],
  ["of another credential", (value) => JSON.stringify({ ...value, key: "platform-graphql:other" })],
  ["with a fractional rotation", (value) => JSON.stringify({ ...value, rotations: 1.5, refreshToken: "a" })],
  ["with negative rotations", (value) => JSON.stringify({ ...value, rotations: -1 })],
  ["with a rotation but no refresh token", (value) => JSON.stringify({ ...value, rotations: 1 })],
  ["with a refresh token but no rotation", (value) => JSON.stringify({ ...value, refreshToken: "a" })],
  ["of more than 64 KiB", (value) => JSON.stringify(value).padEnd(65_537)],
  [
    "with an empty access token",
    (value) => JSON.stringify({ ...value, tokens: { "": { value: "", expiresAt: 9e15 } } }),
  ],
  ["without an expiry", (value) => JSON.stringify({ ...value, tokens: { "": { value: "poison" } } })],
  [
    "with a line break",
    (value) => JSON.stringify({ ...value, tokens: { "": { value: "poison\r\nX: 1", expiresAt: 9e15 } } }),
  ],
];

test.each(POISONS)("replaces an invalid stored value, and never sends it: %s", async (_, poison) => {
  const { store, values } = memoryStore();
  const wire = createWire();
  await call(connectRotating(wire, {}, { store }));
  const [key = "", good = ""] = [...values][0] ?? [];
  values.set(key, poison(JSON.parse(good)) as string);
  await call(connectRotating(wire, {}, { store }));
  expect(wire.api.map(({ token }) => token)).toEqual(["fresh-1", "fresh-2"]);
  await call(connectRotating(wire, {}, { store }));
  expect(wire.counts()).toBe("3A 2R");
});

test("uses a stored value of 64 KiB", async () => {
  const { store, values } = memoryStore();
  const wire = createWire();
  await call(connectRotating(wire, {}, { store }));
  for (const [key, value] of values) values.set(key, value.padEnd(65_536));
  await call(connectRotating(wire, {}, { store }));
  expect(wire.api.map(({ token }) => token)).toEqual(["fresh-1", "fresh-1"]);
});

test("stores an access token that is too long for the store only in memory, and its refresh token all the same", async () => {
  const { store, values } = memoryStore();
  const wire = createWire({
    refresh: () => json({ access_token: "x".repeat(65_536), refresh_token: "next" }),
  });
  await call(connectRotating(wire, {}, { store }));
  const [key, text = ""] = [...values][0] ?? [];
  expect(JSON.parse(text)).toEqual({ key, rotations: 1, refreshToken: "next", tokens: {} });
});

test("drops the tokens of tenants that expire first, if all of them are too long for the store", async () => {
  const { store, values } = memoryStore();
  const own = "y".repeat(2_000);
  const wire = createWire({ refresh: () => json({ access_token: own, expires_in: 7_200 }) });
  await call(connectRotating(wire, {}, { store }));
  const [key = "", text = ""] = [...values][0] ?? [];
  const stored = JSON.parse(text);
  const keep = (hours: number) => {
    const expiresAt = Date.now() + hours * HOUR;
    return { value: "x".repeat(32_000), expiresAt, refreshAt: expiresAt - 60_000 };
  };
  const tokens = { first: keep(1), last: keep(3), expired: { ...keep(0), value: "x" } };
  values.set(key, JSON.stringify({ ...stored, tokens }));
  await call(connectRotating(wire, {}, { store }));
  expect(JSON.parse(values.get(key) ?? "")).toEqual({
    key,
    rotations: 0,
    tokens: { last: tokens.last, "": stored.tokens[""] },
  });
});

test("starts the early refresh of a stored token at the recorded time", async () => {
  const { store } = memoryStore();
  const wire = createWire({ refresh: () => json({ access_token: "a", expires_in: 3_600 }) });
  await call(connectRotating(wire, {}, { store }));
  vi.setSystemTime(Date.now() + HOUR - 4 * 60_000);
  const second = connectRotating(wire, {}, { store });
  await call(second);
  expect(wire.counts()).toBe("2A 1R");
  await call(second);
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.counts()).toBe("3A 2R");
});

test("stores a rotated refresh token before the call continues, for a year", async () => {
  const { store, beforeWrite, ttls } = memoryStore();
  const written = gate();
  beforeWrite.mockReturnValueOnce(undefined).mockReturnValueOnce(written.promise);
  const { wire } = rotatingWire();
  const didWarn = vi.fn();
  const first = call(connectRotating(wire, { hooks: { didWarn } }, { store }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(wire.counts()).toBe("0A 1R");
  written.resolve();
  await first;
  expect([wire.counts(), ttls]).toEqual(["1A 1R", [180_000, 365 * DAY]]);
  expect(didWarn).not.toHaveBeenCalled();
});

// ---- A store that fails ----

test("sends a rotating refresh token only inside a transaction", async () => {
  const { store } = memoryStore();
  const { wire, revoke } = rotatingWire();
  let open = 0;
  const counts: number[] = [];
  const counted: TokenStore = {
    transact: (key, change, request) =>
      store.transact(
        key,
        async (value) => {
          open++;
          const sent = wire.refresh.length;
          const next = await change(value);
          if (wire.refresh.length > sent) counts.push(open);
          open--;
          return next;
        },
        request,
      ),
  };
  const client = connectRotating(wire, {}, { store: counted });
  for (let round = 0; round < 3; round++) {
    await call(client);
    revoke();
  }
  expect([wire.counts(), counts]).toEqual(["5A 3R", [1, 1, 1]]);
});

test("waits while the store is down, and completes when it returns", async () => {
  const { store, before } = memoryStore();
  const { wire, revoke, sent } = rotatingWire();
  const clients = [1, 2, 3].map(() => connectRotating(wire, {}, { store }));
  await advance(1_000, Promise.all(clients.map((client) => call(client))));
  revoke();
  before.mockImplementation(down);
  const calls = Promise.all(clients.map((client) => call(client)));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(wire.refresh).toHaveLength(1);
  before.mockImplementation(() => {});
  expect(await advance(3_000, calls)).toHaveLength(3);
  expect([wire.counts(), sent()]).toEqual(["9A 2R", [REFRESH_TOKEN, "rotated-1"]]);
});

test.each([
  ["fails", down, "REFRESH_UNAVAILABLE"],
  ["hangs", hang, "TIMEOUT"],
])("sends no refresh token that is declared to rotate while the store %s", async (_, fault, code) => {
  const { store, before } = memoryStore();
  before.mockImplementation(fault);
  const wire = createWire({ refresh: issued });
  const failed = vi.fn();
  rejection(call(connectRotating(wire, {}, { store }), 10_000)).then((error) => failed(error.code));
  await vi.advanceTimersByTimeAsync(7_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_001);
  expect([failed.mock.calls, wire.counts()]).toEqual([[[code]], "0A 0R"]);
});

test("names the store, with what it threw, and warns once, if the store cannot write", async () => {
  const { store, beforeWrite } = memoryStore();
  beforeWrite.mockImplementation(down);
  const didWarn = vi.fn();
  const wire = createWire({ refresh: issued });
  const client = connectRotating(wire, { hooks: { didWarn } }, { store });
  const error = await advance(30_000, rejection(call(client)));
  expect([error.code, error.message, wire.counts()]).toEqual([
    "REFRESH_UNAVAILABLE",
    "ReadValue: the token store failed, and a rotating refresh token is not sent without it. Check the store: see error.cause.",
    "0A 0R",
  ]);
  expect(error.cause).toEqual(new Error("store is down"));
  expect(didWarn.mock.calls).toEqual([[{ code: "STORE_FAILED" }]]);
});

test("uses a store that fails again after delays that grow, for the call and then for a rotated refresh token", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const { store, before, beforeWrite } = memoryStore();
  const { wire } = rotatingWire();
  let startedAt = performance.now();
  let instants: number[] = [];
  before.mockImplementation(() => void instants.push(performance.now() - startedAt));
  beforeWrite.mockImplementation(down);
  const client = connectRotating(wire, {}, { store });
  await advance(7_000, rejection(call(client, 6_000)));
  expect(instants).toEqual([0, 75, 225, 525, 1_125, 2_325, 3_825, 5_325]);
  startedAt = performance.now();
  instants = [];
  beforeWrite.mockReset().mockReturnValueOnce(undefined).mockImplementation(down);
  await call(client);
  await vi.advanceTimersByTimeAsync(33_000);
  expect(instants).toEqual([0, 0, 200, 600, 1_400, 3_000, 6_200, 12_600, 22_600, 32_600]);
});

test("a call waits for at most 2 s until its rotated refresh token is stored", async () => {
  const { store, beforeWrite } = memoryStore();
  beforeWrite.mockReturnValueOnce(undefined).mockImplementation(hang);
  const done = vi.fn();
  void call(connectRotating(rotatingWire().wire, {}, { store })).then(done);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledTimes(1);
});

test("warns once about each outage of the store", async () => {
  const { store, before } = memoryStore();
  const didWarn = vi.fn();
  const { wire, revoke } = rotatingWire();
  const client = connectRotating(wire, { hooks: { didWarn } }, { store });
  for (const outages of [1, 2]) {
    before.mockReset();
    await call(client);
    revoke();
    before.mockImplementation(down);
    await advance(5_000, rejection(call(client, 5_000)));
    expect(didWarn.mock.calls).toEqual(Array(outages).fill([{ code: "STORE_FAILED" }]));
  }
});

test("warns about a store that hangs", async () => {
  const { store, before } = memoryStore();
  before.mockImplementation(hang);
  const didWarn = vi.fn();
  const client = connectRotating(createWire(), { hooks: { didWarn } }, { store });
  await advance(10_000, rejection(call(client, 10_000)));
  expect(didWarn.mock.calls).toMatchObject([[{ code: "STORE_FAILED" }]]);
});

test("starts another transaction 30 s after one that never ends", async () => {
  const { store, before } = memoryStore();
  before.mockImplementationOnce(hang);
  const wire = createWire();
  const client = connectRotating(wire, {}, { store });
  await advance(20_000, rejection(call(client, 20_000)));
  await advance(9_000, rejection(call(client, 9_000)));
  expect([wire.counts(), before.mock.calls.length]).toEqual(["0A 0R", 1]);
  const third = call(client);
  await vi.advanceTimersByTimeAsync(999);
  expect(before.mock.calls.length).toBe(1);
  await advance(1, third);
  expect(wire.counts()).toBe("1A 1R");
});

test("runs one transaction at a time, even if several wait for one that hangs", async () => {
  const { store, before } = memoryStore();
  const { wire, revoke } = rotatingWire();
  const client = connectRotating(wire, {}, { store });
  await call(client);
  revoke();
  const hanging = gate();
  let [open, most] = [0, 0];
  before.mockReturnValueOnce(hanging.promise).mockImplementation(async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 10));
    open--;
  });
  await advance(5_000, rejection(call(client, 5_000)));
  // The first call has started to store its refresh token again, and this one to refresh.
  const next = call(client);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(open).toBe(0);
  hanging.resolve();
  await advance(1_000, next);
  expect(most).toBe(1);
});

test("changes nothing in a transaction that begins after its calls have failed", async () => {
  const { store, before, values } = memoryStore();
  const late = gate();
  before.mockReturnValueOnce(late.promise);
  const wire = createWire();
  await advance(5_000, rejection(call(connectRotating(wire, {}, { store }), 5_000)));
  late.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([wire.counts(), values.size]).toEqual(["0A 0R", 0]);
});

test("stores a rotated refresh token as soon as it can, and no other process sends the old one before", async () => {
  const { store, beforeWrite } = memoryStore();
  const { wire, sent, revoke, isEnded } = rotatingWire();
  const clients = [connectRotating(wire, {}, { store }), connectRotating(wire, {}, { store })] as const;
  await advance(1_000, Promise.all(clients.map((client) => call(client))));
  revoke();
  // The mark is stored, and the response is not.
  beforeWrite.mockReturnValueOnce(undefined).mockImplementation(down);
  await call(clients[0]);
  const other = call(clients[1]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent()).toEqual([REFRESH_TOKEN, "rotated-1"]);
  beforeWrite.mockImplementation(() => {});
  await advance(15_000, other);
  expect([sent(), isEnded(), wire.counts()]).toEqual([[REFRESH_TOKEN, "rotated-1"], false, "6A 2R"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("close waits until a rotated refresh token is stored", async () => {
  const { store, beforeWrite, values } = memoryStore();
  beforeWrite.mockReturnValueOnce(undefined).mockImplementationOnce(down);
  const { wire } = rotatingWire();
  const client = connectRotating(wire, {}, { store });
  await call(client);
  expect([...values.values()].join()).not.toContain("rotated-1");
  const closed = client.close().then(() => [...values.values()].join());
  expect(await advance(1_000, closed)).toContain("rotated-1");
  expect(vi.getTimerCount()).toBe(0);
});

test("reads the store once per 5 s while its refresh token is rejected, without a mark, and uses a newer one", async () => {
  const { store, before, ttls } = memoryStore();
  const rejecting = createWire({ refresh: () => json({ error: "invalid_grant" }, { status: 400 }) });
  const client = connectRotating(rejecting, {}, { store });
  expect((await rejection(call(client))).code).toBe("REFRESH_REJECTED");
  const [reads, writes] = [before.mock.calls.length, ttls.length];
  for (let count = 0; count < 10; count++) await rejection(call(client));
  expect(before.mock.calls.length - reads).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  for (let count = 0; count < 10; count++)
    expect((await rejection(call(client))).code).toBe("REFRESH_REJECTED");
  expect([before.mock.calls.length - reads, ttls.length - writes, rejecting.counts()]).toEqual([
    1,
    0,
    "0A 1R",
  ]);

  const other = createWire({ refresh: () => json({ access_token: "newer", refresh_token: "next" }) });
  await call(connectRotating(other, {}, { store }));
  await vi.advanceTimersByTimeAsync(5_000);
  await call(client);
  expect([rejecting.counts(), rejecting.api[0]?.token]).toEqual(["1A 1R", "newer"]);
});

test("sends a newer refresh token of the store, although its own was rejected for good", async () => {
  const { store } = memoryStore();
  const wire = createWire({
    refresh: ({ body }) =>
      body.refresh_token === "next"
        ? json({ access_token: "newest", refresh_token: "last" })
        : json({ error: "invalid_grant" }, { status: 400 }),
  });
  const client = connectRotating(wire, {}, { store });
  await rejection(call(client));
  const expiring = { access_token: "a", expires_in: 60, refresh_token: "next" };
  await call(connectRotating(createWire({ refresh: () => json(expiring) }), {}, { store }));
  await vi.advanceTimersByTimeAsync(60_000);
  await call(client);
  expect(wire.refresh.map(({ body }) => body.refresh_token)).toEqual([REFRESH_TOKEN, "next"]);
});

test("does not send a rotated refresh token again after its rejection, although the store still has it", async () => {
  const { store } = memoryStore();
  const wire = createWire({
    api: ({ nth }) => (nth === 1 ? ok() : unauthorized()),
    refresh: ({ nth }) =>
      nth === 1
        ? json({ access_token: "a", refresh_token: "next" })
        : json({ error: "invalid_grant" }, { status: 400 }),
  });
  const client = connectRotating(wire, {}, { store });
  await call(client);
  for (const _ of [1, 2, 3]) {
    expect((await rejection(call(client))).code).toBe("REFRESH_REJECTED");
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(wire.refresh.map(({ body }) => body.refresh_token)).toEqual([REFRESH_TOKEN, "next"]);
});

// ---- Killed and paused processes ----

/**
 * Starts a client whose process stops while it waits for the platform: its transaction ends, and its lock
 * with it.
 */
async function stopDuringRequest(wire: Wire, memory: ReturnType<typeof memoryStore>): Promise<void> {
  const store: TokenStore = {
    transact: (key, change, request) =>
      memory.store.transact(
        key,
        async (value) => {
          const sent = wire.refresh.length;
          const changed = change(value);
          await vi.advanceTimersByTimeAsync(0);
          if (wire.refresh.length > sent) throw new Error("The process was killed.");
          return changed;
        },
        request,
      ),
  };
  call(connectRotating(wire, {}, { store })).catch(() => {});
  await vi.advanceTimersByTimeAsync(100);
}

test("does not send a rotating refresh token that a stopped process has sent while its response can arrive", async () => {
  const memory = memoryStore();
  const wire = createWire({ refresh: ({ nth }) => (nth === 1 ? hang() : issued({ nth })) });
  await stopDuringRequest(wire, memory);
  const client = connectRotating(wire, {}, { store: memory.store });
  const error = await advance(30_000, rejection(call(connectRotating(wire, {}, { store: memory.store }))));
  expect([error.code, error.message, wire.counts()]).toEqual([
    "REFRESH_UNAVAILABLE",
    "ReadValue: another process has used the refresh token, and has not stored the next one yet.",
    "0A 1R",
  ]);
  await vi.advanceTimersByTimeAsync(150_000);
  await call(client);
  expect(wire.counts()).toBe("1A 2R");
});

test("marks a refresh token again, after a delay, if its process was paused for 60 s since its mark", async () => {
  const { store, before, ttls } = memoryStore();
  const pause = () => vi.setSystemTime(Date.now() + 60_000);
  before.mockReturnValueOnce(undefined).mockImplementationOnce(pause);
  const wire = createWire();
  const pending = call(connectRotating(wire, {}, { store }));
  await vi.advanceTimersByTimeAsync(50);
  expect([wire.counts(), ttls]).toEqual(["0A 0R", [180_000, 180_000]]);
  await advance(1_000, pending);
  expect([wire.counts(), ttls.length]).toEqual(["1A 1R", 3]);
});

// ---- A store that loses its data ----

test("restores a lost value from the memory of a process that has a valid access token", async () => {
  const { store, values } = memoryStore();
  const { wire, sent } = rotatingWire();
  const clients = [connectRotating(wire, {}, { store }), connectRotating(wire, {}, { store })] as const;
  await advance(1_000, Promise.all(clients.map((client) => call(client))));
  values.clear();
  clients[0].auth.replace({});
  await call(clients[0]);
  expect([values.size, sent()]).toEqual([1, [REFRESH_TOKEN]]);
  await call(connectRotating(wire, {}, { store }));
  expect(wire.counts()).toBe("4A 1R");
});

test("never sends the configured refresh token after a rotation, and waits for newer ones before it sends its own", async () => {
  const { store, values } = memoryStore();
  const { wire, revoke, sent, isEnded } = rotatingWire();
  const first = connectRotating(wire, {}, { store });
  const second = connectRotating(wire, {}, { store });
  await advance(1_000, Promise.all([call(first), call(second)]));
  revoke();
  await call(first);
  revoke();
  values.clear();
  // The second one knows only an older refresh token.
  const calls = [call(second)];
  await vi.advanceTimersByTimeAsync(2_000);
  calls.push(call(first));
  expect(await advance(10_000, Promise.all(calls))).toHaveLength(2);
  expect([sent(), isEnded()]).toEqual([[REFRESH_TOKEN, "rotated-1", "rotated-2"], false]);
});

test("waits for the processes with newer refresh tokens even if the call that began to wait has failed", async () => {
  const { store, values } = memoryStore();
  const { wire, revoke, sent } = rotatingWire();
  const client = connectRotating(wire, {}, { store });
  await call(client);
  revoke();
  values.clear();
  await advance(1_000, rejection(call(client, 1_000)));
  const next = call(client);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(sent()).toEqual([REFRESH_TOKEN]);
  await advance(1_000, next);
  expect(sent()).toEqual([REFRESH_TOKEN, "rotated-1"]);
});

test("does not send a refresh token while another process has sent it, and the store loses its data", async () => {
  const { store, values } = memoryStore();
  const lockless: TokenStore = {
    transact: async (key, change) => {
      const next = await change(values.get(key));
      if (next) values.set(key, next.value);
    },
  };
  const slow = gate();
  const { wire, revoke, sent, isEnded } = rotatingWire((nth) => (nth === 2 ? slow.promise : undefined));
  const clients = [
    connectRotating(wire, {}, { store: lockless }),
    connectRotating(wire, {}, { store }),
  ] as const;
  await call(clients[0]);
  await call(clients[1]);
  revoke();
  const calls = [call(clients[0])];
  await vi.advanceTimersByTimeAsync(100);
  values.clear();
  calls.push(call(clients[1]));
  await vi.advanceTimersByTimeAsync(3_000);
  slow.resolve();
  expect(await advance(10_000, Promise.all(calls))).toHaveLength(2);
  expect([sent(), isEnded()]).toEqual([[REFRESH_TOKEN, "rotated-1"], false]);
});

test("stores a refresh token that the store has lost within seconds, while the process that received it calls", async () => {
  const { store, values } = memoryStore();
  const { wire, sent } = rotatingWire();
  const client = connectRotating(wire, {}, { store });
  await call(client);
  const loseAndCall = async () => {
    values.clear();
    await call(client);
    await vi.advanceTimersByTimeAsync(200);
    return values.size;
  };
  expect(await loseAndCall()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_600);
  // It looks every two seconds.
  expect([await loseAndCall(), await loseAndCall()]).toEqual([0, 1]);
  await call(connectRotating(wire, {}, { store }));
  expect([wire.counts(), sent()]).toEqual(["5A 1R", [REFRESH_TOKEN]]);
});

// ---- Redis ----

/** The part of a key that selects its slot in a cluster: the text in the first braces, if there is any. */
function slotOf(key: string): string {
  const start = key.indexOf("{");
  const end = key.indexOf("}", start + 1);
  return start >= 0 && end > start + 1 ? key.slice(start + 1, end) : key;
}

test.each(["", "app:", "app{", "{tenant}:", "a}b{c", "a{b}{}"])(
  "uses keys of one slot that begin with the prefix %j, even if the client adds a prefix of its own",
  async (prefix) => {
    const keys = new Set<string>();
    const values = new Map<string, string>();
    const name = (key: string) => {
      keys.add(key);
      return key;
    };
    const client = {
      get: async (key: string) => values.get(name(key)) ?? null,
      set: async (key: string) => name(key),
      eval: async (_: string, { keys, arguments: [, value] }: { keys: string[]; arguments: string[] }) => {
        const [, stored] = keys.map(name);
        if (stored !== undefined) values.set(stored, value ?? "");
        return 1;
      },
    };
    await call(connectRotating(createWire(), {}, { store: redisStore({ client, prefix }) }));
    expect([...keys].map((key) => key.slice(0, prefix.length))).toEqual([prefix, prefix]);
    expect(new Set([...keys].map(slotOf)).size).toBe(1);
    for (const own of ["client:", "client{"])
      expect(new Set([...keys].map((key) => slotOf(own + key))).size, own).toBe(1);
    expect(values.size).toBe(1);
  },
);

/** Runs a script of Redis, translated from Lua. */
function runScript(lua: string, server: object): unknown {
  const code = lua
    .replaceAll("==", "===")
    .replaceAll("~=", "!==")
    .replace(/\bif (.+?) then\b/g, "if ($1) {")
    .replace(/ end\b/g, "; }")
    .replace(/\) return/g, "); return")
    .replace(/\[(\d)\]/g, (_, index) => `[${index - 1}]`);
  return new Function(...Object.keys(server), code)(...Object.values(server));
}

/** A Redis server, and the commands of its scripts. */
function createRedis() {
  const values = new Map<string, string>();
  const set = vi.fn(async (key: string, value: string, ..._options: unknown[]) =>
    values.has(key) ? null : values.set(key, value) && "OK",
  );
  const commands: string[] = [];
  const call = (...command: string[]) => {
    commands.push(command.join(" "));
    const [name, key = "", value = ""] = command;
    if (name === "set") values.set(key, value);
    if (name === "del") values.delete(key);
    return values.get(key) ?? false;
  };
  const run = (script: string, KEYS: string[], ARGV: string[]) =>
    runScript(script, { redis: { call }, KEYS, ARGV });
  const get = async (key: string) => values.get(key) ?? null;
  const on = vi.fn();
  return { values, commands, set, get, on, run };
}

const redisClients = {
  "node-redis": ({ set, get, on, run }: ReturnType<typeof createRedis>) => {
    const evaluate = async (script: string, options: { keys: string[]; arguments: string[] }) =>
      run(script, options.keys, options.arguments);
    return { client: { set, get, on, eval: evaluate } as never, lockOptions: [{ PX: 20_000, NX: true }] };
  },
  ioredis: ({ set, get, on, run }: ReturnType<typeof createRedis>) => {
    const evaluate = async (script: string, count: number, ...rest: string[]) =>
      run(script, rest.slice(0, count), rest.slice(count));
    const client = { set, get, on, eval: evaluate, defineCommand: () => {} } as never;
    return { client, lockOptions: ["PX", 20_000, "NX"] };
  },
};

describe.each(["node-redis", "ioredis"] as const)("redisStore with %s", (kind) => {
  const signal = new AbortController().signal;
  const next = async () => ({ value: "next", ttlMs: 1_000 });

  test("stores a value under a lock, and releases it", async () => {
    const redis = createRedis();
    const { client, lockOptions } = redisClients[kind](redis);
    const store = redisStore({ client });
    await store.transact("key", next, { signal });
    const seen: unknown[] = [];
    await store.transact("key", async (value) => void seen.push(value), { signal });
    expect(seen).toEqual(["next"]);
    expect([...redis.values]).toEqual([["{key}", "next"]]);
    const release = ["get {key}:lock", "del {key}:lock"];
    expect(redis.commands).toEqual(["get {key}:lock", "set {key} next px 1000", ...release, ...release]);
    expect(redis.set.mock.calls[0]).toEqual(["{key}:lock", expect.any(String), ...lockOptions]);
    redisStore({ client });
    expect(redis.on.mock.calls).toEqual([["error", expect.any(Function)]]);
  });

  test("rejects and stores nothing if the lock was lost, and keeps the lock of another process", async () => {
    const redis = createRedis();
    const store = redisStore({ client: redisClients[kind](redis).client });
    const change = () => {
      redis.values.set("{key}:lock", "other");
      return next();
    };
    await expect(store.transact("key", change, { signal })).rejects.toThrow("The lock has expired.");
    expect([...redis.values]).toEqual([["{key}:lock", "other"]]);
  });

  test("waits for the lock of another process, for at most 30 s", async () => {
    const redis = createRedis();
    const store = redisStore({ client: redisClients[kind](redis).client });
    redis.values.set("{key}:lock", "other");
    const waiting = store.transact("key", next, { signal });
    await vi.advanceTimersByTimeAsync(25_000);
    expect(redis.values.has("{key}")).toBe(false);
    redis.values.delete("{key}:lock");
    await advance(1_500, waiting);
    expect([...redis.values]).toEqual([["{key}", "next"]]);
    redis.values.set("{key}:lock", "other");
    const failed = rejection(Promise.resolve(store.transact("key", next, { signal })));
    expect((await advance(31_500, failed)).message).toBe("Another process has the lock.");
    const controller = new AbortController();
    const left = rejection(Promise.resolve(store.transact("key", next, { signal: controller.signal })));
    controller.abort(new Error("left"));
    expect((await advance(0, left)).message).toBe("left");
  });
});

test.each([
  [{}, 'redisStore: "client" must be a client of node-redis or ioredis, not undefined.'],
  [
    { client: { set: () => {} } },
    'redisStore: "client" must be a client of node-redis or ioredis, not an object.',
  ],
  [
    { client: { eval: () => {} }, prefix: "a{}" },
    'redisStore: "prefix" must have text in its first braces, or no braces.',
  ],
])("rejects invalid options of redisStore (%j)", (options, message) => {
  expect(() => redisStore(options as never)).toThrow(expect.objectContaining({ code: "USAGE", message }));
});

// ---- Stores of programs ----

test.each([
  ["a string", "redis://localhost", "a string"],
  ["a store with get and set", { get: () => {}, set: () => {}, delete: () => {} }, "an object"],
])("rejects %s as a store", (_, store, kind) => {
  const message = `rotatingToken: "store" must be fileStore(…), redisStore(…) or an object with "transact", not ${kind}.`;
  expect(() => rotatingToken({ refreshToken: "a", store: store as never })).toThrow(
    expect.objectContaining({ code: "USAGE", message }),
  );
});

test("sends a refresh token once if the store runs a change again after a conflict", async () => {
  const { wire, sent } = rotatingWire();
  let value: string | undefined;
  const store: TokenStore = {
    transact: async (_, change) => {
      const [first, second] = [await change(value), await change("other")];
      expect(first).toBe(second);
      value = first?.value;
    },
  };
  await call(connectRotating(wire, {}, { store }));
  expect(sent()).toEqual([REFRESH_TOKEN]);
});

test("reports a mistake in the use of a store at once", async () => {
  const store = { transact: () => Promise.reject(createUsageError("misused")) };
  const wire = createWire();
  const error = await rejection(call(connectRotating(wire, {}, { store })));
  expect([error.code, wire.counts()]).toEqual(["USAGE", "0A 0R"]);
});

test("fails a call at its deadline if the store does not call change", async () => {
  const store = { transact: async () => {} };
  const wire = createWire();
  const error = await advance(2_000, rejection(call(connectRotating(wire, {}, { store }), 2_000)));
  expect([error.code, wire.counts()]).toEqual(["REFRESH_UNAVAILABLE", "0A 0R"]);
});

test.each([
  ["the store hangs", hang],
  ["the store fails", down],
])("does not keep the process running during an early refresh if %s", async (_, fault) => {
  vi.useRealTimers();
  const timers = observeTimers();
  const { store, before } = memoryStore();
  before.mockImplementation(fault);
  const wire = createWire({ refresh: unauthorized });
  await connectRotating(wire, {}, { store, accessToken: tokenExpiringIn(180_000) }).execute(query);
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  const { pending, holding } = timers();
  expect(pending).toBeGreaterThan(0);
  expect(holding).toBe(0);
});
