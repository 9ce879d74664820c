import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseRetryAfter, retryDelayMs } from "../src/retry.ts";
import { mutation, query } from "./support/documents.ts";
import { connect, createWire, json, ok, rejection, type Sent, unauthorized } from "./support/wire.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const status = (code: number, headers = {}) => json({}, { status: code, headers });
const graphqlLimit = (headers = {}) =>
  json({ errors: [{ message: "slow down", extensions: { code: "RATE_LIMITED" } }] }, { headers });

/** Settles a call whatever it waits for, and says how long it waited. */
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

test.each([429, 502, 503, 504])("44: tries a query again after HTTP %i, three times in all", async (code) => {
  const wire = createWire({ api: () => status(code) });
  const { result } = await finish(connect(wire).execute(query));
  expect(result).toMatchObject({ code: code === 429 ? "RATE_LIMITED" : "HTTP_STATUS", status: code, attempts: 3 });
  expect(wire.counts()).toBe("3A 1R");
});

test("44: a query succeeds once the platform has recovered", async () => {
  const wire = createWire({ api: ({ nth }) => (nth < 3 ? status(503) : ok()) });
  const { result } = await finish(connect(wire).execute(query));
  expect(result).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("3A 1R");
});

test.each([502, 503, 504, 500])("48: never sends a mutation again after HTTP %i", async (code) => {
  const wire = createWire({ api: () => status(code, { "retry-after": "2" }) });
  const { result } = await finish(connect(wire).execute(mutation));
  expect(result).toMatchObject({ code: "HTTP_STATUS", status: code, delivery: "unknown", retryAfterMs: 2000 });
  expect(wire.counts()).toBe("1A 1R");
});

test("48: sends a mutation again after 429, which says that nothing was done", async () => {
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? status(429) : ok()) });
  const { result } = await finish(connect(wire).execute(mutation));
  expect(result).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("2A 1R");
});

test.each([429, 503])("48: waits at least as long as Retry-After says (HTTP %i)", async (code) => {
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? status(code, { "retry-after": "2" }) : ok()) });
  const { waitedMs } = await finish(connect(wire).execute(query));
  expect(waitedMs).toBeGreaterThanOrEqual(2000);
  expect(waitedMs).toBeLessThan(2400);
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
  ["", undefined],
  [null, undefined],
])("49: reads Retry-After strictly: %j is %j ms", (value, expected) => {
  const now = Date.UTC(1999, 11, 31, 23, 59, 22);
  expect(parseRetryAfter(value, now)).toBe(expected);
});

test.each([
  ["above the cap", "61", 300_000, 61_000],
  ["beyond the deadline", "31", 30_000, 31_000],
  ["years", "99999999999", 300_000, 99_999_999_999_000],
])("49: reports a Retry-After %s at once", async (_, value, timeout, retryAfterMs) => {
  const wire = createWire({ api: () => status(429, { "retry-after": value }) });
  const { result, waitedMs } = await finish(connect(wire, { timeout }).execute(query));
  expect(result).toMatchObject({ code: "RATE_LIMITED", retryAfterMs, attempts: 1 });
  expect(waitedMs).toBe(0);
  expect(wire.counts()).toBe("1A 1R");
});

test.each([query, mutation])(
  "50: treats a GraphQL error that asks for fewer requests as a 429 ($kind)",
  async (document) => {
    const wire = createWire({ api: ({ nth }) => (nth === 1 ? graphqlLimit({ "retry-after": "2" }) : ok()) });
    const { result, waitedMs } = await finish(connect(wire).execute(document));
    expect(result).toEqual({ value: "fine" });
    expect(waitedMs).toBeGreaterThanOrEqual(2000);
    expect(wire.counts()).toBe("2A 1R");
  },
);

test("50: does not send a mutation again that was limited half way", async () => {
  const body = { data: { value: null }, errors: [{ message: "m", extensions: { code: "RATE_LIMITED" } }] };
  const wire = createWire({ api: () => json(body) });
  const { result } = await finish(connect(wire).execute(mutation));
  expect(result).toMatchObject({ code: "RATE_LIMITED", delivery: "done", attempts: 1, data: { value: null } });
  expect(wire.counts()).toBe("1A 1R");
});

test("51: spreads retries over the whole of a bound that doubles", () => {
  const random = vi.spyOn(Math, "random");
  random.mockReturnValue(0);
  expect([0, 1, 2].map((retry) => retryDelayMs(retry))).toEqual([0, 0, 0]);
  random.mockReturnValue(0.5);
  expect([0, 1, 2, 30].map((retry) => retryDelayMs(retry))).toEqual([150, 300, 600, 2500]);
});

test("a replay does not use up a retry, and a retry does not use up the replay", async () => {
  const wire = createWire({
    api: ({ nth }) => [unauthorized, () => status(503), () => status(503), ok][nth - 1]?.() ?? ok(),
  });
  const { result } = await finish(connect(wire, {}, { accessToken: "old" }).execute(query));
  expect(result).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("4A 1R");
});

test("retries: 0 sends a query once", async () => {
  const wire = createWire({ api: () => status(503) });
  await finish(connect(wire, { retries: 0 }).execute(query));
  expect(wire.counts()).toBe("1A 1R");
});

test("a kind that nobody knows counts as a mutation", async () => {
  const wire = createWire({ api: () => status(503) });
  await finish(connect(wire).execute({ ...query, kind: "subscription" as never }));
  expect(wire.counts()).toBe("1A 1R");
});

test("36: one deadline covers the exchange, the waits and the attempts", async () => {
  const slow = () => new Promise<Response>((resolve) => setTimeout(() => resolve(json({ access_token: "a" })), 900));
  const wire = createWire({ refresh: slow, api: () => new Promise(() => {}) });
  const { result, waitedMs } = await finish(connect(wire, { timeout: 1000 }).execute(query));
  expect(result).toMatchObject({ code: "TIMEOUT", phase: "headers", attempts: 1, delivery: "unknown" });
  expect(waitedMs).toBe(1000);
  expect(wire.counts()).toBe("1A 1R");
});

test("36: says that nothing was sent when the deadline passes during the exchange", async () => {
  const wire = createWire({ refresh: () => new Promise(() => {}) });
  const { result, waitedMs } = await finish(connect(wire).execute(query, {}, { timeout: 1000 }));
  expect(result).toMatchObject({ code: "TIMEOUT", phase: "token", attempts: 0, delivery: "not-sent" });
  expect(waitedMs).toBe(1000);
});

test("36: does not start a wait that the deadline would end", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.99);
  const wire = createWire({ api: () => status(503) });
  const { result, waitedMs } = await finish(connect(wire, { timeout: 200 }).execute(query));
  expect(result).toMatchObject({ code: "HTTP_STATUS", status: 503, attempts: 1 });
  expect(waitedMs).toBe(0);
});

test("37: an abort while waiting to retry rejects at once with the reason itself, and leaves no timer", async () => {
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

/** Answers with the reason, as soon as the signal aborts; never otherwise. */
const untilAborted = ({ signal }: Sent) =>
  new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

test("37: observers are told of a request that was given up, and of no retry after it", async () => {
  const [didReceive, willRetry] = [vi.fn(), vi.fn()];
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

test("a fetch that ignores its signal still ends with the deadline", async () => {
  const client = connect(createWire(), { timeout: 50, fetch: () => new Promise(() => {}) }, { accessToken: "a" });
  const { result } = await finish(client.execute(query));
  expect(result).toMatchObject({ code: "TIMEOUT", phase: "headers" });
  expect(vi.getTimerCount()).toBe(0);
});
