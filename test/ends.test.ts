/**
 * Everything that credentials wait for has an end: refreshes that hang or are late, functions of the program
 * that never settle, and delays that the platform names.
 */

import { beforeEach, expect, test, vi } from "vitest";
import { type TokenRequest, tokenSource } from "../src/index.ts";
import { query } from "./support/documents.ts";
import { advance, holdTimers } from "./support/timers.ts";
import {
  connect,
  connectRotating,
  createWire,
  gate,
  grant,
  json,
  ok,
  REFRESH_TOKEN,
  rejection,
  tokenExpiringIn,
  unauthorized,
} from "./support/wire.ts";

const MINUTE = 60_000;
const TENANT = "0b1f6f0e-9d3c-4d64-9f0a-3f8f6c1d2e4b";

beforeEach(() => holdTimers("Date", "performance"));

const hang = () => new Promise<never>(() => {});

// ---- Refreshes that never end ----

test("starts another refresh if the timers and requests of the last one are gone, as on Cloudflare Workers", async () => {
  vi.useRealTimers();
  // The clock moves, and no timer fires.
  vi.useFakeTimers({ toFake: ["performance"] });
  const wire = createWire({ refresh: (sent) => (sent.nth === 1 ? hang() : grant(sent)) });
  const client = connect(wire, { timeout: 5_000 });
  const controller = new AbortController();
  const { signal } = controller;
  const gone = rejection(client.execute(query, {}, { signal }));
  vi.advanceTimersByTime(4_999);
  const joined = rejection(client.execute(query, {}, { signal }));
  await new Promise(setImmediate);
  expect(wire.counts()).toBe("0A 1R");
  vi.advanceTimersByTime(1);
  await client.execute(query);
  expect(wire.counts()).toBe("1A 2R");
  controller.abort("gone");
  expect(await Promise.all([gone, joined])).toEqual(["gone", "gone"]);
});

test("gives up a refresh that hangs at the deadline of its first call, even if calls arrive all the time", async () => {
  const wire = createWire({ refresh: (sent) => (sent.nth <= 2 ? hang() : grant(sent)) });
  const client = connect(wire, { timeout: 3_000, attemptTimeout: 2_000 });
  const results: unknown[] = [];
  for (let call = 0; call < 20; call++) {
    const end = (result: unknown) => results.push(result);
    client.execute(query).then(
      () => end("ok"),
      ({ code }) => end(code),
    );
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(results.toSorted()).toEqual(["TIMEOUT", ...Array(19).fill("ok")]);
  expect(wire.counts()).toBe("19A 3R");
});

test("a call that has time left continues with another refresh", async () => {
  const wire = createWire({ refresh: (sent) => (sent.nth === 1 ? hang() : grant(sent)) });
  const client = connect(wire, { attemptTimeout: MINUTE });
  const first = rejection(client.execute(query, {}, { timeout: 2_000 }));
  await vi.advanceTimersByTimeAsync(1_000);
  const second = client.execute(query, {}, { timeout: 2_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([(await first).code, await second]).toEqual(["TIMEOUT", { value: "fine" }]);
  expect(wire.counts()).toBe("1A 2R");
});

test("an early refresh that hangs delays no call when the token expires", async () => {
  const wire = createWire({ refresh: (sent) => (sent.nth <= 2 ? hang() : grant(sent)) });
  const client = connect(wire, {}, { accessToken: tokenExpiringIn(MINUTE) });
  await client.execute(query);
  await vi.advanceTimersByTimeAsync(MINUTE);
  await client.execute(query);
  expect(wire.counts()).toBe("2A 3R");
});

test("an early refresh is given up at the deadline of its call, if that is before attemptTimeout", async () => {
  const wire = createWire({ refresh: (sent) => (sent.nth === 1 ? hang() : grant(sent)) });
  const client = connect(wire, { timeout: 2_000 }, { accessToken: tokenExpiringIn(1_000) });
  await client.execute(query);
  await vi.advanceTimersByTimeAsync(1_500);
  const call = client.execute(query);
  await vi.advanceTimersByTimeAsync(499);
  expect(wire.counts()).toBe("1A 1R");
  await vi.advanceTimersByTimeAsync(1);
  expect([await call, wire.counts()]).toEqual([{ value: "fine" }, "2A 2R"]);
});

// ---- Late answers ----

test.each([15_000, 29_999])(
  "uses the answer of a refresh that takes %i ms, beside a second request",
  async (ms) => {
    const refresh = async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return json({ access_token: "late" });
    };
    const wire = createWire({ refresh: (sent) => (sent.nth === 1 ? refresh() : hang()) });
    expect(await advance(ms, connect(wire).execute(query))).toEqual({ value: "fine" });
    expect([wire.counts(), wire.api[0]?.token]).toEqual(["1A 2R", "late"]);
  },
);

test("sends no second request beside a refresh token of a rotation", async () => {
  const slow = gate<Response>();
  const wire = createWire({
    api: ({ nth }) => (nth === 2 ? unauthorized() : ok()),
    refresh: ({ nth }) => (nth === 1 ? json({ access_token: "a", refresh_token: "next" }) : slow.promise),
  });
  const client = connect(wire);
  await client.execute(query);
  for (const _ of [1, 2]) await advance(30_000, rejection(client.execute(query)));
  const call = client.execute(query);
  slow.resolve(json({ access_token: "b" }));
  await call;
  expect([wire.counts(), wire.refresh[1]?.body.refresh_token]).toEqual(["3A 2R", "next"]);
});

test("an answer for calls that have ended is for the next call, unless a newer one has come", async () => {
  const slow = gate<Response>();
  const wire = createWire({ refresh: (sent) => (sent.nth === 1 ? slow.promise : grant(sent)) });
  const client = connect(wire, { timeout: 2_000 });
  await advance(2_000, rejection(client.execute(query)));
  slow.resolve(json({ access_token: "late" }));
  await vi.advanceTimersByTimeAsync(0);
  await client.execute(query);
  expect([wire.counts(), wire.api[0]?.token]).toEqual(["1A 1R", "late"]);

  const older = gate<Response>();
  const other = createWire({
    refresh: (sent) => (sent.nth === 1 ? older.promise : json({ access_token: "new", refresh_token: "r2" })),
    api: ({ nth }) => (nth === 3 ? unauthorized() : ok()),
  });
  const second = connect(other, { timeout: 2_000 });
  await advance(2_000, rejection(second.execute(query)));
  await second.execute(query);
  older.resolve(json({ access_token: "old", refresh_token: "r1" }));
  await vi.advanceTimersByTimeAsync(0);
  for (const _ of [1, 2]) await second.execute(query);
  expect(other.api.map(({ token }) => token)).toEqual(["new", "new", "new", "new"]);
  expect(other.refresh.map(({ body }) => body.refresh_token)).toEqual([REFRESH_TOKEN, REFRESH_TOKEN, "r2"]);
});

test("a late answer is for the calls that wait for a newer refresh, too", async () => {
  const slow = gate<Response>();
  const wire = createWire({ refresh: (sent) => (sent.nth === 1 ? slow.promise : hang()) });
  const client = connect(wire, { timeout: 2_000 });
  await advance(2_000, rejection(client.execute(query)));
  const call = client.execute(query);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(wire.counts()).toBe("0A 2R");
  slow.resolve(json({ access_token: "late" }));
  expect([await call, wire.api[0]?.token]).toEqual([{ value: "fine" }, "late"]);
});

test("a late failure does not end the newer refresh, which other calls still join", async () => {
  const [slow, newer] = [gate<Response>(), gate<Response>()];
  const wire = createWire({ refresh: ({ nth }) => (nth === 1 ? slow : newer).promise });
  const client = connect(wire, { timeout: 2_000 });
  await advance(2_000, rejection(client.execute(query)));
  const calls = [client.execute(query)];
  await vi.advanceTimersByTimeAsync(500);
  slow.resolve(json({ error: "invalid_request" }, { status: 400 }));
  await vi.advanceTimersByTimeAsync(500);
  calls.push(client.execute(query));
  await vi.advanceTimersByTimeAsync(0);
  newer.resolve(json({ access_token: "new" }));
  expect(await Promise.all(calls)).toEqual([{ value: "fine" }, { value: "fine" }]);
  expect(wire.counts()).toBe("2A 2R");
});

test("a token of a late answer that is revoked is refreshed, although a newer refresh hangs", async () => {
  const slow = gate<Response>();
  const wire = createWire({
    api: ({ nth }) => (nth === 2 ? unauthorized() : ok()),
    refresh: (sent) => (sent.nth === 1 ? slow.promise : sent.nth === 2 ? hang() : grant(sent)),
  });
  const client = connect(wire, { timeout: 2_000 });
  await advance(2_000, rejection(client.execute(query)));
  const call = client.execute(query);
  await vi.advanceTimersByTimeAsync(0);
  slow.resolve(json({ access_token: "late" }));
  await call;
  const last = client.execute(query, {}, { timeout: MINUTE });
  expect(await advance(10_000, last)).toEqual({ value: "fine" });
  expect([wire.counts(), wire.api.map(({ token }) => token)]).toEqual(["3A 3R", ["late", "late", "fresh-3"]]);
});

test("a late rejection of a refresh token that was replaced does not stop the new one", async () => {
  const slow = gate<Response>();
  const wire = createWire({
    api: ({ nth }) => (nth === 2 ? unauthorized() : ok()),
    refresh: ({ nth }) =>
      nth === 1 ? slow.promise : json({ access_token: `a-${nth}`, refresh_token: "r2" }),
  });
  const client = connect(wire, { timeout: 2_000 });
  await advance(2_000, rejection(client.execute(query)));
  await client.execute(query);
  slow.resolve(json({ error: "invalid_grant" }, { status: 400 }));
  await vi.advanceTimersByTimeAsync(0);
  await client.execute(query);
  expect(wire.refresh.map(({ body }) => body.refresh_token)).toEqual([REFRESH_TOKEN, REFRESH_TOKEN, "r2"]);
});

test("a late response leaves no timer of the request beside it", async () => {
  const slow = gate<Response>();
  const wire = createWire({ refresh: ({ nth }) => (nth === 1 ? slow.promise : json({}, { status: 503 })) });
  const call = connect(wire).execute(query);
  await vi.advanceTimersByTimeAsync(10_001);
  slow.resolve(json({ access_token: "late" }));
  expect([await call, wire.counts(), vi.getTimerCount()]).toEqual([{ value: "fine" }, "1A 2R", 0]);
});

test("an answer that is late does not replace the credentials that replace() has set", async () => {
  const slow = gate<Response>();
  const wire = createWire({
    refresh: ({ body }) => (body.tenant_id ? json({ access_token: "of-tenant" }) : slow.promise),
  });
  const client = connect(wire, { timeout: 2_000 });
  await advance(2_000, rejection(client.execute(query)));
  client.auth.replace({ tenantId: TENANT });
  await client.execute(query);
  slow.resolve(json({ access_token: "late" }));
  await vi.advanceTimersByTimeAsync(0);
  await client.execute(query);
  expect(wire.api.map(({ token }) => token)).toEqual(["of-tenant", "of-tenant"]);
});

// ---- Functions of the program ----

test("calls getToken again after one deadline if it hangs, and aborts its signal", async () => {
  const signals: AbortSignal[] = [];
  const getToken = ({ signal }: TokenRequest) => {
    signals.push(signal);
    return signals.length === 1 ? hang() : "token";
  };
  const client = connect(createWire(), { timeout: 3_000, auth: tokenSource(getToken) });
  const results: string[] = [];
  for (let call = 0; call < 20; call++) {
    client.execute(query).then(
      () => results.push("ok"),
      ({ code }) => results.push(code),
    );
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(results.toSorted()).toEqual(["TIMEOUT", ...Array(19).fill("ok")]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test("a getToken that rejects when its signal is aborted fails no call that has time left", async () => {
  const stop = ({ signal }: TokenRequest) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const getToken = vi.fn<(request: TokenRequest) => string | Promise<string>>();
  getToken.mockImplementationOnce(stop).mockReturnValueOnce("token");
  const client = connect(createWire(), { timeout: 2_000, auth: tokenSource(getToken) });
  const first = rejection(client.execute(query));
  await vi.advanceTimersByTimeAsync(1_000);
  const second = client.execute(query);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([(await first).code, await second]).toEqual(["TIMEOUT", { value: "fine" }]);
  expect(getToken).toHaveBeenCalledTimes(2);
});

test("aborts the signal of getToken during an early refresh, although no call waits", async () => {
  const signals: AbortSignal[] = [];
  const getToken = ({ signal }: TokenRequest) => {
    signals.push(signal);
    return signals.length === 1 ? tokenExpiringIn(3 * MINUTE) : hang();
  };
  const client = connect(createWire(), { auth: tokenSource(getToken) });
  await client.execute(query);
  await vi.advanceTimersByTimeAsync(2.9 * MINUTE);
  await client.execute(query);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

test("asks getToken again in the call after one in which it threw", async () => {
  const getToken = vi.fn().mockRejectedValueOnce(new Error("vault")).mockResolvedValue("token");
  const client = connect(createWire(), { auth: tokenSource(getToken) });
  expect((await rejection(client.execute(query))).code).toBe("REFRESH_UNAVAILABLE");
  expect(await client.execute(query)).toEqual({ value: "fine" });
  expect(getToken).toHaveBeenCalledTimes(2);
});

test("aborts the signal of a transaction that no call waits for any longer", async () => {
  const signals: AbortSignal[] = [];
  const store = {
    transact: (_key: string, _change: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return hang();
    },
  };
  const client = connectRotating(createWire(), { timeout: 5_000 }, { store });
  const call = rejection(client.execute(query));
  await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([false]));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([(await call).code, signals[0]?.aborted]).toEqual(["TIMEOUT", true]);
});

test("close waits for a refresh that a call of the same tick has started, and for didRotate", async () => {
  const slow = gate<Response>();
  const kept: string[] = [];
  const wire = createWire({ refresh: () => slow.promise });
  const didRotate = async (token: string) => void kept.push(token);
  const client = connect(wire, {}, { didRotate });
  const call = client.execute(query);
  const closed = client.close().then(() => kept.length);
  slow.resolve(json({ access_token: "a", refresh_token: "next" }));
  expect([await closed, await call]).toEqual([1, { value: "fine" }]);
});

test("close waits for getToken, also during an early refresh that no call waits for", async () => {
  const slow = gate<string>();
  const getToken = vi.fn<() => string | Promise<string>>();
  getToken.mockReturnValueOnce(tokenExpiringIn(3 * MINUTE)).mockReturnValueOnce(slow.promise);
  const client = connect(createWire(), { auth: tokenSource(getToken) });
  await client.execute(query);
  await vi.advanceTimersByTimeAsync(2.9 * MINUTE);
  await client.execute(query);
  const closed = vi.fn();
  const closing = client.close().then(closed);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([getToken.mock.calls.length, closed.mock.calls.length]).toEqual([2, 0]);
  slow.resolve("token");
  await closing;
});

test("close resolves although the refresh that it waits for fails", async () => {
  const client = connect(createWire({ refresh: unauthorized }));
  const call = rejection(client.execute(query));
  expect([await client.close(), (await call).code]).toEqual([undefined, "REFRESH_REJECTED"]);
});

test("close ends after 120 s if a refresh hangs", async () => {
  const client = connect(createWire({ refresh: hang }), { timeout: 5_000 });
  const call = rejection(client.execute(query));
  const closed = vi.fn();
  client.close().then(closed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect([(await call).code, closed.mock.calls.length]).toEqual(["TIMEOUT", 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(closed).toHaveBeenCalledTimes(1);
});

// ---- Delays that the platform names ----

const unavailable = (status: number, retryAfter: string) =>
  json({}, { status, headers: { "retry-after": retryAfter } });

test.each([429, 500, 503, 529])(
  "sends one refresh request in the 60 s that a %i names, and keeps a valid token",
  async (status) => {
    const refresh = (sent: { nth: number }) =>
      sent.nth === 1 ? unavailable(status, "60") : json({ access_token: "new" });
    const wire = createWire({ refresh });
    const client = connect(wire);
    const code = status === 429 ? "RATE_LIMITED" : "REFRESH_UNAVAILABLE";
    const first = await rejection(client.execute(query));
    expect([first.code, first.retryAfterMs]).toEqual([code, 60_000]);
    for (let call = 0; call < 5; call++) {
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await rejection(client.execute(query))).toMatchObject({ code });
    }
    expect(wire.counts()).toBe("0A 1R");
    await vi.advanceTimersByTimeAsync(10_000);
    await client.execute(query);
    expect(wire.counts()).toBe("1A 2R");

    const early = createWire({ refresh });
    const other = connect(early, {}, { accessToken: tokenExpiringIn(3 * MINUTE) });
    for (let call = 0; call < 5; call++) {
      await other.execute(query);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(early.counts()).toBe("5A 1R");
  },
);

test("sends a refresh request again in the call if the named time ends before its deadline", async () => {
  const times: number[] = [];
  const wire = createWire({
    refresh: (sent) => {
      times.push(performance.now());
      return sent.nth === 1 ? unavailable(503, "20") : grant(sent);
    },
  });
  expect(await advance(25_000, connect(wire).execute(query))).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("1A 2R");
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(20_000);
});
