/** The scenarios, as our own client meets them: through both doors, with the exact number of requests. */

import { readFile } from "node:fs/promises";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { beforeEach, expect, test, vi } from "vitest";
import { refreshToken } from "../../../src/auth/refresh-token.ts";
import { createClient } from "../../../src/client.ts";
import { contractTest, type Visit } from "../../../test/support/doors.ts";
import { holdTimers, someTimer } from "../../../test/support/timers.ts";
import { rejection } from "../../../test/support/wire.ts";
import { createPlatform, type PlatformRequest, type ScenarioName, scenarios } from "../src/index.ts";
import { ask } from "./support/asking.ts";

// No wait between the client's tries.
beforeEach(() => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  return () => random.mockRestore();
});

type Connected = ReturnType<Visit["connect"]>;
const list = (client: Connected) => client.execute(ListIntegrationsDocument);
const listAtOnce = (client: Connected, times: number) => Promise.all(Array.from({ length: times }, () => list(client)));

for (const name of ["expired-token", "revoked-token", "late-401"] as const) {
  contractTest(`${name} costs one renewal for five calls at once`, async ({ platform, connect, counts }) => {
    const client = connect();
    await list(client);
    platform.use(name);
    await listAtOnce(client, 5);
    expect(counts()).toBe("11A 2R");
    const refused = platform.requests.filter(({ scenario }) => scenario === name);
    expect(refused.map(({ status, tokenGeneration }) => [status, tokenGeneration])).toEqual(Array(5).fill([401, 1]));
    await list(client);
    expect(counts()).toBe("12A 2R");
  });

  contractTest(
    `${name} from the beginning refuses the first token, and only that one`,
    async ({ connect, counts }) => {
      const client = connect();
      await list(client);
      await list(client);
      expect(counts()).toBe("3A 2R");
    },
    { scenario: name },
  );
}

test("late-401 answers the first at once, and the others after a newer token is in use", async () => {
  const answered: string[] = [];
  const onRequest = ({ kind, tokenGeneration, status }: PlatformRequest) => {
    answered.push(`${kind} ${tokenGeneration ?? "-"} ${status}`);
  };
  await using platform = createPlatform({ onRequest });
  const { baseUrl } = await platform.listen();
  const client = createClient({ baseUrl, auth: refreshToken(platform) });
  await list(client);
  platform.use("late-401");
  await listAtOnce(client, 3);
  const [first, second, third, ...others] = answered.slice(2);
  expect([first, second]).toEqual(["api 1 401", "refresh - 200"]);
  expect([third, ...others].sort()).toEqual([...Array(2).fill("api 1 401"), ...Array(3).fill("api 2 200")]);
});

test("a late 401 waits for a newer token, and no longer than a second", async () => {
  holdTimers();
  const platform = createPlatform();
  const token = await platform.issueAccessToken();
  platform.use("late-401");
  const send = () => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    return platform.fetch(new Request(`${platform.baseUrl}/api`, { method: "POST", headers, body: "{}" }));
  };
  expect((await send()).status).toBe(401);
  const answered = vi.fn();
  const late = send().then(answered);
  await someTimer();
  await vi.advanceTimersByTimeAsync(999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await late;
  const another = send();
  expect((await ask(platform, ListIntegrationsDocument.text)).status).toBe(200);
  expect((await another).status).toBe(401);
  expect(vi.getTimerCount()).toBe(0);
});

contractTest(
  "refused-refresh refuses the refresh token until it is switched off",
  async ({ platform, connect, counts }) => {
    expect(await rejection(list(connect()))).toMatchObject({ code: "REFRESH_REJECTED", status: 401 });
    expect(counts()).toBe("0A 1R");
    platform.unuse("refused-refresh");
    await list(connect());
    expect(counts()).toBe("1A 2R");
  },
  { scenario: "refused-refresh" },
);

contractTest(
  "rotation replaces the refresh token with each exchange",
  async ({ platform, connect, counts }) => {
    const first = platform.refreshToken;
    const client = connect();
    await list(client);
    expect(platform.refreshToken).not.toBe(first);
    platform.revokeAccessTokens();
    await list(client);
    expect(await rejection(list(connect({ refreshToken: first })))).toMatchObject({ code: "REFRESH_REJECTED" });
    expect(counts()).toBe("3A 3R");
  },
  { scenario: ["rotation"] },
);

contractTest("slow-refresh is one exchange for all who wait for it", async ({ platform, connect, counts }) => {
  platform.use("slow-refresh", { delayMs: 5 });
  await listAtOnce(connect(), 5);
  expect(counts()).toBe("5A 1R");
});

test("slow-refresh takes two seconds unless told otherwise", async () => {
  holdTimers();
  const platform = createPlatform({ scenario: "slow-refresh" });
  const answered = vi.fn();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ refresh_token: platform.refreshToken });
  const request = new Request(`${platform.baseUrl}/auth/refresh`, { method: "POST", headers, body });
  const exchanged = platform.fetch(request).then(answered);
  await someTimer();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await exchanged;
});

contractTest("rate-limited with no time to wait refuses one request", async ({ platform, connect, counts }) => {
  platform.use("rate-limited", { retryAfterSeconds: 0 });
  await list(connect());
  expect(counts()).toBe("2A 1R");
  expect(platform.requests.map(({ status, scenario }) => [status, scenario])).toEqual([
    [200, undefined],
    [429, "rate-limited"],
    [200, undefined],
  ]);
});

test("rate-limited refuses until its time has passed by the platform's clock, saying how much is left", async () => {
  let now = Date.UTC(2030, 0, 1);
  const platform = createPlatform({ now: () => now });
  platform.use("rate-limited", { retryAfterSeconds: 3 });
  const seen = [];
  for (const passed of [0, 1_500, 1_499, 1]) {
    now += passed;
    const token = await platform.issueAccessToken();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ query: "{ __typename }" });
    const request = new Request(`${platform.baseUrl}/api`, { method: "POST", headers, body });
    const response = await platform.fetch(request);
    seen.push([response.status, response.headers.get("retry-after")]);
  }
  expect(seen).toEqual([
    [429, "3"],
    [429, "2"],
    [429, "1"],
    [200, null],
  ]);
});

contractTest("unavailable-once is a 503 once, then fine", async ({ platform, connect, counts }) => {
  platform.use("unavailable-once");
  await listAtOnce(connect(), 2);
  expect(platform.requests.filter(({ status }) => status === 503)).toHaveLength(1);
  expect(counts()).toBe("3A 1R");
});

contractTest("html-from-proxy is an HTML page with status 200", async ({ platform, connect, counts }) => {
  platform.use("html-from-proxy");
  const error = await rejection(list(connect()));
  expect(error).toMatchObject({ code: "MALFORMED_RESPONSE", status: 200, contentType: "text/html" });
  expect(counts()).toBe("1A 1R");
});

test("cut-body over a socket answers headers and half the body, then hangs up", async () => {
  await using platform = createPlatform({ scenario: "cut-body" });
  const { baseUrl } = await platform.listen();
  const authorization = `Bearer ${await platform.issueAccessToken()}`;
  const send = () =>
    fetch(`${baseUrl}/api`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ query: ListIntegrationsDocument.text }),
    });
  const cut = await send();
  expect([cut.status, cut.headers.get("content-type")]).toEqual([200, "application/json"]);
  await expect(cut.text()).rejects.toThrow("terminated");
  platform.unuse("cut-body");
  const whole = await send();
  expect((await whole.text()).length).toBe(Number(cut.headers.get("content-length")));
});

test("cut-body without a socket says that it needs one", async () => {
  const platform = createPlatform({ scenario: "cut-body" });
  await expect(ask(platform, "{ __typename }")).rejects.toThrow(
    'The scenario "cut-body" needs a socket: let the client use the baseUrl of `await platform.listen()`',
  );
  expect(platform.describe()).toContain("→ 500 (The scenario");
  expect(Object.entries(scenarios).flatMap(([name, { needs }]) => (needs === "socket" ? [name] : []))).toEqual([
    "cut-body",
  ]);
});

contractTest("partial-data has data and errors at once", async ({ platform, connect, counts }) => {
  platform.use("partial-data");
  const { data, errors } = await connect().executeResult(ListIntegrationsDocument);
  expect(data?.integrations.nodes).toEqual(platform.integrations);
  expect(errors).toEqual([{ message: "Part of the answer could not be found out." }]);
  expect(counts()).toBe("1A 1R");
});

test("partial-data makes a nullable field null, and says which in the path of the error", async () => {
  const platform = createPlatform({
    schema: "type Query { a: Int! b: [B!]! } type B { c: Int d: Int }",
    scenario: "partial-data",
  });
  const { result } = await ask(platform, "{ a b { c d } }");
  expect(result.data).toMatchObject({
    a: expect.any(Number),
    b: [{ c: null, d: expect.any(Number) }, { c: expect.any(Number) }],
  });
  expect(result.errors).toMatchObject([{ path: ["b", 0, "c"] }]);
});

contractTest("wrong-tenant refuses the tenant that is asked for", async ({ platform, connect, counts }) => {
  platform.use("wrong-tenant");
  const tenantId = platform.tenants[1]?.id;
  expect(await rejection(list(connect({ tenantId })))).toMatchObject({ code: "REFRESH_REJECTED", status: 400 });
  await list(connect());
  expect(counts()).toBe("1A 2R");
});

contractTest("clock-skew gives tokens that look expired, and accepts them", async ({ platform, connect, counts }) => {
  platform.use("clock-skew");
  const client = connect();
  await list(client);
  await list(client);
  expect(counts()).toBe("2A 1R");
});

test("clock-skew is as far as it is told", async () => {
  const platform = createPlatform({ now: () => 0 });
  const token = await platform.issueAccessToken({ expiresInMs: 60_000 });
  const send = async () => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ query: "{ __typename }" });
    return (await platform.fetch(new Request(`${platform.baseUrl}/api`, { method: "POST", headers, body }))).status;
  };
  platform.use("clock-skew", { skewMs: 59_000 });
  expect(await send()).toBe(200);
  platform.use("clock-skew", { skewMs: 60_000 });
  expect(await send()).toBe(401);
  platform.unuse();
  expect(await send()).toBe(200);
});

test("docs/testing.md has a row for each scenario", async () => {
  const page = await readFile("docs/testing.md", "utf8");
  const rows = [...page.matchAll(/^\| `(?<name>[\w-]+)` \| (?<summary>.*) \|$/gm)].map(({ groups }) => ({ ...groups }));
  expect(rows).toEqual(Object.entries(scenarios).map(([name, { summary }]) => ({ name, summary })));
});

// Switching

test("leaves everything but its own endpoint alone", async () => {
  for (const name of Object.keys(scenarios) as ScenarioName[]) {
    const platform = createPlatform({ scenario: name });
    const page = await platform.fetch(new Request(`${platform.baseUrl}/get_auth_token/`));
    expect([name, page.status, platform.requests[0]?.scenario]).toEqual([name, 200, undefined]);
  }
});

test("begins anew when it is used again, and with the scenarios of its options after a reset", async () => {
  const platform = createPlatform({ scenario: "unavailable-once" });
  const statuses = [];
  for (const step of ["", "", "use", "", "reset", "", "unuse", "use", "unuse"]) {
    if (step === "use") platform.use("unavailable-once");
    if (step === "unuse") platform.unuse("unavailable-once");
    if (step === "reset") platform.reset();
    statuses.push((await ask(platform, "{ __typename }")).status);
  }
  expect(statuses).toEqual([503, 200, 503, 200, 503, 200, 200, 503, 200]);
});

test("lets overrides answer first", async () => {
  const platform = createPlatform({ scenario: ["html-from-proxy", "unavailable-once"] });
  expect((await ask(platform, "{ __typename }")).status).toBe(200);
  platform.unuse("html-from-proxy");
  expect((await ask(platform, "{ __typename }")).status).toBe(503);
});

test("refuses a scenario that there is not, and settings that make no sense", () => {
  const platform = createPlatform();
  expect(() => platform.use("expired" as "expired-token")).toThrow(
    'There is no scenario "expired". There are: expired-token, revoked-token, late-401',
  );
  expect(() => platform.unuse("toString" as "rotation")).toThrow(TypeError);
  expect(() => createPlatform({ scenario: "none" as "rotation" })).toThrow('There is no scenario "none"');
  for (const retryAfterSeconds of [-1, 0.5, Number.NaN]) {
    expect(() => platform.use("rate-limited", { retryAfterSeconds })).toThrow(
      "retryAfterSeconds must be a whole number",
    );
  }
  // @ts-expect-error rotation has no settings
  platform.use("rotation", { delayMs: 1 });
});
