/** Rate limits: the queue of a client after a 429, on simulated platforms with fake timers. */

import { getEventListeners } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../src/errors.ts";
import { paginate } from "../src/index.ts";
import { createQueue, type QueuedCall } from "../src/queue.ts";
import { PageIntegrationsDocument } from "./fixtures/relay/generated/operations.ts";
import { mutation, query } from "./support/documents.ts";
import { createFixedWindow, createSlidingWindow, type Limiter } from "./support/limits.ts";
import { createRandom, SAMPLES } from "./support/random.ts";
import { connect, createWire, gate, json, ok, rejection } from "./support/wire.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], loopLimit: 1_000_000 });
  start(1);
});

/** Starts a series: another jitter, latency and position in the period of the platform. */
function start(seed: number): void {
  vi.spyOn(Math, "random").mockImplementation(createRandom(seed));
  vi.advanceTimersByTime(Math.random() * 1000);
}

/** Repeats each case with `SAMPLES` seeds. */
function seeds<const Case extends readonly unknown[]>(cases: readonly Case[]): [...Case, number][] {
  return Array.from({ length: SAMPLES }, (_, seed) => cases.map((one): [...Case, number] => [...one, seed + 1])).flat();
}

const given = { accessToken: "a" };
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const limited = () => json({}, { status: 429 });
const after = (seconds: number) => json({}, { status: 429, headers: { "retry-after": `${seconds}` } });
const throttled = () => json({ errors: [{ message: "m", extensions: { code: "THROTTLED" } }] });

/** A platform with a limit, about `rttMs` away. */
function createLimited(
  limiter: Limiter,
  reject = (seconds: number) => (seconds > 0 ? after(seconds) : limited()),
  rttMs = 10,
) {
  const travel = () => sleep(rttMs * (0.4 + Math.random() / 4));
  return createWire({
    api: async ({ body }) => {
      await travel();
      const seconds = limiter(performance.now());
      await travel();
      if (seconds !== undefined) return reject(seconds);
      const { after = "0" } = (body.variables ?? {}) as { readonly after?: string };
      const pageInfo = { hasNextPage: Number(after) < 6, endCursor: `${Number(after) + 1}` };
      return json({ data: { value: "fine", integrations: { nodes: [{ id: after }], pageInfo } } });
    },
  });
}

/** Makes calls at once. Returns the failures, the requests per call, and the time in seconds. */
async function burst(wire: ReturnType<typeof createWire>, calls: readonly (() => Promise<unknown>)[], perCall = 1) {
  const [before, startedAt] = [wire.api.length, performance.now()];
  let endedAt = startedAt;
  const all = Promise.allSettled(
    calls.map((call) =>
      call().finally(() => {
        endedAt = performance.now();
      }),
    ),
  );
  await vi.runAllTimersAsync();
  const failures = (await all).filter(({ status }) => status === "rejected").length;
  const requests = (wire.api.length - before) / (calls.length * perCall);
  return { failures, requests, seconds: (endedAt - startedAt) / 1000 };
}

const repeat = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const timeout = 120_000;

// ---- Limits ----

test.each(
  seeds([
    // Each has 20 requests per second.
    ["200 queries", 200, 1],
    ["100 mutations", 100, 1],
    ["30 loops over 7 pages", 30, 7],
  ]),
)("a fixed window accepts %s with few requests and no failure", async (name, count, pages, seed) => {
  start(seed);
  const wire = createLimited(createFixedWindow(() => 20, 1000, true));
  const client = connect(wire, { timeout }, given);
  const loop = async () => {
    const variables = { first: 1 };
    for await (const _ of paginate(client, PageIntegrationsDocument, variables, (data) => data.integrations));
  };
  const call = pages > 1 ? loop : () => client.execute(name.endsWith("mutations") ? mutation : query);
  const idealS = (count * pages) / 20 - 1;
  for (const [index, maximum] of [2, 1.2, 1.2].entries()) {
    const { failures, requests, seconds } = await burst(wire, repeat(count, call), pages);
    expect(failures).toBe(0);
    expect(requests, `burst ${index}`).toBeLessThanOrEqual(maximum);
    expect(seconds).toBeLessThanOrEqual(1.2 * idealS);
    await vi.advanceTimersByTimeAsync(1_500);
  }
});

/** 50 requests per second for two seconds, then 5. */
function createChange(create: typeof createFixedWindow, hasHeader: boolean): Limiter {
  let startedAt: number | undefined;
  const limiter = create((now) => (now - (startedAt ?? now) < 2000 ? 50 : 5), 1000, hasHeader);
  return (now) => {
    startedAt ??= now;
    return limiter(now);
  };
}

const fixed = (hasHeader: boolean) => createFixedWindow(() => 20, 1000, hasHeader);
const sliding = () => createSlidingWindow(() => 20, 1000);

test.each(
  seeds([
    // Limit, its response, clients, calls of each, ideal seconds of the first burst and of the next one.
    ["a sliding window without a header", sliding, limited, 1, 200, [9, 9]],
    ["a GraphQL error code", () => fixed(false), throttled, 1, 200, [9, 9]],
    ["a limit that changes", () => createChange(createFixedWindow, true), after, 1, 200, [21, 39]],
    [
      "a limit that changes, without a header",
      () => createChange(createSlidingWindow, false),
      limited,
      1,
      200,
      [21, 39],
    ],
    ["four processes", () => fixed(true), after, 4, 50, [9, 9]],
    ["four processes without a header", sliding, limited, 4, 50, [9, 9]],
  ] as const),
)("%s is accepted without a failure", async (_, create, reject, processes, count, ideals, seed) => {
  start(seed);
  const wire = createLimited(create(), reject);
  const clients = Array.from({ length: processes }, () => connect(wire, { timeout }, given));
  const calls = clients.flatMap((client) => repeat(count, () => client.execute(query)));
  for (const idealS of ideals) {
    const { failures, seconds } = await burst(wire, calls);
    expect([failures, seconds <= 1.5 * idealS], `${seconds} s`).toEqual([0, true]);
    await vi.advanceTimersByTimeAsync(1_500);
  }
});

test.each([
  // Seconds of `Retry-After`, latency, and the longest time after the end of the limit in seconds.
  [1, 10, 3],
  [0, 10, 3],
  [1, 100, 6],
  [0, 100, 5],
])(
  "calls have full speed soon after a limit with Retry-After %d is gone, %d ms away",
  async (header, rttMs, maximum) => {
    const startedAt = performance.now();
    const wire = createLimited((now) => (now - startedAt < 300 ? header : undefined), undefined, rttMs);
    const client = connect(wire, { timeout }, given);
    const { failures, seconds } = await burst(
      wire,
      repeat(1_000 * SAMPLES, () => client.execute(query)),
    );
    expect(failures).toBe(0);
    expect(seconds).toBeLessThan(0.3 + maximum);
  },
);

test("the queue remembers a limit for a minute", async () => {
  const wire = createLimited(createFixedWindow(() => 20, 1000, true));
  const client = connect(wire, { timeout }, given);
  const call = () => client.execute(query);
  await burst(wire, repeat(30, call));
  const before = wire.api.length;
  void Promise.all(repeat(30, call).map((one) => one()));
  await vi.advanceTimersByTimeAsync(1);
  expect(wire.api.length - before).toBeLessThanOrEqual(20);
  await vi.advanceTimersByTimeAsync(65_000);
  const later = wire.api.length;
  void Promise.all(repeat(30, call).map((one) => one()));
  await vi.advanceTimersByTimeAsync(1);
  expect(wire.api.length - later).toBe(30);
  await vi.runAllTimersAsync();
});

// ---- One call ----

test("without a 429, no call waits for slow ones", async () => {
  const wire = createWire({ api: ({ nth }) => (nth <= 10 ? new Promise(() => {}) : ok()) });
  const client = connect(wire, {}, given);
  for (let call = 0; call < 10; call++) void client.execute(query).catch(() => {});
  expect(await client.execute(query)).toEqual({ value: "fine" });
  await vi.runAllTimersAsync();
});

test("waiting uses neither retries nor the retry budget", async () => {
  const wire = createWire({ api: ({ nth }) => (nth <= 5 ? limited() : ok()) });
  const client = connect(wire, { retries: 0, retryBudget: 0 }, given);
  const { failures } = await burst(wire, [() => client.execute(mutation)]);
  expect(failures).toBe(0);
  expect(wire.counts()).toBe("6A 0R");
});

test("a mutation is not resent after a 429 with data", async () => {
  const wire = createWire({ api: () => json({ data: null }, { status: 429 }) });
  const error = await rejection(connect(wire, {}, given).execute(mutation));
  expect(error).toMatchObject({ code: "RATE_LIMITED", delivery: "done", attempts: 1 });
  expect(wire.counts()).toBe("1A 0R");
});

test("a call fails at once if its deadline passes before the end of the limit, and sends nothing", async () => {
  const wire = createWire({ api: () => after(5) });
  const client = connect(wire, { timeout: 6_000 }, given);
  const first = rejection(client.execute(query));
  await vi.advanceTimersByTimeAsync(0);
  const startedAt = performance.now();
  const short = await rejection(client.execute(query, {}, { timeout: 4_000 }));
  expect(short).toMatchObject({ code: "RATE_LIMITED", attempts: 0, delivery: "not-sent" });
  expect(short.retryAfterMs).toBeGreaterThanOrEqual(5_000);
  expect(short.message).toBe("ReadValue: the rate limit outlasts the timeout. Try again later.");
  expect(performance.now()).toBe(startedAt);
  await vi.runAllTimersAsync();
  // Rejected again after 5 s, and 1 s before its deadline.
  expect(await first).toMatchObject({ code: "RATE_LIMITED", attempts: 2, delivery: "rejected", retryAfterMs: 5_000 });
  expect(wire.counts()).toBe("2A 0R");
  expect(vi.getTimerCount()).toBe(0);
});

test("a 429 fails the calls that wait and whose deadline it passes, when it arrives", async () => {
  const wire = createWire({ api: ({ nth }) => after(nth === 1 ? 1 : 20) });
  const client = connect(wire, {}, given);
  const first = rejection(client.execute(query, {}, { timeout: 60_000 }));
  await vi.advanceTimersByTimeAsync(0);
  const second = rejection(client.execute(query, {}, { timeout: 10_000 }));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await second).toMatchObject({ code: "RATE_LIMITED", attempts: 0 });
  expect(performance.now()).toBeLessThan(10_000);
  await vi.runAllTimersAsync();
  expect(await first).toMatchObject({ code: "RATE_LIMITED", attempts: 4 });
});

test("calls are sent in their order, rejected ones first", async () => {
  const held = Array.from({ length: 3 }, () => gate<Response>());
  const names: unknown[] = [];
  const wire = createWire({
    api: ({ headers, nth }) => {
      if (nth <= 3) return held[nth - 1]?.promise ?? ok();
      names.push(headers.get("x-name"));
      return ok();
    },
  });
  const client = connect(wire, {}, given);
  const call = (name: string) => client.execute(query, {}, { headers: { "x-name": name } });
  const calls = ["a", "b", "c"].map(call);
  held[1]?.resolve(after(1));
  await vi.advanceTimersByTimeAsync(0);
  calls.push(...["d", "e"].map(call));
  held[2]?.resolve(after(1));
  await vi.advanceTimersByTimeAsync(0);
  held[0]?.resolve(after(1));
  await vi.runAllTimersAsync();
  await Promise.all(calls);
  expect(names).toEqual(["a", "b", "c", "d", "e"]);
});

test("an aborted call leaves the queue, and the others go on", async () => {
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? after(2) : ok()) });
  const client = connect(wire, {}, given);
  const [controller, reason] = [new AbortController(), { why: "user left" }];
  const first = rejection(client.execute(query, {}, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(0);
  const waiting = rejection(client.execute(query, {}, { signal: controller.signal }));
  const last = client.execute(query);
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort(reason);
  expect(await Promise.all([first, waiting])).toEqual([reason, reason]);
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  await vi.runAllTimersAsync();
  expect(await last).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("2A 0R");
});

test("no timer is left when the last call leaves the queue", async () => {
  const client = connect(createWire({ api: () => after(20) }), {}, given);
  const controller = new AbortController();
  const calls = repeat(3, undefined).map(() => rejection(client.execute(query, {}, { signal: controller.signal })));
  await vi.advanceTimersByTimeAsync(10);
  controller.abort("left");
  expect(await Promise.all(calls)).toEqual(["left", "left", "left"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("the next call goes first if the first one is aborted", async () => {
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? after(1) : nth === 2 ? new Promise(() => {}) : ok()) });
  const client = connect(wire, {}, given);
  const controller = new AbortController();
  const first = rejection(client.execute(query, {}, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(0);
  const second = client.execute(query);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(wire.counts()).toBe("2A 0R");
  controller.abort("left");
  expect([await first, await second]).toEqual(["left", { value: "fine" }]);
});

test("a slow call that goes first does not hold the others for longer than two periods", async () => {
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? after(1) : nth === 2 ? new Promise(() => {}) : ok()) });
  const client = connect(wire, {}, given);
  const first = rejection(client.execute(mutation));
  await vi.advanceTimersByTimeAsync(0);
  const second = client.execute(query);
  await vi.advanceTimersByTimeAsync(3_300);
  expect(await second).toEqual({ value: "fine" });
  await vi.runAllTimersAsync();
  expect(await first).toMatchObject({ code: "TIMEOUT" });
});

test("hooks report each wait", async () => {
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? after(1) : ok()) });
  const [willRetry, willWait] = [vi.fn(), vi.fn()];
  const client = connect(wire, { hooks: { willRetry, willWait } }, given);
  const first = client.execute(mutation);
  await vi.advanceTimersByTimeAsync(0);
  const second = client.execute(query);
  await vi.runAllTimersAsync();
  await Promise.all([first, second]);
  await client.execute(query);
  const delayMs = expect.toSatisfy((ms) => ms >= 1_000 && ms < 1_100);
  const retry = { operation: "WriteValue", kind: "mutation", attempt: 2, code: "RATE_LIMITED", delayMs };
  expect(willRetry.mock.calls).toEqual([[retry]]);
  expect(willWait.mock.calls).toEqual([[{ operation: "ReadValue", kind: "query", attempt: 1, delayMs }]]);
});

test("the errors of a call that waits contain nothing of another call", async () => {
  const body = { errors: [{ message: "secret", extensions: { code: "THROTTLED" } }] };
  const wire = createWire({ api: () => json(body, { headers: { "retry-after": "20" } }) });
  const client = connect(wire, {}, given);
  const first = rejection(client.execute(query));
  await vi.advanceTimersByTimeAsync(0);
  const second = await rejection(client.execute(query, {}, { timeout: 5_000 }));
  expect(second).toMatchObject({ code: "RATE_LIMITED", errors: [], data: undefined });
  await vi.runAllTimersAsync();
  expect(await first).toMatchObject({ code: "RATE_LIMITED", errors: body.errors });
});

test("a 429 whose Retry-After is too long fails its call, and closes the queue for a minute", async () => {
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? after(3_600) : ok()) });
  const client = connect(wire, { timeout: 300_000 }, given);
  expect(await rejection(client.execute(query))).toMatchObject({ retryAfterMs: 3_600_000, attempts: 1 });
  const { failures, seconds } = await burst(wire, [() => client.execute(query)]);
  expect(failures).toBe(0);
  expect(seconds).toBeGreaterThanOrEqual(60);
  expect(seconds).toBeLessThan(63);
});

// ---- To the millisecond ----

/** A queue after a 429 to the last of four calls. The pause ends after 1,020 ms, and calls have a deadline of a minute. */
function startLimited() {
  const queue = createQueue();
  const startedAt = performance.now();
  const sent: string[] = [];
  const call = (deadlineMs = 60_000, signal?: AbortSignal): QueuedCall => {
    return { endsAt: startedAt + deadlineMs, signal, onWait: vi.fn() };
  };
  /** Enters the queue. Adds the name to `sent` when the call has its slot. */
  const enter = async (name: string, one = call()) => {
    await queue.enter(one);
    sent.push(name);
    return one;
  };
  const rejected = call();
  const first = [call(), call(), call(), rejected];
  for (const one of first) void queue.enter(one);
  for (const one of first.slice(0, 3)) queue.leave(one, undefined);
  const failure = new Failure("RATE_LIMITED", "the platform limits the rate.", { retryAfterMs: 1000 });
  queue.leave(rejected, failure);
  return { queue, call, enter, sent, startedAt, rejected: { ...rejected, rejection: failure } };
}

test("a call that was rejected reports its wait even if it has a slot at once", async () => {
  const { queue, rejected } = startLimited();
  await vi.advanceTimersByTimeAsync(1_020);
  expect(queue.enter(rejected)).toBeUndefined();
  expect(rejected.onWait).toHaveBeenCalledExactlyOnceWith(0);
});

test("a call waits if its deadline is at least 2 ms after the end of the pause, and fails at its deadline", async () => {
  const { queue, call, enter, sent } = startLimited();
  expect(() => queue.enter(call(1_021))).toThrow(Failure);
  const [probe, late] = [enter("probe", call(1_022)), enter("late", call(1_500)).catch((error: unknown) => error)];
  await vi.advanceTimersByTimeAsync(1_020);
  await probe;
  await vi.advanceTimersByTimeAsync(479);
  expect(sent).toEqual(["probe"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toMatchObject({ code: "RATE_LIMITED", facts: { retryAfterMs: 520 } });
});

test("a new call waits behind the others, even if a slot is free and their timer is late", async () => {
  const { enter, sent, startedAt } = startLimited();
  const calls = [enter("first")];
  const now = vi.spyOn(performance, "now").mockReturnValue(startedAt + 1_100);
  calls.push(enter("second"));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["first"]);
  now.mockRestore();
  void Promise.allSettled(calls);
});

test("a call that is aborted when it gets its slot gives it to the next one", async () => {
  const { call, enter, sent } = startLimited();
  const controller = new AbortController();
  const aborted = enter("aborted", call(60_000, controller.signal)).catch((error: unknown) => error);
  void enter("next");
  void enter("last");
  vi.advanceTimersByTime(1_020);
  controller.abort("left");
  expect(await aborted).toBe("left");
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["next"]);
});
