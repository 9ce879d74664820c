/**
 * Access tokens: when the client refreshes them, which calls wait for it, and what follows a failed refresh.
 * A wire is a scripted `fetch`. `2A 1R` are its requests to the API and to refresh a token.
 */

import { inspect } from "node:util";
import ky from "ky";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  type Auth,
  accessToken,
  anonymous,
  refreshToken,
  type TokenRequest,
  tokenSource,
} from "../src/index.ts";
import { obtainToken } from "../src/node.ts";
import { mutation, query } from "./support/documents.ts";
import { advance, holdTimers, observeTimers } from "./support/timers.ts";
import {
  BASE_URL,
  connect,
  connectRotating,
  createWire,
  gate,
  grant,
  hashAtOnce,
  html,
  json,
  ok,
  REFRESH_TOKEN,
  rejection,
  type Sent,
  tokenExpiringIn,
  unauthenticated,
  unauthorized,
} from "./support/wire.ts";

const MINUTE = 60_000;
const TENANT = "0b1f6f0e-9d3c-4d64-9f0a-3f8f6c1d2e4b";

beforeEach(() => {
  hashAtOnce();
  holdTimers("Date", "performance");
});

/** Rejects these tokens, and accepts all others. */
const rejecting =
  (...rejected: string[]) =>
  ({ token }: { token: string | undefined }) =>
    rejected.includes(token ?? "") ? unauthorized() : ok();

test("sends the valid token if its early refresh fails, and starts one per cooldown, not one per call", async () => {
  const wire = createWire({ refresh: () => json({}) });
  const token = tokenExpiringIn(3 * MINUTE);
  const client = connect(wire, {}, { accessToken: token });
  for (let call = 0; call < 5; call++) expect(await client.execute(query)).toEqual({ value: "fine" });
  await vi.runAllTimersAsync();
  expect(wire.counts()).toBe("5A 1R");
  expect(wire.api.map((sent) => sent.token)).toEqual(Array(5).fill(token));
});

test("uses the token of an early refresh for the next call", async () => {
  const wire = createWire();
  const client = connect(wire, {}, { accessToken: tokenExpiringIn(3 * MINUTE) });
  await client.execute(query);
  await vi.advanceTimersByTimeAsync(0);
  await client.execute(query);
  expect(wire.counts()).toBe("2A 1R");
  expect(wire.api[1]?.token).toBe("fresh-1");
});

test("refreshes a token that seems valid after a 401, and replays once", async () => {
  const wire = createWire({ api: rejecting("old") });
  await connect(wire, {}, { accessToken: "old" }).execute(mutation);
  expect(wire.counts()).toBe("2A 1R");
  expect(wire.api.map((sent) => sent.token)).toEqual(["old", "fresh-1"]);
  expect(wire.api[1]?.body).toEqual(wire.api[0]?.body);
});

test.each([{ data: null }, { data: { value: null } }])(
  "does not replay a mutation that can have been executed in part (%j)",
  async (data) => {
    const wire = createWire({ api: () => unauthenticated(data) });
    const error = await rejection(connect(wire, {}, { accessToken: "old" }).execute(mutation));
    expect(wire.counts()).toBe("1A 0R");
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", delivery: "unknown", attempts: 1 });
  },
);

test("fails all calls if a refresh returns the rejected token again", async () => {
  const wire = createWire({ api: unauthorized, refresh: () => json({ access_token: "old" }) });
  const client = connect(wire, {}, { accessToken: "old" });
  const errors = await Promise.all(Array.from({ length: 10 }, () => rejection(client.execute(query))));
  expect(errors.every((error) => error.code === "UNAUTHENTICATED")).toBe(true);
  expect(wire.counts()).toBe("20A 1R");
});

test("refreshes once for 200 concurrent calls with an expired token", async () => {
  const wire = createWire();
  const client = connect(wire, {}, { accessToken: tokenExpiringIn(-MINUTE) });
  await Promise.all(Array.from({ length: 200 }, () => client.execute(query)));
  expect(wire.counts()).toBe("200A 1R");
  expect(new Set(wire.api.map(({ token }) => token))).toEqual(new Set(["fresh-1"]));
});

test("refreshes once for concurrent 401s, and sends each operation at most twice", async () => {
  const wire = createWire({ api: rejecting("old") });
  const client = connect(wire, {}, { accessToken: "old" });
  await Promise.all(Array.from({ length: 50 }, () => client.execute(query)));
  expect(wire.counts()).toBe("100A 1R");
});

test("replays with the current token, without a refresh, after a late 401 for an old token", async () => {
  const late = gate<Response>();
  const wire = createWire({
    api: ({ token, nth }) => (nth === 1 ? late.promise : token === "old" ? unauthorized() : ok()),
  });
  const client = connect(wire, {}, { accessToken: "old" });
  const slow = client.execute(query);
  await client.execute(query);
  expect(wire.counts()).toBe("3A 1R");
  late.resolve(unauthorized());
  await slow;
  expect(wire.counts()).toBe("4A 1R");
});

test.each([200, 400, 401, 403])("never sends an invalid_grant refresh token again (%i)", async (status) => {
  const wire = createWire({
    refresh: ({ body }) =>
      body.refresh_token === "new"
        ? json({ access_token: "a" })
        : json({ error: "invalid_grant" }, { status }),
  });
  const didFailRefresh = vi.fn();
  const client = connect(wire, { hooks: { didFailRefresh } });
  const errors = await Promise.all([1, 2, 3].map(() => rejection(client.execute(query))));
  expect(errors.map((error) => error.code)).toEqual(Array(3).fill("REFRESH_REJECTED"));
  // The text of a success can contain tokens.
  const response = { status, mediaType: "application/json", text: '{"error":"invalid_grant"}' };
  expect(errors[0]?.response).toEqual(status === 200 ? undefined : response);
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE);
  const error = await rejection(client.execute(query));
  expect(error).toMatchObject({ code: "REFRESH_REJECTED", delivery: "not-sent" });
  expect(error).not.toHaveProperty("retryAfterMs");
  await rejection(client.execute(query));
  expect([wire.counts(), didFailRefresh.mock.calls.length]).toEqual(["0A 1R", 1]);
  client.auth.replace({ refreshToken: "new" });
  await client.execute(query);
  expect(wire.counts()).toBe("1A 2R");
});

test("fails at once during each cooldown of 5 s with its remaining time, and refreshes again after it", async () => {
  const wire = createWire({ refresh: (sent) => (sent.nth <= 3 ? json({}) : grant(sent)) });
  const client = connect(wire);
  for (let refreshes = 1; refreshes <= 3; refreshes++) {
    expect(await rejection(client.execute(query))).toMatchObject({ code: "MALFORMED_RESPONSE" });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await rejection(client.execute(query))).toMatchObject({
      code: "MALFORMED_RESPONSE",
      retryAfterMs: 3_000,
    });
    expect(wire.counts()).toBe(`0A ${refreshes}R`);
    await vi.advanceTimersByTimeAsync(3_000);
  }
  await client.execute(query);
  expect(wire.counts()).toBe("1A 4R");
});

test("sends a refresh request again only until the deadline of its own calls, not until that of an earlier refresh", async () => {
  const wire = createWire({ refresh: () => json({}, { status: 503 }) });
  const client = connect(wire);
  const countRequests = async (timeout: number) => {
    const before = wire.refresh.length;
    const failure = rejection(client.execute(query, {}, { timeout }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failure).toMatchObject({ code: "REFRESH_UNAVAILABLE" });
    return wire.refresh.length - before;
  };
  expect(await countRequests(10 * MINUTE)).toBe(3);
  expect(await countRequests(1_500)).toBe(2);
});

test.each([
  ["20", 20_000, 20_000],
  ["31536000", 31_536_000_000, 5 * MINUTE],
])(
  "reports a Retry-After of %s s, and refreshes again after it, at most 5 minutes later",
  async (value, reported, ms) => {
    const limit = () => json({}, { status: 429, headers: { "retry-after": value } });
    const wire = createWire({ refresh: (sent) => (sent.nth === 1 ? limit() : grant(sent)) });
    const client = connect(wire, { timeout: 10_000 });
    expect(await rejection(client.execute(query))).toMatchObject({
      code: "RATE_LIMITED",
      retryAfterMs: reported,
    });
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(await rejection(client.execute(query))).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 1 });
    expect(wire.counts()).toBe("0A 1R");
    await vi.advanceTimersByTimeAsync(1);
    await client.execute(query);
    expect(wire.counts()).toBe("1A 2R");
  },
);

test.each([
  ["200 with HTML", () => html(200), "MALFORMED_RESPONSE"],
  ["nothing", () => new Response(""), "MALFORMED_RESPONSE"],
  ["truncated JSON", () => new Response('{"access_token":"bod'), "MALFORMED_RESPONSE"],
  ["no access_token", () => json({ token: "body" }), "MALFORMED_RESPONSE"],
  ["a number", () => json({ access_token: 42 }), "MALFORMED_RESPONSE"],
  ["an empty token", () => json({ access_token: "" }), "MALFORMED_RESPONSE"],
  ["a token with a line break", () => json({ access_token: "body\r\nX: 1" }), "MALFORMED_RESPONSE"],
  ["a list", () => json(["body"]), "MALFORMED_RESPONSE"],
  ["null", () => json(null), "MALFORMED_RESPONSE"],
])("does not report an invalid refresh token if the refresh request returns %s", async (_, refresh, code) => {
  const wire = createWire({ refresh });
  const error = await rejection(connect(wire).execute(query));
  expect(error.code).toBe(code);
  expect(error.message).not.toMatch(/Blocked|bod|42/);
  expect(wire.counts()).toBe("0A 1R");
});

test("awaits a slow refresh request of a rotating token, while the calls that wait for it fail at their own deadlines", async () => {
  const slow = gate<Response>();
  const wire = createWire({ refresh: () => slow.promise });
  const client = connectRotating(wire, { attemptTimeout: 1_000 });
  const failed = rejection(client.execute(query, {}, { timeout: 20_000 }));
  const patient = client.execute(query, {}, { timeout: 200_000 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await failed).toMatchObject({ code: "TIMEOUT", phase: "token", attempts: 0, delivery: "not-sent" });
  const late = client.execute(query, {}, { timeout: 200_000 });
  await vi.advanceTimersByTimeAsync(99_000);
  expect(wire.counts()).toBe("0A 1R");
  slow.resolve(json({ access_token: "a", refresh_token: "rotated" }));
  expect(await Promise.all([patient, late])).toEqual([{ value: "fine" }, { value: "fine" }]);
  expect(wire.counts()).toBe("2A 1R");
});

test("uses the response to a refresh request that no call waits for any longer, and its rotated refresh token", async () => {
  const slow = gate<Response>();
  const wire = createWire({
    api: ({ nth }) => (nth === 2 ? unauthorized() : ok()),
    refresh: ({ nth }) => (nth === 1 ? slow.promise : json({ access_token: "second" })),
  });
  const client = connectRotating(wire, { timeout: 5_000 });
  const controller = new AbortController();
  const gone = rejection(client.execute(query, {}, { signal: controller.signal }));
  const failed = rejection(client.execute(query));
  await vi.advanceTimersByTimeAsync(0);
  controller.abort("gone");
  expect([await gone, (await advance(60_000, failed)).code]).toEqual(["gone", "TIMEOUT"]);
  slow.resolve(json({ access_token: "first", refresh_token: "rotated" }));
  await vi.advanceTimersByTimeAsync(0);
  await client.execute(query);
  expect([wire.api[0]?.token, wire.counts()]).toEqual(["first", "1A 1R"]);
  await client.execute(query);
  expect(wire.refresh.map(({ body }) => body.refresh_token)).toEqual([REFRESH_TOKEN, "rotated"]);
});

test("sends a lost refresh request again after the attempt timeout, and uses the first token that arrives", async () => {
  const slow = gate<Response>();
  const wire = createWire({
    refresh: ({ nth }) => (nth === 1 ? slow.promise : json({ access_token: "second" })),
  });
  const call = connect(wire).execute(query);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(wire.counts()).toBe("0A 1R");
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await call).toEqual({ value: "fine" });
  expect([wire.counts(), wire.api[0]?.token, wire.refresh[0]?.signal?.aborted]).toEqual([
    "1A 2R",
    "second",
    true,
  ]);
});

test("the first refresh request wins if the platform accepted it late, and rejects the second one", async () => {
  const first = gate<Response>();
  const wire = createWire({ refresh: ({ nth }) => (nth === 1 ? first.promise : unauthorized()) });
  const client = connect(wire, { timeout: 200_000 });
  const call = client.execute(query);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(wire.counts()).toBe("0A 2R");
  first.resolve(json({ access_token: "first", refresh_token: "next" }));
  expect(await call).toEqual({ value: "fine" });
  expect([wire.counts(), wire.api[0]?.token]).toEqual(["1A 2R", "first"]);
});

test("a late response wins while the second refresh request is open, and a late failure leaves the decision to it", async () => {
  for (const isAccepted of [true, false]) {
    const first = gate<Response>();
    const second = gate<Response>();
    const wire = createWire({ refresh: ({ nth }) => (nth === 1 ? first.promise : second.promise) });
    const call = connect(wire).execute(query);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(wire.counts()).toBe("0A 2R");
    first.resolve(isAccepted ? json({ access_token: "first" }) : json({}, { status: 503 }));
    await vi.advanceTimersByTimeAsync(0);
    expect(wire.counts()).toBe(isAccepted ? "1A 2R" : "0A 2R");
    second.resolve(json({ access_token: "second" }));
    await call;
    expect(wire.api[0]?.token).toBe(isAccepted ? "first" : "second");
  }
});

test("a call that waits for the refresh of another one ends at its own deadline", async () => {
  const wire = createWire({
    api: async ({ nth }) => {
      if (nth === 2) await new Promise((resolve) => setTimeout(resolve, 20_000));
      return unauthorized();
    },
    refresh: () => new Promise(() => {}),
  });
  const client = connect(wire, {}, { accessToken: "old" });
  void rejection(client.execute(query, {}, { timeout: 5 * MINUTE }));
  const call = vi.fn();
  void rejection(client.execute(query, {}, { timeout: MINUTE / 2 })).then(call);
  await vi.advanceTimersByTimeAsync(MINUTE / 2 - 1);
  expect(call).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(call).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: "TIMEOUT", phase: "token" }));
});

test("a rejection is final if no earlier refresh request can be answered", async () => {
  const wire = createWire({ refresh: ({ nth }) => (nth === 1 ? new Promise(() => {}) : unauthorized()) });
  const call = rejection(connect(wire, { timeout: 200_000 }).execute(query));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await call).toMatchObject({ code: "REFRESH_REJECTED" });
  expect(wire.counts()).toBe("0A 2R");
});

test("waits until the deadline for two late responses to a refresh, and leaves nothing open after 120 s", async () => {
  const wire = createWire({ refresh: () => new Promise(() => {}) });
  const call = rejection(connect(wire).execute(query));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await call).toMatchObject({ code: "TIMEOUT", phase: "token" });
  expect(wire.refresh.map(({ signal }) => signal?.aborted)).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(wire.refresh.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  expect(vi.getTimerCount()).toBe(0);
});

test("ends an early refresh without a response after twice the attempt timeout, with nothing left open", async () => {
  const wire = createWire({ refresh: () => new Promise(() => {}) });
  await connect(wire, {}, { accessToken: tokenExpiringIn(MINUTE) }).execute(query);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(wire.refresh.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  expect(vi.getTimerCount()).toBe(0);
});

test("uses the response to an early refresh of a rotating token until 120 s after its request", async () => {
  const slow = gate<Response>();
  const wire = createWire({ refresh: () => slow.promise });
  const client = connectRotating(wire, {}, { accessToken: tokenExpiringIn(10 * MINUTE) });
  vi.advanceTimersByTime(6 * MINUTE);
  await client.execute(query);
  await vi.advanceTimersByTimeAsync(119_000);
  slow.resolve(json({ access_token: "late", refresh_token: "rotated" }));
  await vi.advanceTimersByTimeAsync(0);
  await client.execute(query);
  expect(wire.api[1]?.token).toBe("late");
  expect(wire.counts()).toBe("2A 1R");
});

test("a chain with a new refresh token does not send it again while a response can arrive", async () => {
  const wire = createWire({
    api: ({ nth }) => (nth === 2 ? unauthorized() : ok()),
    refresh: ({ nth }) =>
      nth === 1 ? json({ access_token: "a", refresh_token: "next" }) : new Promise(() => {}),
  });
  const client = connect(wire);
  await client.execute(query);
  for (const timeout of [100_000, 19_999]) {
    const error = await advance(timeout, rejection(client.execute(query, {}, { timeout })));
    expect(error).toMatchObject({ code: "TIMEOUT", phase: "token" });
    expect(wire.counts()).toBe("2A 2R");
  }
  await vi.advanceTimersByTimeAsync(5_001);
  await advance(30_000, rejection(client.execute(query)));
  expect(wire.counts()).toBe("2A 3R");
});

test.each([
  [10_000, 120_000],
  [150_000, 150_000],
])(
  "ends a refresh request of a rotating token when no response can arrive (attemptTimeout %i: %i ms)",
  async (attemptTimeout, ms) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const wire = createWire({
      refresh: ({ nth }) => (nth === 1 ? new Promise(() => {}) : json({ access_token: "a" })),
    });
    const client = connectRotating(wire, { attemptTimeout, timeout: 600_000 });
    const call = client.execute(query).catch((error) => error.code);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect([wire.counts(), wire.refresh[0]?.signal?.aborted]).toEqual(["0A 1R", false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(wire.refresh[0]?.signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    await call;
    expect(await client.execute(query)).toEqual({ value: "fine" });
    expect(wire.refresh).toHaveLength(2);
  },
);

test("rejects only the aborting caller during a shared refresh", async () => {
  const answer = gate<Response>();
  const wire = createWire({ refresh: () => answer.promise });
  const client = connect(wire);
  expect(await rejection(client.execute(query, {}, { signal: AbortSignal.abort("early") }))).toBe("early");
  expect(wire.counts()).toBe("0A 0R");
  const controller = new AbortController();
  const reason = new Error("aborted by the caller");
  const leaving = rejection(client.execute(query, {}, { signal: controller.signal }));
  const staying = client.execute(query);
  await vi.advanceTimersByTimeAsync(0);
  controller.abort(reason);
  expect(await leaving).toBe(reason);
  answer.resolve(json({ access_token: "a" }));
  expect(await staying).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("1A 1R");
});

test("uses a rotated refresh token and reports to didRefresh, without secrets, whether it is another one", async () => {
  const didRefresh = vi.fn();
  const wire = createWire({
    api: ({ nth }) => (nth === 2 || nth === 4 ? unauthorized() : ok()),
    refresh: ({ nth }) => json({ access_token: `fresh-${nth}`, ...(nth < 3 && { refresh_token: "next-1" }) }),
  });
  const client = connect(wire, { hooks: { didRefresh } });
  for (let call = 0; call < 3; call++) await client.execute(query);
  expect(wire.refresh.map((sent) => sent.body.refresh_token)).toEqual([REFRESH_TOKEN, "next-1", "next-1"]);
  expect(didRefresh.mock.calls).toMatchObject([
    [{ reason: "missing", rotated: true }],
    [{ reason: "rejected", rotated: false }],
    [{ reason: "rejected", rotated: false }],
  ]);
  expect(JSON.stringify(didRefresh.mock.calls)).not.toMatch(/fresh-|next-/);
});

test("does not start another refresh request after a 401 of the refresh request", async () => {
  const wire = createWire({ api: unauthorized, refresh: unauthorized });
  expect(await rejection(connect(wire, {}, { accessToken: "old" }).execute(query))).toMatchObject({
    code: "REFRESH_REJECTED",
    attempts: 1,
    delivery: "not-executed",
  });
  expect(wire.counts()).toBe("1A 1R");
});

test.each([
  [{}, { refresh_token: REFRESH_TOKEN }],
  [{ tenantId: TENANT }, { refresh_token: REFRESH_TOKEN, tenant_id: TENANT }],
  [{ tenantId: " " }, { refresh_token: REFRESH_TOKEN }],
  [{ tenantId: null as unknown as undefined }, { refresh_token: REFRESH_TOKEN }],
])("sends only its credentials in the refresh request (%j)", async (credentials, body) => {
  const wire = createWire();
  await connect(wire, {}, credentials).execute(query);
  expect(wire.refresh[0]?.body).toEqual(body);
  expect(wire.refresh[0]?.url).toBe(`${BASE_URL}/auth/refresh`);
  expect([...(wire.refresh[0]?.headers.keys() ?? [])]).toEqual(["content-type"]);
});

test("ignores hooks that throw, reject, hang or call execute", async () => {
  const wire = createWire({ api: rejecting("old") });
  const nested: Promise<unknown>[] = [];
  const fail = () => {
    throw new Error("observer");
  };
  const execute = () => void nested.push(client.execute(query));
  const hooks = {
    willSend: fail,
    didReceive: async () => fail(),
    willRetry: () => new Promise(() => {}),
    willRefresh: execute,
    didRefresh: execute,
  };
  const client = connect(wire, { hooks }, { accessToken: "old" });
  expect(await client.execute(query)).toEqual({ value: "fine" });
  expect(await Promise.all(nested)).toEqual([{ value: "fine" }, { value: "fine" }]);
  expect(wire.refresh).toHaveLength(1);
});

test("shares no token between tenants and clients of one process, even with the same credentials object", async () => {
  const wire = createWire({
    refresh: ({ body, url }) => json({ access_token: `${body.tenant_id}@${new URL(url).host}` }),
  });
  const other = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  const first = connect(wire, {}, { tenantId: TENANT });
  const second = connect(wire, {}, { tenantId: other });
  const third = connect(wire, { auth: first.auth, baseUrl: "https://other.example.com" });
  await Promise.all([first, second, third].map((client) => client.execute(query)));
  expect(wire.counts()).toBe("3A 3R");
  expect(wire.api.map((sent) => sent.token).sort()).toEqual(
    [`${TENANT}@other.example.com`, `${TENANT}@platform.example.com`, `${other}@platform.example.com`].sort(),
  );
});

test("sends no Authorization header without credentials, and no second request if the platform requires them", async () => {
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? ok() : unauthorized()) });
  const client = connect(wire, { auth: anonymous() });
  expect(await client.execute(query)).toEqual({ value: "fine" });
  expect([...(wire.api[0]?.headers.keys() ?? [])]).toEqual(["content-type"]);
  expect(await rejection(client.execute(query))).toMatchObject({ code: "UNAUTHENTICATED", attempts: 1 });
  expect(wire.counts()).toBe("2A 0R");
});

test.each([
  ["token", json({ access_token: "of-old" })],
  ["rejection", json({}, { status: 401 })],
])("discards the %s of a refresh if the credentials were replaced during it", async (_, response) => {
  const slow = gate<Response>();
  const wire = createWire({
    refresh: ({ body }) => (body.refresh_token === "new" ? json({ access_token: "of-new" }) : slow.promise),
  });
  const client = connect(wire);
  const call = client.execute(query);
  await vi.advanceTimersByTimeAsync(0);
  client.auth.replace({ refreshToken: "new" });
  slow.resolve(response);
  await call;
  await client.execute(query);
  expect(wire.api.map((sent) => sent.token)).toEqual(["of-new", "of-new"]);
  expect(wire.counts()).toBe("2A 2R");
});

test("refreshes once per token if the clock is hours ahead", async () => {
  const wire = createWire({ refresh: () => json({ access_token: tokenExpiringIn(-3 * 60 * MINUTE) }) });
  const client = connect(wire);
  for (let call = 0; call < 10; call++) {
    await client.execute(query);
    await vi.advanceTimersByTimeAsync(4_000);
  }
  expect(wire.counts()).toBe("10A 1R");
});

test("starts no timer for an expiry in 40 years", async () => {
  const wire = createWire({
    refresh: () => json({ access_token: tokenExpiringIn(40 * 365 * 24 * 60 * MINUTE) }),
  });
  await connect(wire).execute(query);
  expect(vi.getTimerCount()).toBe(0);
});

test("calls the token source once for all calls, and again after a 401", async () => {
  const getToken = vi.fn().mockResolvedValueOnce("first").mockResolvedValueOnce("second");
  const wire = createWire({ api: rejecting("first") });
  const client = connect(wire, { auth: tokenSource(getToken) });
  await Promise.all([client.execute(query), client.execute(query)]);
  expect(getToken).toHaveBeenCalledTimes(2);
  expect(wire.counts()).toBe("4A 0R");
});

test("replays a call once, even if the platform rejects each token of the source", async () => {
  let tokens = 0;
  const wire = createWire({ api: unauthorized });
  const client = connect(wire, { auth: tokenSource(async () => `token-${++tokens}`) });
  expect(await rejection(client.execute(query))).toMatchObject({ code: "UNAUTHENTICATED", attempts: 2 });
  expect(wire.counts()).toBe("2A 0R");
});

test.each([undefined, ky.create({})])("lets no framework store a response (own ky: %#)", async (instance) => {
  const modes: unknown[] = [];
  const wire = createWire();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    modes.push(init?.cache);
    const request = new Request(input, init);
    return wire.fetch(request.url, { headers: request.headers, body: await request.text() });
  };
  await connect(wire, { fetch, ky: instance }).execute(query);
  expect(modes).toEqual(["no-store", "no-store"]);
});

test("passes no cache mode to a runtime that rejects it", async () => {
  const { prototype } = Request;
  const { cache } = Object.getOwnPropertyDescriptors(prototype);
  Reflect.deleteProperty(prototype, "cache");
  onTestFinished(() => void Object.defineProperty(prototype, "cache", cache));
  const fetch = vi.fn(createWire().fetch);
  await connect(createWire(), { fetch }).execute(query);
  expect(fetch.mock.calls.map(([, init]) => init && "cache" in init)).toEqual([false, false]);
});

// ---- Failed refresh requests ----

const REFRESH = "ReadValue: token refresh failed: POST https://platform.example.com/auth/refresh";

test.each([
  [403, "REFRESH_UNAVAILABLE", "returned HTTP 403. Try again later.", 3],
  [500, "REFRESH_UNAVAILABLE", "returned HTTP 500. Try again later.", 3, { error: "invalid_grant" }],
  [503, "REFRESH_UNAVAILABLE", "returned HTTP 503. Try again later.", 3],
  [429, "RATE_LIMITED", "returned HTTP 429. Try again later.", 1],
  [400, "REFRESH_REJECTED", "returned HTTP 400. Get a new refresh token.", 1],
  [401, "REFRESH_REJECTED", "returned HTTP 401. Get a new refresh token.", 1],
  [404, "HTTP_STATUS", "returned HTTP 404. Check baseUrl.", 1],
  [
    200,
    "MALFORMED_RESPONSE",
    "returned no valid access_token. Check baseUrl: it can be the URL of a web page, a login or a proxy.",
    1,
    { token_type: 1 },
  ],
] as [number, string, string, number, object?][])(
  "names method, origin, path and action of a failed refresh request (HTTP %i)",
  async (status, code, message, refreshes, body = {}) => {
    const wire = createWire({ refresh: () => json(body, { status }) });
    const error = await advance(10_000, rejection(connect(wire).execute(query)));
    expect(wire.counts()).toBe(`0A ${refreshes}R`);
    expect(error).toMatchObject({
      code,
      status,
      message: expect.toSatisfy((text: string) => text.startsWith(`${REFRESH} ${message}`)),
      attempts: 0,
      delivery: "not-sent",
    });
    expect(error).not.toHaveProperty("retryAfterMs");
    const text = status === 200 ? "" : JSON.stringify(body);
    expect(error.response).toEqual({ status, mediaType: "application/json", text });
  },
);

test("names the origin if the refresh request cannot connect, and the number of milliseconds if it times out", async () => {
  const { hostname } = new URL(BASE_URL);
  const cause = Object.assign(new Error(), { code: "ECONNREFUSED", syscall: "connect", hostname });
  const fails = async (refresh: () => Promise<Response>) => {
    const failed = rejection(connect(createWire({ refresh }), { timeout: 300_000 }).execute(query));
    await vi.advanceTimersByTimeAsync(120_000);
    return failed;
  };
  const failure = await fails(() => Promise.reject(new TypeError("fetch failed", { cause })));
  expect(failure).toMatchObject({ code: "REFRESH_UNAVAILABLE", reason: "ECONNREFUSED", attempts: 0 });
  expect(failure.message).toContain("token refresh failed: cannot connect to https://platform.example.com");
  const late = await fails(() => new Promise(() => {}));
  expect(late.code).toBe("REFRESH_UNAVAILABLE");
  expect(late.message).toContain(
    `${REFRESH} timed out after 120000 ms while waiting for the headers. Increase attemptTimeou`,
  );
  expect(late).not.toHaveProperty("phase");
});

test.each([
  [119_000, "0A 2R"],
  [119_500, "0A 1R"],
])("sends a refresh request that fails after %i ms again if a response can arrive", async (ms, counts) => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const refresh = async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    throw new TypeError("fetch failed");
  };
  const wire = createWire({ refresh });
  const error = await advance(
    5 * MINUTE,
    rejection(connectRotating(wire, { timeout: 5 * MINUTE }).execute(query)),
  );
  expect(error).toMatchObject({ code: "REFRESH_UNAVAILABLE" });
  expect(wire.counts()).toBe(counts);
});

test("the only limit of a token source is the deadline of the call that calls it", async () => {
  const getToken = vi.fn((_: TokenRequest) => new Promise<string>(() => {}));
  const client = connect(createWire(), { attemptTimeout: 1_000, auth: tokenSource(getToken) });
  const first = rejection(client.execute(query, {}, { timeout: MINUTE }));
  const second = rejection(client.execute(query, {}, { timeout: 2 * MINUTE }));
  const calls = () => getToken.mock.calls.map(([{ signal, reason }]) => [reason, signal.aborted]);
  await vi.advanceTimersByTimeAsync(MINUTE - 1);
  expect(calls()).toEqual([["missing", false]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await first).toMatchObject({ code: "TIMEOUT", phase: "token" });
  expect(calls()).toEqual([
    ["missing", true],
    ["missing", false],
  ]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await second).toMatchObject({ code: "TIMEOUT", phase: "token" });
  expect(calls()).toEqual([
    ["missing", true],
    ["missing", true],
  ]);
});

test("tells a token source which token was rejected, so that its cache does not return it again", async () => {
  const tokens = ["cached", "new"];
  const getToken = ({ rejected }: TokenRequest) => tokens.find((token) => token !== rejected) ?? "";
  const wire = createWire({ api: ({ token }) => (token === "cached" ? unauthorized() : ok()) });
  const client = connect(wire, { auth: tokenSource(getToken) });
  expect(await client.execute(query)).toEqual({ value: "fine" });
  expect(await client.execute(query)).toEqual({ value: "fine" });
  expect(wire.api.map(({ token }) => token)).toEqual(["cached", "new", "new"]);
});

test.for<[number, string, string]>([
  [200, "RESPONSE_TOO_LARGE", "0A 1R"],
  [503, "REFRESH_UNAVAILABLE", "0A 3R"],
])(
  "a response of the refresh request that is too large, with HTTP %i: %s",
  async ([status, code, counts]) => {
    const wire = createWire({ refresh: () => new Response("x".repeat(2_000), { status }) });
    const error = await advance(10_000, rejection(connect(wire, { maxResponseBytes: 1_000 }).execute(query)));
    expect(error).toMatchObject({ code, status });
    expect(wire.counts()).toBe(counts);
  },
);

test("fails at once if the response of the refresh request is one long string", async () => {
  const wire = createWire({ refresh: () => json("x".repeat(8_000_000)) });
  expect(await rejection(connect(wire).execute(query))).toMatchObject({ code: "MALFORMED_RESPONSE" });
});

test("throws an unexpected error while the response of the refresh request is read as it is", async () => {
  const broken = new TypeError("broken headers");
  const wire = createWire({
    refresh: () => {
      const response = json({}, { status: 503 });
      const get = () => {
        throw broken;
      };
      return Object.defineProperty(response, "headers", { value: { get } });
    },
  });
  expect(await rejection(connect(wire).execute(query))).toBe(broken);
  expect(wire.counts()).toBe("0A 1R");
});

test("accepts any successful status of the refresh request", async () => {
  const wire = createWire({ refresh: () => json({ access_token: "a" }, { status: 299 }) });
  await connect(wire).execute(query);
  expect(wire.counts()).toBe("1A 1R");
});

/**
 * Returns a function that waits, makes a call that fails with this code, and returns the number of refresh
 * requests.
 */
function failRefreshes(status: number, code: string, body = ""): (ms: number) => Promise<number> {
  const wire = createWire({ refresh: () => new Response(body, { status }) });
  const client = connect(wire);
  return async (ms) => {
    await vi.advanceTimersByTimeAsync(ms);
    expect((await rejection(client.execute(query))).code).toBe(code);
    return wire.refresh.length;
  };
}

test.each([
  [401, "REFRESH_REJECTED", "no"],
  [400, "REFRESH_REJECTED", ""],
  [400, "REFRESH_REJECTED", '{"error":"invalid_request"}'],
])(
  "doubles the delay before the next refresh request up to 5 minutes after HTTP %i (%s): %j",
  async (status, code, body) => {
    const refreshesAfter = failRefreshes(status, code, body);
    expect([await refreshesAfter(0), await refreshesAfter(5_000)]).toEqual([1, 2]);
    for (const [index, seconds] of [10, 20, 40, 80, 160, 300, 300].entries()) {
      // A call before the end of the delay starts a cooldown of 5 s.
      expect(await refreshesAfter(seconds * 1000 - 5_001)).toBe(index + 2);
      expect(await refreshesAfter(5_001)).toBe(index + 3);
    }
  },
);

test.each([404, 405, 410])(
  "waits 5 minutes before the next refresh request after HTTP %i",
  async (status) => {
    const refreshesAfter = failRefreshes(status, "HTTP_STATUS");
    const counts = [
      await refreshesAfter(0),
      await refreshesAfter(5 * MINUTE - 5_001),
      await refreshesAfter(5_001),
    ];
    expect(counts).toEqual([1, 1, 2]);
  },
);

test.each([400, 401, 404, 405, 410])(
  "reports no delay after HTTP %i of the refresh request",
  async (status) => {
    const client = connect(createWire({ refresh: () => json({}, { status }) }));
    await rejection(client.execute(query));
    expect(await rejection(client.execute(query))).not.toHaveProperty("retryAfterMs");
  },
);

// ---- Requests that are sent again ----

test.each([
  ["a firewall (403)", () => html(403)],
  ["a proxy (401)", () => html(401)],
  ["a gateway (502)", () => html(502)],
  ["a limit", () => json({}, { status: 429, headers: { "retry-after": "2" } })],
  ["a server that cannot decide", () => json({ error: "temporarily_unavailable" }, { status: 400 })],
  ["an error of the server", () => json({ error: "server_error" }, { status: 400 })],
  ["a refused connection", () => Promise.reject(new TypeError("fetch failed"))],
])("completes a call after an outage of the refresh endpoint of 2 s by %s", async (_, outage) => {
  const startedAt = performance.now();
  const refresh = (sent: Sent) => (performance.now() - startedAt < 2_000 ? outage() : grant(sent));
  const wire = createWire({ refresh });
  expect(await advance(6_000, connect(wire).execute(query))).toEqual({ value: "fine" });
  expect(wire.refresh.length).toBeLessThanOrEqual(3);
  expect(wire.api).toHaveLength(1);
});

test.each([
  [0, [500, 2_000]],
  [1, [1_000, 4_000]],
])("sends at most three refresh requests, after delays that grow (random %f)", async (random, delays) => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const times: number[] = [];
  const wire = createWire({
    refresh: () => {
      times.push(performance.now());
      return html(403);
    },
  });
  const error = await advance(10_000, rejection(connect(wire).execute(query)));
  expect(error).toMatchObject({ code: "REFRESH_UNAVAILABLE", status: 403 });
  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(delays);
});

test("sends no request again whose deadline passed while the process was paused", async () => {
  const now = performance.now.bind(performance);
  const pausedMs = vi.fn(() => 0);
  vi.spyOn(performance, "now").mockImplementation(() => now() + pausedMs());
  const wire = createWire({ refresh: () => json({}, { status: 503 }) });
  const error = rejection(connect(wire).execute(query));
  await vi.advanceTimersByTimeAsync(0);
  pausedMs.mockReturnValue(MINUTE);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([(await error).code, wire.counts()]).toEqual(["REFRESH_UNAVAILABLE", "0A 1R"]);
});

test("sends a refresh request at once after a header of it was invalid", async () => {
  const headers = vi.fn(() => ({}));
  headers.mockReturnValueOnce({}).mockReturnValueOnce({ "x-key": "a\nb" });
  const wire = createWire();
  const client = connect(wire, { headers, headersFor: "all" });
  expect(await rejection(client.execute(query))).toMatchObject({ code: "USAGE" });
  expect([await client.execute(query), wire.counts()]).toEqual([{ value: "fine" }, "1A 1R"]);
});

test.each([
  ["DPoP", "bearer"],
  ["mac", "Bearer"],
])(
  "does not use an access token of the type %s, keeps its refresh token, and uses one of the type %s",
  async (type, bearer) => {
    const wire = createWire({
      refresh: ({ nth }) =>
        nth === 1
          ? json({ access_token: "bound", token_type: type, refresh_token: "next" })
          : json({ access_token: "fine", token_type: bearer }),
    });
    const client = connect(wire);
    expect(await rejection(client.execute(query))).toMatchObject({
      code: "MALFORMED_RESPONSE",
      message:
        `${REFRESH} returned a token_type other than Bearer. The client supports only Bearer tokens.`.slice(
          0,
          160,
        ),
    });
    await vi.advanceTimersByTimeAsync(5_000);
    await client.execute(query);
    expect([wire.counts(), wire.refresh[1]?.body.refresh_token, wire.api[0]?.token]).toEqual([
      "1A 2R",
      "next",
      "fine",
    ]);
  },
);

// ---- Rotation ----

test("sends the newest refresh token after a change of the tenant, never the configured one", async () => {
  const wire = createWire({
    refresh: ({ nth }) => json({ access_token: `a-${nth}`, refresh_token: `next-${nth}` }),
  });
  const client = connect(wire);
  await client.execute(query);
  client.auth.replace({ tenantId: TENANT });
  await client.execute(query);
  client.auth.replace({ tenantId: undefined });
  await client.execute(query);
  expect(wire.refresh.map(({ body }) => body)).toEqual([
    { refresh_token: REFRESH_TOKEN },
    { refresh_token: "next-1", tenant_id: TENANT },
    { refresh_token: "next-2" },
  ]);
  expect([wire.counts(), wire.api.map(({ token }) => token)]).toEqual(["3A 3R", ["a-1", "a-2", "a-3"]]);
});

test("passes each new refresh token to didRotate, and awaits it before the access token is used", async () => {
  const kept = gate();
  const didRotate = vi.fn((_: string, __: object) => kept.promise);
  const successors = ["next", "next", undefined, "last"];
  const wire = createWire({
    api: ({ nth }) => (nth % 2 ? ok() : unauthorized()),
    refresh: ({ nth }) => json({ access_token: `a-${nth}`, refresh_token: successors[nth - 1] }),
  });
  const client = connect(wire, {}, { didRotate });
  const call = client.execute(query);
  await vi.advanceTimersByTimeAsync(0);
  expect([wire.counts(), didRotate.mock.calls]).toEqual([
    "0A 1R",
    [["next", { signal: expect.any(AbortSignal) }]],
  ]);
  kept.resolve();
  await call;
  for (const _ of [2, 3, 4]) await client.execute(query);
  expect(wire.counts()).toBe("7A 4R");
  expect(didRotate.mock.calls.map(([token]) => token)).toEqual(["next", "last"]);
});

test.each([
  ["throws", () => Promise.reject(new Error("disk full: next-1")), 0],
  ["hangs", () => new Promise(() => {}), 10_000],
])(
  "uses the new refresh token if didRotate %s, warns, and passes it on again at the next refresh",
  async (_, fail, ms) => {
    const didWarn = vi.fn();
    const signals: AbortSignal[] = [];
    const didRotate = vi.fn((_: string, { signal }: { signal: AbortSignal }): unknown => {
      signals.push(signal);
      return signals.length === 1 ? fail() : undefined;
    });
    const wire = createWire({
      api: ({ nth }) => (nth === 2 ? unauthorized() : ok()),
      refresh: ({ nth }) => json({ access_token: `a-${nth}`, ...(nth === 1 && { refresh_token: "next-1" }) }),
    });
    const client = connect(wire, { hooks: { didWarn } }, { didRotate });
    await advance(ms, client.execute(query));
    expect(didWarn.mock.calls).toMatchObject([[{ code: "DID_ROTATE_FAILED" }]]);
    expect(JSON.stringify(didWarn.mock.calls)).not.toContain("next-1");
    expect(signals.map(({ aborted }) => aborted)).toEqual([ms > 0]);
    await client.execute(query);
    expect(wire.refresh.map(({ body }) => body.refresh_token)).toEqual([REFRESH_TOKEN, "next-1"]);
    expect(didRotate.mock.calls.map(([token]) => token)).toEqual(["next-1", "next-1"]);
    expect([wire.counts(), didWarn.mock.calls.length]).toEqual(["3A 2R", 1]);
  },
);

test("warns once about a refresh token that the platform replaces and nothing keeps", async () => {
  const didWarn = vi.fn();
  const wire = createWire({
    api: ({ nth }) => (nth === 2 ? unauthorized() : ok()),
    refresh: ({ nth }) => json({ access_token: `a-${nth}`, refresh_token: `next-${nth}` }),
  });
  const client = connect(wire, { hooks: { didWarn } });
  await client.execute(query);
  await client.execute(query);
  expect(wire.counts()).toBe("3A 2R");
  expect(didWarn.mock.calls).toEqual([[{ code: "REFRESH_TOKEN_NOT_KEPT" }]]);
});

test.each([
  [{}, "Get a new refresh token."],
  [{ tenantId: TENANT }, "Check tenantId, or get a new refresh token."],
])(
  "names rotation if the platform rejects the refresh token, and the tenant if there is one: %j",
  async (credentials, advice) => {
    const wire = createWire({ refresh: () => json({ error: "invalid_grant" }, { status: 400 }) });
    const error = await rejection(connect(wire, {}, credentials).execute(query));
    expect(error).toMatchObject({
      code: "REFRESH_REJECTED",
      advice: `${advice} If the platform rotates them, keep each new one (didRotate).`,
    });
  },
);

test("close waits for a refresh that no call waits for, and keeps the process running for it", async () => {
  const slow = gate<Response>();
  const wire = createWire({ refresh: () => slow.promise });
  const client = connect(wire, {}, { accessToken: tokenExpiringIn(3 * MINUTE) });
  await client.close();
  await client.execute(query);
  const closed = vi.fn();
  const closing = client.close().then(closed);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(closed).not.toHaveBeenCalled();
  slow.resolve(json({ access_token: "a" }));
  await closing;
  expect([wire.counts(), vi.getTimerCount()]).toEqual(["1A 1R", 0]);
});

test("close waits for a refresh that began before the tenant was replaced", async () => {
  const slow = gate<Response>();
  const didRotate = vi.fn();
  const wire = createWire({ refresh: () => slow.promise });
  const client = connect(wire, {}, { accessToken: tokenExpiringIn(3 * MINUTE), didRotate });
  await client.execute(query);
  await vi.advanceTimersByTimeAsync(0);
  client.auth.replace({ tenantId: TENANT });
  const closed = vi.fn();
  const closing = client.close().then(closed);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([wire.counts(), closed.mock.calls.length]).toEqual(["1A 1R", 0]);
  slow.resolve(json({ access_token: "a", refresh_token: "next" }));
  await closing;
  expect(didRotate.mock.calls).toEqual([["next", expect.anything()]]);
});

// ---- Rejected tokens ----

const withCode = (data: object | undefined, status: number) =>
  json({ errors: [{ message: "m", extensions: { code: "UNAUTHENTICATED" } }], ...data }, { status });

test.each([
  ["200 with a null field", () => withCode({ data: { value: null } }, 200)],
  ["200 with null data", () => withCode({ data: null }, 200)],
  ["401 with null data", () => json({ errors: [{ message: "m" }], data: null }, { status: 401 })],
  ["500 with errors alone", () => withCode(undefined, 500)],
])(
  "a program that sends only mutations refreshes a revoked token after one failure (%s)",
  async (_, reject) => {
    const wire = createWire({ api: ({ token }) => (token === "revoked" ? reject() : ok()) });
    const client = connect(wire, {}, { accessToken: "revoked" });
    const results: string[] = [];
    for (let call = 0; call < 20; call++) {
      results.push(
        await client.execute(mutation).then(
          () => "done",
          ({ code }) => code,
        ),
      );
    }
    expect(results).toEqual(["UNAUTHENTICATED", ...Array(19).fill("done")]);
    expect(wire.counts()).toBe("20A 1R");
  },
);

test("concurrent mutations with a revoked token cause one refresh", async () => {
  const reject = () => withCode({ data: { value: null } }, 200);
  const wire = createWire({ api: ({ token }) => (token === "revoked" ? reject() : ok()) });
  const client = connect(wire, {}, { accessToken: "revoked" });
  await Promise.allSettled(Array.from({ length: 10 }, () => client.execute(mutation)));
  await Promise.all(Array.from({ length: 10 }, () => client.execute(mutation)));
  expect(wire.counts()).toBe("20A 1R");
});

test("a mutation that is always refused does not refresh each time", async () => {
  const refuse = () => withCode({ data: { value: null } }, 200);
  const instants: number[] = [];
  const startedAt = performance.now();
  const wire = createWire({
    api: ({ body }) => (String(body.query).startsWith("mutation") ? refuse() : ok()),
    refresh: (sent) => {
      instants.push(performance.now() - startedAt);
      return grant(sent);
    },
  });
  const client = connect(wire, {}, { accessToken: "valid" });
  for (let call = 0; call < 60; call++) {
    await rejection(client.execute(mutation));
    await client.execute(query);
    await vi.advanceTimersByTimeAsync(MINUTE / 10);
  }
  expect(wire.counts()).toBe("120A 6R");
  expect(instants).toEqual([0, 1, 2, 3, 4, 5].map((minutes) => minutes * MINUTE));
});

test("a suspect token is used all the same if the refresh fails, and the news of a rejected refresh token is not hidden", async () => {
  const refuse = () => withCode({ data: { value: null } }, 200);
  const reject = { status: 503 };
  const wire = createWire({
    api: ({ nth }) => (nth === 1 ? refuse() : ok()),
    refresh: () => json({}, reject),
  });
  const client = connect(wire, {}, { accessToken: "valid" });
  await rejection(client.execute(mutation));
  expect(await advance(5_000, client.execute(mutation))).toEqual({ value: "fine" });
  const final = createWire({ api: refuse, refresh: () => json({ error: "invalid_grant" }, { status: 400 }) });
  const other = connect(final, {}, { accessToken: "valid" });
  await rejection(other.execute(mutation));
  expect(await rejection(other.execute(mutation))).toMatchObject({ code: "REFRESH_REJECTED" });
  let reads = 0;
  const headers = () => (++reads === 3 ? { "x y": "" } : {});
  const misused = connect(
    createWire({ api: refuse }),
    { headers, headersFor: "all" },
    { accessToken: "valid" },
  );
  await rejection(misused.execute(mutation));
  expect(await rejection(misused.execute(mutation))).toMatchObject({ code: "USAGE", attempts: 0 });
  const steering = new DOMException("x", "AbortError");
  const steered = createWire({ api: refuse, refresh: () => Promise.reject(steering) });
  const third = connect(steered, {}, { accessToken: "valid" });
  await rejection(third.execute(mutation));
  expect(await rejection(third.execute(mutation))).toBe(steering);
});

test("refreshes once per cooldown if the API rejects each new token", async () => {
  const wire = createWire({ api: unauthorized });
  const client = connect(wire);
  for (let call = 0; call < 300; call++) {
    expect(await rejection(client.execute(query))).toMatchObject({
      code: "UNAUTHENTICATED",
      status: 401,
      delivery: "not-executed",
    });
  }
  expect(wire.counts()).toBe("300A 1R");
  await vi.advanceTimersByTimeAsync(4_999);
  const error = await rejection(client.execute(query));
  expect(error.message).toContain(`POST ${BASE_URL}/api rejected the access token (HTTP 401).`);
  expect(wire.counts()).toBe("301A 1R");
  await vi.advanceTimersByTimeAsync(1);
  // The token is suspect since the last rejection: the refresh is before the request.
  await rejection(client.execute(query));
  expect(wire.counts()).toBe("302A 2R");
  await rejection(client.execute(query));
  expect(wire.counts()).toBe("303A 2R");
});

test("refreshes at once a token that worked before and was revoked", async () => {
  const revoked = new Set<string>();
  const wire = createWire({ api: ({ token = "" }) => (revoked.has(token) ? unauthorized() : ok()) });
  const client = connect(wire);
  for (const token of ["fresh-1", "fresh-2", "fresh-3"]) {
    await client.execute(query);
    revoked.add(token);
  }
  expect(await client.execute(query)).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("7A 4R");
});

test("refreshes a new token that was rejected once, then accepted, and then revoked", async () => {
  const wire = createWire({ api: ({ nth }) => (nth === 2 || nth === 4 ? ok() : unauthorized()) });
  const client = connect(wire);
  await rejection(client.execute(query));
  expect(await client.execute(query)).toEqual({ value: "fine" });
  expect(await client.execute(query)).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("4A 2R");
});

test("does not treat a new token as accepted because of a late response for the old one", async () => {
  const late = gate<Response>();
  const replay = gate<Response>();
  const wire = createWire({
    api: ({ nth }) => (nth === 1 ? late.promise : nth === 3 ? replay.promise : unauthorized()),
  });
  const client = connect(wire, {}, { accessToken: "old" });
  const slow = client.execute(query);
  const failed = rejection(client.execute(query));
  await vi.advanceTimersByTimeAsync(1);
  expect(wire.counts()).toBe("3A 1R");
  late.resolve(ok());
  await slow;
  replay.resolve(unauthorized());
  await failed;
  await rejection(client.execute(query));
  expect(wire.counts()).toBe("4A 1R");
});

// ---- Replaced credentials ----

test("keeps the tenant if only the refresh token is replaced", async () => {
  const wire = createWire();
  const client = connect(wire, {}, { tenantId: TENANT, accessToken: "given" });
  client.auth.replace({ refreshToken: "new" });
  await client.execute(query);
  expect(wire.refresh[0]?.body).toEqual({ refresh_token: "new", tenant_id: TENANT });
  expect(wire.api[0]?.token).toBe("fresh-1");
  client.auth.replace({ refreshToken: "newer", tenantId: undefined, accessToken: "other" });
  await client.execute(query);
  expect(wire.api[1]?.token).toBe("other");
  client.auth.replace({ refreshToken: "newest" });
  await client.execute(query);
  expect(wire.refresh[1]?.body).toEqual({ refresh_token: "newest" });
  expect(wire.counts()).toBe("3A 2R");
});

test("awaits an open refresh request if the credentials are replaced by ones with the same refresh token", async () => {
  const slow = gate<Response>();
  const willRefresh = vi.fn();
  const wire = createWire({ refresh: ({ nth }) => (nth === 1 ? slow.promise : json({ access_token: "b" })) });
  const client = connect(wire, { hooks: { willRefresh } });
  const calls = [client.execute(query)];
  for (let index = 0; index < 3; index++) {
    await vi.advanceTimersByTimeAsync(0);
    client.auth.replace({ refreshToken: REFRESH_TOKEN });
    calls.push(client.execute(query));
  }
  slow.resolve(json({ access_token: "a", refresh_token: "next" }));
  await Promise.all(calls);
  expect([wire.counts(), willRefresh.mock.calls.length]).toEqual(["4A 1R", 1]);
  await vi.advanceTimersByTimeAsync(8 * 24 * 60 * MINUTE);
  await client.execute(query);
  expect(wire.refresh[1]?.body).toEqual({ refresh_token: "next" });
});

test.each([
  ["a new refresh token", json({ access_token: "a", refresh_token: "next" }), "next"],
  ["no refresh token", json({ access_token: "a" }), REFRESH_TOKEN],
  ["a rejection", unauthorized(), REFRESH_TOKEN],
])("waits for %s before it sends the same refresh token for another tenant", async (_, first, expected) => {
  const slow = gate<Response>();
  const wire = createWire({
    refresh: ({ nth }) => (nth === 1 ? slow.promise : json({ access_token: `b-${nth}` })),
  });
  const client = connectRotating(wire, {});
  const calls = [client.execute(query)];
  await vi.advanceTimersByTimeAsync(0);
  client.auth.replace({ refreshToken: REFRESH_TOKEN, tenantId: TENANT });
  calls.push(client.execute(query));
  await vi.advanceTimersByTimeAsync(MINUTE / 4);
  expect(wire.counts()).toBe("0A 1R");
  slow.resolve(first);
  await Promise.all(calls);
  await vi.advanceTimersByTimeAsync(8 * 24 * 60 * MINUTE);
  await client.execute(query);
  expect(wire.refresh.slice(1).map(({ body }) => body)).toEqual([
    { refresh_token: expected, tenant_id: TENANT },
    { refresh_token: expected, tenant_id: TENANT },
  ]);
  expect(wire.api.map(({ token }) => token)).toEqual(["b-2", "b-2", "b-3"]);
});

test("sends a refresh token that is never valid again for no other tenant that waits for it", async () => {
  const slow = gate<Response>();
  const wire = createWire({ refresh: (sent) => (sent.nth === 1 ? slow.promise : grant(sent)) });
  const client = connectRotating(wire, {});
  const calls = [rejection(client.execute(query))];
  await vi.advanceTimersByTimeAsync(0);
  client.auth.replace({ refreshToken: REFRESH_TOKEN, tenantId: TENANT });
  calls.push(rejection(client.execute(query)));
  await vi.advanceTimersByTimeAsync(0);
  slow.resolve(json({ error: "invalid_grant" }, { status: 400 }));
  const errors = await Promise.all(calls);
  expect(errors.map(({ code }) => code)).toEqual(["REFRESH_REJECTED", "REFRESH_REJECTED"]);
  expect(wire.counts()).toBe("0A 1R");
});

test("sends a rejected refresh token again after replace(), which can have changed what the platform rejects", async () => {
  const wire = createWire({
    refresh: (sent) => (sent.nth === 1 ? json({ error: "invalid_grant" }, { status: 400 }) : grant(sent)),
  });
  const client = connect(wire);
  for (const _ of [1, 2]) expect((await rejection(client.execute(query))).code).toBe("REFRESH_REJECTED");
  client.auth.replace({ tenantId: TENANT });
  await client.execute(query);
  expect(wire.counts()).toBe("1A 2R");
});

test("an error keeps its operation and attempts if the caller aborts afterwards", async () => {
  const controller = new AbortController();
  const didReceive = () => controller.abort("enough");
  const wire = createWire({ api: () => json({}, { status: 403 }) });
  const client = connect(wire, { hooks: { didReceive } }, { accessToken: "given" });
  const error = await rejection(client.execute(query, {}, { signal: controller.signal }));
  expect(error).toMatchObject({ code: "HTTP_STATUS", operation: "ReadValue", attempts: 1 });
});

test("keeps the old credentials if the new ones are invalid", async () => {
  const wire = createWire();
  const client = connect(wire, {}, { tenantId: TENANT });
  expect(() => client.auth.replace({ refreshToken: "new", tenantID: TENANT } as never)).toThrow(
    'replace: unknown option "tenantID". Did you mean "tenantId"?',
  );
  expect(() => client.auth.replace({ refreshToken: " " })).toThrow("refreshToken is missing or blank.");
  await client.execute(query);
  expect(wire.refresh[0]?.body).toEqual({ refresh_token: REFRESH_TOKEN, tenant_id: TENANT });
});

test("rejects unknown and invalid options of credentials", () => {
  const usage = (message: string) => expect.objectContaining({ code: "USAGE", message });
  expect(() => refreshToken({ refreshToken: "a", tenantID: TENANT } as never)).toThrow(
    usage('refreshToken: unknown option "tenantID". Did you mean "tenantId"?'),
  );
  expect(() => refreshToken({ refreshToken: "a" }).replace({ store: {} } as never)).toThrow(
    usage("replace: unknown option. Options: refreshToken, tenantId, accessToken, didRotate."),
  );
  for (const missing of [undefined, " \n"] as string[]) {
    expect(() => refreshToken({ refreshToken: missing })).toThrow("refreshToken is missing or blank");
  }
  expect(() => refreshToken(undefined as never)).toThrow(
    "refreshToken: the options must be an object, not undefined.",
  );
  expect(() => tokenSource("token" as never)).toThrow(
    usage("tokenSource: pass a function that returns an access token."),
  );
});

// ---- Token sources ----

test.each<[string, unknown, string?]>([
  ["an error", new RangeError("vault said hunter2"), "an error"],
  ["a string", "hunter2"],
  ["an error with an invalid name", Object.assign(new Error("x"), { name: "hunter2 said" }), "an error"],
  ["an object with a name", { name: "hunter2" }],
])("does not quote a token source that throws %s", async (_, thrown, kind = "an error") => {
  const client = connect(createWire(), { auth: tokenSource(() => Promise.reject(thrown)) });
  const message = `ReadValue: the token source threw ${kind}. See error.cause.`;
  const error = await rejection(client.execute(query));
  expect(error).toMatchObject({ code: "REFRESH_UNAVAILABLE", message });
  expect(error.cause).toBe(thrown);
  expect(inspect(error, { showHidden: true }) + JSON.stringify(error)).not.toContain("hunter2");
});

test("passes on an error of this package that a token source throws, and calls the source again", async () => {
  const { fetch } = createWire({ refresh: () => json({}, { status: 401 }) });
  const getToken = vi.fn(async () => {
    const auth = refreshToken({ refreshToken: "r" });
    const { value } = await obtainToken({ baseUrl: BASE_URL, auth, fetch });
    return value;
  });
  const client = connect(createWire(), { auth: tokenSource(getToken) });
  const expected = { code: "REFRESH_REJECTED", operation: "token" };
  expect(await rejection(client.execute(query))).toMatchObject(expected);
  expect(await rejection(client.execute(query))).toMatchObject(expected);
  expect(getToken).toHaveBeenCalledTimes(2);
});

test("reports an invalid token of a token source as a usage error, and calls the source again", async () => {
  const getToken = vi.fn(() => "");
  const client = connect(createWire(), { auth: tokenSource(getToken) });
  const message = "ReadValue: tokenSource: the returned token is missing or blank.";
  expect(await rejection(client.execute(query))).toMatchObject({ code: "USAGE", message });
  await rejection(client.execute(query));
  expect(getToken).toHaveBeenCalledTimes(2);
});

test("uses an expired token of a token source, and calls the source and the refresh hooks once", async () => {
  const willRefresh = vi.fn();
  const didRefresh = vi.fn();
  const getToken = vi.fn(() => tokenExpiringIn(-MINUTE));
  const wire = createWire();
  const client = connect(wire, { hooks: { willRefresh, didRefresh }, auth: tokenSource(getToken) });
  await client.execute(query);
  await client.execute(query);
  expect([wire.counts(), getToken.mock.calls.length]).toEqual(["2A 0R", 1]);
  expect(willRefresh.mock.calls).toEqual([[{ reason: "missing" }]]);
  expect(didRefresh.mock.calls).toMatchObject([[{ reason: "missing", rotated: false }]]);
});

// ---- Hooks and timers ----

test.each([
  ["missing", undefined, undefined],
  ["expired", -MINUTE, 503],
  ["early", 3 * MINUTE, 503],
])("reports a failed refresh once, with its reason and duration: %s", async (reason, left, status) => {
  const events: unknown[] = [];
  const hooks = {
    willRefresh: (event: object) => events.push(event),
    didFailRefresh: (event: object) => events.push(event),
  };
  const refresh = async () => {
    await new Promise((resolve) => setTimeout(resolve, 7));
    if (status === undefined) throw new TypeError("fetch failed");
    return json({}, { status });
  };
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.advanceTimersByTime(1_000);
  const credentials = left === undefined ? {} : { accessToken: tokenExpiringIn(left) };
  const client = connect(createWire({ refresh }), { hooks }, credentials);
  for (const call of [client.execute(query), client.execute(query)]) call.catch(() => {});
  await vi.runAllTimersAsync();
  const facts = { durationMs: 2_521, code: "REFRESH_UNAVAILABLE", ...(status && { status }) };
  expect(events).toStrictEqual([{ reason }, { reason, ...facts }]);
});

test.each([
  ["hangs", () => new Promise<Response>(() => {})],
  ["waits for its next attempt", () => json({}, { status: 503 })],
])("does not keep the process running while an early refresh %s", async (_, refresh) => {
  vi.useRealTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  const timers = observeTimers();
  const wire = createWire({ refresh });
  await connect(wire, {}, { accessToken: tokenExpiringIn(3 * MINUTE) }).execute(query);
  await new Promise((resolve) => setImmediate(resolve));
  expect([wire.counts(), timers().holding]).toEqual(["1A 1R", 0]);
});

test("does not keep the process running while a token source hangs during an early refresh", async () => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["performance", "Date"], now: Date.now() });
  const timers = observeTimers();
  const getToken = vi.fn(() => (getToken.mock.calls.length === 1 ? tokenExpiringIn(3 * MINUTE) : hanging));
  const hanging = new Promise<string>(() => {});
  const client = connect(createWire(), { auth: tokenSource(getToken) });
  await client.execute(query);
  vi.advanceTimersByTime(2.9 * MINUTE);
  await client.execute(query);
  await new Promise((resolve) => setImmediate(resolve));
  expect([getToken.mock.calls.length, timers().holding]).toEqual([2, 0]);
});

// ---- obtainToken ----

test("returns an access token for credentials with one refresh request, under the name token", async () => {
  const wire = createWire({
    refresh: ({ nth }) => (nth === 1 ? json({ access_token: "a" }) : unauthorized()),
  });
  const obtain = () =>
    obtainToken({ baseUrl: BASE_URL, auth: refreshToken({ refreshToken: "r" }), fetch: wire.fetch });
  expect(await obtain()).toMatchObject({ value: "a" });
  expect(await rejection(obtain())).toMatchObject({
    code: "REFRESH_REJECTED",
    operation: "token",
    status: 401,
  });
  expect(wire.counts()).toBe("0A 2R");
});

test("returns an access token of the caller from obtainToken, without a request", async () => {
  const wire = createWire();
  const obtain = (auth: Auth) => obtainToken({ baseUrl: BASE_URL, auth, fetch: wire.fetch });
  const never = Number.POSITIVE_INFINITY;
  const expectedToken = { value: "given", origin: "option", receivedAt: -never };
  expect(await obtain(accessToken("given"))).toStrictEqual({
    ...expectedToken,
    expiresAt: never,
    refreshAt: never,
  });
  expect(await obtain(refreshToken({ refreshToken: "r", accessToken: "given" }))).toMatchObject(
    expectedToken,
  );
  expect(wire.counts()).toBe("0A 0R");
});

test("rejects anonymous() in obtainToken, because it has no token to return", async () => {
  const error = await rejection(obtainToken({ baseUrl: BASE_URL, auth: anonymous() }));
  expect([error.code, error.message]).toEqual([
    "USAGE",
    'obtainToken: "auth" must be refreshToken(…), accessToken(…) or tokenSource(…).',
  ]);
});

test("accepts the options of a client in obtainToken, and sends the refresh request through its ky", async () => {
  const beforeRequest = vi.fn();
  const instance = ky.extend({ hooks: { beforeRequest: [beforeRequest] } });
  const fetch = async () => json({ access_token: "a" });
  const options = {
    baseUrl: BASE_URL,
    auth: refreshToken({ refreshToken: "r" }),
    fetch,
    ky: instance,
    retries: 1,
  };
  expect(await obtainToken(options)).toMatchObject({ value: "a" });
  expect(beforeRequest).toHaveBeenCalledTimes(1);
  expect(await rejection(obtainToken({ ...options, maxResponseBytes: 1 }))).toMatchObject({
    code: "RESPONSE_TOO_LARGE",
  });
});

test("ends obtainToken at its timeout or with the reason of the caller", async () => {
  const wire = createWire({ refresh: () => new Promise(() => {}) });
  const options = {
    baseUrl: "http://p.example.com",
    insecureHttp: true,
    auth: refreshToken({ refreshToken: "r" }),
  };
  const error = await advance(50, rejection(obtainToken({ ...options, fetch: wire.fetch, timeout: 50 })));
  expect(error).toMatchObject({ code: "TIMEOUT", phase: "token", operation: "token" });
  expect(
    await rejection(obtainToken({ ...options, fetch: wire.fetch, signal: AbortSignal.abort("gone") })),
  ).toBe("gone");
});

test.each([
  [
    { baseUrl: BASE_URL },
    'obtainToken: "auth" must be refreshToken(…), accessToken(…) or tokenSource(…), not undefined.',
  ],
  [{ baseUrl: "http://p.example.com", auth: accessToken("a") }, "would send tokens unencrypted"],
  [{ baseUrl: BASE_URL, auth: accessToken("a"), retry: 1 }, "obtainToken: unknown option."],
  [{ baseUrl: BASE_URL, auth: accessToken("a"), timeout: 0 }, 'obtainToken: "timeout" must be an integer'],
  [{ baseUrl: BASE_URL, auth: accessToken("a"), signal: 1 }, 'obtainToken: "signal" must be an AbortSignal'],
  [
    { baseUrl: BASE_URL, auth: accessToken("a"), hooks: { didRefesh() {} } },
    'hooks: unknown option "didRefesh". Did you mean "didRefresh"?',
  ],
])("rejects invalid options of obtainToken (%#)", async (options, message) => {
  const error = await rejection(obtainToken(options as never));
  expect([error.code, error.message]).toEqual(["USAGE", expect.stringContaining(message)]);
});
