import { expect, test } from "vitest";
import { accessToken } from "../src/auth/access-token.ts";
import { parseBaseUrl } from "../src/base-url.ts";
import { type ClientOptions, createClient } from "../src/client.ts";
import { query } from "./support/documents.ts";
import { BASE_URL, connect, createWire, rejection } from "./support/wire.ts";

test.each([
  ["https://p.example.com", "https://p.example.com/api", "https://p.example.com/auth/refresh"],
  ["https://p.example.com/", "https://p.example.com/api", "https://p.example.com/auth/refresh"],
  ["https://p.example.com//", "https://p.example.com/api", "https://p.example.com/auth/refresh"],
  ["https://p.example.com/eu", "https://p.example.com/eu/api", "https://p.example.com/eu/auth/refresh"],
  ["https://p.example.com/eu/", "https://p.example.com/eu/api", "https://p.example.com/eu/auth/refresh"],
  [" https://P.example.com:443/eu/\n", "https://p.example.com/eu/api", "https://p.example.com/eu/auth/refresh"],
  ["https://p.example.com//evil.example.com", "https://p.example.com//evil.example.com/api", undefined],
  ["http://localhost:8080", "http://localhost:8080/api", undefined],
  ["http://127.0.0.1:1/x", "http://127.0.0.1:1/x/api", undefined],
  ["http://[::1]:1", "http://[::1]:1/api", undefined],
])("joins its two paths to %j, losing and doubling no slash", (base, api, refresh) => {
  const endpoints = parseBaseUrl(base);
  expect(endpoints.api).toBe(api);
  expect(endpoints.refresh).toBe(refresh ?? endpoints.refresh);
  expect(new URL(endpoints.api).origin).toBe(new URL(base.trim()).origin);
});

test("takes a URL object", () => {
  expect(parseBaseUrl(new URL("https://p.example.com/x/")).api).toBe("https://p.example.com/x/api");
});

test.each([
  ["http://p.example.com", /would send tokens unencrypted: use https:, or pass insecureHttp: true/],
  ["http://127.0.0.1.evil.example.com", /unencrypted/],
  ["http://localhost.evil.example.com", /unencrypted/],
  ["https://user:hunter2@p.example.com", /baseUrl for p.example.com holds a user name or password/],
  ["https://p.example.com?token=hunter2", /baseUrl for p.example.com holds a query or a fragment/],
  ["https://p.example.com#hunter2", /holds a query or a fragment/],
  ["//evil.example.com", /is not a URL/],
  ["p.example.com", /baseUrl "p.example.com" is not a URL: it should look like https:/],
  ["https://user:hunter2@", /^baseUrl is not a URL/],
  ["ftp://p.example.com", /uses ftp: where https: is needed/],
  ["javascript:alert(1)", /uses javascript: where https: is needed/],
  ["", /baseUrl is missing/],
  ["  ", /baseUrl is missing/],
  [undefined, /baseUrl is missing/],
  [42, /baseUrl is missing/],
])("52, 53: refuses the base URL %j and prints no credential", (base, message) => {
  const refuse = () => createClient({ baseUrl: base as string, auth: accessToken("a") });
  expect(refuse).toThrow(expect.objectContaining({ code: "USAGE", message: expect.stringMatching(message) }));
  expect(refuse).not.toThrow(/hunter2/);
});

test("52: sends over http: off loopback where that is said twice", async () => {
  const wire = createWire();
  await connect(wire, { baseUrl: "http://p.example.com", insecureHttp: true }).execute(query);
  expect(wire.api[0]?.url).toBe("http://p.example.com/api");
});

test("54: what a hook does with its event changes nothing about the request", async () => {
  const wire = createWire();
  const willSend = (event: object) => Object.assign(event, { url: "https://evil.example.com", operation: "Other" });
  await connect(wire, { hooks: { willSend } }).execute(query);
  expect(wire.api[0]?.url).toBe(`${BASE_URL}/api`);
});

test.each([
  [{ baseURL: "x" }, 'createClient: unknown option "baseURL". Options: baseUrl, auth, '],
  [{ timeout: 0 }, '"timeout" must be an integer from 1 to 2147483647'],
  [{ timeout: 2 ** 31 }, '"timeout" must be an integer from 1 to 2147483647'],
  [{ timeout: Number.NaN }, '"timeout" must be an integer'],
  [{ timeout: "1000" }, '"timeout" must be an integer'],
  [{ retries: -1 }, '"retries" must be an integer from 0 to 10'],
  [{ retries: 1.5 }, '"retries" must be an integer'],
  [{ maxResponseBytes: 0 }, '"maxResponseBytes" must be an integer'],
  [{ auth: "token" }, '"auth" must be refreshToken(…), accessToken(…) or tokenSource(…), not a string.'],
])("55: refuses the options %j by name", (options, message) => {
  const all = { baseUrl: BASE_URL, auth: accessToken("a"), ...options } as ClientOptions;
  expect(() => createClient(all)).toThrow(expect.objectContaining({ name: "UsageError" }));
  expect(() => createClient(all)).toThrow(message);
});

test.each([
  [{ timeOut: 1 }, 'ReadValue: execute: unknown option "timeOut". Options: signal, timeout, headers.'],
  [{ timeout: -1 }, 'ReadValue: execute: "timeout" must be an integer'],
  [{ headers: { Authorization: "hunter2" } }, 'ReadValue: the client sets the header "Authorization" itself.'],
  [{ headers: { "content-TYPE": "hunter2" } }, 'ReadValue: the client sets the header "content-TYPE" itself.'],
  [{ headers: { "x-a": "hunter2\r\nhost: evil" } }, 'ReadValue: the header "x-a" or its value is invalid.'],
  [{ headers: { "x a": "hunter2" } }, "ReadValue: a header name or its value is invalid."],
])("55: refuses the call's options %j by name, before sending", async (options, message) => {
  const wire = createWire();
  const error = await rejection(connect(wire).execute(query, {}, options as object));
  expect(error).toMatchObject({ code: "USAGE" });
  expect(error.message).toContain(message);
  expect(error.message).not.toContain("hunter2");
  expect(wire.counts()).toBe("0A 0R");
});
