/** What a limit learns from responses, to the millisecond. The queue that uses it is in queue.test.ts. */

import { beforeEach, expect, test, vi } from "vitest";
import { createLimit } from "../src/limit.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  // No jitter.
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

/** A limit, and what a queue with an endless list of calls does with it. */
function start() {
  const [limit, startedAt, open] = [createLimit(), performance.now(), [] as number[]];
  const at = (ms: number) => vi.advanceTimersByTime(startedAt + ms - performance.now());
  /** Sends all requests that the limit allows, or `maximum`. Returns their number. */
  const send = (ms: number, maximum = 100) => {
    at(ms);
    let count = 0;
    for (let epoch = 0; count < maximum; count++) {
      epoch = limit.take();
      if (epoch === 0) break;
      open.push(epoch);
    }
    return count;
  };
  /** Responds to the first `count` requests without a response. Returns when the next ones can be sent. */
  const respond = (ms: number, count: number, isAccepted: boolean | undefined, retryAfterMs?: number) => {
    at(ms);
    for (const epoch of open.splice(0, count)) limit.release(epoch, isAccepted, retryAfterMs);
    return Math.ceil(limit.nextAt - startedAt);
  };
  return { limit, send, accept: (ms: number, count = 1) => respond(ms, count, true), respond };
}

/** A limit after a burst: `count` requests were accepted, then one is rejected at 100 ms. */
function startLimited(count: number, retryAfterMs?: number) {
  const run = start();
  run.send(0, count + 1);
  run.accept(100, count);
  return { ...run, nextAt: run.respond(100, 1, false, retryAfterMs) };
}

/** A limit of `count` requests per second with `Retry-After`, in its first period, at 1140 ms. All but extra ones are accepted. */
function startPeriod(count: number) {
  const run = startLimited(count, 1000);
  run.send(1120);
  run.accept(1130);
  run.send(1130);
  run.accept(1140, count - 1);
  return run;
}

test("before a 429, each request has a slot, in any number", () => {
  const { limit, send, accept } = start();
  expect(send(0)).toBe(100);
  expect(accept(10, 100)).toBe(-performance.now() + 10);
  expect(send(20)).toBe(100);
  expect(limit.nextAt).toBe(0);
});

// ---- With Retry-After ----

test("after `Retry-After`, one request is sent, then as many as were accepted in the period, and an extra one", () => {
  const { nextAt, send, accept, respond } = startLimited(5, 1000);
  expect(nextAt).toBe(1120);
  expect([send(1119), send(1120), send(1125)]).toEqual([0, 1, 0]);
  // The period begins when its first request is accepted.
  expect(accept(1130)).toBe(2130);
  expect([send(1130), send(1135)]).toEqual([4, 0]);
  accept(1140, 3);
  expect(send(1141)).toBe(0);
  accept(1142);
  expect([send(1142), send(1143)]).toEqual([1, 0]);
  // The next period begins one period after this one, 20 ms late.
  expect(respond(1150, 1, false, 1000)).toBe(2150);
  expect([send(2149), send(2150), send(2151)]).toEqual([0, 5, 0]);
});

test("requests follow within the period of the first one, even if a 429 to an extra one is slow", () => {
  const { send, accept, respond } = startPeriod(2);
  send(1140);
  expect(respond(1600, 1, false, 1000)).toBe(2150);
  expect(send(2150)).toBe(2);
  accept(2160, 2);
  send(2160);
  // A longer `Retry-After` is a longer period.
  expect(respond(2170, 1, false, 3000)).toBe(5170);
  expect(send(5170)).toBe(2);
  accept(5180, 2);
  send(5180);
  // A shorter one ends it earlier.
  expect(respond(5190, 1, false, 1000)).toBe(6210);
});

test("extra requests double while they are accepted, in the first half of a period", () => {
  const { send, accept } = startPeriod(3);
  expect(send(1140)).toBe(1);
  accept(1150);
  expect(send(1150)).toBe(2);
  accept(1160);
  expect(send(1160)).toBe(0);
  accept(1161);
  expect(send(1161)).toBe(4);
  accept(1629, 4);
  expect(send(1629)).toBe(8);
  accept(1630, 8);
  expect(send(1630)).toBe(0);
});

test("a period without a 429 has the size of the last one, and a second one the number that was accepted", () => {
  const { send, accept } = startPeriod(3);
  send(1140);
  accept(1150);
  send(1150);
  accept(1700, 2);
  expect(send(2130)).toBe(3);
  accept(2140, 3);
  expect(send(2140)).toBe(1);
  accept(2150);
  expect(send(2150)).toBe(2);
  accept(2700, 2);
  // 3 and 3 extra ones. The next extra ones are twice as many.
  expect(send(3130)).toBe(6);
  accept(3140, 6);
  expect(send(3140)).toBe(4);
});

test("a period with rejected requests is followed by one with the accepted number, at least half and at most one more", () => {
  const sizes = [10, 6, 2, 8, 100].map((accepted) => {
    const { send, accept, respond } = startPeriod(10);
    let sent = 1;
    for (let extra = send(1140); accepted > 10 && sent < accepted - 10; extra = send(1150)) {
      sent += extra;
      accept(1150, extra);
    }
    respond(1160, 100, false, 1000);
    // The second period: `accepted` of 10 requests.
    const count = send(2200);
    accept(2210, Math.min(accepted, count));
    respond(2210, 100, false, 1000);
    return [count, send(3300)];
  });
  expect(sizes).toEqual([
    [10, 10],
    [10, 6],
    [10, 5],
    [10, 8],
    [11, 11],
  ]);
});

test("a period whose first request is rejected begins with one request again", () => {
  const { send, accept, respond } = startLimited(4, 1000);
  send(1120);
  expect(respond(1130, 1, false, 2000)).toBe(3150);
  expect(send(3150)).toBe(1);
  accept(3160);
  expect(send(3160)).toBe(3);
  // All of the next period are rejected: nothing was accepted in it.
  expect(send(5170)).toBe(4);
  respond(5180, 3, undefined);
});

test("late 429s of the same period extend the pause to the end of their `Retry-After`", () => {
  const { limit, send, accept, respond } = start();
  send(0, 5);
  accept(10, 2);
  expect(respond(10, 1, false, 1000)).toBe(1030);
  expect(respond(20, 1, false, 3000)).toBe(3020);
  expect(respond(30, 1, false, 500)).toBe(3020);
  expect(limit.take()).toBe(0);
  expect([send(3019), send(3020)]).toEqual([0, 1]);
});

test("the longest pause is a minute, and a limit is forgotten a minute after its end", () => {
  const { nextAt, send } = startLimited(1, 3_600_000);
  expect(nextAt).toBe(60_120);
  expect([send(60_119), send(60_120)]).toEqual([0, 1]);
  expect([send(120_119), send(120_120)]).toEqual([0, 100]);
});

test("a limit that was forgotten is learned again", () => {
  const { send, accept, respond } = startLimited(9, 1000);
  send(1120);
  accept(1130);
  respond(1140, send(1130), true);
  // 3 requests, long after the others.
  send(70_000, 4);
  accept(70_010, 3);
  expect(respond(70_010, 1, false, 1000)).toBe(71_030);
  expect(send(71_030)).toBe(1);
  accept(71_040);
  expect(send(71_040)).toBe(2);
});

// ---- Without Retry-After ----

test("without `Retry-After`, one request is sent after 100 ms, and pauses grow by a quarter up to 2 s", () => {
  const { nextAt, send, respond } = startLimited(0);
  expect(nextAt).toBe(200);
  const pauses = [];
  for (let [now, next] = [200, 0]; pauses.length < 15; now = next) {
    expect([send(now - 1), send(now), send(now)]).toEqual([0, 1, 0]);
    next = respond(now, 1, false);
    pauses.push(next - now);
  }
  expect(pauses).toEqual([125, 157, 196, 245, 306, 382, 477, 597, 746, 932, 1165, 1456, 1819, 2000, 2000]);
});

test("a pause without `Retry-After` has a jitter of a quarter", () => {
  const pauses = [0, 1].map((random) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    return startLimited(0).nextAt - 100;
  });
  expect(pauses).toEqual([75, 125]);
});

test("requests follow one by one at the accepted rate, which grows", () => {
  const { send, accept } = startLimited(10);
  expect(send(200)).toBe(1);
  // 10 requests in 210 ms.
  expect(accept(210)).toBe(231);
  expect([send(230), send(231), send(232)]).toEqual([0, 1, 0]);
  const times = [];
  for (let now = 232; times.length < 4; now++) if (send(now) > 0) times.push(now);
  expect(times).toEqual([252, 273, 294, 314]);
});

test("a rate is reduced by a quarter, or by half after a repeated 429, at most once in a second", () => {
  const rates = [0, 1].map((repeated) => {
    const { send, accept, respond } = startLimited(10);
    send(200);
    accept(210);
    // 21 ms at first. The first 429 is within a second.
    const interval = (now: number) => {
      expect(send(now)).toBe(1);
      let next = respond(now + 1, 1, false);
      for (let index = 0; index < repeated; index++) {
        send(next);
        next = respond(next + 1, 1, false);
      }
      send(next);
      return accept(next + 1) - next - 1;
    };
    return [interval(231), interval(1300)];
  });
  expect(rates).toEqual([
    [21, 28],
    [21, 42],
  ]);
});

test("1.5 s after the last pause, extra requests double while they are accepted, and their 429 causes no pause", () => {
  const { limit, send, accept, respond } = startLimited(1);
  send(200);
  // One request in 210 ms.
  accept(210);
  const run = (ms: number) => {
    const count = send(ms);
    accept(ms, count);
    return count;
  };
  const counts = [];
  for (let now = 420; now <= 1_700; now += 100) counts.push(run(now));
  expect(counts.every((count) => count <= 1)).toBe(true);
  run(1_720);
  run(1_900);
  const extra = [];
  for (let now = 1_901; extra.length < 4; now++) extra.push(run(now));
  expect(extra).toEqual([1, 2, 4, 8]);
  const { nextAt } = limit;
  send(1_910);
  respond(1_911, 1, false);
  expect(limit.nextAt).toBe(nextAt);
});

test("the shortest rate is one request in 2 s", () => {
  const { send, accept, respond } = startLimited(0);
  for (let now = 200; now < 9_000; now += 2_000) {
    send(now);
    respond(now, 1, false);
  }
  send(20_000);
  expect(accept(20_000)).toBe(22_000);
});

// ---- Slow and lost requests ----

test("a request without a response after a second lets the others go on", () => {
  const { send } = startLimited(3, 1000);
  expect([send(1120), send(2119), send(2120)]).toEqual([1, 0, 2]);
});

test("if the first request after a pause has no response, another one is sent", () => {
  const { send, respond } = startLimited(3, 1000);
  send(1120);
  respond(1130, 1, undefined);
  expect([send(1130), send(1131)]).toEqual([1, 0]);
});

test("responses to requests before a 429 do not end the pause", () => {
  const { limit, send, accept } = start();
  send(0, 3);
  accept(10);
  expect(limit.release(1, false, 1000)).toBe(true);
  expect(limit.release(1, false, 1000)).toBe(false);
  expect(limit.release(1, true)).toBe(false);
  expect([send(1029), send(1030)]).toEqual([0, 1]);
});

test.each([[0], [1000]])(
  "after a limit with Retry-After %d was forgotten, responses change nothing",
  (retryAfterMs) => {
    const { limit, send, accept } = startLimited(3, retryAfterMs);
    send(1200);
    accept(1210);
    send(100_000, 5);
    const epoch = limit.take();
    accept(100_010, 5);
    expect(limit.take()).toBe(epoch);
  },
);
