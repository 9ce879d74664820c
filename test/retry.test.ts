/**
 * Retries: which responses are retried, after which delay, within which deadline, and during an outage.
 * A wire is a scripted `fetch`. `2A 1R` are its requests to the API and to refresh a token.
 */

import { getEventListeners } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import type { ClientOptions } from "../src/index.ts";
import { adaptiveLimiter } from "../src/limiter/index.ts";
import { sleep, withDeadline } from "../src/shared/deadline.ts";
import { readRetryAfter, retryDelayMs } from "../src/shared/retry.ts";
import { mutation, query } from "./support/documents.ts";
import { holdTimers } from "./support/timers.ts";
import {
  BASE_URL,
  connect,
  createWire,
  gate,
  json,
  ok,
  rejection,
  type Sent,
  unauthorized,
} from "./support/wire.ts";

beforeEach(() => holdTimers("Date", "performance"));

const status = (code: number, headers = {}) => json({}, { status: code, headers });
const graphqlLimit = (headers = {}) =>
  json({ errors: [{ message: "slow down", extensions: { code: "RATE_LIMITED" } }] }, { headers });

/** Runs all timers until a call settles. Returns its result and how long it waited. */
async function finish<Result>(call: Promise<Result>): Promise<{ result: Result | Error; waitedMs: number }> {
  const startedAt = performance.now();
  let waitedMs = -1;
  const done = call
    .catch((error: Error) => error)
    .finally(() => {
      waitedMs = performance.now() - startedAt;
    });
  await vi.runAllTimersAsync();
  return { result: await done, waitedMs };
}

test.each([502, 504])("retries a query after HTTP %i as often as `retries` allows", async (code) => {
  const wire = createWire({ api: () => status(code) });
  const { result } = await finish(connect(wire, { retries: 2, timeout: 20_000 }).execute(query));
  expect(result).toMatchObject({ code: "HTTP_STATUS", status: code, attempts: 3 });
  expect(wire.counts()).toBe("3A 1R");
});

test.each([502, 503, 504, 500])("does not resend a mutation after HTTP %i", async (code) => {
  const wire = createWire({ api: () => status(code, { "retry-after": "2" }) });
  const { result } = await finish(connect(wire).execute(mutation));
  expect(result).toMatchObject({
    code: "HTTP_STATUS",
    status: code,
    delivery: "unknown",
    retryAfterMs: 2000,
  });
  expect(wire.counts()).toBe("1A 1R");
});

test.each([
  ["HTTP 429", mutation, 2_000, (headers: object) => status(429, headers)],
  ["HTTP 429", query, 60_000, (headers: object) => status(429, headers)],
  ["HTTP 503", query, 2_000, (headers: object) => status(503, headers)],
  ["a GraphQL rate-limit error", mutation, 2_000, graphqlLimit],
  ["a GraphQL rate-limit error", query, 2_000, graphqlLimit],
])("waits at least as long as Retry-After of %s: %o, %i ms", async (_, document, ms, respond) => {
  const wait = () => respond({ "retry-after": String(ms / 1000) });
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? wait() : ok()) });
  const { result, waitedMs } = await finish(connect(wire, { timeout: 300_000 }).execute(document));
  expect(result).toEqual({ value: "fine" });
  expect(waitedMs).toBeGreaterThanOrEqual(ms);
  expect(waitedMs).toBeLessThan(ms + 400);
  expect(wire.counts()).toBe("2A 1R");
});

test.each([502, 503])("after HTTP %i, only Retry-After names a time", async (code) => {
  const headers = { "ratelimit-reset": "61", "x-ratelimit-reset": "61" };
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? status(code, headers) : ok()) });
  const { result, waitedMs } = await finish(connect(wire).execute(query));
  expect(result).toEqual({ value: "fine" });
  expect(waitedMs).toBeLessThan(400);
});

test.each([
  ["0", 0],
  ["2", 2000],
  [" 2 ", 2000],
  ["99999999999", 99_999_999_999_000],
  ["9".repeat(400), Number.MAX_SAFE_INTEGER],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
  ["Fri, 31 Dec 1999 23:59:59 GMT", 37_000],
  ["Friday, 31-Dec-99 23:59:59 GMT", 37_000],
  ["Fri Dec 31 23:59:59 1999", 37_000],
  ["Thu Jan  6 00:00:00 2000", 5 * 86_400_000 + 38_000],
  ["-1", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["2s", undefined],
  ["1999-12-31T23:59:59Z", undefined],
  ["Fri, 99 Dec 1999 99:99:99 GMT", undefined],
  ["(x) Fri, 31 Dec 1999 23:59:59 GMT", undefined],
  ["Fri Dec 31 23:59:59 1999 (x)", undefined],
  ["", undefined],
  [null, undefined],
])("reads Retry-After %j as %j ms, in each time zone", (value, expected) => {
  const headers = new Headers(value === null ? {} : { "retry-after": value });
  for (const zone of ["UTC", "America/New_York"]) {
    vi.stubEnv("TZ", zone);
    vi.setSystemTime(Date.UTC(1999, 11, 31, 23, 59, 22));
    expect(readRetryAfter(headers)).toBe(expected);
    // The clock of the platform decides, if it is known.
    vi.setSystemTime(0);
    headers.set("date", "Fri, 31 Dec 1999 23:59:22 GMT");
    expect(readRetryAfter(headers)).toBe(expected);
    headers.delete("date");
  }
});

test.each([
  ["above the cap", "61", 300_000, 61_000],
  ["beyond the deadline", "31", 30_000, 31_000],
  ["that ends with the deadline", "30", 30_000, 30_000],
  ["years", "99999999999", 300_000, 99_999_999_999_000],
])("reports a Retry-After %s at once", async (_, value, timeout, retryAfterMs) => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const wire = createWire({ api: () => status(429, { "retry-after": value }) });
  const { result, waitedMs } = await finish(connect(wire, { timeout }).execute(query));
  expect(result).toMatchObject({ code: "RATE_LIMITED", retryAfterMs, attempts: 1 });
  expect(waitedMs).toBe(0);
  expect(wire.counts()).toBe("1A 1R");
});

test("does not resend a mutation with data and a rate-limit error", async () => {
  const body = { data: { value: null }, errors: [{ message: "m", extensions: { code: "RATE_LIMITED" } }] };
  const wire = createWire({ api: () => json(body) });
  const { result } = await finish(connect(wire).execute(mutation));
  expect(result).toMatchObject({
    code: "RATE_LIMITED",
    delivery: "done",
    attempts: 1,
    data: { value: null },
  });
  expect(wire.counts()).toBe("1A 1R");
});

test("a retry waits a random time below a limit that doubles up to 5 s, and up to 300 ms more than Retry-After", () => {
  const delays = (random: number) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    return [...[0, 1, 2, 30].map((retry) => retryDelayMs(retry)), retryDelayMs(0, 2000)];
  };
  expect(delays(0)).toEqual([0, 0, 0, 0, 2000]);
  expect(delays(0.5)).toEqual([150, 300, 600, 2500, 2150]);
});

test("a replay uses up no retry, and a retry does not use up the replay", async () => {
  const wire = createWire({
    api: ({ nth }) => [unauthorized, () => status(503), () => status(503), ok][nth - 1]?.() ?? ok(),
  });
  const { result } = await finish(connect(wire, {}, { accessToken: "old" }).execute(query));
  expect(result).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("4A 1R");
});

test("treats an unknown kind as a mutation", async () => {
  const wire = createWire({ api: () => status(502) });
  await finish(connect(wire).execute({ ...query, kind: "other" as never }));
  expect(wire.counts()).toBe("1A 1R");
});

test("one deadline covers the refresh request, the delays and the requests", async () => {
  const slow = () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(json({ access_token: "a" })), 900));
  const wire = createWire({ refresh: slow, api: () => new Promise(() => {}) });
  const { result, waitedMs } = await finish(connect(wire, { timeout: 1000 }).execute(query));
  expect(result).toMatchObject({ code: "TIMEOUT", phase: "headers", attempts: 1, delivery: "unknown" });
  expect(waitedMs).toBe(1000);
  expect(wire.counts()).toBe("1A 1R");
});

test("does not start a delay that would pass the deadline", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.99);
  const wire = createWire({ api: () => status(503) });
  const { result, waitedMs } = await finish(connect(wire, { timeout: 200 }).execute(query));
  expect(result).toMatchObject({ code: "HTTP_STATUS", status: 503, attempts: 1 });
  expect(waitedMs).toBe(0);
});

test("an abort during a delay rejects with the reason itself and leaves no timer", async () => {
  const wire = createWire({ api: () => status(429, { "retry-after": "20" }) });
  const controller = new AbortController();
  const reason = { why: "user left" };
  const failed = rejection(connect(wire).execute(query, {}, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(1000);
  controller.abort(reason);
  expect(await failed).toBe(reason);
  expect(wire.counts()).toBe("1A 1R");
  expect(vi.getTimerCount()).toBe(0);
});

/** Rejects with the reason when the signal aborts. */
const untilAborted = ({ signal }: Sent) =>
  new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

test("hooks report an aborted request and no retry after it", async () => {
  const didReceive = vi.fn();
  const willRetry = vi.fn();
  const hooks = { didReceive, willRetry };
  const client = connect(createWire({ api: untilAborted }), { hooks }, { accessToken: "a" });
  const controller = new AbortController();
  const leaving = rejection(client.execute(query, {}, { signal: controller.signal }));
  const late = finish(client.execute(query, {}, { timeout: 1000 }));
  await vi.advanceTimersByTimeAsync(0);
  controller.abort("left");
  expect(await leaving).toBe("left");
  expect((await late).result).toMatchObject({ code: "TIMEOUT", phase: "headers" });
  expect(didReceive.mock.calls.map(([event]) => event.code).sort()).toEqual(["ABORTED", "TIMEOUT"]);
  expect(willRetry).not.toHaveBeenCalled();
});

test("the deadline ends a call whose fetch ignores its signal", async () => {
  const client = connect(
    createWire(),
    { timeout: 50, fetch: () => new Promise(() => {}) },
    { accessToken: "a" },
  );
  const { result } = await finish(client.execute(query));
  expect(result).toMatchObject({ code: "TIMEOUT", phase: "headers" });
  expect(vi.getTimerCount()).toBe(0);
});

// ---- Outages ----

const { hostname } = new URL(BASE_URL);
const refused = () =>
  Promise.reject(Object.assign(new TypeError(), { cause: { code: "ECONNREFUSED", hostname } }));

/**
 * Makes a call every 50 ms while the platform is down from `from` to `until`, and counts calls and requests.
 */
async function liveThrough(
  from: number,
  until: number,
  fail: () => Response | Promise<Response>,
  { count = 120, ...options }: { readonly count?: number } & Partial<ClientOptions> = {},
) {
  const startedAt = performance.now();
  const isDown = () => performance.now() >= startedAt + from && performance.now() < startedAt + until;
  const wire = createWire({ api: () => (isDown() ? fail() : ok()) });
  const client = connect(wire, options, { accessToken: "a" });
  const call = async (nth: number) => {
    await new Promise((resolve) => setTimeout(resolve, nth * 50));
    return client.execute(query);
  };
  const calls = Promise.allSettled(Array.from({ length: count }, (_, nth) => call(nth)));
  await vi.runAllTimersAsync();
  const completed = (await calls).filter(({ status }) => status === "fulfilled").length;
  return { completed, requests: wire.api.length };
}

test.each([
  ["HTTP 502", () => status(502)],
  ["HTTP 503", () => status(503)],
  ["no connection", refused],
])("all queries at 20 per second complete through an outage of 3 s (%s)", async (_, fail) => {
  const plain = await liveThrough(1_000, 4_000, fail);
  expect(plain.completed).toBe(120);
  expect(plain.requests).toBeLessThan(480);
  const { completed, requests } = await liveThrough(1_000, 4_000, fail, { limiter: adaptiveLimiter() });
  expect(completed).toBe(120);
  expect(requests).toBeLessThan(240);
});

test("with adaptiveLimiter, an outage of minutes costs less than the normal load", async () => {
  const options = { count: 2_400, limiter: adaptiveLimiter() };
  const { completed, requests } = await liveThrough(0, 120_000, () => status(502), options);
  expect(completed).toBeGreaterThan(400);
  expect(requests).toBeLessThan(2_400);
});

test.each([408, 425, 520, 521, 522, 523, 524, 525, 529, 530])(
  "retries a query after HTTP %i",
  async (code) => {
    const wire = createWire({ api: ({ nth }) => (nth <= 5 ? status(code) : ok()) });
    expect((await finish(connect(wire).execute(query))).result).toEqual({ value: "fine" });
    expect(wire.counts()).toBe("6A 1R");
  },
);

test("retries a query once after HTTP 500 without a GraphQL response", async () => {
  const wire = createWire({ api: () => status(500) });
  expect((await finish(connect(wire).execute(query))).result).toMatchObject({
    code: "HTTP_STATUS",
    attempts: 2,
  });
  expect(wire.counts()).toBe("2A 1R");
});

test("a mutation that was provably not sent has three attempts, which outlast two seconds", async () => {
  const wire = createWire({ api: refused });
  const { result, waitedMs } = await finish(connect(wire, {}, { accessToken: "a" }).execute(mutation));
  expect(result).toMatchObject({ code: "NETWORK", delivery: "not-sent", attempts: 3 });
  expect(waitedMs).toBeGreaterThanOrEqual(2_500);
});

// ---- Attempt timeout ----

const hang = () => new Promise<Response>(() => {});
const API = `POST ${BASE_URL}/api`;

test("retries a query whose request gets no response for 10 s", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? hang() : ok()) });
  const { result, waitedMs } = await finish(connect(wire, {}, { accessToken: "a" }).execute(query));
  expect(result).toEqual({ value: "fine" });
  expect(waitedMs).toBe(10_000);
  expect(wire.counts()).toBe("2A 0R");
  expect(wire.api[0]?.signal?.aborted).toBe(true);
});

test("a mutation can use the whole timeout for one request", async () => {
  const wire = createWire({ api: hang });
  const { result, waitedMs } = await finish(connect(wire, {}, { accessToken: "a" }).execute(mutation));
  expect(result).toMatchObject({ code: "TIMEOUT", phase: "headers", attempts: 1, delivery: "unknown" });
  expect(waitedMs).toBe(30_000);
  expect(wire.counts()).toBe("1A 0R");
});

test("an attempt timeout covers a body that arrives slowly, and ends it", async () => {
  const pull = async (stream: ReadableStreamDefaultController, signal: AbortSignal | undefined) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    signal?.throwIfAborted();
    stream.enqueue(new Uint8Array([0x20]));
  };
  const wire = createWire({
    api: ({ signal }) => new Response(new ReadableStream({ pull: (stream) => pull(stream, signal) })),
  });
  const client = connect(wire, { attemptTimeout: 1_000, retries: 0 }, { accessToken: "a" });
  const { result } = await finish(client.execute(query));
  expect(result).toMatchObject({ code: "TIMEOUT", phase: "body", attempts: 1 });
  const what = "timed out after 1000 ms while waiting for the body. Increase attemptTimeout.";
  expect((result as Error).message).toBe(`ReadValue: ${API} ${what}`);
});

test.each([
  [1_000, 3, "attemptTimeout"],
  [29_999, 1, "attemptTimeout"],
  [30_000, 1, "timeout"],
])(
  "attempts of up to %i ms all time out: %i, and the message names %s",
  async (attemptTimeout, attempts, option) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const options = { attemptTimeout, retries: attempts - 1 };
    const { result, waitedMs } = await finish(
      connect(createWire({ api: hang }), options, { accessToken: "a" }).execute(query),
    );
    const what = `timed out after ${attemptTimeout} ms while waiting for the headers. Increase ${option}.`;
    expect(result).toMatchObject({
      code: "TIMEOUT",
      phase: "headers",
      attempts,
      message: `ReadValue: ${API} ${what}`,
    });
    expect(waitedMs).toBe(attempts * attemptTimeout);
  },
);

test("hooks report how each attempt of a timeout ended, including the pending one", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const cause = Object.assign(new Error(), { code: "ECONNRESET" });
  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const wire = createWire({
    api: async ({ nth }) => {
      await later(nth * 100);
      if (nth === 1) return status(503);
      if (nth === 2) throw new TypeError("fetch failed", { cause });
      return hang();
    },
  });
  const didReceive = vi.fn();
  const client = connect(wire, { timeout: 1_000, hooks: { didReceive } }, { accessToken: "a" });
  const { result } = await finish(client.execute(query));
  expect(result).toMatchObject({ code: "TIMEOUT", attempts: 3, delivery: "unknown" });
  const event = { operation: "ReadValue", kind: "query" };
  expect(didReceive.mock.calls).toStrictEqual([
    [{ ...event, attempt: 1, durationMs: 100, status: 503, code: "HTTP_STATUS" }],
    [{ ...event, attempt: 2, durationMs: 200, code: "NETWORK", reason: "ECONNRESET" }],
    [{ ...event, attempt: 3, durationMs: 700, code: "TIMEOUT" }],
  ]);
  expect((result as Error).message).toContain("Increase timeout.");
});

test("a network error says what is known of all attempts", async () => {
  const cause = Object.assign(new Error(), { code: "ECONNREFUSED", hostname });
  const wire = createWire({
    api: ({ nth }) => (nth === 1 ? status(502) : Promise.reject(new TypeError("x", { cause }))),
  });
  const { result } = await finish(connect(wire, { retries: 2 }, { accessToken: "a" }).execute(query));
  const what = `cannot connect to ${BASE_URL} (ECONNREFUSED). Check baseUrl and the network.`;
  expect((result as Error).message).toBe(`ReadValue: ${what}`);
  // The first attempt can have been executed.
  expect(result).toMatchObject({ code: "NETWORK", attempts: 3, delivery: "unknown" });
});

test("a timeout while another token is fetched reports what the rejected request did", async () => {
  const wire = createWire({ api: unauthorized, refresh: hang });
  const { result } = await finish(connect(wire, { timeout: 1_000 }, { accessToken: "a" }).execute(mutation));
  expect(result).toMatchObject({ code: "TIMEOUT", phase: "token", attempts: 1, delivery: "not-executed" });
  expect((result as Error).message).toBe(
    "WriteValue: timed out after 1000 ms while waiting for the token. Increase timeout.",
  );
});

test("a call that was aborted during a refresh sends nothing after it, even if its fetch ignores signals", async () => {
  const answer = gate<Response>();
  const wire = createWire({ refresh: () => answer.promise });
  const deaf: typeof fetch = (url, init) => wire.fetch(url, { ...init, signal: null });
  const controller = new AbortController();
  const aborted = rejection(connect(wire, { fetch: deaf }).execute(query, {}, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(0);
  controller.abort("reason");
  expect(await aborted).toBe("reason");
  answer.resolve(json({ access_token: "a" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.counts()).toBe("0A 1R");
});

test("a delay and a deadline leave no listener and no timer", async () => {
  const [slept, woken, done, failed, stopped] = Array.from({ length: 5 }, () => new AbortController()) as [
    ...[AbortController, AbortController, AbortController, AbortController, AbortController],
  ];
  const limit = (controller: AbortController, work: () => Promise<unknown>) =>
    withDeadline(10_000, () => "late", work, controller);
  const full = sleep(10, { signal: slept.signal });
  const cut = rejection(sleep(10_000, { signal: woken.signal }));
  await limit(done, async () => "done");
  expect(await rejection(limit(failed, () => Promise.reject("failed")))).toBe("failed");
  const never = rejection(limit(stopped, hang));
  woken.abort("woken");
  stopped.abort("stopped");
  expect([await cut, await never]).toEqual(["woken", "stopped"]);
  await vi.advanceTimersByTimeAsync(10);
  await full;
  const listeners = ({ signal }: AbortController) => getEventListeners(signal, "abort").length;
  expect([slept, woken, done, failed, stopped].map(listeners)).toEqual([0, 0, 0, 0, 0]);
  expect(vi.getTimerCount()).toBe(0);
  expect(await rejection(sleep(10_000, { signal: AbortSignal.abort("before") }))).toBe("before");
  expect(vi.getTimerCount()).toBe(0);
});

test("a deadline in the past sets no timer with a negative delay", async () => {
  const setTimer = vi.spyOn(globalThis, "setTimeout");
  const late = rejection(withDeadline(-5, () => "late", hang));
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toBe("late");
  expect(setTimer.mock.calls.map(([, delay]) => delay)).toEqual([0]);
});
