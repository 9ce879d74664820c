/** The scenarios, with the client and the exact number of requests. */

import { decodeJwt } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { createClient, refreshToken } from "../../../src/index.ts";
import { ListIntegrationsDocument } from "../../../test/fixtures/platform/generated/operations.ts";
import { type ContractContext, contractTest } from "../../../test/support/contract-test.ts";
import { rejection } from "../../../test/support/wire.ts";
import { createPlatform, type PlatformRequest, type ScenarioName, scenarios } from "../src/index.ts";
import {
  expectDelay,
  openPlatform,
  postApi,
  postInit,
  requestRefresh,
  sendQuery,
} from "./support/requests.ts";

// No delay between retries.
beforeEach(() => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  return () => random.mockRestore();
});

type Client = ReturnType<ContractContext["connect"]>;
const list = (client: Client) => client.execute(ListIntegrationsDocument);
const listAtOnce = (client: Client, times: number) =>
  Promise.all(Array.from({ length: times }, () => list(client)));

for (const name of ["expired-token", "revoked-token", "late-401"] as const) {
  contractTest(
    `${name} causes one refresh for five concurrent calls`,
    async ({ platform, connect, counts }) => {
      const client = connect();
      await list(client);
      platform.use(name);
      await listAtOnce(client, 5);
      expect(counts()).toBe("11A 2R");
      const rejected = platform.requests.filter(({ scenario }) => scenario === name);
      expect(rejected.map(({ status, tokenGeneration }) => [status, tokenGeneration])).toEqual(
        Array(5).fill([401, 1]),
      );
      await list(client);
      expect(counts()).toBe("12A 2R");
    },
  );

  contractTest(
    `${name} as an option rejects the first token after its first use`,
    async ({ connect, counts }) => {
      const client = connect();
      await list(client);
      await list(client);
      expect(counts()).toBe("3A 2R");
    },
    { scenario: name },
  );
}

test("late-401 rejects the first request at once, and the others after a newer token is used", async () => {
  const responses: string[] = [];
  const onRequest = ({ kind, tokenGeneration, status }: PlatformRequest) => {
    responses.push(`${kind} ${tokenGeneration ?? "-"} ${status}`);
  };
  await using platform = openPlatform({ onRequest });
  const { baseUrl } = await platform.listen();
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: platform.refreshToken }) });
  await list(client);
  platform.use("late-401");
  await listAtOnce(client, 3);
  const [first, second, third, ...others] = responses.slice(2);
  expect([first, second]).toEqual(["api 1 401", "refresh - 200"]);
  expect([third, ...others].sort()).toEqual([...Array(2).fill("api 1 401"), ...Array(3).fill("api 2 200")]);
});

test("late-401 waits at most one second for a newer token", async () => {
  const platform = createPlatform();
  const token = await platform.issueAccessToken();
  platform.use("late-401");
  const send = () => postApi(platform, { body: {}, token });
  expect((await send()).status).toBe(401);
  expect((await expectDelay(1_000, send)).status).toBe(401);
  const another = send();
  expect((await sendQuery(platform, ListIntegrationsDocument.text)).status).toBe(200);
  expect((await another).status).toBe(401);
  // The newer token is in use, so that no response waits for it.
  expect((await send()).status).toBe(401);
  for (let turn = 0; turn < 100 && vi.getTimerCount() > 0; turn++) await new Promise(setImmediate);
  expect(vi.getTimerCount()).toBe(0);
});

test("late-401 as an option holds responses until a newer token is used, not until a refresh", async () => {
  const platform = openPlatform({ scenario: "late-401" });
  const token = await platform.issueAccessToken();
  const send = () => postApi(platform, { body: { query: ListIntegrationsDocument.text }, token });
  expect([(await send()).status, (await send()).status]).toEqual([200, 401]);
  const late = send();
  expect((await requestRefresh(platform)).status).toBe(200);
  await new Promise(setImmediate);
  expect(platform.requests[2]).not.toHaveProperty("status");
  expect((await sendQuery(platform, "{ __typename }")).status).toBe(200);
  expect((await late).status).toBe(401);
});

contractTest(
  "rejected-refresh rejects the refresh token until it is deactivated",
  async ({ platform, connect, counts }) => {
    expect(await rejection(list(connect()))).toMatchObject({ code: "REFRESH_REJECTED", status: 401 });
    expect(counts()).toBe("0A 1R");
    platform.unuse("rejected-refresh");
    await list(connect());
    expect(counts()).toBe("1A 2R");
  },
  { scenario: "rejected-refresh" },
);

contractTest(
  "rotation replaces the refresh token at each refresh request",
  async ({ platform, connect, counts }) => {
    const first = platform.refreshToken;
    const client = connect();
    await list(client);
    expect(platform.refreshToken).not.toBe(first);
    platform.revokeAccessTokens();
    await list(client);
    expect(await rejection(list(connect({ refreshToken: first })))).toMatchObject({
      code: "REFRESH_REJECTED",
    });
    expect(counts()).toBe("3A 3R");
  },
  { scenario: ["rotation"] },
);

contractTest(
  "slow-refresh causes one refresh request for concurrent calls",
  async ({ platform, connect, counts }) => {
    platform.use("slow-refresh", { delayMs: 5 });
    await listAtOnce(connect(), 5);
    expect(counts()).toBe("5A 1R");
  },
);

test("slow-refresh takes two seconds by default", async () => {
  const platform = createPlatform({ scenario: "slow-refresh" });
  expect((await expectDelay(2_000, () => requestRefresh(platform))).status).toBe(200);
});

contractTest(
  "rate-limited with a Retry-After of 0 rejects one request",
  async ({ platform, connect, counts }) => {
    platform.use("rate-limited", { retryAfterSeconds: 0 });
    await list(connect());
    expect(counts()).toBe("2A 1R");
    expect(platform.requests.map(({ status, scenario }) => [status, scenario])).toEqual([
      [200, undefined],
      [429, "rate-limited"],
      [200, undefined],
    ]);
  },
);

test("rate-limited returns the remaining time by the platform's clock", async () => {
  let now = Date.UTC(2030, 0, 1);
  const platform = createPlatform({ now: () => now });
  platform.use("rate-limited", { retryAfterSeconds: 3 });
  const seen = [];
  for (const passed of [0, 1_500, 1_499, 1]) {
    now += passed;
    const response = await postApi(platform, {
      body: { query: "{ __typename }" },
      token: await platform.issueAccessToken(),
    });
    seen.push([response.status, response.headers.get("retry-after")]);
  }
  expect(seen).toEqual([
    [429, "3"],
    [429, "2"],
    [429, "1"],
    [200, null],
  ]);
});

contractTest("unavailable-once responds with 503 once", async ({ platform, connect, counts }) => {
  platform.use("unavailable-once");
  await listAtOnce(connect(), 2);
  expect(platform.requests.filter(({ status }) => status === 503)).toHaveLength(1);
  expect(counts()).toBe("3A 1R");
});

contractTest(
  "html-from-proxy responds with an HTML page and status 200",
  async ({ platform, connect, counts }) => {
    platform.use("html-from-proxy");
    const error = await rejection(list(connect()));
    expect(error).toMatchObject({
      code: "MALFORMED_RESPONSE",
      status: 200,
      response: { mediaType: "text/html" },
    });
    expect(counts()).toBe("1A 1R");
  },
);

test("cut-body sends the headers and half of the body, and closes the connection", async () => {
  await using platform = openPlatform({ scenario: "cut-body" });
  const { baseUrl } = await platform.listen();
  const token = await platform.issueAccessToken();
  const send = () =>
    fetch(`${baseUrl}/api`, postInit({ body: { query: ListIntegrationsDocument.text }, token }));
  const cut = await send();
  expect([cut.status, cut.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(platform.requests[0]?.scenario).toBe("cut-body");
  const received: Uint8Array[] = [];
  const read = async () => {
    for await (const chunk of cut.body ?? []) received.push(chunk);
  };
  await expect(read()).rejects.toThrow("terminated");
  platform.unuse("cut-body");
  const whole = await (await send()).text();
  expect(whole).toHaveLength(Number(cut.headers.get("content-length")));
  expect(Buffer.concat(received).toString()).toBe(whole.slice(0, whole.length / 2));
});

test("cut-body requires a socket", async () => {
  const platform = createPlatform({ scenario: "cut-body" });
  await expect(sendQuery(platform, "{ __typename }")).rejects.toThrow(
    'The scenario "cut-body" needs a socket: use the baseUrl of `await platform.listen()` in the client.',
  );
  expect(platform.describe()).toContain("→ 500 (The scenario");
  expect(
    Object.entries(scenarios).flatMap(([name, { needs }]) => (needs === "socket" ? [name] : [])),
  ).toEqual(["cut-body"]);
});

contractTest("partial-data returns data and errors", async ({ platform, connect, counts }) => {
  platform.use("partial-data");
  const { data, errors } = await connect().executeResult(ListIntegrationsDocument);
  expect(data?.integrations.nodes).toHaveLength(3);
  expect(errors).toEqual([{ message: "Part of the data is not available." }]);
  expect(counts()).toBe("1A 1R");
});

test("partial-data returns null for a nullable field, and its path in the error", async () => {
  const platform = createPlatform({
    schema: "type Query { a: Int! b: [B!]! } type B { c: Int d: Int }",
    rules: { Query: { a: () => 1, b: () => [{ d: 2 }, { c: 3 }, { c: 4 }] } },
    scenario: "partial-data",
  });
  const { result } = await sendQuery(platform, "{ a b { c d } }");
  expect(result.data).toMatchObject({
    a: expect.any(Number),
    b: [{ c: null, d: expect.any(Number) }, { c: expect.any(Number) }, { c: expect.any(Number) }],
  });
  expect(result.errors).toMatchObject([{ path: ["b", 0, "c"] }]);
});

test("partial-data and rejected-mutations can be active together", async () => {
  const platform = createPlatform({
    schema: `
      type Query { a: Int }
      type Mutation { rename: Payload! }
      type Payload { errors: [Problem!]! }
      type Problem { message: String! }`,
    scenario: ["partial-data", "rejected-mutations"],
  });
  expect((await sendQuery(platform, "mutation { rename { errors { message } } }")).result).toEqual({
    data: { rename: { errors: [{ message: "The scenario rejected-mutations is active." }] } },
    errors: [{ message: "Part of the data is not available." }],
  });
});

contractTest("wrong-tenant rejects refresh requests for a tenant", async ({ platform, connect, counts }) => {
  platform.use("wrong-tenant");
  const tenantId = platform.tenants[1]?.id;
  expect(await rejection(list(connect({ tenantId })))).toMatchObject({
    code: "REFRESH_REJECTED",
    status: 400,
  });
  await list(connect());
  expect(counts()).toBe("1A 2R");
});

contractTest(
  "clock-skew issues tokens that look expired and are valid",
  async ({ platform, connect, counts }) => {
    platform.use("clock-skew");
    const client = connect();
    await list(client);
    await list(client);
    expect(counts()).toBe("2A 1R");
  },
);

test("clock-skew changes the clock by skewMs, or by 8 days back, for tokens and rules", async () => {
  const at = (_: object, __: object, { now }: { readonly now: () => string }) => now();
  const platform = createPlatform({
    schema: "type Query { at: String }",
    rules: { Query: { at } },
    now: () => 0,
    scenario: "clock-skew",
  });
  const skewMs = -8 * 24 * 60 * 60 * 1000;
  expect(decodeJwt(await platform.issueAccessToken())).toMatchObject({ sub: "demo", iat: skewMs / 1000 });
  const { result } = await sendQuery(platform, "{ at }");
  expect(result).toEqual({ data: { at: new Date(skewMs).toISOString() } });
  platform.unuse("clock-skew");
  const token = await platform.issueAccessToken({ expiresInMs: 60_000 });
  const send = async () => (await postApi(platform, { body: { query: "{ __typename }" }, token })).status;
  platform.use("clock-skew", { skewMs: 59_000 });
  expect(await send()).toBe(200);
  platform.use("clock-skew", { skewMs: 60_000 });
  expect(await send()).toBe(401);
  platform.use("slow-refresh");
  platform.unuse("slow-refresh");
  expect(await send()).toBe(401);
  platform.unuse();
  expect(await send()).toBe(200);
});

test("expired-token leaves a request without a token to the route", async () => {
  const platform = createPlatform({ scenario: "expired-token" });
  expect((await postApi(platform, { body: { query: "{ __typename }" } })).status).toBe(401);
  expect(platform.requests[0]?.scenario).toBeUndefined();
});

test("expired-token leaves a refresh request with an access token to the route", async () => {
  const platform = createPlatform();
  const token = await platform.issueAccessToken();
  platform.use("expired-token");
  const init = postInit({ body: { refresh_token: platform.refreshToken }, token });
  const response = await platform.fetch(new Request(`${platform.baseUrl}/auth/refresh`, init));
  expect([response.status, platform.requests[0]?.scenario]).toEqual([200, undefined]);
});

test("wrong-tenant leaves a request whose body is no object to the route", async () => {
  const platform = createPlatform({ scenario: "wrong-tenant" });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: "null" };
  expect((await platform.fetch(new Request(`${platform.baseUrl}/auth/refresh`, init))).status).toBe(400);
});

// Activating

test("affects no other route", async () => {
  for (const name of Object.keys(scenarios) as ScenarioName[]) {
    const platform = createPlatform({ scenario: name });
    const page = await platform.fetch(new Request(`${platform.baseUrl}/get_auth_token/`));
    expect([name, page.status, platform.requests[0]?.scenario]).toEqual([name, 200, undefined]);
  }
});

test("restarts an active scenario on use, and the scenarios of the options on reset", async () => {
  const platform = createPlatform({ scenario: "unavailable-once" });
  const statuses = [];
  for (const step of ["", "", "use", "", "reset", "", "unuse", "use", "unuse"]) {
    if (step === "use") platform.use("unavailable-once");
    if (step === "unuse") platform.unuse("unavailable-once");
    if (step === "reset") platform.reset();
    statuses.push((await sendQuery(platform, "{ __typename }")).status);
  }
  expect(statuses).toEqual([503, 200, 503, 200, 503, 200, 200, 503, 200]);
});

test("uses the scenario that was activated first", async () => {
  const platform = createPlatform({ scenario: ["html-from-proxy", "unavailable-once"] });
  const send = async () => (await sendQuery(platform, "{ __typename }")).status;
  expect(await send()).toBe(200);
  platform.use("html-from-proxy");
  expect([await send(), await send()]).toEqual([503, 200]);
  expect(platform.requests.map(({ scenario }) => scenario)).toEqual([
    "html-from-proxy",
    "unavailable-once",
    "html-from-proxy",
  ]);
});

test("rejects unknown scenarios and invalid settings, and then changes nothing", async () => {
  const platform = createPlatform();
  expect(() => platform.use("expired" as "expired-token")).toThrow(
    'Unknown scenario "expired". Scenarios: expired-token, revoked-token, late-401',
  );
  expect(() => platform.unuse("toString" as "rotation")).toThrow(TypeError);
  expect(() => createPlatform({ scenario: "none" as "rotation" })).toThrow('Unknown scenario "none"');
  for (const retryAfterSeconds of [-1, 0.5, Number.NaN]) {
    expect(() => platform.use("rate-limited", { retryAfterSeconds })).toThrow("must be an integer from 0");
  }
  for (const delayMs of [-1, Number.NaN, 2 ** 31]) {
    expect(() => platform.use("slow-refresh", { delayMs })).toThrow("must be a number from 0");
  }
  for (const skewMs of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => platform.use("clock-skew", { skewMs })).toThrow("must be a finite number");
  }
  platform.use("rate-limited");
  expect(() => platform.use("rate-limited", { retryAfterSeconds: -1 })).toThrow(TypeError);
  const token = await platform.issueAccessToken();
  const { status, headers } = await postApi(platform, { body: { query: "{ __typename }" }, token });
  expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
  // @ts-expect-error rotation has no settings
  expect(() => platform.use("rotation", { delayMs: 1 })).toThrow('unknown option "delayMs"');
});
