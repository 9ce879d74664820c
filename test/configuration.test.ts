/** Options of the client, base URLs and environment variables: what is accepted, and the message if not. */

import { expect, test } from "vitest";
import { accessToken, type ClientOptions, createClient } from "../src/index.ts";
import { fromEnvironment } from "../src/node.ts";
import { parseBaseUrl } from "../src/shared/base-url.ts";
import { query } from "./support/documents.ts";
import { BASE_URL, connect, createWire, rejection } from "./support/wire.ts";

test.each([
  ["https://p.example.com", "https://p.example.com"],
  ["https://p.example.com/", "https://p.example.com"],
  ["https://p.example.com//", "https://p.example.com"],
  ["https://p.example.com/eu", "https://p.example.com/eu"],
  ["https://p.example.com/eu/", "https://p.example.com/eu"],
  [" https://P.example.com:443/eu/\n", "https://p.example.com/eu"],
  [new URL("https://p.example.com/eu/"), "https://p.example.com/eu"],
  ["https://p.example.com//evil.example.com", "https://p.example.com//evil.example.com"],
  ["http://localhost:8080", "http://localhost:8080"],
  ["http://LOCALHOST:1", "http://localhost:1"],
  ["http://api.localhost//", "http://api.localhost"],
  ["http://127.0.0.1:1/x", "http://127.0.0.1:1/x"],
  ["http://127.100.20.11//", "http://127.100.20.11"],
  ["http://[::1]:1", "http://[::1]:1"],
])("joins its paths to %s with exactly one slash", (url, base) => {
  expect(parseBaseUrl(url)).toEqual({ base, api: `${base}/api`, refresh: `${base}/auth/refresh` });
});

const UNENCRYPTED = "would send tokens unencrypted. Use https:, or set insecureHttp: true.";
const CONTAINS = "contains a user name, a query or a fragment.";
const NO_URL = "is not an https: URL. Pass a URL such as https:";

test.each([
  ["http://p.example.com", UNENCRYPTED],
  ["http://xlocalhost", UNENCRYPTED],
  ["http://127.0.0.1.x", UNENCRYPTED],
  ["http://127.0.0.1.evil.example.com", UNENCRYPTED],
  ["http://localhost.evil.example.com", UNENCRYPTED],
  ["https://user:hunter2@p.example.com", CONTAINS],
  ["https://hunter2@p.example.com", CONTAINS],
  ["https://:hunter2@p.example.com", CONTAINS],
  ["https://p.example.com?token=hunter2", CONTAINS],
  ["https://p.example.com#hunter2", CONTAINS],
  ["https://hunter2.example.com?", CONTAINS],
  ["https://hunter2.example.com/#", CONTAINS],
  ["//evil.example.com", NO_URL],
  ["p.example.com", NO_URL],
  ["https://user:hunter2@", NO_URL],
  ["ftp://user:hunter2@p.example.com", NO_URL],
  ["javascript:alert(1)", NO_URL],
  ["hunter2:hunter2", NO_URL],
  ["hunter2.hunter2.hunter2", NO_URL],
  ["hunter2\nhunter2", NO_URL],
])("rejects the base URL %j by length and reason, never by value", (baseUrl, reason) => {
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_ACCESS_TOKEN: "a" };
  const sources = {
    baseUrl: () => createClient({ baseUrl, auth: accessToken("a") }),
    PLATFORM_BASE_URL: () => fromEnvironment({ env }),
  };
  for (const [source, read] of Object.entries(sources)) {
    const start = `${source} (${baseUrl.length} characters) ${reason}`;
    expect(read).toThrow(expect.objectContaining({ code: "USAGE", message: expect.stringContaining(start) }));
    expect(read).not.toThrow(/hunter2/);
  }
});

test.each(["", " \n", undefined, null, 42, {}])("reports a missing base URL (%j)", (baseUrl) => {
  const create = () => createClient({ baseUrl: baseUrl as string, auth: accessToken("a") });
  expect(create).toThrow(
    expect.objectContaining({ code: "USAGE", message: expect.stringMatching(/^baseUrl is missing\./) }),
  );
});

test("sends to an http: URL that is not on loopback only with insecureHttp", async () => {
  const wire = createWire();
  await connect(wire, { baseUrl: "http://p.example.com", insecureHttp: true }).execute(query);
  expect(wire.api[0]?.url).toBe("http://p.example.com/api");
});

test("a call without options reads none from a changed Object.prototype", async () => {
  const wire = createWire();
  const client = connect(wire, {}, { accessToken: "given" });
  const property = { value: { "x-other": "1" }, configurable: true, writable: true };
  Object.defineProperty(Object.prototype, "headers", property);
  try {
    expect(await client.execute(query)).toEqual({ value: "fine" });
  } finally {
    Reflect.deleteProperty(Object.prototype, "headers");
  }
  expect(wire.api[0]?.headers.get("x-other")).toBeNull();
});

test("a hook cannot change the request through its event", async () => {
  const wire = createWire();
  const willSend = (event: object) =>
    Object.assign(event, { url: "https://evil.example.com", operation: "Other" });
  await connect(wire, { hooks: { willSend } }).execute(query);
  expect(wire.api[0]?.url).toBe(`${BASE_URL}/api`);
});

const UNKNOWN_OPTION =
  "createClient: unknown option. Options: baseUrl, auth, timeout, attemptTimeout, retries, maxResponseBytes, headers, headersFor, requestId, classify, hooks, validate, print, fetch, ky, limiter, insecureHttp.";
const unknownOption = (name: string, nearest: string) =>
  `createClient: unknown option "${name}". Did you mean "${nearest}"?`;
const AUTH = '"auth" must be refreshToken(…), accessToken(…), tokenSource(…) or anonymous()';

test.each([
  [{ baseURL: "x" }, unknownOption("baseURL", "baseUrl")],
  [{ timout: 1 }, unknownOption("timout", "timeout")],
  [{ tiemout: 1 }, unknownOption("tiemout", "timeout")],
  [{ hoks: {} }, unknownOption("hoks", "hooks")],
  [{ reties: 1 }, unknownOption("reties", "retries")],
  [{ insecureHtp: true }, unknownOption("insecureHtp", "insecureHttp")],
  [{ tiemouts: 1 }, UNKNOWN_OPTION],
  [{ txyeout: 1 }, UNKNOWN_OPTION],
  [{ url: "x" }, UNKNOWN_OPTION],
  [{ authentication: "x" }, UNKNOWN_OPTION],
  [{ other: "x" }, UNKNOWN_OPTION],
  [{ valueOf: "x" }, UNKNOWN_OPTION],
  [{ timeout: 0 }, 'createClient: "timeout" must be an integer from 1 to 2147483647.'],
  [{ timeout: 2 ** 31 }, 'createClient: "timeout" must be an integer from 1 to 2147483647.'],
  [{ timeout: Number.NaN }, 'createClient: "timeout" must be an integer from 1 to 2147483647.'],
  [{ timeout: "1000" }, 'createClient: "timeout" must be an integer from 1 to 2147483647, not a string.'],
  [{ timeout: null }, 'createClient: "timeout" must be an integer from 1 to 2147483647, not null.'],
  [{ attemptTimeout: 0 }, 'createClient: "attemptTimeout" must be an integer from 1 to 2147483647.'],
  [{ retries: -1 }, 'createClient: "retries" must be an integer from 0 to 9007199254740991.'],
  [{ retries: 1.5 }, 'createClient: "retries" must be an integer from 0 to 9007199254740991.'],
  [
    { maxResponseBytes: 0 },
    'createClient: "maxResponseBytes" must be an integer from 1 to 9007199254740991.',
  ],
  [{ auth: "hunter2" }, `createClient: ${AUTH}, not a string.`],
  [{ auth: undefined }, `createClient: ${AUTH}, not undefined.`],
  [{ auth: { attach: "hunter2" } }, `createClient: ${AUTH}, not an object.`],
  [{ hooks: "hunter2" }, 'createClient: "hooks" must be an object, not a string.'],
  [{ hooks: [] }, 'createClient: "hooks" must be an object, not a list.'],
  [
    { hooks: { didRecieve: () => {} } },
    'createClient: hooks: unknown option "didRecieve". Did you mean "didReceive"?',
  ],
  [{ hooks: { willSend: "hunter2" } }, 'createClient: hooks: "willSend" must be a function, not a string.'],
  [{ headersFor: "refresh" }, 'createClient: "headersFor" must be "api" or "all".'],
  [{ fetch: {} }, 'createClient: "fetch" must be a function, not an object.'],
  [{ print: "hunter2" }, 'createClient: "print" must be a function, not a string.'],
  [{ classify: {} }, 'createClient: "classify" must be a function, not an object.'],
  [{ ky: { get: () => {} } }, 'createClient: "ky" must be an instance of ky 2.1 or later, not an object.'],
  [{ limiter: { release: () => {} } }, 'createClient: "limiter" must be adaptiveLimiter(), not an object.'],
  [{ insecureHttp: "false" }, 'createClient: "insecureHttp" must be a boolean, not a string.'],
  [{ requestId: "hunter2 id" }, 'createClient: "requestId" must be the name of a header.'],
  [{ headers: "hunter2" }, 'createClient: "headers" must be an object, or a function that returns one.'],
  [{ headers: 42 }, 'createClient: "headers" must be an object, or a function that returns one.'],
])("rejects the client options %o", (options, message) => {
  const all = { baseUrl: BASE_URL, auth: accessToken("a"), ...options } as unknown as ClientOptions;
  expect(() => createClient(all)).toThrow(expect.objectContaining({ code: "USAGE", message }));
});

test.each([
  [undefined, "undefined"],
  [null, "null"],
  ["hunter2", "a string"],
])("rejects %j in place of options", (options, kind) => {
  expect(() => createClient(options as unknown as ClientOptions)).toThrow(
    `createClient: the options must be an object, not ${kind}.`,
  );
});

test("accepts the largest and the smallest numbers, and null for hooks", () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const most = { timeout: 2 ** 31 - 1, attemptTimeout: 2 ** 31 - 1, retries: largest };
  const least = { timeout: 1, attemptTimeout: 1, retries: 0, maxResponseBytes: 1, hooks: null };
  for (const options of [{ ...most, maxResponseBytes: largest }, least, { timeout: undefined }]) {
    const all = { baseUrl: BASE_URL, auth: accessToken("a"), ...options } as ClientOptions;
    expect(createClient(all)).toBeTypeOf("object");
  }
});

test.each([
  [{ id: 1 }, "ReadValue: execute: unknown option. Options: signal, timeout, headers."],
  [{ t: 1 }, "ReadValue: execute: unknown option. Options: signal, timeout, headers."],
  [{ timeOut: 1 }, 'ReadValue: execute: unknown option "timeOut". Did you mean "timeout"?'],
  [{ timeout: -1 }, 'ReadValue: execute: "timeout" must be an integer from 1 to 2147483647.'],
  [{ signal: {} }, 'ReadValue: execute: "signal" must be an AbortSignal, not an object.'],
  [{ signal: "hunter2" }, 'ReadValue: execute: "signal" must be an AbortSignal, not a string.'],
  [{ headers: "hunter2" }, 'ReadValue: execute: "headers" must be an object, not a string.'],
  [{ headers: [["x-a", "hunter2"]] }, 'ReadValue: execute: "headers" must be an object, not a list.'],
  [
    { headers: { Authorization: "hunter2" } },
    'ReadValue: the client sets the header "Authorization" itself.',
  ],
  [
    { headers: { "content-TYPE": "hunter2" } },
    'ReadValue: the client sets the header "content-TYPE" itself.',
  ],
  [{ headers: new Headers({ Host: "hunter2" }) }, 'ReadValue: the client sets the header "host" itself.'],
  [{ headers: { "Content-Length": "1" } }, 'ReadValue: the client sets the header "Content-Length" itself.'],
  [{ headers: { "x-a": "hunter2\r\nhost: evil" } }, 'ReadValue: the header "x-a" or its value is invalid.'],
  [{ headers: { "x-a": undefined } }, 'ReadValue: the header "x-a" or its value is invalid.'],
  [{ headers: { "x-a": 1 } }, 'ReadValue: the header "x-a" or its value is invalid.'],
  [{ headers: { "x a: hunter2": "" } }, "ReadValue: a header name or its value is invalid."],
])("rejects the options %o of a call, before a request", async (options, message) => {
  const wire = createWire();
  const error = await rejection(connect(wire).execute(query, {}, options as object));
  expect(error).toMatchObject({ code: "USAGE", message });
  expect(wire.counts()).toBe("0A 0R");
});

test.each([
  [new Headers({ "X-Feature": "on" }), "on"],
  [{ "X-Feature": "on" }, "on"],
  [{ "X-Feature": "on", "X-Host": "a", Hostname: "b" }, "on"],
  [new Map([["X-Feature", "on"]]), "on"],
  [new Headers(), null],
  [null, null],
  [undefined, null],
])("sends the headers %o", async (headers, sent) => {
  const wire = createWire();
  await connect(wire).execute(query, {}, { headers: headers as Headers | null });
  expect(wire.api[0]?.headers.get("x-feature")).toBe(sent);
});

test("accepts null for the options of a call and for its signal", async () => {
  const wire = createWire();
  await connect(wire).execute(query, {}, null as never);
  await connect(wire).execute(query, {}, { signal: null });
  expect(wire.counts()).toBe("2A 2R");
});
