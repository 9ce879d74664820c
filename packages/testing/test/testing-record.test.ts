/** The record of requests, who is told of them, how long answers take, and what a test is told that has made a mistake. */

import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { refreshToken } from "../../../src/auth/refresh-token.ts";
import { createClient } from "../../../src/client.ts";
import { holdTimers, someTimer } from "../../../test/support/timers.ts";
import { createPlatform, type Platform, type PlatformRequest } from "../src/index.ts";
import { ask } from "./support/asking.ts";

function exchange(platform: Platform, token: string): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ refresh_token: token });
  return platform.fetch(new Request(`${platform.baseUrl}/auth/refresh`, { method: "POST", headers, body }));
}

// The record

test("describes what it was asked, one line a request, without credentials", async () => {
  const platform = createPlatform({ rotation: true, schema: "type Query { n(first: Int, key: String): Int! }" });
  const first = platform.refreshToken;
  await exchange(platform, first);
  await ask(platform, "query Count($first: Int) { n(first: $first) }", { first: 2 });
  platform.use("expired-token");
  await ask(platform, "{ n }");
  platform.unuse();
  platform.use("unavailable-once");
  await ask(platform, "query Count { n }", { key: "k".repeat(500) });
  await platform.fetch(new Request(platform.baseUrl));
  expect(platform.describe()).toBe(
    [
      "https://platform.example.com was asked 5 times: 3 api, 1 refresh",
      "  1. POST /auth/refresh → 200",
      '  2. POST /api Count {"first":2} token 2 → 200',
      "  3. POST /api (no name) token 3 → 200",
      `  4. POST /api Count {"key":"${"k".repeat(192)}… token 4 → 503 (unavailable-once)`,
      "  5. GET / → 404",
    ].join("\n"),
  );
  expect(platform.describe()).not.toMatch(new RegExp(`eyJ|${first}|${platform.refreshToken}`));
});

test("describes the last 50 requests, and says how many came before", async () => {
  const platform = createPlatform();
  expect(platform.describe()).toBe("https://platform.example.com was asked 0 times: 0 api, 0 refresh");
  for (let nth = 1; nth <= 53; nth++) await platform.fetch(new Request(`${platform.baseUrl}/${nth}`));
  const lines = platform.describe().split("\n");
  expect([lines.length, lines[1], lines[2], lines[51]]).toEqual([
    52,
    "  … 3 before",
    "  4. GET /4 → 404",
    "  53. GET /53 → 404",
  ]);
});

test("keeps requests of 16 MiB in all, the last ones, and counts them all", async () => {
  const platform = createPlatform();
  const token = "t".repeat(900_000);
  for (let nth = 0; nth < 30; nth++) await exchange(platform, `${nth}${token}`);
  expect(platform.count("refresh")).toBe(30);
  const kept = platform.requests.map(({ body }) =>
    Number.parseInt((body as { refresh_token: string }).refresh_token, 10),
  );
  expect(kept).toEqual(Array.from({ length: 18 }, (_, index) => 12 + index));
  platform.reset();
  await exchange(platform, token);
  expect([platform.count(), platform.requests.length]).toEqual([1, 1]);
});

test("logs the oldest session out after a thousand more", async () => {
  const platform = createPlatform();
  const [user] = platform.users;
  const logIn = async () => {
    const body = new URLSearchParams({ name: user?.name ?? "", password: user?.password ?? "" });
    const response = await platform.fetch(new Request(`${platform.baseUrl}/login`, { method: "POST", body }));
    return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  };
  const showsToken = async (cookie: string) => {
    const request = new Request(`${platform.baseUrl}/get_auth_token/`, { headers: { cookie } });
    return (await (await platform.fetch(request)).text()).includes('<textarea id="token"');
  };
  const first = await logIn();
  for (let nth = 0; nth < 999; nth++) await logIn();
  expect(await showsToken(first)).toBe(true);
  await logIn();
  expect(await showsToken(first)).toBe(false);
});

// Observers and latency

test("tells of each request once its answer is ready, with its status", async () => {
  const told: (readonly [string, number | undefined])[] = [];
  const onRequest = ({ path, status }: PlatformRequest) => void told.push([path, status]);
  await using platform = createPlatform({ onRequest });
  const { baseUrl } = await platform.listen();
  const client = createClient({ baseUrl, auth: refreshToken(platform) });
  await client.execute(ListIntegrationsDocument);
  platform.override(http.get("*", () => HttpResponse.error()));
  await expect(fetch(`${baseUrl}/cut`)).rejects.toThrow(TypeError);
  platform.override(
    http.get("*", () => {
      throw new Error("broken on purpose");
    }),
  );
  await fetch(`${baseUrl}/broken`);
  expect(told).toEqual([
    ["/auth/refresh", 200],
    ["/api", 200],
    ["/cut", 0],
    ["/broken", 500],
  ]);
  expect(platform.requests.at(-1)?.problem).toBe("broken on purpose");
});

test("holds each answer back, whoever gives it", async () => {
  holdTimers();
  const platform = createPlatform({ latencyMs: 300 });
  platform.override(http.get("*/over", () => HttpResponse.text("over")));
  for (const path of ["/over", "/get_auth_token/", "/nowhere"]) {
    const answered = vi.fn();
    const asked = platform.fetch(new Request(`${platform.baseUrl}${path}`)).then(answered);
    await someTimer();
    await vi.advanceTimersByTimeAsync(299);
    expect([answered.mock.calls.length, platform.requests.at(-1)?.status]).toEqual([0, undefined]);
    expect(platform.describe()).toContain(`GET ${path} → pending`);
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(answered).toHaveBeenCalledOnce();
  }
  expect(() => createPlatform({ latencyMs: -1 })).toThrow("latencyMs must be a number from 0 up; got -1");
  expect(() => createPlatform({ latencyMs: Number.NaN })).toThrow(TypeError);
});

test("waits for nobody: a request that is given up leaves no timer", async () => {
  holdTimers();
  const platform = createPlatform({ latencyMs: 60_000 });
  const caller = new AbortController();
  const asked = platform.fetch(new Request(`${platform.baseUrl}/`, { signal: caller.signal }));
  await someTimer();
  caller.abort();
  await asked;
  expect(vi.getTimerCount()).toBe(0);
});

// Its end

test("stops listening, wherever it does, at the end of its block", async () => {
  const ports: number[] = [];
  {
    await using platform = createPlatform({ latencyMs: 60_000 });
    const servers = [await platform.listen(), await platform.listen()];
    await servers[1]?.close();
    ports.push(...servers.map(({ port }) => port));
  }
  for (const port of ports) await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow(TypeError);
});

// Mistakes of a test

test("says which line and column of a schema are wrong, as properties too", () => {
  const misfit = (schema: string) => {
    try {
      createPlatform({ schema });
    } catch (error) {
      return error;
    }
    throw new Error("expected the schema to be refused");
  };
  expect(misfit("type Query {\n  a: Foo\n}")).toMatchObject({ line: 2, column: 6 });
  expect(misfit("type Query { a: }")).toMatchObject({ line: 1, column: 17 });
  expect(misfit("type A { a: Int }")).not.toHaveProperty("line");
});

test("names an override that no request has met", async () => {
  const platform = createPlatform();
  platform.override(
    http.post("*/apii", () => HttpResponse.text("never")),
    http.get("*/met", () => HttpResponse.text("met")),
  );
  await platform.fetch(new Request(`${platform.baseUrl}/met`));
  expect(platform.unusedAnswers()).toEqual(["override POST */apii: no request met it"]);
});

/** Two platforms on one base URL, whose handlers MSW has both: the first answers all. */
function mixUp() {
  const [first, second] = [createPlatform(), createPlatform()];
  const server = setupServer(...first.handlers, ...second.handlers);
  server.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => server.close());
  return { first, second };
}

const MIXED_UP =
  "Two platforms stand at https://platform.example.com, and this request met the wrong one: its refresh token is the " +
  "other's. Give each a baseUrl of its own, or MSW the handlers of one";

test("says that two platforms stand on one base URL, where a refresh token meets the wrong one", async () => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => printed.mockRestore());
  const { first, second } = mixUp();
  const body = JSON.stringify({ refresh_token: second.refreshToken });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${second.baseUrl}/auth/refresh`, { method: "POST", headers, body });
  expect([response.status, await response.json()]).toMatchObject([500, { message: MIXED_UP }]);
  expect(printed.mock.calls.join("\n")).toContain(MIXED_UP);
  expect(first.describe()).toContain(`→ 500 (${MIXED_UP})`);
});

test("notes that an access token is another platform's, and refuses it like any other", async () => {
  const { first, second } = mixUp();
  const authorization = `Bearer ${await second.issueAccessToken()}`;
  const response = await fetch(`${first.baseUrl}/api`, { method: "POST", headers: { authorization }, body: "{}" });
  expect([response.status, first.requests[0]?.problem]).toEqual([
    401,
    MIXED_UP.replace("refresh token", "access token"),
  ]);
});

test("suspects no platform that is elsewhere, or gone, or has the same refresh token", async () => {
  const users = [{ name: "ada", refreshToken: "shared" }];
  const one = createPlatform();
  const elsewhere = createPlatform({ baseUrl: "https://elsewhere.example.com" });
  expect((await exchange(one, elsewhere.refreshToken)).status).toBe(401);
  const gone = createPlatform();
  await gone[Symbol.asyncDispose]();
  expect((await exchange(one, gone.refreshToken)).status).toBe(401);
  createPlatform({ users });
  expect((await exchange(createPlatform({ users }), "shared")).status).toBe(200);
});

test("tells a platform that nobody asks of the one that is asked in its place", async () => {
  const { first, second } = mixUp();
  second.answer(ListIntegrationsDocument, {});
  await second.fetch(new Request(second.baseUrl));
  second.reset();
  second.answer(ListIntegrationsDocument, {});
  expect(second.unusedAnswers()).toEqual(["ListIntegrations: nobody asked for it"]);
  await fetch(`${second.baseUrl}/api`, { method: "POST", body: "{}" });
  const standIn =
    "another platform at https://platform.example.com was asked meanwhile. Was this one meant? " +
    "Give each a baseUrl of its own, or MSW the handlers of one";
  expect(second.unusedAnswers()).toEqual([`ListIntegrations: nobody asked for it: ${standIn}`]);
  expect(second.describe()).toBe(`https://platform.example.com was asked 0 times: 0 api, 0 refresh\n  ${standIn}`);
  expect(first.describe()).not.toContain(standIn);
  await second.fetch(new Request(second.baseUrl));
  expect(second.describe()).not.toContain(standIn);
  await first[Symbol.asyncDispose]();
  second.reset();
  expect(second.describe()).not.toContain(standIn);
});

test("suspects no platform that was asked before, stands elsewhere, or listens", async () => {
  await using before = createPlatform();
  await before.fetch(new Request(before.baseUrl));
  await using elsewhere = createPlatform({ baseUrl: "https://elsewhere.example.com" });
  const platform = createPlatform();
  await elsewhere.fetch(new Request(elsewhere.baseUrl));
  const { baseUrl } = await before.listen();
  expect((await fetch(baseUrl)).status).toBe(404);
  expect(platform.describe()).toBe("https://platform.example.com was asked 0 times: 0 api, 0 refresh");
});

test("over HTTP, where there is no telling who asks, refuses a strange refresh token as any platform would", async () => {
  await using platform = createPlatform();
  const another = createPlatform();
  const { baseUrl } = await platform.listen();
  const body = JSON.stringify({ refresh_token: another.refreshToken });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${baseUrl}/auth/refresh`, { method: "POST", headers, body });
  expect([response.status, platform.requests[0]?.problem]).toEqual([401, "The refresh token is another platform's"]);
});

test("over HTTP, answers a mistake of the test in words", async () => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  platform.answer(ListIntegrationsDocument, () => ({
    integrations: { nodes: [{ name: undefined as unknown as string }] },
  }));
  const response = await fetch(`${baseUrl}/api`, {
    method: "POST",
    headers: { authorization: `Bearer ${await platform.issueAccessToken()}`, "content-type": "application/json" },
    body: JSON.stringify({ query: ListIntegrationsDocument.text }),
  });
  expect([response.status, await response.text()]).toEqual([
    500,
    "The answer does not fit ListIntegrations:\n  integrations.nodes[0].name is undefined: leave it out to have it filled in\n",
  ]);
  expect(platform.describe().split("\n")).toEqual([
    "https://platform.example.com was asked 1 time: 1 api, 0 refresh",
    "  1. POST /api ListIntegrations token 1 → 500 (The answer does not fit ListIntegrations: " +
      "integrations.nodes[0].name is undefined: leave it out to have it filled in)",
  ]);
});
