/** What `fetch` of the program or the runtime throws: which is retried, and what reaches the program. */

import { inspect } from "node:util";
import ky from "ky";
import { expect, test, vi } from "vitest";
import {
  accessToken,
  type ClientOptions,
  createClient,
  OperationError,
  refreshToken,
  tokenSource,
} from "../src/index.ts";
import { mutation, query } from "./support/documents.ts";
import { serve } from "./support/server.ts";
import { BASE_URL, connect, createWire, json, ok, rejection } from "./support/wire.ts";

const suppliedToken = { accessToken: "given" };

/**
 * A query with a fetch that throws.
 *
 * @returns the error as it is thrown, in an object because it can be a promise, and the number of requests.
 */
async function failWith(thrown: unknown, options: Partial<ClientOptions> = {}) {
  let requests = 0;
  const fetch = () => {
    requests++;
    throw thrown;
  };
  const auth = accessToken("given");
  const client = createClient({ baseUrl: BASE_URL, auth, ...options, fetch });
  const ended = await client.execute(query).then(
    () => ({ error: undefined }),
    (error: unknown) => ({ error }),
  );
  return { ...ended, requests };
}

const fetchFailed = (cause: object) => new TypeError("fetch failed", { cause });

test.for<[string, unknown, string]>([
  ["a TypeError of an interceptor", new TypeError("Cannot read properties of undefined"), "an error"],
  [
    "an error of a mock",
    fetchFailed(Object.assign(new Error("Disallowed net connect"), { code: "ENETUNREACH" })),
    "an error (ENETUNREACH)",
  ],
  [
    "a missing file",
    Object.assign(new Error("no"), { code: "ENOENT", syscall: "open" }),
    "an error (ENOENT)",
  ],
  ["an error that quotes one of the network", new Error("audit: net::ERR_FAILED"), "an error"],
  ["an error with an invalid cause", new Error("x", { cause: null }), "an error"],
  ["an error with a blank cause", new Error("x", { cause: new Error() }), "an error"],
  [
    "an error of another call",
    new OperationError("NETWORK", { problem: "p", operation: "Other", delivery: "not-sent" }),
    "an error (NETWORK)",
  ],
  ["a string", "hunter2", "an error"],
  ["null", null, "an error"],
])("%s is not retried, and is the cause", async ([, thrown, what]) => {
  for (const options of [{}, { ky }]) {
    const { error, requests } = await failWith(thrown, options);
    expect(error).toMatchObject({ code: "USAGE", delivery: "unknown", attempts: 1 });
    expect((error as Error).message).toBe(`ReadValue: fetch threw ${what}. See error.cause.`);
    expect((error as Error).cause).toBe(thrown);
    expect(requests).toBe(1);
    expect(inspect(error, { showHidden: true }) + JSON.stringify(error)).not.toContain("hunter2");
  }
});

test.for<[string, unknown]>([
  [
    "an error of Next.js",
    Object.assign(new Error("Dynamic server usage"), { digest: "DYNAMIC_SERVER_USAGE" }),
  ],
  ["a promise of React", Promise.resolve()],
  ["a postponement of React", { $$typeof: Symbol.for("react.postpone") }],
  ["the abort of another signal", new DOMException("This operation was aborted", "AbortError")],
])("%s reaches the program unchanged, from the API and from a refresh", async ([, thrown]) => {
  const didReceive = vi.fn();
  const failed = await failWith(thrown, { hooks: { didReceive } });
  expect(failed.error).toBe(thrown);
  expect(failed.requests).toBe(1);
  expect(didReceive.mock.calls).toEqual([[expect.objectContaining({ code: "ABORTED" })]]);
  expect((await failWith(thrown, { auth: refreshToken({ refreshToken: "r" }) })).error).toBe(thrown);
});

test.for<[string, unknown, object]>([
  [
    "a proxy that requires a login",
    fetchFailed(
      Object.assign(new Error("Request was cancelled."), {
        code: 0,
        cause: new Error("Proxy response (407) !== 200 when HTTP Tunneling"),
      }),
    ),
    {
      code: "HTTP_STATUS",
      status: 407,
      problem: `the proxy rejected the connection to ${BASE_URL} (HTTP 407)`,
      advice: "Check the proxy, and the login in its URL.",
    },
  ],
  [
    "a blocked port",
    fetchFailed(new Error("bad port")),
    { code: "USAGE", problem: "fetch threw an error (bad port)", advice: "See error.cause." },
  ],
  [
    "a dispatcher of another undici",
    fetchFailed(Object.assign(new Error("invalid onRequestStart method"), { code: "UND_ERR_INVALID_ARG" })),
    { code: "USAGE", problem: "fetch threw an error (UND_ERR_INVALID_ARG)", advice: "See error.cause." },
  ],
])("%s fails at once, with its cause", async ([, thrown, expected]) => {
  const { error, requests } = await failWith(thrown);
  expect(error).toMatchObject({ ...expected, attempts: 1 });
  expect((error as Error).cause).toBe(thrown);
  expect(requests).toBe(1);
});

const { hostname } = new URL(BASE_URL);

test.for<[object, string]>([
  [{ code: "ENOTFOUND", syscall: "getaddrinfo", hostname }, `cannot connect to ${BASE_URL} (ENOTFOUND)`],
  [{ code: "CERT_HAS_EXPIRED", hostname }, `cannot connect to ${BASE_URL} (CERT_HAS_EXPIRED)`],
])("an error %j names what it connects to, in a refresh too", async ([cause, problem]) => {
  const thrown = fetchFailed(cause);
  const { error } = await failWith(thrown, { retries: 0 });
  expect(error).toMatchObject({ code: "NETWORK", problem, cause: thrown });
  const wire = createWire({ refresh: () => Promise.reject(thrown) });
  vi.spyOn(Math, "random").mockReturnValue(0);
  const client = connect(wire, { attemptTimeout: 1 });
  expect(await rejection(client.execute(query))).toMatchObject({
    code: "REFRESH_UNAVAILABLE",
    problem: `token refresh failed: ${problem}`,
    cause: thrown,
  });
});

test.for<[string, object]>([
  ["another host", { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "audit.example.com" }],
  ["another port", { code: "ECONNREFUSED", syscall: "connect", address: "192.0.2.1", port: 9 }],
  ["another address", { code: "ECONNREFUSED", syscall: "connect", address: "192.0.2.2", port: 8443 }],
  ["an unknown host", { code: "CERT_HAS_EXPIRED" }],
])("a connection of the program's fetch or ky to %s proves nothing about a mutation", async ([, cause]) => {
  const thrown = fetchFailed(cause);
  for (const options of [
    { fetch: () => Promise.reject(thrown) },
    { ky: ky.create({ fetch: () => Promise.reject(thrown) }) },
    { ky },
  ]) {
    vi.stubGlobal("fetch", () => Promise.reject(thrown));
    const auth = accessToken("given");
    const client = createClient({ baseUrl: "https://192.0.2.1:8443", auth, ...options });
    expect(await rejection(client.execute(mutation))).toMatchObject({
      code: "NETWORK",
      delivery: "unknown",
      attempts: 1,
    });
  }
});

test("a connection of the program's fetch to the address and port of the URL proves that nothing was sent", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const thrown = fetchFailed({ code: "ECONNREFUSED", syscall: "connect", address: "192.0.2.1", port: 8443 });
  const auth = accessToken("given");
  const fetch = () => Promise.reject(thrown);
  const client = createClient({ baseUrl: "https://192.0.2.1:8443", auth, fetch, timeout: 100 });
  expect(await rejection(client.execute(mutation))).toMatchObject({ code: "NETWORK", delivery: "not-sent" });
});

test("a response with the status 407, which Node.js hides, is not retried", async () => {
  await using server = await serve((_, response) => void response.writeHead(407).end("login"));
  const client = createClient({ baseUrl: server.baseUrl, auth: accessToken("given") });
  expect(await rejection(client.execute(query))).toMatchObject({
    code: "HTTP_STATUS",
    status: 407,
    delivery: "unknown",
    attempts: 1,
    advice: "Check the proxy, and the login in its URL.",
    cause: { message: "fetch failed" },
  });
  expect(server.count("/api")).toBe(1);
});

test.for<[string, (thrown: unknown) => Partial<ClientOptions>]>([
  [
    "headers",
    (thrown) => ({
      headers: () => {
        throw thrown;
      },
    }),
  ],
  [
    "classify",
    (thrown) => ({
      classify: () => {
        throw thrown;
      },
      fetch: async () => json({}, { status: 500 }),
    }),
  ],
  [
    "getToken",
    (thrown) => ({
      auth: tokenSource(() => {
        throw thrown;
      }),
    }),
  ],
])("what steers a framework passes through %s", async ([, optionsOf]) => {
  for (const thrown of [
    Object.assign(new Error("x"), { digest: "NEXT" }),
    Promise.resolve(),
    new DOMException("x", "AbortError"),
  ]) {
    const auth = accessToken("given");
    const client = createClient({ baseUrl: BASE_URL, auth, fetch: async () => ok(), ...optionsOf(thrown) });
    const caught = await client.execute(query).then(
      () => [],
      (error: unknown) => [error],
    );
    expect(caught[0] === thrown).toBe(true);
  }
});

test("a cause never contains an error of ky", async () => {
  const rethrow = ky.extend({
    hooks: {
      afterResponse: [
        async ({ request }) => {
          await ky(request.url, { fetch: async () => json({}, { status: 500 }), retry: 0 }).catch((cause) => {
            throw new Error("hook", { cause });
          });
        },
      ],
    },
  });
  const options = { ky: rethrow, fetch: async () => ok() };
  const error = await rejection(connect(createWire(), options, suppliedToken).execute(query));
  expect(error).toMatchObject({ code: "KY_HOOK", cause: undefined });
});
