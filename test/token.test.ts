/** Reading of access tokens: accepted values, expiry, and the environment. */

import { beforeEach, expect, test, vi } from "vitest";
import { cleanToken, isDue, isExpired, readToken, type TokenMetadata } from "../src/auth/read-token.ts";
import { accessToken, createClient, type RefreshTokenOptions } from "../src/index.ts";
import { fromEnvironment } from "../src/node.ts";
import { rotatingToken } from "../src/rotation/index.ts";
import { query } from "./support/documents.ts";
import { memoryStore } from "./support/store.ts";
import { holdTimers } from "./support/timers.ts";
import { connect, createWire, jwt } from "./support/wire.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const NOW = Date.UTC(2030, 0, 1);
/** The current time in seconds, as claims contain it. */
const AT = NOW / 1000;

beforeEach(() => {
  holdTimers("Date", "performance");
  vi.setSystemTime(NOW);
});

// ---- Values ----

test.each([
  ...["token\n", " token ", "\uFEFFtoken\r\n", "token"].map((value) => [value, "token"]),
  ["!#$%&()*+,-./09:;<=>?@AZ[\\]^_`az{|}~", "!#$%&()*+,-./09:;<=>?@AZ[\\]^_`az{|}~"],
  ...["", " ", "\n", "\uFEFF", undefined, null].map((value) => [value, undefined]),
])("trims white space and byte order marks, and treats a blank value as unset (%j)", (value, expected) => {
  expect(cleanToken(value, "X")).toBe(expected);
});

test.each([
  ["hunter2\nhunter2", "X (15 characters) contains U+000A at position 8. Remove it."],
  ["hunter2\r\nX: y", "X (13 characters) contains U+000D at position 8. Remove it."],
  ["hunter2\0", "X (8 characters) contains U+0000 at position 8. Remove it."],
  ["hünter2", "X (7 characters) contains U+00FC at position 2. Remove it."],
  ['"hunter2"', "X (9 characters) contains U+0022 at position 1. Remove it."],
  ["x-Bearer y", "X (10 characters) contains U+0020 at position 9. Remove it."],
  ["hunter'2", "X (8 characters) contains U+0027 at position 7. Remove it."],
  ["hunter2\x7F", "X (8 characters) contains U+007F at position 8. Remove it."],
  ["bearer\thunter2", 'X starts with "Bearer ". Remove it.'],
  ["Bearer hunter2", 'X starts with "Bearer ". Remove it.'],
  ["undefined", 'X is the word "undefined". Remove it.'],
  ["null", 'X is the word "null". Remove it.'],
  [42, "X must be a string, not number."],
])("rejects %j by source, length and position, without its value", (value, message) => {
  expect(() => cleanToken(value, "X")).toThrow(expect.objectContaining({ code: "USAGE", message }));
});

test("names the option or variable of an invalid token", () => {
  const bad = "a\u0007b";
  const env = { PLATFORM_BASE_URL: "https://p.example.com" };
  expect(() => accessToken(bad)).toThrow(/^accessToken \(3/);
  expect(() => connect(createWire(), {}, { accessToken: bad })).toThrow(/^accessToken \(3/);
  expect(() => fromEnvironment({ env: { ...env, PLATFORM_ACCESS_TOKEN: bad } })).toThrow(
    /^PLATFORM_ACCESS_TOKEN \(3/,
  );
  expect(() => fromEnvironment({ env: { ...env, PLATFORM_REFRESH_TOKEN: bad } })).toThrow(
    /^PLATFORM_REFRESH_TOKEN \(3/,
  );
});

test.each(["0b1f6f0e-9d3c-4d64-9f0a-3f8f6c1d2e4b0", "a0b1f6f0e-9d3c-4d64-9f0a-3f8f6c1d2e4b", "acme", 42])(
  "rejects a tenant that is not a UUID: %s",
  (tenantId) => {
    expect(() => connect(createWire(), {}, { tenantId: tenantId as string })).toThrow(
      "tenantId is not a UUID",
    );
  },
);

// ---- Expiry ----

const lifetime = (value: string, metadata: TokenMetadata) => readToken(value, metadata).expiresAt - NOW;
const refreshed = (expiresInS?: unknown): TokenMetadata => ({ origin: "refresh", expiresInS });

test.each([
  ["an opaque token", "opaque"],
  ["three parts without JSON", "a.b.c"],
  ["claims that are null", "a.bnVsbA.c"],
  ["claims that are a string", "a.ImV4cCI.c"],
  ["no exp", jwt({})],
  ["a string", jwt({ exp: "1900000000" })],
  ["milliseconds", jwt({ exp: NOW + WEEK })],
  ["NaN", jwt({ exp: null })],
  ["a negative number", jwt({ exp: -1 })],
  ["0", jwt({ exp: 0 })],
  ["1e30", jwt({ exp: 1e30 })],
  ["more than a hundredth of the last date", jwt({ exp: 8.64e10 + 1 })],
])("assumes a lifetime of 7 days for %s", (_, value) => {
  expect([lifetime(value, refreshed()), lifetime(value, { origin: "option" })]).toEqual([WEEK, WEEK]);
});

test("reads a fractional exp, a base64url payload beyond ASCII, and the last date", () => {
  const expiry = (claims: object) => readToken(jwt(claims), { origin: "option" }).expiresAt;
  expect(expiry({ exp: 1900000000.5, name: "ÿ~?>" })).toBe(1900000000500);
  expect(expiry({ exp: 8.64e10 })).toBe(8.64e13);
});

test.each([
  [3600, HOUR],
  ["3600", HOUR],
  ["0", WEEK],
  ["-1", WEEK],
  ["1e3", WEEK],
  ["3600 s", WEEK],
  ["9".repeat(13), WEEK],
  [-1, WEEK],
  [Number.POSITIVE_INFINITY, WEEK],
  [{}, WEEK],
  [["3600"], WEEK],
])("reads expires_in of an opaque token (%j)", (expiresInS, expected) => {
  expect(lifetime("opaque", refreshed(expiresInS))).toBe(expected);
});

test.each([0, 2 * HOUR, -2 * HOUR, 8 * 24 * HOUR])(
  "counts the lifetime of a refreshed token from its receipt, if the clock is %i ms ahead",
  (offset) => {
    const iat = AT - offset / 1000;
    expect(lifetime(jwt({ iat, exp: iat + 3600 }), refreshed(60))).toBe(HOUR);
    expect(lifetime(jwt({ exp: iat + 3600 }), refreshed(3600))).toBe(HOUR);
  },
);

test("uses exp and the local clock if nothing else is known, and 7 days if that is in the past", () => {
  expect(lifetime(jwt({ exp: AT + 3600 }), refreshed())).toBe(HOUR);
  expect(lifetime(jwt({ exp: AT }), refreshed())).toBe(WEEK);
  expect(lifetime(jwt({ exp: AT, iat: AT }), refreshed())).toBe(WEEK);
  expect(lifetime(jwt({ exp: AT + 60, iat: AT + 61 }), refreshed(3600))).toBe(HOUR);
});

test("uses exp for a token of an option or a source, and the recorded time for a stored one", () => {
  const value = jwt({ iat: AT - 3600, exp: AT + 60 });
  expect(lifetime(value, { origin: "option" })).toBe(MINUTE);
  expect(lifetime(value, { origin: "source" })).toBe(MINUTE);
  expect(lifetime(value, { origin: "store", expiresAt: NOW + HOUR })).toBe(HOUR);
});

test("starts an early refresh after nine tenths of the lifetime, or five minutes before its end", () => {
  const due = (claims: object, metadata: TokenMetadata) => {
    const { expiresAt, refreshAt } = readToken(jwt(claims), metadata);
    return expiresAt - refreshAt;
  };
  expect(due({ exp: AT + 600, iat: AT }, { origin: "option" })).toBe(MINUTE);
  expect(due({ exp: AT + 600, iat: AT - 600 }, { origin: "option" })).toBe(2 * MINUTE);
  expect(due({ exp: AT + 600, iat: AT - 600 }, { origin: "source" })).toBe(MINUTE);
  expect(due({ exp: AT + 600, iat: AT - 600 }, refreshed())).toBe(2 * MINUTE);
  expect(due({ exp: AT + 36_000, iat: AT }, { origin: "option" })).toBe(5 * MINUTE);
  expect(due({ exp: AT + 600 }, { origin: "option" })).toBe(5 * MINUTE);
  expect(due({ exp: AT, iat: AT + 600 }, { origin: "option" })).toBe(0);
});

test("reports a token as due and expired from these times on", () => {
  const held = readToken(jwt({ exp: AT + 600, iat: AT }), { origin: "option" });
  const state = (at: number) => {
    vi.setSystemTime(at);
    return [isDue(held), isExpired(held)];
  };
  expect(state(held.refreshAt - 1)).toEqual([false, false]);
  expect(state(held.refreshAt)).toEqual([true, false]);
  expect(state(held.expiresAt - 1)).toEqual([true, false]);
  expect(state(held.expiresAt)).toEqual([true, true]);
});

test.each(["refresh", "source"] as const)("uses a new token of %s for at least 30 s", (origin) => {
  const token = readToken(jwt({ exp: AT + 1, iat: AT }), { origin });
  vi.advanceTimersByTime(29_999);
  expect([isDue(token), isExpired(token)]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([isDue(token), isExpired(token)]).toEqual([true, true]);
});

// ---- Environment ----

const ENV = { PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_REFRESH_TOKEN: "refresh" };

test("creates options for a client from environment variables", async () => {
  const wire = createWire();
  const tenant = "0B1F6F0E-9d3c-4d64-9f0a-3f8f6c1d2e4b";
  const env = { ...ENV, PLATFORM_REFRESH_TOKEN: "refresh\n", PLATFORM_TENANT_ID: ` ${tenant}\n` };
  await createClient({ ...fromEnvironment({ env }), fetch: wire.fetch }).execute(query);
  expect(wire.refresh[0]?.body).toEqual({ refresh_token: "refresh", tenant_id: tenant });
  expect(wire.counts()).toBe("1A 1R");
});

test("uses the access token of the environment first, then the refresh token", async () => {
  const wire = createWire();
  const env = { ...ENV, PLATFORM_ACCESS_TOKEN: jwt({ exp: AT + 60, iat: AT }) };
  const alone = { ...env, PLATFORM_REFRESH_TOKEN: "" };
  await createClient({ ...fromEnvironment({ env: alone }), fetch: createWire().fetch }).execute(query);
  const client = createClient({ ...fromEnvironment({ env }), fetch: wire.fetch });
  await client.execute(query);
  expect(wire.counts()).toBe("1A 0R");
  vi.advanceTimersByTime(MINUTE);
  await client.execute(query);
  expect(wire.api.map(({ token }) => token)).toEqual([env.PLATFORM_ACCESS_TOKEN, "fresh-1"]);
});

test("makes credentials of the refresh token with another function, and of an access token without it", async () => {
  const { store, values } = memoryStore();
  const credential = vi.fn((options: RefreshTokenOptions) => rotatingToken({ ...options, store }));
  const options = fromEnvironment({ env: ENV, credential });
  await createClient({ ...options, fetch: createWire().fetch }).execute(query);
  expect(credential.mock.calls).toEqual([
    [{ refreshToken: "refresh", tenantId: undefined, accessToken: undefined }],
  ]);
  expect(values.size).toBe(1);
  fromEnvironment({ env: { ...ENV, PLATFORM_REFRESH_TOKEN: "", PLATFORM_ACCESS_TOKEN: "a" }, credential });
  expect(credential).toHaveBeenCalledTimes(1);
});

test("reads variables with another prefix, and returns a normalized base URL and insecureHttp", () => {
  const env = { OTHER_BASE_URL: "http://o.example.com/", OTHER_ACCESS_TOKEN: "given", ...ENV };
  expect(fromEnvironment({ env, prefix: "OTHER", insecureHttp: true })).toMatchObject({
    baseUrl: "http://o.example.com",
    insecureHttp: true,
  });
  expect(fromEnvironment({ env: ENV }).insecureHttp).toBe(false);
});

test.each([
  [
    {},
    "Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN. Set them.",
  ],
  [{ ...ENV, PLATFORM_BASE_URL: " " }, "Missing environment variables: PLATFORM_BASE_URL. Set them."],
  [
    { ...ENV, PLATFORM_REFRESH_TOKEN: "\n" },
    "Missing environment variables: PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN. Set them.",
  ],
  [
    { ...ENV, PLATFORM_TENANT_ID: "acme" },
    "PLATFORM_TENANT_ID is not a UUID. The platform's command-line tool prints it: me.",
  ],
  [
    { ...ENV, PLATFORM_BASE_URL: 42 as never },
    "PLATFORM_BASE_URL is missing. Pass a URL such as https://platform.example.com.",
  ],
])("names missing and invalid variables (%j)", (env, message) => {
  expect(() => fromEnvironment({ env })).toThrow(expect.objectContaining({ code: "USAGE", message }));
});

test("rejects unknown and invalid options of fromEnvironment", () => {
  expect(() => fromEnvironment({ env: ENV, insecureHttp: "false" } as never)).toThrow(
    'fromEnvironment: "insecureHttp" must be a boolean, not a string.',
  );
  expect(() => fromEnvironment({ env: "PLATFORM_" } as never)).toThrow(
    'fromEnvironment: "env" must be an object, not a string.',
  );
  expect(() => fromEnvironment({ env: null, prefix: "UNSET" } as never)).toThrow(
    "Missing environment variables: UNSET_BASE_URL, and UNSET_REFRESH_TOKEN or UNSET_ACCESS_TOKEN. Set them.",
  );
  expect(() => fromEnvironment({ env: ENV, prefx: "X" } as never)).toThrow(
    'fromEnvironment: unknown option "prefx". Did you mean "prefix"?',
  );
});
