/** The edges of the promises: exact messages, exact events, exact boundaries. Mutation testing asked for each of them. */

import { getEventListeners } from "node:events";
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
import { parseBaseUrl } from "../src/base-url.ts";
import { createClient } from "../src/client.ts";
import { sleep, withDeadline } from "../src/deadline.ts";
import { isOperationError, NetworkError, UsageError } from "../src/errors.ts";
import type { Hooks } from "../src/hooks.ts";
import { parseRetryAfter, retryDelayMs } from "../src/retry.ts";
import { mutation, query, queryWithVariables } from "./support/documents.ts";
import {
  BASE_URL,
  connect,
  createWire,
  gate,
  html,
  json,
  jwt,
  ok,
  REFRESH_TOKEN,
  rejection,
  tokenExpiringIn,
  unauthenticated,
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
const once = (api: Parameters<typeof createWire>[0]) => connect(createWire(api), { retries: 0 }, given);
const fails = (api: () => Response | Promise<Response>, document = query) => rejection(once({ api }).execute(document));
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

test("hooks tell of a replay and a retry with every field, and each duration is its own", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const { hooks, events } = recordHooks();
  const wire = createWire({
    api: async ({ nth }) => {
      await wait(nth * 10);
      return nth === 1 ? unauthorized() : nth === 2 ? json({}, { status: 503 }) : ok();
    },
    refresh: async () => {
      await wait(7);
      return json({ access_token: "fresh", expires_in: 3600 });
    },
  });
  const call = connect(wire, { hooks }, given).execute(query);
  await vi.runAllTimersAsync();
  expect(await call).toEqual({ value: "fine" });
  const of = { operation: "ReadValue", kind: "query" };
  expect(events).toStrictEqual([
    ["willSend", { ...of, attempt: 1 }],
    ["didReceive", { ...of, attempt: 1, durationMs: 10, status: 401, code: "UNAUTHENTICATED" }],
    ["willRetry", { ...of, attempt: 2, code: "UNAUTHENTICATED", delayMs: 0 }],
    ["willRefresh", { reason: "rejected" }],
    ["didRefresh", { reason: "rejected", durationMs: 7, rotated: false, expiresAt: NOW + 17 + 3_600_000 }],
    ["willSend", { ...of, attempt: 2 }],
    ["didReceive", { ...of, attempt: 2, durationMs: 20, status: 503, code: "HTTP_STATUS" }],
    ["willRetry", { ...of, attempt: 3, code: "HTTP_STATUS", delayMs: 150 }],
    ["willSend", { ...of, attempt: 3 }],
    ["didReceive", { ...of, attempt: 3, durationMs: 30, status: 200 }],
  ]);
});

test("hooks tell of no status where no response came", async () => {
  const { hooks, events } = recordHooks();
  const wire = createWire({ api: () => Promise.reject(new TypeError("fetch failed")) });
  await rejection(connect(wire, { hooks, retries: 0 }, given).execute(mutation));
  expect(events[1]).toStrictEqual([
    "didReceive",
    { operation: "WriteValue", kind: "mutation", attempt: 1, durationMs: 0, code: "NETWORK" },
  ]);
});

test("hooks tell the status of a response whose body was given up", async () => {
  const { hooks, events } = recordHooks();
  const wire = createWire({ api: () => json({ data: { value: "long" } }) });
  await rejection(connect(wire, { hooks, maxResponseBytes: 5 }, given).execute(query));
  expect(events[1]?.[1]).toMatchObject({ status: 200, code: "RESPONSE_TOO_LARGE" });
});

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

// ---- What went wrong on the wire ----

const API = `POST ${BASE_URL}/api`;
const NO_RESPONSE = `ReadValue: ${API} received no complete response. Check baseUrl and the network.`;
const coded = (code: string) => Object.assign(new TypeError("fetch failed"), { cause: { code } });

test.each([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"],
  ...["UND_ERR_CONNECT_TIMEOUT", "ERR_TLS_CERT_ALTNAME_INVALID", "CERT_HAS_EXPIRED"],
  ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN"],
  ...["ConnectionRefused", "FailedToOpenSocket"],
])("32: %s says that a mutation was never sent", async (code) => {
  const error = await fails(() => Promise.reject(coded(code)), mutation);
  expect(error).toMatchObject({ code: "NETWORK", delivery: "not-sent", reason: code });
  expect(error.message).toBe(`WriteValue: cannot connect to ${BASE_URL} (${code}). Check baseUrl and the network.`);
});

test.each([
  ...["ECONNRESET", "NOT_ECONNREFUSED", "ECONNREFUSED_TWICE", "EAI_", "EPIPE", "ETIMEDOUT"],
  ...["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_TLS_RENEGOTIATION_DISABLED"],
])("33: %s does not say that nothing was sent", async (code) => {
  const error = await fails(() => Promise.reject(coded(code)), mutation);
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", reason: code });
  expect(error.message).toBe(`WriteValue: ${API} received no complete response (${code}). Check the network.`);
});

test.each([
  [new TypeError("fetch failed"), NO_RESPONSE],
  ["a string", NO_RESPONSE],
  [null, NO_RESPONSE],
  [new Error("x", { cause: null }), NO_RESPONSE],
  [coded("two words"), NO_RESPONSE],
  [coded("E".repeat(65)), NO_RESPONSE],
  [coded("secret ECONNREFUSED"), NO_RESPONSE],
  [coded("ECONNREFUSED secret"), NO_RESPONSE],
])("33: a fetch that throws %s is a network error without a reason", async (thrown, message) => {
  const error = await fails(() => Promise.reject(thrown));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", message });
  expect(error).not.toHaveProperty("reason");
});

const nested = (depth: number): Error =>
  depth === 0 ? Object.assign(new Error("deep"), { code: "EDEEP" }) : new Error("outer", { cause: nested(depth - 1) });

test("33: looks for the system's word four causes deep, and no deeper", async () => {
  expect(await fails(() => Promise.reject(nested(4)))).toMatchObject({ reason: "EDEEP" });
  expect(await fails(() => Promise.reject(nested(5)))).not.toHaveProperty("reason");
  const circular = new Error("round");
  circular.cause = circular;
  expect(await fails(() => Promise.reject(circular))).toMatchObject({ code: "NETWORK" });
});

const stream = (bytes: Uint8Array<ArrayBuffer>, size: number) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
const utf8 = (text: string) => new TextEncoder().encode(text);
const FINE = utf8('{"data":{"value":"ü€😀"}}');

test("41: reads characters that arrive in pieces", async () => {
  expect(await once({ api: () => new Response(stream(FINE, 1)) }).execute(query)).toEqual({ value: "ü€😀" });
});

test.each([
  ["inside a string", new Uint8Array([...utf8('{"data":{"value":"'), 0xff, ...utf8('"}}')])],
  ["cut off at the end", new Uint8Array([...FINE, 0xc3])],
])("41: a byte that is no UTF-8 is not replaced but refused: %s", async (_, bytes) => {
  const error = await fails(() => new Response(bytes));
  expect(error).toMatchObject({ code: "MALFORMED_RESPONSE", status: 200, contentType: "", delivery: "unknown" });
  expect(error.message).toBe(`ReadValue: ${API} returned text that is not UTF-8. Check baseUrl.`);
});

test("40: a response of exactly the cap is read, and one byte more is refused", async () => {
  const wire = createWire({ api: () => new Response(FINE) });
  const capped = (maxResponseBytes: number) => connect(wire, { maxResponseBytes, retries: 0 }, given).execute(query);
  expect(await capped(FINE.length)).toEqual({ value: "ü€😀" });
  expect(await rejection(capped(FINE.length - 1))).toMatchObject({
    ...{ code: "RESPONSE_TOO_LARGE", status: 200, delivery: "unknown" },
    message: `ReadValue: ${API} returned more than ${FINE.length - 1} bytes. Increase maxResponseBytes.`,
  });
});

test.each([
  ["Application/JSON ; charset=utf-8", "application/json"],
  ["text/html", "text/html"],
  ["application/graphql-response+json", "application/graphql-response+json"],
  ["text/html <b>", ""],
  ["<b> text/html", ""],
  ["nonsense", ""],
  [undefined, ""],
])("41: of the content type %j the error keeps %j", async (value, contentType) => {
  const error = await fails(
    () => new Response(utf8("{"), value === undefined ? {} : { headers: { "content-type": value } }),
  );
  expect(error).toMatchObject({ code: "MALFORMED_RESPONSE", contentType, delivery: "unknown" });
  const shown = contentType && ` (${contentType})`;
  expect(error.message).toBe(`ReadValue: ${API} returned HTTP 200 without a GraphQL response${shown}. Check baseUrl.`);
});

test("41: a response without any body is malformed", async () => {
  expect(await fails(() => new Response(null))).toMatchObject({ code: "MALFORMED_RESPONSE", status: 200 });
});

const opaqueRedirect = () =>
  Object.defineProperties(new Response(null), { type: { value: "opaqueredirect" }, status: { value: 0 } });

test.each([300, 302, 399])("39: HTTP %i without a body is a redirect", async (status) => {
  const error = await fails(() => new Response(null, { status }));
  expect(error).toMatchObject({ code: "REDIRECT", status, delivery: "unknown" });
  const what = `a redirect (HTTP ${status}), which is not followed. Check baseUrl.`;
  expect(error.message).toBe(`ReadValue: ${API} returned ${what}`);
});

test("39: a browser's opaque redirect is a redirect of unknown status, and ends an exchange at once", async () => {
  const error = await fails(opaqueRedirect);
  expect(error).toMatchObject({ code: "REDIRECT", delivery: "unknown" });
  expect(error).not.toHaveProperty("status");
  const wire = createWire({ refresh: opaqueRedirect });
  expect(await rejection(connect(wire).execute(query))).toMatchObject({ code: "REDIRECT", delivery: "not-sent" });
  expect(wire.counts()).toBe("0A 1R");
});

// ---- What the platform said ----

const failed =
  (...errors: unknown[]) =>
  () =>
    json({ errors });

test.each([
  [[{ message: "m" }], ""],
  [[{ message: "m", extensions: { code: "NOT_FOUND" } }], " NOT_FOUND"],
  [[{ message: "m", extensions: { code: "secret NOT_FOUND" } }], ""],
  [[{ message: "m", extensions: { code: "NOT_FOUND secret" } }], ""],
  [[{ message: "m", extensions: { code: ["NOT_FOUND"] } }], ""],
  [[{ message: "m", path: ["nodes", 0, "name"] }], " at nodes.0.name"],
  [[{ message: "m", path: ["nodes", "a secret"] }], ""],
  [[{ message: "m" }, { message: "n" }, { message: "o" }], " and 2 more"],
])("the message tells of the GraphQL errors %j only codes and places", async (errors, told) => {
  expect((await fails(failed(...errors))).message).toBe(
    `ReadValue: ${API} returned GraphQL error${told}. See error.errors.`,
  );
});

test("45: a path that holds an object is left out of the message", async () => {
  const error = await fails(failed({ message: "m", path: ["nodes", { toString: 1 }] }));
  expect(error).toMatchObject({
    code: "GRAPHQL",
    message: `ReadValue: ${API} returned GraphQL error. See error.errors.`,
  });
});

test("45: an error keeps what is well formed, and nothing else", async () => {
  const locations = [{ line: 1, column: 2 }];
  const error = await fails(failed({ message: "m", locations }, { message: "m", locations: "1:2", extensions: "x" }));
  expect(error.errors).toStrictEqual([{ message: "m", locations }, { message: "m" }]);
});

test.each(["RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED"])("50: %s asks for fewer requests", async (code) => {
  const error = await fails(failed({ message: "m", extensions: { code } }));
  expect(error).toMatchObject({ code: "RATE_LIMITED", delivery: "rejected" });
  expect(error.message).toBe(`ReadValue: ${API} limits the rate (HTTP 200). Send fewer requests.`);
  expect(error).not.toHaveProperty("retryAfterMs");
});

test("6: a query is replayed though its execution had begun, and then says who refused", async () => {
  const wire = createWire({ api: () => unauthenticated({ data: { value: null } }) });
  const error = await rejection(connect(wire, {}, given).execute(query));
  expect(wire.counts()).toBe("2A 1R");
  expect(error).toMatchObject({ code: "UNAUTHENTICATED", delivery: "done" });
  expect(error.message).toBe(
    `ReadValue: ${API} rejected the access token (HTTP 200). Check the credentials. Attempts: 200, 200.`,
  );
});

test.each([
  [404, "HTTP_STATUS", `ReadValue: ${API} returned HTTP 404. Check baseUrl.`],
  [
    299,
    "MALFORMED_RESPONSE",
    `ReadValue: ${API} returned HTTP 299 without a GraphQL response (text/html). Check baseUrl.`,
  ],
])("44: HTTP %i without a GraphQL response is %s", async (status, code, message) => {
  const error = await fails(() => html(status));
  expect(error).toMatchObject({ code, message, status });
  expect(error).not.toHaveProperty("retryAfterMs");
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

// ---- Time and abandonment ----

test("48: Retry-After is spread over 300 ms and never shortened", () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  expect(retryDelayMs(0, 2000)).toBe(2000);
  random.mockReturnValue(0.5);
  expect(retryDelayMs(0, 2000)).toBe(2150);
});

const limited = (seconds: number) =>
  createWire({
    api: ({ nth }) => (nth === 1 ? json({}, { status: 429, headers: { "retry-after": String(seconds) } }) : ok()),
  });

test("49: a Retry-After of exactly the cap is waited out", async () => {
  const wire = limited(60);
  const call = connect(wire, { timeout: 5 * MINUTE }, given).execute(query);
  await vi.runAllTimersAsync();
  expect(await call).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("2A 0R");
});

test("49: a Retry-After that ends with the deadline is reported at once", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const wire = limited(30);
  expect(await rejection(connect(wire, {}, given).execute(query))).toMatchObject({ code: "RATE_LIMITED", attempts: 1 });
});

test("49: a date inside other text is no Retry-After", () => {
  expect(parseRetryAfter("(x) Fri, 31 Dec 2060 23:59:59 GMT")).toBeUndefined();
  expect(parseRetryAfter("Fri Dec 31 23:59:59 2060 (x)")).toBeUndefined();
});

test("37: a call that was abandoned during a renewal sends nothing after it, whatever its fetch does with signals", async () => {
  const answer = gate<Response>();
  const wire = createWire({ refresh: () => answer.promise });
  const deaf: typeof fetch = (url, init) => wire.fetch(url, { ...init, signal: null });
  const controller = new AbortController();
  const left = rejection(connect(wire, { fetch: deaf }).execute(query, {}, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(0);
  controller.abort("gone");
  expect(await left).toBe("gone");
  answer.resolve(json({ access_token: "a" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.counts()).toBe("0A 1R");
});

test("35, 36: a timeout says what the call was waiting for", async () => {
  const hang = () => new Promise<Response>(() => {});
  const drip = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(utf8("{")) }));
  const ends = async (scripts: Parameters<typeof createWire>[0], credentials = {}) => {
    const failed = rejection(connect(createWire(scripts), { timeout: 50 }, credentials).execute(query));
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(50);
    return (await failed).message;
  };
  expect(await ends({ refresh: hang })).toBe(
    "ReadValue: timed out after 50 ms while waiting for an access token. Increase timeout.",
  );
  expect(await ends({ api: hang }, given)).toBe(
    `ReadValue: ${API} timed out after 50 ms while waiting for the response. Increase timeout.`,
  );
  expect(await ends({ api: drip }, given)).toBe(
    `ReadValue: ${API} timed out after 50 ms while reading the response. Increase timeout.`,
  );
});

test("38: a sleep and a deadline leave neither a listener nor a timer, however they end", async () => {
  const listeners = ({ signal }: AbortController) => getEventListeners(signal, "abort").length;
  const [slept, woken, done, stopped] = [1, 2, 3, 4].map(() => new AbortController()) as [
    ...[AbortController, AbortController, AbortController, AbortController],
  ];
  const full = sleep(10, slept.signal);
  const cut = rejection(sleep(10_000, woken.signal));
  await withDeadline(
    10_000,
    done.signal,
    () => "late",
    async () => "done",
  );
  const never = rejection(
    withDeadline(
      10_000,
      stopped.signal,
      () => "late",
      () => new Promise(() => {}),
    ),
  );
  woken.abort("woken");
  stopped.abort("stopped");
  expect([await cut, await never]).toEqual(["woken", "stopped"]);
  await vi.advanceTimersByTimeAsync(10);
  await full;
  expect([slept, woken, done, stopped].map(listeners)).toEqual([0, 0, 0, 0]);
  expect(vi.getTimerCount()).toBe(0);
  expect(await rejection(sleep(10_000, AbortSignal.abort("before")))).toBe("before");
  expect(vi.getTimerCount()).toBe(0);
});

// ---- What callers pass ----

test.each(["http://xlocalhost", "http://127.0.0.1.x"])("52: %s is not loopback", (base) => {
  expect(() => parseBaseUrl(base)).toThrow("unencrypted");
});

test.each(["http://api.localhost", "http://127.100.20.11", "http://LOCALHOST:1"])("52: %s is loopback", (base) => {
  expect(parseBaseUrl(base).api).toBe(`${base.toLowerCase()}/api`);
});

test.each(["https://hunter2@p.example.com", "https://:hunter2@p.example.com"])("53: refuses %s", (base) => {
  expect(() => parseBaseUrl(base)).toThrow("baseUrl for p.example.com holds a user name or password");
});

test.each([
  { ...query, name: "" },
  { ...query, name: 1 },
  { ...query, name: undefined },
  { ...query, text: 1 },
])("refuses a document without a name or a text: %j", async (document) => {
  expect(await rejection(once({}).execute(document as typeof query))).toMatchObject({
    code: "USAGE",
    message: "execute: pass a document of codegen, such as those of @integration-platform/graphql/operations.",
  });
});

test("55: takes the largest timeout, retries and cap that it names", () => {
  const most = { timeout: 2_147_483_647, retries: 10, maxResponseBytes: Number.MAX_SAFE_INTEGER };
  expect(createClient({ baseUrl: BASE_URL, auth: accessToken("a"), ...most })).toBeTypeOf("object");
});

test.each(["content-length", "Host"])("55: the header %s belongs to the client", async (name) => {
  const error = await rejection(once({}).execute(query, {}, { headers: { [name]: "1" } }));
  expect(error.message).toBe(`ReadValue: the client sets the header "${name}" itself.`);
});

test.each([[["a"]], ["text"], [1]])("46: refuses variables that are no object: %j", async (variables) => {
  const error = await rejection(once({}).execute(queryWithVariables, variables as object));
  expect(error).toMatchObject({
    code: "USAGE",
    message: "FilterValue: the variables must be an object.",
  });
});

test("46: null is no variables, and what says how it becomes JSON is asked", async () => {
  const wire = createWire();
  const client = connect(wire, {}, given);
  await client.execute(queryWithVariables, null as never);
  await client.execute(queryWithVariables, { filter: { n: Number.NaN, toJSON: () => "told" } });
  expect(wire.api.map(({ body }) => body.variables)).toEqual([undefined, { filter: "told" }]);
  const error = await rejection(
    client.execute(queryWithVariables, { filter: { n: Number.NaN, toJSON: "not a function" } }),
  );
  expect(error.message).toBe('FilterValue: the variable "filter.n" is NaN.');
});

test("an error knows itself: what it is, and what it carries where nothing is known", () => {
  const error = new NetworkError("ReadValue", "m");
  expect([error.attempts, error.delivery, error.errors, error.data]).toEqual([0, "not-sent", [], undefined]);
  expect([error, new UsageError("m"), new TypeError("m"), undefined].map(isOperationError)).toEqual([
    ...[true, true, false, false],
  ]);
});
