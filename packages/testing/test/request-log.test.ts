/** The request log, `onRequest`, latency, and the errors for mistakes in a test. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { createClient, refreshToken } from "../../../src/index.ts";
import { ListIntegrationsDocument } from "../../../test/fixtures/platform/generated/operations.ts";
import { holdTimers, someTimer } from "../../../test/support/timers.ts";
import { createPlatform, type PlatformRequest } from "../src/index.ts";
import { openPlatform, post, postApi, postInit, requestRefresh, sendQuery } from "./support/requests.ts";

test("describes requests in one line each, without credentials", async () => {
  const platform = createPlatform({
    rotation: true,
    schema: "type Query { n(first: Int, key: String): Int! }",
    rules: {
      Query: {
        n: (_: object, { first, key }: { first?: number; key?: string }) => first ?? key?.length ?? 1,
      },
    },
  });
  const first = platform.refreshToken;
  await requestRefresh(platform, first);
  await sendQuery(platform, "query Count($first: Int) { n(first: $first) }", { first: 2 });
  platform.use("expired-token");
  await sendQuery(platform, "{ n }");
  platform.unuse();
  platform.use("unavailable-once");
  await sendQuery(platform, "query Count { n }", { key: "k".repeat(500) });
  await platform.fetch(new Request(platform.baseUrl));
  await postApi(platform, { body: { query: "{ n }" } });
  expect(platform.describe()).toBe(
    [
      "https://platform.example.com received 6 requests: 4 api, 1 refresh",
      "  1. POST /auth/refresh → 200",
      '  2. POST /api Count {"first":2} token 2 → 200',
      "  3. POST /api (no name) token 3 → 200",
      `  4. POST /api Count {"key":"${"k".repeat(192)}… token 4 → 503 (unavailable-once)`,
      "  5. GET / → 404",
      "  6. POST /api (no name) no token → 401",
    ].join("\n"),
  );
  expect(platform.describe()).not.toMatch(new RegExp(`eyJ|${first}|${platform.refreshToken}`));
});

test("describes a request for the base URL itself", async () => {
  const platform = createPlatform({ baseUrl: "https://example.com/a" });
  await platform.fetch(new Request(platform.baseUrl));
  expect(platform.describe()).toContain("  1. GET / → 404");
});

test("describes the last 50 requests and the number of earlier ones", async () => {
  const platform = createPlatform();
  expect(platform.describe()).toBe("https://platform.example.com received 0 requests: 0 api, 0 refresh");
  for (let nth = 1; nth <= 51; nth++) await platform.fetch(new Request(`${platform.baseUrl}/${nth}`));
  const lines = platform.describe().split("\n");
  expect([lines.length, lines[1], lines[2], lines[51]]).toEqual([
    52,
    "  … 1 earlier",
    "  2. GET /2 → 404",
    "  51. GET /51 → 404",
  ]);
});

test("keeps the last requests of 16 MiB, and counts all of them", async () => {
  const platform = createPlatform();
  const text = "x".repeat(1_000_000);
  // Each request has the text in another part: its path, a header, or its body.
  const send = (nth: number) => {
    const init = postInit({ body: nth % 3 === 2 ? text : "", headers: { part: nth % 3 === 1 ? text : "" } });
    const path = nth % 3 === 0 ? text : "auth/refresh";
    return platform.fetch(new Request(`${platform.baseUrl}/${path}`, init));
  };
  // A request whose body arrives after its entry is no longer in the log.
  const { promise: received, resolve: receive } = Promise.withResolvers<Uint8Array>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(await received);
      controller.close();
    },
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  const late = platform.fetch(new Request(`${platform.baseUrl}/api`, init));
  platform.reset();
  receive(new TextEncoder().encode(JSON.stringify(text)));
  await late;
  for (let nth = 0; nth < 18; nth++) await send(nth);
  expect([platform.count(), platform.requests.length]).toEqual([18, 16]);
  expect(platform.requests.slice(0, 3).map(({ body }) => body)).toEqual([text, undefined, ""]);
  platform.reset();
  await send(0);
  expect([platform.count(), platform.requests.length]).toEqual([1, 1]);
});

test("keeps the last 10,000 requests, and counts all of them", { tags: ["slow"] }, async () => {
  const platform = createPlatform();
  for (let sent = 0; sent < 10_002; sent++) await platform.fetch(new Request(`${platform.baseUrl}/${sent}`));
  expect([platform.count(), platform.requests.length, platform.requests[0]?.path]).toEqual([
    10_002,
    10_000,
    "/2",
  ]);
});

test("counts bodies to the 16 MiB of requests that it keeps", { tags: ["slow"] }, async () => {
  const platform = createPlatform();
  const token = "t".repeat(900_000);
  for (let nth = 0; nth < 30; nth++) await requestRefresh(platform, `${nth}${token}`);
  expect(platform.count("refresh")).toBe(30);
  const kept = platform.requests.map(({ body }) =>
    Number.parseInt((body as { refresh_token: string }).refresh_token, 10),
  );
  expect(kept).toEqual(Array.from({ length: 18 }, (_, index) => 12 + index));
  platform.reset();
  await requestRefresh(platform, token);
  expect([platform.count(), platform.requests.length]).toEqual([1, 1]);
});

test("describes variables of any depth", async () => {
  const platform = openPlatform();
  const token = await platform.issueAccessToken();
  const send = (variables: string) => {
    const raw = `{"query":"query Deep { __typename }","variables":${variables}}`;
    return postApi(platform, { raw, token });
  };
  const depth = 20_000;
  await send(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`);
  await send(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
  await send('{"a":[1,"x",null,{"b":true,"c":[]}],"d":{}}');
  await send(`{"a":"${"x".repeat(192)}"}`);
  expect(platform.describe().split("\n").slice(1)).toEqual([
    `  1. POST /api Deep {"a":${"[".repeat(195)}… token 1 → 200`,
    `  2. POST /api Deep ${'{"a":'.repeat(40)}… token 1 → 200`,
    '  3. POST /api Deep {"a":[1,"x",null,{"b":true,"c":[]}],"d":{}} token 1 → 200',
    `  4. POST /api Deep {"a":"${"x".repeat(192)}"} token 1 → 200`,
  ]);
});

test("keeps bodies as text, because nested arrays need 14 times as much memory", {
  tags: ["slow"],
}, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const platform = openPlatform();
  const raw = `{"query":"{ __typename }","extensions":{"a":[${"[],".repeat(340_000)}[]]}}`;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let nth = 0; nth < 4; nth++) {
    await postApi(platform, { raw });
  }
  collect();
  expect((process.memoryUsage().heapUsed - before) / raw.length).toBeLessThan(24);
  expect(platform.requests[3]?.body).toMatchObject({ query: "{ __typename }" });
});

// onRequest and latency

test("calls onRequest with the status when a response is ready", async () => {
  const calls: (readonly [string, number | undefined])[] = [];
  const onRequest = ({ path, status }: PlatformRequest) => void calls.push([path, status]);
  await using platform = openPlatform({ onRequest });
  const { baseUrl } = await platform.listen();
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: platform.refreshToken }) });
  await client.execute(ListIntegrationsDocument);
  platform.override(http.get("*", () => HttpResponse.error()));
  await expect(fetch(`${baseUrl}/cut`)).rejects.toThrow(TypeError);
  platform.override(
    http.get("*", () => {
      throw new Error("intended");
    }),
  );
  await fetch(`${baseUrl}/broken`);
  expect(calls).toEqual([
    ["/auth/refresh", 200],
    ["/api", 200],
    ["/cut", 0],
    ["/broken", 500],
  ]);
  expect(platform.requests.at(-1)?.problem).toBe("intended");
});

test("delays every response, from the platform or an override", async () => {
  holdTimers();
  const platform = createPlatform({ latencyMs: 300 });
  platform.override(http.get("*/over", () => HttpResponse.text("over")));
  for (const path of ["/over", "/get_auth_token/", "/nowhere"]) {
    const responded = vi.fn();
    const asked = platform.fetch(new Request(`${platform.baseUrl}${path}`)).then(responded);
    await someTimer();
    await vi.advanceTimersByTimeAsync(299);
    expect([responded.mock.calls.length, platform.requests.at(-1)?.status]).toEqual([0, undefined]);
    expect(platform.describe()).toContain(`GET ${path} → pending`);
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(responded).toHaveBeenCalledOnce();
  }
});

test("leaves no timer if the request is aborted", async () => {
  holdTimers();
  const platform = createPlatform({ latencyMs: 60_000 });
  const caller = new AbortController();
  const asked = platform.fetch(new Request(`${platform.baseUrl}/`, { signal: caller.signal }));
  await someTimer();
  caller.abort();
  await asked;
  expect(vi.getTimerCount()).toBe(0);
});

test("responds with the message of a mistake in the test over HTTP", async () => {
  await using platform = openPlatform();
  const { baseUrl } = await platform.listen();
  platform.answer(ListIntegrationsDocument, () => ({
    integrations: { nodes: [{ name: undefined as unknown as string }] },
  }));
  const token = await platform.issueAccessToken();
  const response = await post(`${baseUrl}/api`, { body: { query: ListIntegrationsDocument.text }, token });
  const problem = "integrations.nodes[0].name: is undefined. Omit it to generate a value.";
  const message = `The data does not match ListIntegrations:\n  ${problem}\n`;
  expect([response.status, await response.text()]).toEqual([500, message]);
  expect(platform.describe().split("\n")).toEqual([
    "https://platform.example.com received 1 request: 1 api, 0 refresh",
    `  1. POST /api ListIntegrations token 1 → 500 (The data does not match ListIntegrations: ${problem})`,
  ]);
});
