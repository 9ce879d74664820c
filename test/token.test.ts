import { expect, test } from "vitest";
import { fromEnvironment } from "../src/auth/environment.ts";
import { cleanToken, isExpired, readToken } from "../src/auth/token.ts";
import { createClient } from "../src/client.ts";
import { query } from "./support/documents.ts";
import { createWire, jwt } from "./support/wire.ts";

const WEEK = 7 * 24 * 60 * 60 * 1000;

test.each(["token\n", " token ", "\uFEFFtoken\r\n", "token"])("26: trims what files and shells add (%j)", (value) => {
  expect(cleanToken(value, "X")).toBe("token");
});

test.each(["", " ", "\n", "\uFEFF", undefined])("26: takes a blank value for unset (%j)", (value) => {
  expect(cleanToken(value, "X")).toBeUndefined();
});

test.each([
  ["hunter2\nhunter2", "PLATFORM_REFRESH_TOKEN (15 characters) holds U+000A at position 8, which no token contains"],
  ["hunter2\r\nX: y", "PLATFORM_REFRESH_TOKEN (13 characters) holds U+000D at position 8, which no token contains"],
  ["hunter2\0", "PLATFORM_REFRESH_TOKEN (8 characters) holds U+0000 at position 8, which no token contains"],
  ["hünter2", "PLATFORM_REFRESH_TOKEN (7 characters) holds U+00FC at position 2, which no token contains"],
  ['"hunter2"', "PLATFORM_REFRESH_TOKEN (9 characters) holds U+0022 at position 1, which no token contains"],
  ["Bearer hunter2", 'PLATFORM_REFRESH_TOKEN begins with "Bearer ": give the token alone'],
  ["undefined", 'PLATFORM_REFRESH_TOKEN is the word "undefined", not a token'],
])("27: refuses %j by source, length and position, never by value", (value, message) => {
  const refuse = () => cleanToken(value, "PLATFORM_REFRESH_TOKEN");
  expect(refuse).toThrow(expect.objectContaining({ name: "UsageError", code: "USAGE", message }));
});

test.each([
  ["an opaque token", "opaque"],
  ["three dots and no JSON", "a.b.c"],
  ["a claim set that is null", "a.bnVsbA.c"],
  ["no exp", jwt({})],
  ["a string", jwt({ exp: "1900000000" })],
  ["milliseconds", jwt({ exp: Date.now() + WEEK })],
  ["NaN", jwt({ exp: null })],
  ["a negative number", jwt({ exp: -1 })],
  ["1e30", jwt({ exp: 1e30 })],
])("28: falls back to the specified life for %s", (_, value) => {
  const before = Date.now();
  const { expiresAt } = readToken(value, { origin: "exchange" });
  expect(expiresAt).toBeGreaterThanOrEqual(before + WEEK);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + WEEK);
});

test("28: reads a fractional exp, and a base64url payload beyond ASCII", () => {
  expect(readToken(jwt({ exp: 1900000000.5, name: "ÿ~?>" }), { origin: "option" }).expiresAt).toBe(1900000000500);
});

test.each([
  [3600, 3600_000],
  ["3600", WEEK],
  [-1, WEEK],
  [Number.POSITIVE_INFINITY, WEEK],
])("uses expires_in for an opaque token where it is a number of seconds (%j)", (expiresInS, life) => {
  const left = readToken("opaque", { expiresInS, origin: "exchange" }).expiresAt - Date.now();
  expect(Math.abs(left - life)).toBeLessThan(1000);
});

test("prefers the token's own exp over expires_in", () => {
  expect(readToken(jwt({ exp: 1900000000 }), { expiresInS: 60, origin: "exchange" }).expiresAt).toBe(1900000000000);
});

test("judges a given token by the clock at once, and one that has just arrived not before 30 s", () => {
  const value = jwt({ exp: 1 });
  expect(isExpired(readToken(value, { origin: "option" }))).toBe(true);
  expect(isExpired(readToken(value, { origin: "exchange" }))).toBe(false);
});

const ENV = { PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_REFRESH_TOKEN: "refresh" };

test("the environment gives a client its address and its credential", async () => {
  const wire = createWire();
  const tenant = "0b1f6f0e-9d3c-4d64-9f0a-3f8f6c1d2e4b";
  const env = { ...ENV, PLATFORM_REFRESH_TOKEN: "refresh\n", PLATFORM_TENANT_ID: ` ${tenant}\n` };
  await createClient({ ...fromEnvironment({ env }), fetch: wire.fetch }).execute(query);
  expect(wire.refresh[0]?.body).toEqual({ refresh_token: "refresh", tenant_id: tenant });
  expect(wire.counts()).toBe("1A 1R");
});

test("the environment's access token is used first, and the refresh token after it", async () => {
  const wire = createWire();
  const env = { ...ENV, PLATFORM_ACCESS_TOKEN: "given" };
  await createClient({ ...fromEnvironment({ env }), fetch: wire.fetch }).execute(query);
  expect(wire.counts()).toBe("1A 0R");
  expect(wire.api[0]?.token).toBe("given");
});

test("an access token alone suffices", async () => {
  const wire = createWire();
  const env = { PLATFORM_BASE_URL: ENV.PLATFORM_BASE_URL, PLATFORM_ACCESS_TOKEN: "given" };
  await createClient({ ...fromEnvironment({ env }), fetch: wire.fetch }).execute(query);
  expect(wire.counts()).toBe("1A 0R");
});

test("the prefix of the environment's variables is an option", () => {
  const env = { OTHER_BASE_URL: "https://o.example.com/", OTHER_ACCESS_TOKEN: "given", ...ENV };
  expect(fromEnvironment({ env, prefix: "OTHER" }).baseUrl).toBe("https://o.example.com/");
});

test.each([
  [{}, "the environment lacks PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN"],
  [{ ...ENV, PLATFORM_BASE_URL: " " }, "the environment lacks PLATFORM_BASE_URL"],
  [{ ...ENV, PLATFORM_REFRESH_TOKEN: "\n" }, "the environment lacks PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN"],
  [
    { ...ENV, PLATFORM_TENANT_ID: "acme" },
    "PLATFORM_TENANT_ID is not a UUID: the platform's command-line tool shows it, `me`",
  ],
])("24: says what the environment lacks or has wrong (%j)", (env, message) => {
  expect(() => fromEnvironment({ env })).toThrow(message);
});
