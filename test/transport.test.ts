/** HTTP requests to real servers and through `fetch`: lost connections, certificates, timeouts and bodies. */

import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import ky from "ky";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  accessToken,
  type ClientOptions,
  createClient,
  type ReceivedEvent,
  refreshToken,
} from "../src/index.ts";
import { mutation, query } from "./support/documents.ts";
import { freePort, respond, serve, serveTls } from "./support/server.ts";
import { holdTimers, settle } from "./support/timers.ts";
import { BASE_URL, connect, createWire, gate, ok, rejection, tokenExpiringIn } from "./support/wire.ts";

// Retries of queries start without a delay. test/retry.test.ts tests the delays.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));

const FINE = { data: { value: "fine" } };

const clientOf = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl, auth: accessToken("token"), retries: 2, ...options });

test.each([query, mutation])("resends a $kind if no connection was established", async (document) => {
  const didReceive = vi.fn<(event: ReceivedEvent) => void>();
  const client = clientOf(`http://127.0.0.1:${await freePort()}`, { hooks: { didReceive } });
  const error = await rejection(client.execute(document));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "not-sent", reason: "ECONNREFUSED", attempts: 3 });
  expect(didReceive).toHaveBeenCalledTimes(3);
});

test("resends a mutation if the certificate is rejected, because no request was sent", async () => {
  let requests = 0;
  await using server = await serveTls(() => requests++);
  const error = await rejection(clientOf(server.baseUrl).execute(mutation));
  const reason = "DEPTH_ZERO_SELF_SIGNED_CERT";
  expect(error).toMatchObject({ code: "NETWORK", delivery: "not-sent", reason, attempts: 3 });
  expect(requests).toBe(0);
});

test("does not resend a mutation after a TLS error that does not prove that no request was sent", async () => {
  await using server = await serve((_, response) => respond(response, FINE));
  const error = await rejection(clientOf(server.baseUrl.replace("http:", "https:")).execute(mutation));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", attempts: 1 });
  expect(error.reason).toMatch(/^ERR_SSL_/);
});

const END: Readonly<Record<string, Parameters<typeof serve>[0]>> = {
  "closes the connection": (request) => request.socket.destroy(),
  "cuts off a body": (request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"data":{"value":"secr');
    response.flushHeaders();
    setImmediate(() => request.socket.destroy());
  },
};

test.each(
  Object.entries(END).flatMap(([what, answer]) => [
    [what, query, 3, answer] as const,
    [what, mutation, 1, answer] as const,
  ]),
)("resends only a query after the server %s (%#)", async (_, document, attempts, answer) => {
  await using server = await serve(answer);
  const error = await rejection(clientOf(server.baseUrl).execute(document));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", attempts });
  expect(error.message).not.toContain("secr");
  expect(server.count("/api")).toBe(attempts);
});

test.each(Object.entries(END))("a query succeeds with a retry after the server %s", async (_, end) => {
  await using server = await serve((...request) =>
    request[2] === 1 ? end(...request) : respond(request[1], FINE),
  );
  expect(await clientOf(server.baseUrl).execute(query)).toEqual({ value: "fine" });
  expect(server.count("/api")).toBe(2);
});

test("an abort while connecting rejects with the reason itself", async () => {
  await using server = await serve((_, response) => respond(response, FINE));
  const controller = new AbortController();
  const willSend = () => queueMicrotask(() => controller.abort("reason"));
  const client = clientOf(server.baseUrl, { hooks: { willSend } });
  expect(await rejection(client.execute(query, {}, { signal: controller.signal }))).toBe("reason");
  expect(server.count("/api")).toBeLessThanOrEqual(1);
});

test("an abort before the headers arrive rejects with the reason itself", async () => {
  const arrived = gate();
  await using server = await serve(() => arrived.resolve());
  const controller = new AbortController();
  const failed = rejection(clientOf(server.baseUrl).execute(query, {}, { signal: controller.signal }));
  await arrived.promise;
  controller.abort("reason");
  expect(await failed).toBe("reason");
  expect(server.count("/api")).toBe(1);
});

test.each<[string, unknown, (controller: AbortController) => unknown, Partial<ClientOptions>?]>([
  ["an abort", "reason", (controller) => controller.abort("reason")],
  [
    "the timeout",
    expect.objectContaining({ phase: "body" }),
    () => vi.advanceTimersByTime(10_000),
    { retries: 0 },
  ],
  [
    "the size limit",
    expect.objectContaining({ code: "RESPONSE_TOO_LARGE" }),
    () => {},
    { maxResponseBytes: 1 },
  ],
])(
  "%s in the middle of the body rejects the call and closes the connection",
  async (_, reason, end, options) => {
    const arrived = gate();
    const closed = gate();
    await using server = await serve((_, response) => {
      response.on("close", () => closed.resolve());
      response.writeHead(200).write("{ ");
    });
    holdTimers();
    const send: typeof fetch = (...request) => fetch(...request).finally(() => setImmediate(arrived.resolve));
    const controller = new AbortController();
    const client = clientOf(server.baseUrl, { ...options, fetch: send });
    const failed = rejection(client.execute(query, {}, { signal: controller.signal }));
    await arrived.promise;
    end(controller);
    expect(await failed).toEqual(reason);
    await closed.promise;
    expect(server.count("/api")).toBe(1);
  },
);

test("200 calls with one signal leave no listener and cause no warning", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  onTestFinished(() => void process.off("warning", warned));
  const { signal } = new AbortController();
  const client = connect(createWire());
  const calls = Array.from({ length: 200 }, () => client.execute(query, {}, { signal }));
  // Node.js 22 warns about more than ten listeners on a signal.
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await Promise.all(calls);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(warned).not.toHaveBeenCalled();
});

test("a signal aborts all calls that wait for it, and no others", async () => {
  const first = new AbortController();
  const second = new AbortController();
  const client = connect(createWire({ api: () => new Promise(() => {}) }));
  const calls = [first, first, second].map(({ signal }) => rejection(client.execute(query, {}, { signal })));
  first.abort("first");
  expect(getEventListeners(second.signal, "abort")).toHaveLength(1);
  second.abort("second");
  expect(await Promise.all(calls)).toEqual(["first", "first", "second"]);
  expect(getEventListeners(first.signal, "abort")).toHaveLength(0);
});

test.each([
  [301, query],
  [302, query],
  [303, query],
  [303, mutation],
  [307, mutation],
  [308, query],
])("follows no redirect (HTTP %i, %o)", async (status, document) => {
  await using target = await serve((_, response) => respond(response, FINE));
  await using server = await serve((_, response) => {
    response.writeHead(status, { location: `${target.baseUrl}/elsewhere` }).end();
  });
  const error = await rejection(clientOf(server.baseUrl).execute(document));
  expect(error).toMatchObject({
    code: "REDIRECT",
    status,
    attempts: 1,
    delivery: "unknown",
  });
  expect([server.count("/api"), target.count("/elsewhere")]).toEqual([1, 0]);
  const what = `a redirect (HTTP ${status}), which is not followed. Check baseUrl: it can be the URL of a web page, a login or a proxy.`;
  expect(error.message).toBe(`${document.name}: POST ${server.baseUrl}/api returned ${what}`);
});

test("does not send the refresh token to the target of a redirect", async () => {
  await using server = await serve((_, response) => {
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  const auth = refreshToken({ refreshToken: "refresh" });
  const error = await rejection(clientOf(server.baseUrl, { auth }).execute(query));
  expect(error).toMatchObject({ code: "REDIRECT", status: 307, attempts: 0, delivery: "not-sent" });
  expect([server.count("/auth/refresh"), server.count("/elsewhere"), server.count("/api")]).toEqual([
    1, 0, 0,
  ]);
});

test("stops at the size limit of a decompressed response", { tags: ["slow"] }, async () => {
  // A gzip file can have several members.
  const bomb = Buffer.concat(Array(200).fill(gzipSync(Buffer.alloc(1024 * 1024, " "))));
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" }).end(bomb);
  });
  const before = process.memoryUsage().rss;
  const error = await rejection(clientOf(server.baseUrl).execute(query));
  expect(error).toMatchObject({ code: "RESPONSE_TOO_LARGE", status: 200, attempts: 1 });
  expect(error.message).toContain("33554432 bytes");
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  expect(server.count("/api")).toBe(1);
});

test("reads a compressed response whose chunks split a character", async () => {
  const value = "ü".repeat(40_000);
  await using server = await serve((_, response) => {
    response
      .writeHead(200, { "content-encoding": "gzip" })
      .end(gzipSync(JSON.stringify({ data: { value } })));
  });
  expect(await clientOf(server.baseUrl).execute(query)).toEqual({ value });
});

/** Runs a script that executes one operation. @returns the number of timers that keep it alive afterwards. */
async function runScript(baseUrl: string, accessToken: string): Promise<string> {
  const script = `
    import { createClient, refreshToken } from "@integration-platform/graphql";
    const [baseUrl, accessToken] = process.argv.slice(1);
    const auth = refreshToken({ refreshToken: "r", accessToken });
    const client = createClient({ baseUrl, auth, attemptTimeout: 5_000 });
    await client.execute({ kind: "mutation", name: "SetValue", text: "mutation { value }" });
    console.log(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length);
  `;
  const input = ["--input-type=module", "-e", script, "--", baseUrl, accessToken];
  return (await promisify(execFile)(process.execPath, input, { timeout: 20_000 })).stdout.trim();
}

test("a script exits at once when its call is done", { tags: ["slow"] }, async () => {
  await using server = await serve((request, response) => {
    respond(response, request.url === "/api" ? FINE : { access_token: "fresh" });
  });
  expect(await runScript(server.baseUrl, "")).toBe("0");
});

test("a finished script waits for the response to its early refresh, without a timer", async () => {
  const finished = gate();
  await using server = await serve(async (request, response) => {
    if (request.url === "/api") {
      response.on("finish", finished.resolve);
      return respond(response, FINE);
    }
    await finished.promise;
    respond(response, { access_token: "a" });
  });
  expect(await runScript(server.baseUrl, tokenExpiringIn(60_000))).toBe("0");
  expect([server.count("/api"), server.count("/auth/refresh")]).toEqual([1, 1]);
});

// ---- Results and errors of fetch ----

/** A response whose body was read, as of a mock that returns the same one again. */
function createRead(): Response {
  const response = Response.json(FINE);
  void response.text();
  return response;
}

test.each([
  [undefined, {}],
  [{ ok: true, status: 200, json: async () => FINE }, {}],
  [createRead(), {}],
  [undefined, { ky }],
])(
  "a fetch that returns no unread Response (%o, %o) fails a query after one request",
  async (returned, options) => {
    const fetch = vi.fn().mockResolvedValue(returned);
    const error = await rejection(clientOf(BASE_URL, { ...options, fetch }).execute(query));
    expect(error).toMatchObject({ code: "USAGE", attempts: 1, delivery: "unknown" });
    expect(error.message).toBe(
      "ReadValue: fetch returned no unread Response. Return a new one, such as Response.json(…).",
    );
    expect(fetch).toHaveBeenCalledTimes(1);
  },
);

const API = `POST ${BASE_URL}/api`;
const NO_RESPONSE = `${API} received no complete response. Check baseUrl and the network.`;
const suppliedToken = { accessToken: "given" };

/** Sends one mutation with a fetch of the runtime that rejects. @returns the error, and the number of requests. */
async function failWith(thrown: unknown) {
  holdTimers("performance");
  const wire = createWire({ api: () => Promise.reject(thrown) });
  vi.stubGlobal("fetch", wire.fetch);
  const failed = rejection(connect(wire, { fetch: undefined } as object, suppliedToken).execute(mutation));
  await settle(failed);
  vi.unstubAllGlobals();
  return { error: await failed, requests: wire.api.length };
}

const coded = (code: unknown, more: object = {}) =>
  Object.assign(new TypeError("fetch failed"), { cause: { code, ...more } });

test.each([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"].map((code) => [code]),
  ...["ERR_TLS_CERT_ALTNAME_INVALID", "CERT_HAS_EXPIRED", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"].map((code) => [
    code,
  ]),
  ...["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN"].map((code) => [code]),
  ...["ConnectionRefused", "FailedToOpenSocket"].map((code) => [code]),
  ...["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "ETIMEDOUT"].map((code) => [
    code,
    { syscall: "connect" },
  ]),
  ["ENETUNREACH", { errors: [coded("ENETUNREACH", { syscall: "connect" }), coded("ECONNREFUSED")] }],
] as [string, object?][])("%s %j proves that a mutation was not sent", async (code, more) => {
  const { error, requests } = await failWith(coded(code, more));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "not-sent", reason: code });
  expect(error.message).toContain(`WriteValue: cannot connect to ${BASE_URL} (${code}). `);
  expect(requests).toBe(3);
});

test.each([
  ...["ECONNRESET", "EPIPE", "ETIMEDOUT", "EADDRNOTAVAIL"].map((code) => [code]),
  ...["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_TLS_RENEGOTIATION_DISABLED"].map((code) => [code]),
  ...["NOT_ECONNREFUSED", "ECONNREFUSED_TWICE", "EAI_", "UND_ERR_SOCKET"].map((code) => [code]),
  ...["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"].map((code) => [code]),
  ["EHOSTUNREACH", { syscall: "read" }],
  ["ECONNRESET", { errors: [coded("ECONNREFUSED"), coded("ECONNRESET", { syscall: "read" })] }],
  ["ECONNRESET", { errors: [coded("ECONNREFUSED"), null] }],
  ["ECONNRESET", { errors: [] }],
] as [string, object?][])("%s %j does not prove that a mutation was not sent", async (code, more) => {
  const { error, requests } = await failWith(coded(code, more));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", reason: code });
  expect(error.message).toContain(`WriteValue: ${API} received no complete response (${code}). `);
  expect(requests).toBe(1);
});

test.each([
  ...["ECONNABORTED", "EHOSTDOWN", "ENETRESET", "EPIPE", "EPROTO", "ETIMEDOUT", "EADDRNOTAVAIL"],
  ...[
    "UND_ERR_SOCKET",
    "ERR_SSL_WRONG_VERSION_NUMBER",
    "ERR_HTTP2_STREAM_ERROR",
    "ERR_STREAM_PREMATURE_CLOSE",
  ],
  ...["HPE_INVALID_CONSTANT", "Z_BUF_ERROR", "ConnectionClosed"],
])("%s is an error of the network, whatever the error that has it says", async (code) => {
  const { error } = await failWith(Object.assign(new Error("request failed"), { code, syscall: "read" }));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", reason: code, attempts: 1 });
});

test.each([
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_NOT_SUPPORTED",
  "ERR_INVALID_ARG_TYPE",
  "XEPIPE",
  "EPIPES",
])("%s alone is no error of the network", async (code) => {
  const { error } = await failWith(Object.assign(new Error("request failed"), { code }));
  expect(error).toMatchObject({ code: "USAGE", problem: `fetch threw an error (${code})`, attempts: 1 });
});

test("a connection that Deno cannot open proves that nothing was sent, unless the program sends", async () => {
  const thrown = new TypeError(`error sending request for url (${API}): client error (Connect): dns error`);
  const { error, requests } = await failWith(thrown);
  expect(error).toMatchObject({ code: "NETWORK", delivery: "not-sent", cause: thrown });
  expect(requests).toBe(3);
  const wire = createWire({ api: () => Promise.reject(thrown) });
  const ofProgram = await rejection(connect(wire, {}, suppliedToken).execute(mutation));
  expect(ofProgram).toMatchObject({ code: "NETWORK", delivery: "unknown", attempts: 1 });
});

test.each([
  [407, "HTTP_STATUS", 1],
  [500, "NETWORK", 2],
  [503, "NETWORK", 3],
])("a proxy that rejects the connection with HTTP %i fails with %s", async (status, code, attempts) => {
  const cause = new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
  const thrown = Object.assign(new TypeError("fetch failed"), { cause });
  expect((await failWith(thrown)).error).toMatchObject({ code, status, delivery: "not-sent", attempts });
  const wire = createWire({ api: () => Promise.reject(thrown) });
  const ofProgram = await rejection(connect(wire, {}, suppliedToken).execute(mutation));
  expect(ofProgram).toMatchObject({ code, status, delivery: "unknown", attempts: 1 });
});

test("a body that breaks off does not prove that a mutation was not sent, whatever its error", async () => {
  const cause = coded("ECONNREFUSED", { hostname: new URL(BASE_URL).hostname });
  const wire = createWire({
    api: () => new Response(new ReadableStream({ start: (body) => body.error(cause) })),
  });
  const error = await rejection(connect(wire, {}, suppliedToken).execute(mutation));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", reason: "ECONNREFUSED", attempts: 1 });
});

test("reports the limits of Node's fetch", { tags: ["slow"] }, async () => {
  await using server = await serve(
    (_, response, nth) => void (nth === 1 && response.writeHead(200).write("{")),
  );
  // Node sets its dispatcher with the first request.
  await fetch("data:,");
  const { constructor: Agent } = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  const fail = (limits: object) => {
    const dispatcher = Reflect.construct(Agent, [limits]);
    const send: typeof fetch = (url, init) => fetch(url, { ...init, dispatcher } as RequestInit);
    return rejection(clientOf(server.baseUrl, { timeout: 600_000, fetch: send }).execute(mutation));
  };
  const errors = [await fail({ bodyTimeout: 20 }), await fail({ headersTimeout: 20 })];
  expect(errors.map(({ code, delivery, reason }) => [code, delivery, reason])).toEqual([
    ["NETWORK", "unknown", "UND_ERR_BODY_TIMEOUT"],
    ["NETWORK", "unknown", "UND_ERR_HEADERS_TIMEOUT"],
  ]);
  expect(server.count("/api")).toBe(2);
});

test.each([
  new TypeError("fetch failed"),
  new TypeError("Failed to fetch"),
  new TypeError("Network request failed"),
  new Error("Network connection lost."),
  new Error("error sending request for url"),
  new Error("net::ERR_NETWORK_CHANGED"),
  new DOMException("The operation timed out.", "TimeoutError"),
  coded("two words"),
  coded("E".repeat(65)),
  coded("secret ECONNREFUSED"),
  coded("ECONNREFUSED secret"),
  coded({ toString: null }),
])("a fetch that throws %s is a network error without a reason", async (thrown) => {
  const { error } = await failWith(thrown);
  expect(error).toMatchObject({
    code: "NETWORK",
    delivery: "unknown",
    message: `WriteValue: ${NO_RESPONSE}`,
  });
  expect(error).not.toHaveProperty("reason");
  expect(error.cause).toBe(thrown);
});

const nested = (depth: number): Error =>
  depth === 0
    ? Object.assign(new Error("deep"), { code: "EPIPE" })
    : new Error("outer", { cause: nested(depth - 1) });

test("looks for the system's code four causes deep", async () => {
  expect((await failWith(nested(4))).error).toMatchObject({ reason: "EPIPE" });
  expect((await failWith(nested(5))).error).not.toHaveProperty("reason");
  expect((await failWith(coded("E".repeat(64)))).error).toMatchObject({ reason: "E".repeat(64) });
  const circular = new TypeError("fetch failed");
  circular.cause = circular;
  expect((await failWith(circular)).error).toMatchObject({ code: "NETWORK" });
});

test.each([
  [54, "x".repeat(54)],
  [55, `${"x".repeat(28)}…${"x".repeat(26)}`],
  [200, `${"x".repeat(28)}…${"x".repeat(26)}`],
])("messages contain the beginning and the end of a long URL (%i)", async (length, shown) => {
  const options = { baseUrl: `https://p.example.com/${"x".repeat(length)}/`, retries: 0 };
  const wire = createWire({ api: () => Promise.reject(new TypeError("fetch failed")) });
  const { message } = await rejection(connect(wire, options, suppliedToken).execute(query));
  const problem = `POST https://p.example.com/${shown}/api received no complete response`;
  expect(message).toBe(`ReadValue: ${problem}. Check baseUrl and the network.`);
});

// ---- Bodies ----

const fails = (api: () => Response) =>
  rejection(connect(createWire({ api }), { retries: 0 }, suppliedToken).execute(query));
const toStream = (bytes: Uint8Array<ArrayBuffer>, size: number) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
const encode = (text: string) => new TextEncoder().encode(text);
const TEXT = encode('{"data":{"value":"ü€😀"}}');

test("reads characters that arrive in several chunks", async () => {
  const wire = createWire({ api: () => new Response(toStream(TEXT, 1)) });
  expect(await connect(wire, {}, suppliedToken).execute(query)).toEqual({ value: "ü€😀" });
});

test.each([
  ["inside a string", new Uint8Array([...encode('{"data":{"value":"'), 0xff, ...encode('"}}')])],
  ["in the middle of a cut text", new Uint8Array([...encode('{"data":{"value":"'), 0xff, ...encode('"')])],
])("a body that is not UTF-8 is malformed: %s", async (_, bytes) => {
  const error = await fails(() => new Response(bytes, { headers: { "content-type": "text/plain; x" } }));
  expect(error).toMatchObject({ code: "MALFORMED_RESPONSE", status: 200, delivery: "unknown", attempts: 1 });
  expect(error.response).toEqual({ status: 200, mediaType: "text/plain", text: "" });
  expect(error.message).toBe(
    `ReadValue: ${API} returned text that is not UTF-8. Check baseUrl: it can be the URL of a web page, a login or a proxy.`,
  );
});

test("a failure in another encoding, or a large one, is decided by its status", async () => {
  const latin1 = () => new Uint8Array([...encode("<p>refus"), 0xe9, 0x21]);
  const large = () => encode(`{"errors":[{"message":"${"x".repeat(200)}"}]}`);
  const page = () => encode("<p>".repeat(100));
  for (const [status, body] of [
    [401, latin1],
    [503, latin1],
    [401, large],
    [429, large],
    [500, page],
    [502, large],
  ] as const) {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const wire = createWire({ api: ({ nth }) => (nth === 1 ? new Response(body(), { status }) : ok()) });
    const client = connect(wire, { maxResponseBytes: 100 }, suppliedToken);
    expect(await client.execute(query)).toEqual({ value: "fine" });
    expect(wire.counts()).toBe(status === 401 ? "2A 1R" : "2A 0R");
  }
  const client = connect(
    createWire({ api: () => new Response(large(), { status: 499 }) }),
    { maxResponseBytes: 100 },
    suppliedToken,
  );
  expect(await rejection(client.execute(query))).toMatchObject({ code: "RESPONSE_TOO_LARGE", status: 499 });
  const error = await fails(() => new Response(latin1(), { status: 403 }));
  expect(error).toMatchObject({ code: "HTTP_STATUS", status: 403, response: { text: "<p>refus\uFFFD!" } });
  const cut = createWire({ api: () => new Response(toStream(large(), 50), { status: 401 }) });
  const sent = connect(cut, { maxResponseBytes: 100 }, suppliedToken).execute(mutation);
  expect(await rejection(sent)).toMatchObject({ code: "UNAUTHENTICATED", delivery: "unknown", attempts: 1 });
});

test("JSON that is cut off at any byte is a connection that breaks: a query is retried, a mutation is not", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const text = encode('\r\n\t {"data":{"value":"ü\\"}}]","list":[[[1]],{"a":[]}]}}');
  for (let length = 5; length < text.length; length++) {
    const cut = () => new Response(text.slice(0, length));
    const wire = createWire({ api: ({ nth }) => (nth === 1 ? cut() : ok()) });
    expect(await connect(wire, {}, suppliedToken).execute(query)).toEqual({ value: "fine" });
    expect(wire.counts()).toBe("2A 0R");
    const lost = createWire({ api: cut });
    expect(await rejection(connect(lost, {}, suppliedToken).execute(mutation))).toMatchObject({
      code: "NETWORK",
      status: 200,
      delivery: "unknown",
      message: `WriteValue: ${API} received no complete response (HTTP 200, the JSON is cut off). Check the network, and gateways that compress responses.`,
    });
    expect(lost.counts()).toBe("1A 0R");
  }
});

// ---- Responses of other implementations of fetch ----

/** A response with these members alone, as a polyfill has. */
const polyfill = (members: object) =>
  ({
    status: 200,
    headers: new Headers(),
    text: async () => '{"data":{"value":"fine"}}',
    [Symbol.toStringTag]: "Response",
    ...members,
  }) as unknown as Response;

test.for<[string, object]>([
  ["no body", {}],
  ["a body without a reader", { body: Readable.from(["x"]) }],
])("reads the text of a response with %s", async ([, members]) => {
  const wire = createWire({ api: () => polyfill(members) });
  expect(await connect(wire, {}, suppliedToken).execute(mutation)).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("1A 0R");
});

test("limits the text of a response without a stream, and reports a text that does not arrive", async () => {
  const limit = (maxResponseBytes: number) =>
    connect(createWire({ api: () => polyfill({}) }), { maxResponseBytes }, suppliedToken).execute(query);
  expect(await limit(25)).toEqual({ value: "fine" });
  expect(await rejection(limit(24))).toMatchObject({ code: "RESPONSE_TOO_LARGE" });
  const page = createWire({ api: () => polyfill({ status: 500, text: async () => "<p>".repeat(10) }) });
  const failed = connect(page, { maxResponseBytes: 24 }, suppliedToken).execute(mutation);
  expect(await rejection(failed)).toMatchObject({
    code: "HTTP_STATUS",
    status: 500,
    response: { text: "<p>".repeat(10) },
  });
  const huge = createWire({ api: () => polyfill({ text: async () => " ".repeat(33_554_433) }) });
  expect((await rejection(connect(huge, {}, suppliedToken).execute(query))).message).toContain(
    "returned more than 33554432 bytes",
  );
  const text = () => Promise.reject(new TypeError("Network request failed"));
  const lost = connect(createWire({ api: () => polyfill({ text }) }), {}, suppliedToken);
  expect(await rejection(lost.execute(mutation))).toMatchObject({ code: "NETWORK", delivery: "unknown" });
});

test("reads a response of exactly maxResponseBytes, and rejects one byte more", async () => {
  const wire = createWire({ api: () => new Response(TEXT) });
  const limit = (maxResponseBytes: number) =>
    connect(wire, { maxResponseBytes, retries: 0 }, suppliedToken).execute(query);
  expect(await limit(TEXT.length)).toEqual({ value: "ü€😀" });
  expect(await rejection(limit(TEXT.length - 1))).toMatchObject({
    code: "RESPONSE_TOO_LARGE",
    status: 200,
    delivery: "unknown",
    message: `ReadValue: ${API} returned more than ${TEXT.length - 1} bytes. Increase maxResponseBytes.`,
  });
});

test("stops an endless body at maxResponseBytes, and cancels it", async () => {
  const cancel = vi.fn();
  const pull = (stream: ReadableStreamDefaultController) => stream.enqueue(encode(" ".repeat(1024)));
  const wire = createWire({ api: () => new Response(new ReadableStream({ pull, cancel })) });
  const error = await rejection(connect(wire, { maxResponseBytes: 10_000 }, suppliedToken).execute(query));
  expect(error).toMatchObject({ code: "RESPONSE_TOO_LARGE", attempts: 1 });
  expect(cancel).toHaveBeenCalledTimes(1);
});

test.each([300, 302, 307, 308, 399])("HTTP %i is a redirect, whose body is not read", async (status) => {
  const cancel = vi.fn();
  expect(await fails(() => new Response(new ReadableStream({ cancel }), { status }))).toMatchObject({
    code: "REDIRECT",
    status,
    delivery: "unknown",
  });
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("an opaque redirect of a browser has no status, and ends a refresh request at once", async () => {
  const opaque = () =>
    Object.defineProperties(new Response(null), { type: { value: "opaqueredirect" }, status: { value: 0 } });
  const error = await fails(opaque);
  const message = `ReadValue: ${API} returned a redirect, which is not followed. Check baseUrl: it can be the URL of a web page, a login or a proxy.`;
  expect(error).toMatchObject({ code: "REDIRECT", delivery: "unknown", message });
  expect(error).not.toHaveProperty("status");
  const wire = createWire({ refresh: opaque });
  expect(await rejection(connect(wire).execute(query))).toMatchObject({
    code: "REDIRECT",
    delivery: "not-sent",
  });
  expect(wire.counts()).toBe("0A 1R");
});
