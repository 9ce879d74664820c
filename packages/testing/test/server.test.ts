/** The local server, overrides, and options. */

import { connect } from "node:net";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { contractTest } from "../../../test/support/contract-test.ts";
import { rejection } from "../../../test/support/wire.ts";
import { createPlatform } from "../src/index.ts";
import { serve } from "../src/server/http-server.ts";
import { LIST, openPlatform, post } from "./support/requests.ts";

// Overrides and reset

contractTest(
  "responds with overrides before the platform, and counts the requests",
  async ({ platform, baseUrl }) => {
    const request = { body: { query: LIST }, token: await platform.issueAccessToken() };
    const url = `${baseUrl}/api`;
    platform.override(
      http.post(`${platform.baseUrl}/api`, () => new HttpResponse(null, { status: 503 }), { once: true }),
    );
    platform.override(
      http.post("*/api", async ({ request }) => HttpResponse.json(await request.json(), { status: 429 }), {
        once: true,
      }),
    );
    const first = await post(url, request);
    expect([first.status, await first.json()]).toEqual([429, { query: LIST }]);
    expect((await post(url, request)).status).toBe(503);
    expect((await post(url, request)).status).toBe(200);
    platform.override(http.post("*/api", () => HttpResponse.error()));
    await expect(post(url, request)).rejects.toThrow(TypeError);
    await expect(post(url, request)).rejects.toThrow(TypeError);
    expect(platform.requests.map(({ status }) => status)).toEqual([429, 503, 200, 0, 0]);
    expect(platform.requests[0]).toMatchObject({ operation: "ListIntegrations", tokenGeneration: 1 });
    expect(platform.count("api")).toBe(5);
  },
);

test("restores the initial state on reset", async () => {
  const platform = openPlatform({ rotation: true });
  await using server = await platform.listen();
  const { refreshToken, requests } = platform;
  const body = { refresh_token: refreshToken };
  const { access_token: token } = await (await post(`${server.baseUrl}/auth/refresh`, { body })).json();
  const change = () => {
    platform.override(http.post("*/api", () => new HttpResponse(null, { status: 503 })));
    platform.use("unavailable-once");
    platform.answer(LIST, undefined, { errors: ["no"] });
  };
  const list = async (sent: string) => {
    const response = await post(`${server.baseUrl}/api`, { body: { query: LIST }, token: sent });
    return [response.status, Object.keys(await response.json())];
  };
  change();
  platform.reset();
  expect([platform.count(), platform.refreshToken === refreshToken]).toEqual([0, false]);
  expect(await list(token)).toEqual([200, ["data"]]);
  change();
  platform.revokeAccessTokens();
  platform.reset({ tokens: true });
  expect([platform.count(), requests, platform.refreshToken]).toEqual([0, [], refreshToken]);
  expect((await list(token))[0]).toBe(401);
  const again = await post(`${server.baseUrl}/auth/refresh`, { body });
  expect(await list((await again.json()).access_token)).toEqual([200, ["data"]]);
});

test("describes an override that no request used", async () => {
  const platform = createPlatform();
  platform.override(
    http.post("*/apii", () => HttpResponse.text("unused")),
    http.get("*/used", () => HttpResponse.text("used")),
  );
  await platform.fetch(new Request(`${platform.baseUrl}/used`));
  expect(platform.unusedAnswers()).toEqual(["override POST */apii: no request used it"]);
});

// Options

test.for<[schema: string, problem: string, line?: number, column?: number]>([
  ["type Query { a: }", 'Syntax Error: Expected Name, found "}".', 1, 17],
  ["type Query {\n  a: Foo\n}", 'Unknown type "Foo".', 2, 6],
  ["", "Syntax Error: Unexpected <EOF>.", 1, 1],
  ["type A { a: Int }", "Query root type must be provided."],
])(
  "reports an invalid schema in one line, with line and column: %s",
  async ([schema, text, line, column]) => {
    const error = await rejection((async () => createPlatform({ schema }))());
    const place = line === undefined ? "" : ` at line ${line}, column ${column}`;
    expect(error.message).toBe(`The schema is not valid${place}: ${text}`);
    expect({ ...error }).toStrictEqual({ problem: text, ...(line !== undefined && { line, column }) });
  },
);

test("the base URL of a platform has no slash at its end", () => {
  for (const baseUrl of [
    "https://example.com/a/b",
    "https://example.com/a/b/",
    "https://example.com/a/b//",
  ]) {
    expect(createPlatform({ baseUrl }).baseUrl).toBe("https://example.com/a/b");
  }
  expect(createPlatform({ baseUrl: "HTTP://Example.com:80/" }).baseUrl).toBe("http://example.com");
});

test("rejects invalid options", () => {
  expect(() => createPlatform({ users: [] })).toThrow('"users" must contain at least one user.');
  expect(() => createPlatform({ users: [{ name: "ada" }, { name: "ada" }] })).toThrow(
    "users: two users have the same name.",
  );
  const refreshToken = "token";
  const users = ["ada", "eve"].map((name) => ({ name, refreshToken }));
  expect(() => createPlatform({ users })).toThrow("users: two users have the same refreshToken.");
  expect(() => createPlatform({ users: [{ name: "ada", tenants: [] }] })).toThrow(
    'User "ada" must have at least one',
  );
  expect(() => createPlatform({ users: [{ name: "ada", tenants: [{ id: "1", name: "One" }] }] })).toThrow(
    "a UUID",
  );
  for (const latencyMs of [-1, Number.NaN])
    expect(() => createPlatform({ latencyMs })).toThrow('"latencyMs" must be');
  const wrong = [
    "",
    "platform",
    "ftp://example.com",
    "xhttp://example.com",
    "httpsx://example.com",
    "https://a@example.com",
    "https://:b@example.com",
    "https://example.com/#a",
  ];
  for (const baseUrl of [...wrong, "https://example.com/?a"]) {
    expect(() => createPlatform({ baseUrl })).toThrow('"baseUrl" must be a URL such as');
  }
});

// The server

/** Sends text to a port, and resolves with the response when the server closes the connection. */
function sendText(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8").on("data", (part) => {
      response += part;
    });
    socket.on("close", () => resolve(response)).on("error", reject);
  });
}

test("listens on loopback on a free port, and rejects other Host headers", async () => {
  const platform = createPlatform();
  await using server = await platform.listen();
  expect(server.baseUrl).toBe(`http://127.0.0.1:${server.port}`);
  // Another address of this machine, if the system has it.
  await expect(fetch(`http://127.0.0.2:${server.port}`)).rejects.toThrow();
  const request = (host: string) => `GET /api HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  for (const host of ["evil.example", `evil.example:${server.port}`, "127.0.0.1", "127.0.0.1:1"]) {
    expect(await sendText(server.port, request(host))).toMatch(/^HTTP\/1\.1 403 /);
  }
  expect(platform.count()).toBe(0);
  expect(await sendText(server.port, request(`127.0.0.1:${server.port}`))).toMatch(/^HTTP\/1\.1 405 /);
  expect(await sendText(server.port, request(`localhost:${server.port}`))).toMatch(/^HTTP\/1\.1 405 /);
  expect((await fetch(`${server.baseUrl}/api`, { method: "HEAD" })).status).toBe(405);
  const absolute = request(`127.0.0.1:${server.port}`).replace("/api", "https://evil.example/api");
  expect(await sendText(server.port, absolute)).toMatch(/^HTTP\/1\.1 400 /);
  expect(platform.count()).toBe(3);
});

test("responds with 408 if headers or body arrive too slowly", async () => {
  const platform = createPlatform();
  const { baseUrl: origin, fetch } = platform;
  const target = { base: { href: origin, origin, path: "" }, fetch };
  await using slowHeaders = await serve(target, {}, { headersMs: 50, requestMs: 60_000 });
  const begin = (port: number) => `POST /api HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  expect(await sendText(slowHeaders.port, begin(slowHeaders.port))).toMatch(/^HTTP\/1\.1 408 /);
  await using slowBody = await serve(target, {}, { headersMs: 50, requestMs: 60 });
  const half = `${begin(slowBody.port)}Content-Length: 10\r\n\r\n{`;
  expect(await sendText(slowBody.port, half)).toMatch(/^HTTP\/1\.1 408 /);
  expect(platform.count()).toBe(0);
});

test("rejects a body after its first byte above the size limit, without the rest of it", async () => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const token = await platform.issueAccessToken();
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(1024 * 1024 + 1)),
  });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body: endless, duplex: "half" };
  const response = await fetch(`${server.baseUrl}/api`, init);
  expect([response.status, platform.count("api")]).toEqual([413, 1]);
});

test("reports a port that is in use", async () => {
  const platform = createPlatform();
  await using server = await platform.listen();
  await expect(createPlatform().listen({ port: server.port })).rejects.toMatchObject({
    code: "EADDRINUSE",
    message: `Port ${server.port} on 127.0.0.1 is in use. Choose another port, or 0 for a free one.`,
  });
});

test("closes idle and open connections, can be closed twice, and frees its port", async () => {
  const platform = createPlatform();
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  platform.override(
    http.post("*/api", () => {
      receive();
      return new Promise<never>(() => {});
    }),
  );
  const { port, baseUrl, close } = await platform.listen();
  await (await fetch(`${baseUrl}/get_auth_token/`)).text();
  const pending = expect(post(`${baseUrl}/api`, { body: {} })).rejects.toThrow(TypeError);
  await received;
  await Promise.all([close(), close()]);
  await pending;
  await using again = await platform.listen({ port });
  expect(again.port).toBe(port);
});

test("closes all servers when the platform is disposed", async () => {
  const ports: number[] = [];
  {
    await using platform = createPlatform({ latencyMs: 60_000 });
    const servers = [await platform.listen(), await platform.listen()];
    await servers[1]?.close();
    ports.push(...servers.map(({ port }) => port));
  }
  for (const port of ports) await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow(TypeError);
});

test("ends the delay of a response if the client closes the connection", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const platform = createPlatform({ latencyMs: 60_000, onRequest: () => end() });
  await using server = await platform.listen();
  const caller = new AbortController();
  const asked = expect(fetch(server.baseUrl, { signal: caller.signal })).rejects.toThrow("aborted");
  while (platform.count() === 0) await new Promise(setImmediate);
  caller.abort();
  await Promise.all([asked, ended]);
});

test("responds with 500 if an override throws, and continues", async () => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const broken = () => {
    throw new Error("intended");
  };
  platform.override(http.post("*/api", broken, { once: true }));
  const response = await post(`${server.baseUrl}/api`, { body: {} });
  expect([response.status, await response.text()]).toEqual([500, "The platform failed to respond.\n"]);
  expect((await post(`${server.baseUrl}/api`, { body: {} })).status).toBe(401);
  platform.override(http.post("*/api", () => Promise.reject("a text")));
  expect((await post(`${server.baseUrl}/api`, { body: {} })).status).toBe(500);
  expect(platform.requests.map(({ problem }) => problem)).toEqual(["intended", undefined, "a text"]);
});
