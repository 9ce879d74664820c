/** The window of slots after a 429, to the millisecond. */

import { expect, test } from "vitest";
import {
  createLimit,
  onAccepted,
  onAnswered,
  onFailed,
  onLimited,
  returnSlot,
  takeSlot,
  waitMs,
} from "../src/limiter/limit.ts";
import type { Permit } from "../src/shared/limiter.ts";

/** A limit, and the requests on the way. */
function start() {
  const limit = createLimit();
  const open = [] as Permit[];
  /** Takes slots until there is none, at most 100. */
  const fill = (now: number, least = 0) => {
    let count = 0;
    for (
      let permit = takeSlot(limit, now, least);
      permit;
      permit = count < 100 ? takeSlot(limit, now, least) : undefined
    ) {
      open.push(permit);
      count++;
    }
    return count;
  };
  const endSlots = (count: number, work: (permit: Permit) => void) => open.splice(0, count).forEach(work);
  const accept = (now: number, count: number, isWaitedFor = true) =>
    endSlots(count, (permit) => onAccepted(limit, permit, now, isWaitedFor));
  const reject = (now: number, count: number, restMs = 1_000, least = 0) =>
    endSlots(count, (permit) => onLimited(limit, permit, now, restMs, true, least));
  const fail = (now: number, count: number) => endSlots(count, (permit) => onFailed(limit, permit, now));
  return { limit, open, fill, accept, reject, fail };
}

test("a 429 sets as many slots as requests are on the way, less one, and another one rests", () => {
  const { fill, accept, reject } = start();
  fill(0);
  accept(10, 90);
  // 10 on the way: 9 remain, one of them rests, and 9 are in use by the others.
  reject(100, 1);
  expect(fill(100)).toBe(0);
  accept(110, 9, false);
  expect(fill(110)).toBe(8);
  accept(120, 8, false);
  expect(fill(1_099)).toBe(8);
  accept(1_099, 8, false);
  expect(fill(1_100)).toBe(9);
  // The next 429 takes one of the nine slots, however few of them are in use.
  accept(1_110, 7, false);
  reject(1_200, 1, 0);
  expect(fill(1_200)).toBe(7);
});

test("at least four slots remain, and as many as the waiting calls need", () => {
  const { fill, accept, reject } = start();
  fill(0);
  reject(0, 100);
  expect([fill(999), fill(1_000)]).toEqual([0, 4]);
  expect(fill(1_000, 6.5)).toBe(3);
  accept(1_000, 2, false);
  reject(1_000, 5, 1_000, 6);
  expect([fill(1_999), fill(2_000)]).toEqual([1, 5]);
});

test("accepted requests add an eighth of a slot while calls wait, and half of the window after a second without a 429", () => {
  const { fill, accept, reject } = start();
  fill(0);
  reject(0, 100, 0);
  fill(10);
  accept(10, 4, false);
  expect(fill(10)).toBe(4);
  reject(10, 1, 0);
  // 4.375, and a part of a permit is one.
  accept(20, 3);
  expect(fill(20)).toBe(5);
  accept(30, 5);
  expect(fill(30)).toBe(5);
  // 5 + 0.125, and half of it.
  accept(1_009, 5, false);
  expect(fill(1_009)).toBe(5);
  accept(1_010, 1);
  expect(fill(1_010)).toBe(4);
  accept(1_400, 1);
  expect(fill(1_400)).toBe(1);
});

test("a request without a response has a slot for half a second", () => {
  const { limit, fill, reject } = start();
  fill(0);
  reject(0, 100, 0);
  expect(fill(10)).toBe(4);
  expect([waitMs(limit, 10), fill(509), fill(510)]).toEqual([500, 0, 4]);
});

test("a slot whose response says nothing about the limit is free at once", () => {
  const { limit, fill, reject } = start();
  fill(0);
  reject(0, 100, 0);
  const permit = takeSlot(limit, 1, 0) as Permit;
  expect(fill(1)).toBe(3);
  onAnswered(limit, permit, 1);
  expect(fill(1)).toBe(1);
});

test("the next slot is free at the end of the first rest", () => {
  const { limit, fill, reject } = start();
  fill(0);
  reject(0, 99, 400);
  reject(0, 1, 300);
  expect([waitMs(limit, 0), waitMs(limit, 100), waitMs(limit, 600)]).toEqual([400, 300, 0]);
});

test("a limit is forgotten a minute after its last rest", () => {
  const { fill, accept, reject } = start();
  fill(0);
  reject(0, 99, 2_000);
  reject(0, 1, 0);
  fill(2_000);
  accept(2_000, 4, false);
  expect(fill(61_999)).toBe(4);
  expect(fill(62_000)).toBe(100);
});

test("slots are free if the clock goes back: those that rest, and those of requests on the way", () => {
  const { fill, reject } = start();
  fill(1_000_000);
  reject(1_000_000, 90, 60_000);
  expect(fill(1_000_000)).toBe(0);
  expect(fill(500_000)).toBe(10);
});

// ---- Stalls ----

/** A limit that is stalled at 1,000 ms: four requests were sent at 0 ms, and all of them failed. */
function stall() {
  const started = start();
  const { limit, open, fail } = started;
  for (let count = 0; count < 4; count++) open.push(takeSlot(limit, 0, 0) as Permit);
  fail(1_000, 4);
  return started;
}

test("a stall begins when a whole round has failed, and nothing was accepted for a second", () => {
  expect(stall().limit).toMatchObject({ phase: "open", pauseEndsAt: 1_500 });
  const { limit, open, fail } = start();
  for (let count = 0; count < 5; count++) open.push(takeSlot(limit, 0, 0) as Permit);
  fail(999, 4);
  expect(limit.phase).toBe("unlimited");
  fail(1_000, 1);
  expect(limit.phase).toBe("open");

  const slow = start();
  for (let count = 0; count < 6; count++) slow.open.push(takeSlot(slow.limit, 0, 0) as Permit);
  slow.fail(1_100, 5);
  expect(slow.limit.phase).toBe("open");
});

test("a stall of a limited platform begins when as many requests were lost as there are slots", () => {
  const { limit, open, fill, accept, fail, reject } = start();
  for (let count = 0; count < 10; count++) open.push(takeSlot(limit, 0, 0) as Permit);
  reject(0, 1, 60_000);
  fail(1_000, 7);
  expect(limit.phase).toBe("limited");
  fail(1_000, 1);
  expect(limit.phase).toBe("open");
  open.length = 0;
  fill(1_500);
  // No slot rests any longer.
  accept(1_500, 1, false);
  expect(fill(1_500)).toBe(2);
});

test("after any other response, a stall begins with another whole round, and after another second", () => {
  /** Four of many requests fail, and one has a response. */
  const startAnswered = (count: number) => {
    const started = start();
    const { limit, open, accept, fail } = started;
    for (let nth = 0; nth < count; nth++) open.push(takeSlot(limit, 0, 0) as Permit);
    fail(900, 4);
    accept(900, 1, false);
    return started;
  };
  const short = startAnswered(9);
  short.fail(1_900, 3);
  expect(short.limit.phase).toBe("unlimited");
  short.fail(1_900, 1);
  expect(short.limit.phase).toBe("open");

  const early = startAnswered(10);
  early.fail(1_899, 4);
  expect(early.limit.phase).toBe("unlimited");
  early.fail(1_900, 1);
  expect(early.limit.phase).toBe("open");
});

test.each([
  ["does not begin while a slow request can still have a response", 600, 601, "unlimited"],
  ["begins if the lost requests are slow, too", 600, 600, "open"],
  ["begins if the oldest request is not slow", 601, 700, "open"],
])("a stall %s", (_, oldestAt, sentAt, phase) => {
  const { limit, open, fail } = start();
  returnSlot(limit, takeSlot(limit, 0, 0) as Permit);
  takeSlot(limit, oldestAt, 0);
  for (let count = 0; count < 5; count++) open.push(takeSlot(limit, sentAt, 0) as Permit);
  fail(1_100, 5);
  expect(limit.phase).toBe(phase);
});

test("in a stall, one request at a time is sent, after pauses that double up to eight seconds", () => {
  const { limit, fill, fail } = stall();
  const pauses: number[] = [];
  for (let now = 1_000; pauses.length < 6; now += pauses.at(-1) ?? 0) {
    pauses.push(waitMs(limit, now));
    const sentAt = now + (pauses.at(-1) ?? 0);
    expect([fill(sentAt - 1), fill(sentAt), fill(sentAt)]).toEqual([0, 1, 0]);
    expect(waitMs(limit, sentAt)).toBe(60_000);
    fail(sentAt, 1);
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
});

test("the next stall begins with the pause that was long enough, until the limit is forgotten", () => {
  const { limit, open, fill, accept, fail } = stall();
  /** Lets all requests fail, until a stall begins. Returns its pause. */
  const failAll = (now: number) => {
    while (limit.phase !== "open") {
      fill(now);
      fail(now, open.length);
    }
    return waitMs(limit, now);
  };
  fill(1_500);
  fail(1_500, 1);
  fill(2_500);
  accept(2_500, 1);
  expect(failAll(3_500)).toBe(1_000);
  fill(4_500);
  accept(4_500, 1);
  fill(64_500);
  accept(64_500, open.length, false);
  expect(failAll(65_500)).toBe(500);
});

test("a probe that names a time pauses for it, and the pause does not double", () => {
  const { limit, fill, fail, reject } = stall();
  fill(1_500);
  reject(1_500, 1, 3_000);
  expect(waitMs(limit, 1_500)).toBe(3_000);
  fill(4_500);
  fail(4_500, 1);
  expect(waitMs(limit, 4_500)).toBe(1_000);
});

test("after an accepted probe, each accepted request adds a slot, up to four", () => {
  const { limit, fill, accept } = stall();
  fill(1_500);
  accept(1_510, 1);
  // However many slots the waiting calls need.
  expect([limit.phase, fill(1_510, 9)]).toEqual(["half-open", 2]);
  accept(1_520, 1);
  expect(fill(1_520)).toBe(2);
  accept(1_530, 1);
  expect([limit.phase, fill(1_530)]).toEqual(["limited", 2]);
});

test("after an accepted probe, a rejection takes a slot, and at least one remains", () => {
  const { limit, open, fill, accept, reject } = stall();
  fill(1_500);
  accept(1_510, 1);
  fill(1_510);
  accept(1_520, 1);
  expect(fill(1_520)).toBe(2);
  // Two of the three slots remain.
  reject(1_530, 1, 0);
  returnSlot(limit, open.pop() as Permit);
  expect(fill(1_530)).toBe(1);
  reject(1_540, 2);
  expect([limit.phase, fill(2_539), fill(2_540)]).toEqual(["half-open", 0, 1]);
});

test("the probe that was aborted makes room for another one", () => {
  const { limit, open, fill } = stall();
  expect(fill(1_500)).toBe(1);
  returnSlot(limit, open.pop() as Permit);
  expect(fill(1_500)).toBe(1);
});
