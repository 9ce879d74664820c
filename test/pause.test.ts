/** Rate limits without a limiter: the calls of a client after a response that names the end of a limit. */

import { expect, test, vi } from "vitest";
import { mutation, query } from "./support/documents.ts";
import { holdTimers } from "./support/timers.ts";
import { connect, createWire, json, ok, rejection, type Sent } from "./support/wire.ts";

const NOW = Date.UTC(2030, 0, 1);
const SECONDS = NOW / 1_000;
const suppliedToken = { accessToken: "a" };

function start(api: (sent: Sent) => Response | Promise<Response>, options = {}) {
  holdTimers("Date", "performance");
  vi.setSystemTime(NOW);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const instants: number[] = [];
  const startedAt = performance.now();
  const wire = createWire({
    api: (sent) => {
      instants.push(Math.round(performance.now() - startedAt));
      return api(sent);
    },
  });
  return { client: connect(wire, options, suppliedToken), instants };
}

const limited = (headers: Record<string, string>, status = 429) => json({}, { status, headers });

/** The instants of both requests of a call whose first one is limited. */
async function measureWait(headers: Record<string, string>, status?: number): Promise<number | undefined> {
  const { client, instants } = start(({ nth }) => (nth === 1 ? limited(headers, status) : ok()));
  const call = client.execute(query);
  await vi.runAllTimersAsync();
  await call;
  return instants[1];
}

/** Half of the 300 ms by which a limited call spreads, and of the first delay without a named time. */
const JITTER = 150;

test.each<[Record<string, string>, number]>([
  [{ "Retry-After": "2" }, 2_000],
  [{ "RateLimit-Reset": "3" }, 3_000],
  [{ "X-RateLimit-Retry-After": "4" }, 4_000],
  [{ "X-RateLimit-Reset": "5" }, 5_000],
  [{ "X-Rate-Limit-Reset": "6" }, 6_000],
  [{ "X-RateLimit-Reset": `${SECONDS + 7}` }, 7_000],
  [{ "X-RateLimit-Reset": new Date(NOW + 8_000).toUTCString() }, 8_000],
  // By the clock of the platform, which is an hour ahead.
  [{ "RateLimit-Reset": `${SECONDS + 3_609}`, Date: new Date(NOW + 3_600_000).toUTCString() }, 9_000],
  [{ "Retry-After": "2", "RateLimit-Reset": "20" }, 2_000],
  [{ "X-Rate-Limit-Reset": "6", "X-RateLimit-Reset": "5" }, 5_000],
  [{ "X-RateLimit-Reset": "5", "X-RateLimit-Retry-After": "4" }, 4_000],
  [{ "X-RateLimit-Retry-After": "4", "RateLimit-Reset": "3" }, 3_000],
  [{ "Retry-After": "soon", "RateLimit-Reset": "20" }, 0],
  [{ "RateLimit-Reset": "soon" }, 0],
  [{ "Retry-After": "Mon, 99 Zzz 2030 00:00:00 GMT" }, 0],
  [{ "Retry-After": new Date(NOW - 8_000).toUTCString() }, 0],
  [{ "X-RateLimit-Reset": `${SECONDS - 7}` }, 0],
  // The first number that is a timestamp.
  [{ "X-RateLimit-Reset": `${Date.UTC(2024, 0, 1) / 1_000}` }, 0],
])("after a 429, a call waits as long as %j names, %i ms", async (headers, ms) => {
  expect(await measureWait(headers)).toBe(ms + JITTER);
});

test.each([503, 502])("after HTTP %i, only Retry-After names a time", async (status) => {
  expect(await measureWait({ "X-RateLimit-Reset": "50" }, status)).toBe(JITTER);
  expect(await measureWait({ "Retry-After": "2" }, status)).toBe(2_000 + JITTER);
});

test("the other calls of the client wait for the named time too, and hooks report it", async () => {
  const willWait = vi.fn();
  const options = { hooks: { willWait }, timeout: 100_000 };
  const { client, instants } = start(
    ({ nth }) => (nth === 1 ? limited({ "Retry-After": "60" }) : ok()),
    options,
  );
  const first = client.execute(mutation);
  await vi.advanceTimersByTimeAsync(500);
  const second = client.execute(query);
  await vi.runAllTimersAsync();
  await Promise.all([first, second]);
  expect(instants).toEqual([0, 60_000 + JITTER, 60_000 + JITTER]);
  expect(willWait.mock.calls).toEqual([[{ operation: "ReadValue", kind: "query", attempt: 1 }]]);
});

test("without a named time, no other call waits", async () => {
  const { client, instants } = start(({ nth }) => (nth === 1 ? limited({}) : ok()));
  const first = client.execute(query);
  await vi.advanceTimersByTimeAsync(10);
  const second = client.execute(query);
  await vi.runAllTimersAsync();
  await Promise.all([first, second]);
  expect(instants).toEqual([0, 10, JITTER]);
});

test("an operation that is always limited delays no other call by more than the named time", async () => {
  const isLimited = ({ headers }: Sent) => headers.get("x-name") === "limited";
  const { client } = start((sent) => (isLimited(sent) ? limited({ "Retry-After": "1" }) : ok()));
  const refused = rejection(client.execute(query, {}, { headers: { "x-name": "limited" } }));
  const waits: number[] = [];
  for (let call = 0; call < 20; call++) {
    await vi.advanceTimersByTimeAsync(700);
    const startedAt = performance.now();
    void client.execute(query).then(() => waits.push(performance.now() - startedAt));
  }
  await vi.runAllTimersAsync();
  expect(await refused).toMatchObject({ code: "RATE_LIMITED" });
  expect(waits).toHaveLength(20);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1_000 + JITTER);
});

test("a call that cannot wait for the named time is sent at once, and its own response decides", async () => {
  const { client, instants } = start(({ nth }) => (nth === 1 ? limited({ "Retry-After": "20" }) : ok()));
  const first = client.execute(query);
  await vi.advanceTimersByTimeAsync(10);
  const leftMs = 20_000 - 10 + JITTER;
  expect(await client.execute(query, {}, { timeout: leftMs })).toEqual({ value: "fine" });
  const waiting = client.execute(query, {}, { timeout: leftMs + 1 });
  expect(instants).toEqual([0, 10]);
  await vi.runAllTimersAsync();
  await Promise.all([first, waiting]);
  expect(instants).toEqual([0, 10, 20_000 + JITTER, 20_000 + JITTER]);
});

test("a named time above 60 s fails its call at once, and delays no other one", async () => {
  const { client } = start(({ nth }) => (nth === 1 ? limited({ "X-RateLimit-Reset": "3600" }) : ok()));
  expect(await rejection(client.execute(query, {}, { timeout: 300_000 }))).toMatchObject({
    code: "RATE_LIMITED",
    retryAfterMs: 3_600_000,
    attempts: 1,
  });
  expect(await client.execute(query, {}, { timeout: 2 ** 31 - 1 })).toEqual({ value: "fine" });
  expect(vi.getTimerCount()).toBe(0);
});

test("a call that was limited is sent again after its own named time, not after that of another call", async () => {
  const later = () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(limited({ "Retry-After": "5" })), 1_000));
  const { client, instants } = start(({ nth }) => {
    if (nth > 2) return ok();
    return nth === 1 ? limited({ "Retry-After": "1" }) : later();
  });
  const calls = [client.execute(query), client.execute(query)];
  await vi.runAllTimersAsync();
  await Promise.all(calls);
  expect(instants).toEqual([0, 0, 1_000 + JITTER, 6_000 + JITTER]);
});

test("an aborted call leaves no timer", async () => {
  const { client } = start(() => limited({ "Retry-After": "20" }));
  const controller = new AbortController();
  const calls = [0, 1].map(() => rejection(client.execute(query, {}, { signal: controller.signal })));
  await vi.advanceTimersByTimeAsync(10);
  calls.push(rejection(client.execute(query, {}, { signal: controller.signal })));
  controller.abort("left");
  expect(await Promise.all(calls)).toEqual(["left", "left", "left"]);
  expect(vi.getTimerCount()).toBe(0);
});
