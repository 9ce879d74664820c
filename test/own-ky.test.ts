/** Requests through ky: its own instance, and one of the caller. */

import { inspect } from "node:util";
import ky, { type KyInstance, type Options } from "ky";
import { expect, test, vi } from "vitest";
import { accessToken, type ClientOptions, createClient, refreshToken } from "../src/index.ts";
import { mutation, query, queryWithVariables } from "./support/documents.ts";
import { freePort, respond, serve } from "./support/server.ts";
import { holdTimers } from "./support/timers.ts";
import { BASE_URL, gate, html, json, ok, REFRESH_TOKEN, rejection, unauthorized } from "./support/wire.ts";

interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  readonly redirect: string;
  readonly rest: RequestInit | undefined;
}

const PlainRequest = globalThis.Request;

/** Requests that differ from what their builder asked for, so that a test sees who sends them. */
class BuiltRequest extends PlainRequest {
  constructor(input: URL | Request | string, init?: RequestInit) {
    const headers = new Headers(init?.headers);
    headers.set("x-built", "1");
    const url = input instanceof URL ? `${input}?built=1` : input;
    super(url, { ...init, method: "PUT", headers });
  }
}

/** A client with an instance of ky, and a `fetch` that records requests. */
function connect(
  defaults: Options,
  answer: (nth: number) => Response = ok,
  options: Partial<ClientOptions> = {},
) {
  const received: Received[] = [];
  const fetch = async (input: unknown, rest?: RequestInit) => {
    const { dispatcher: _, ...init } = (rest ?? {}) as RequestInit & { readonly dispatcher?: unknown };
    const request = new Request(input as Request, init);
    const { method, headers, redirect } = request;
    const { pathname: path } = new URL(request.url);
    received.push({ path, method, headers, redirect, rest, body: await request.text() });
    if (path.endsWith("/auth/refresh")) return json({ access_token: `fresh-${received.length}` });
    return answer(received.filter((entry) => entry.path === path).length);
  };
  const auth = refreshToken({ refreshToken: REFRESH_TOKEN, accessToken: "given" });
  const instance = ky.extend({ fetch, ...defaults });
  return { received, client: createClient({ baseUrl: BASE_URL, auth, ky: instance, ...options }) };
}

test("sends all requests through the instance, whose hooks receive them with body and headers", async () => {
  const seen: unknown[] = [];
  const { received, client } = connect(
    {
      headers: { "X-Default": "on" },
      hooks: {
        beforeRequest: [
          async ({ request }) => {
            const { method, url, headers } = request;
            const { length } = await request.clone().text();
            request.headers.set("X-Signature", `${length}`);
            seen.push([method, new URL(url).pathname, headers.get("authorization"), length > 0]);
          },
        ],
        afterResponse: [async ({ response }) => void seen.push([response.status, await response.json()])],
      },
    },
    (nth) => (nth === 1 ? unauthorized() : ok()),
  );
  const data = await client.execute(queryWithVariables, { filter: "f" }, { headers: { "X-Call": "on" } });
  expect(data).toEqual({ value: "fine" });
  expect(seen).toEqual([
    ["POST", "/api", "Bearer given", true],
    [401, { errors: [{ message: "expired" }] }],
    ["POST", "/auth/refresh", null, true],
    [200, { access_token: "fresh-2" }],
    ["POST", "/api", "Bearer fresh-2", true],
    [200, { data: { value: "fine" } }],
  ]);
  for (const { method, headers, body, redirect } of received) {
    expect([method, redirect, headers.get("content-type")]).toEqual(["POST", "manual", "application/json"]);
    expect([headers.get("x-default"), headers.get("x-signature")]).toEqual(["on", `${body.length}`]);
  }
  expect(received.map(({ headers }) => headers.get("x-call"))).toEqual(["on", null, "on"]);
  expect(JSON.parse(received[2]?.body ?? "")).toEqual({
    query: queryWithVariables.text,
    variables: { filter: "f" },
  });
});

test.for<[string, KyInstance | undefined]>([
  ["ky itself", undefined],
  ["an instance of the caller", ky.extend({})],
])("sends the method, URL and headers of the request that %s builds", async ([, instance]) => {
  vi.stubGlobal("Request", BuiltRequest);
  const received: Request[] = [];
  const fetch = async (input: unknown, init?: RequestInit) => {
    received.push(new PlainRequest(input as Request, init));
    return ok();
  };
  const client = createClient({ baseUrl: BASE_URL, auth: accessToken("given"), ky: instance, fetch });
  expect(await client.execute(query)).toEqual({ value: "fine" });
  const [{ method, url, headers } = new PlainRequest(BASE_URL)] = received;
  expect([method, url]).toEqual(["PUT", `${BASE_URL}/api?built=1`]);
  expect([headers.get("x-built"), headers.get("authorization")]).toEqual(["1", "Bearer given"]);
  expect(JSON.parse(await (received[0] as Request).text())).toEqual({ query: query.text });
});

test("a runtime that cannot build the request is no hook of ky", async () => {
  const cause = new TypeError("Expected signal to be an instance of AbortSignal.");
  vi.stubGlobal(
    "Request",
    class extends PlainRequest {
      constructor() {
        super(BASE_URL);
        throw cause;
      }
    },
  );
  const client = createClient({ baseUrl: BASE_URL, auth: accessToken("given"), fetch: ok as never });
  const error = await rejection(client.execute(mutation));
  const message = "WriteValue: the runtime rejects the request that ky builds. See error.cause.";
  expect(error).toMatchObject({ code: "USAGE", delivery: "not-sent", attempts: 1, message });
  expect(error.cause).toBe(cause);
});

test.for<[string, Options]>([
  ["options", {}],
  [
    "init hooks",
    { hooks: { init: [(options) => void Object.assign(options, { retry: 5, throwHttpErrors: true })] } },
  ],
])("uses retries and statuses of the client instead of those in the %s of the instance", async ([, more]) => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const retry = { limit: 5, methods: ["post" as const], delay: () => 0 };
  const { received, client } = connect({ retry, ...more }, () => html(500));
  expect(await rejection(client.execute(query))).toMatchObject({
    code: "HTTP_STATUS",
    status: 500,
    attempts: 2,
  });
  expect(received).toHaveLength(2);
  expect(await rejection(client.execute(mutation))).toMatchObject({ code: "HTTP_STATUS", attempts: 1 });
  expect(received).toHaveLength(3);
});

test("does not use the timeouts of the instance", async () => {
  holdTimers("performance");
  const response = gate<Response>();
  const { client } = connect({ timeout: 1, totalTimeout: 1 }, ok, { fetch: () => response.promise });
  const call = client.execute(query);
  await vi.advanceTimersByTimeAsync(100);
  response.resolve(ok());
  expect(await call).toEqual({ value: "fine" });
});

test("a `fetch` of the client replaces that of the instance, and receives its other options", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => ok());
  const { received, client } = connect({ dispatcher: "proxy" } as Options, ok, { fetch });
  await client.execute(query);
  expect(received).toEqual([]);
  expect(fetch.mock.calls.map(([request, rest]) => [request instanceof Request, rest])).toEqual([
    [true, expect.objectContaining({ dispatcher: "proxy", redirect: "manual" })],
  ]);
  const plain = connect({ dispatcher: "proxy" } as Options);
  await plain.client.execute(query);
  expect(plain.received[0]?.rest).toMatchObject({ dispatcher: "proxy" });
});

test("does not append the URL to a prefix of the instance, and adds its search parameters", async () => {
  const urls: string[] = [];
  const { client } = connect({
    prefix: "https://elsewhere.example.com/",
    baseUrl: "https://elsewhere.example.com/",
    searchParams: { trace: "1" },
    hooks: { beforeRequest: [({ request }) => void urls.push(request.url)] },
  });
  await client.execute(query);
  expect(urls).toEqual([`${BASE_URL}/api?trace=1`]);
});

const ELSEWHERE = "https://elsewhere.example.com/api";

test.for<[string, Options["hooks"], string]>([
  [
    "in beforeRequest",
    { beforeRequest: [({ request }) => new Request(ELSEWHERE, request)] },
    "changed the origin",
  ],
  [
    "to http:",
    { beforeRequest: [({ request }) => new Request(request.url.replace("s:", ":"), request)] },
    "changed the origin",
  ],
  [
    "and the fetch of an init hook",
    {
      init: [(options) => void Object.assign(options, { fetch: () => Promise.reject(new Error("sent")) })],
      beforeRequest: [({ request }) => new Request(ELSEWHERE, request)],
    },
    "changed the origin",
  ],
  ["", { beforeRequest: [async ({ request }) => void (await request.text())] }, "read the body"],
])("sends no request if a hook changes the origin %s or reads the body", async ([, hooks, problem]) => {
  const didReceive = vi.fn();
  const { received, client } = connect({ hooks: hooks ?? {} }, ok, { hooks: { didReceive } });
  const error = await rejection(client.execute(query));
  expect(error).toMatchObject({ code: "KY_HOOK", delivery: "not-sent", attempts: 1 });
  expect(error.message).toContain(`ReadValue: a hook of ky ${problem}`);
  expect(didReceive.mock.calls).toEqual([[expect.objectContaining({ code: "KY_HOOK" })]]);
  expect(received).toEqual([]);
});

test("a hook can replace the request and choose another path of the origin", async () => {
  const { received, client } = connect({
    hooks: { beforeRequest: [({ request }) => new Request(`${BASE_URL}/v2/api`, request)] },
  });
  expect(await client.execute(query)).toEqual({ value: "fine" });
  expect(received.map(({ path }) => path)).toEqual(["/v2/api"]);
});

test("does not follow redirects, even if a hook enables them", async () => {
  await using target = await serve((_, response) => respond(response, { data: { value: "elsewhere" } }));
  await using server = await serve((_, response) =>
    response.writeHead(307, { location: `${target.baseUrl}/api` }).end(),
  );
  const follow = ky.extend({
    hooks: { beforeRequest: [({ request }) => new Request(request, { redirect: "follow" })] },
  });
  const client = createClient({ baseUrl: server.baseUrl, auth: accessToken("token"), ky: follow });
  expect(await rejection(client.execute(query))).toMatchObject({ code: "REDIRECT", status: 307 });
  expect([server.count("/api"), target.count("/api")]).toEqual([1, 0]);
});

const secret = "secret-of-the-hook";
const fail = () => {
  throw new Error(secret);
};

test.for<[string, Options["hooks"], string, number]>([
  ["init", { init: [fail] }, "not-sent", 0],
  ["beforeRequest", { beforeRequest: [fail] }, "not-sent", 0],
  ["an asynchronous beforeRequest", { beforeRequest: [async () => fail()] }, "not-sent", 0],
  ["afterResponse", { afterResponse: [fail] }, "unknown", 1],
  ["afterResponse, which asks for a retry", { afterResponse: [() => ky.retry()] }, "unknown", 1],
])("a hook that throws fails the call without a retry: %s", async ([, hooks, delivery, requests]) => {
  const { received, client } = connect({ hooks: hooks ?? {} });
  for (const document of [query, mutation]) {
    const error = await rejection(client.execute(document));
    expect(error).toMatchObject({ code: "KY_HOOK", delivery, attempts: 1 });
    expect(error.message).toBe(`${document.name}: a hook of ky threw an error. Handle it in the hook.`);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/secret-of-the-hook|given/);
  }
  expect(received).toHaveLength(requests * 2);
});

test("a hook that throws during a refresh request fails the calls that wait for it", async () => {
  const beforeRequest = ({ request }: { request: Request }) => {
    if (request.url.endsWith("/auth/refresh")) fail();
  };
  const auth = refreshToken({ refreshToken: REFRESH_TOKEN });
  const { received, client } = connect({ hooks: { beforeRequest: [beforeRequest] } }, ok, { auth });
  const error = await rejection(client.execute(query));
  expect(error).toMatchObject({ code: "KY_HOOK", delivery: "not-sent", attempts: 0 });
  expect(error.message).toBe(
    "ReadValue: token refresh failed: a hook of ky threw an error. Handle it in the hook.",
  );
  expect(error.cause).toEqual(new Error(secret));
  expect(received).toEqual([]);
});

test.for<HeadersInit>([
  { authorization: "Basic gateway", "content-type": "text/plain", "X-KEY": "instance" },
  { Authorization: "Basic gateway", "Content-Type": "text/plain", "x-key": "instance" },
  new Headers({ authorization: "Basic gateway", "content-type": "text/plain", "x-key": "instance" }),
])("the headers of the client replace those of the instance in any spelling: %j", async (headers) => {
  const auth = refreshToken({ refreshToken: REFRESH_TOKEN });
  const { received, client } = connect({ headers }, ok, { auth, headers: { "x-key": "client" } });
  await client.execute(query);
  expect(
    received.map((entry) =>
      ["authorization", "content-type", "x-key"].map((name) => entry.headers.get(name)),
    ),
  ).toEqual([
    [null, "application/json", "instance"],
    ["Bearer fresh-1", "application/json", "client"],
  ]);
});

test("the option json of the instance does not replace the body", async () => {
  const { received, client } = connect({ json: { other: 1 } });
  await client.execute(query);
  expect(received.map(({ body }) => body.includes('"query"'))).toEqual([true]);
});

test("a response of a hook replaces the request", async () => {
  const { received, client } = connect({
    hooks: { beforeRequest: [() => json({ data: { value: "cached" } })] },
  });
  expect(await client.execute(query)).toEqual({ value: "cached" });
  expect(received).toEqual([]);
});

test("resends a mutation if no connection was established, and calls beforeError for each request", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const beforeError = vi.fn((_: { error: Error }) => new Error(secret));
  const { client } = connect({ hooks: { beforeError: [beforeError] } }, ok, {
    baseUrl: `http://127.0.0.1:${await freePort()}`,
    fetch: globalThis.fetch,
  });
  const error = await rejection(client.execute(mutation));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "not-sent", reason: "ECONNREFUSED", attempts: 3 });
  expect(beforeError.mock.calls.map(([{ error }]) => error.name)).toEqual(Array(3).fill("NetworkError"));
});

test("a hook that hangs ends with the timeout or an abort, and its request is not sent", async () => {
  const { received, client } = connect({ hooks: { beforeRequest: [() => new Promise(() => {})] } });
  expect(await rejection(client.execute(query, {}, { timeout: 20 }))).toMatchObject({ code: "TIMEOUT" });
  const controller = new AbortController();
  const reason = new Error("enough");
  const call = rejection(client.execute(query, {}, { signal: controller.signal }));
  controller.abort(reason);
  expect(await call).toBe(reason);
  expect(received).toEqual([]);
});

test("aborts a request that a hook replaced without its signal", async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const fetch = (_: unknown, rest?: RequestInit) => {
    signals.push(rest?.signal);
    return new Promise<Response>(() => {});
  };
  const { client } = connect(
    { hooks: { beforeRequest: [({ request: { url } }) => new Request(url, { method: "POST" })] } },
    ok,
    { fetch },
  );
  expect(await rejection(client.execute(query, {}, { timeout: 20 }))).toMatchObject({ code: "TIMEOUT" });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

test.each([
  ["version 1", Object.assign(() => {}, { create: ky.create, extend: ky.extend, stop: ky.stop }), ""],
  ["an object", {}, ", not an object"],
  ["options", { hooks: {} }, ", not an object"],
  ["a string", "ky", ", not a string"],
])("rejects %s instead of an instance", (_, value, kind) => {
  const create = () => connect({}, ok, { ky: value as never });
  expect(create).toThrow(`createClient: "ky" must be an instance of ky 2.1 or later${kind}.`);
});

test("accepts null, and an instance of ky without hooks", async () => {
  const fetch = async () => ok();
  for (const instance of [null, undefined, ky]) {
    const { client } = connect({}, ok, { ky: instance, fetch });
    expect(await client.execute(query)).toEqual({ value: "fine" });
  }
});
