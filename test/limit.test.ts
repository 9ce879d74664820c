/** The window of slots after a 429, to the millisecond. */

import { expect, test } from "vitest";
import { createLimit, type Slot } from "../src/limit.ts";

/** A limit, and the requests on the way. */
function start() {
  const [limit, open] = [createLimit(), [] as Slot[]];
  /** Takes slots until there is none, at most 100. */
  const fill = (now: number, least = 0) => {
    let count = 0;
    for (let slot = limit.take(now, least); slot; slot = count < 100 ? limit.take(now, least) : undefined) {
      open.push(slot);
      count++;
    }
    return count;
  };
  const each = (count: number, work: (slot: Slot) => void) => open.splice(0, count).forEach(work);
  const accept = (now: number, count: number, isWaitedFor = true) =>
    each(count, (slot) => limit.accept(slot, now, isWaitedFor));
  const reject = (now: number, count: number, restMs = 1_000, least = 0) =>
    each(count, (slot) => limit.reject(slot, now, restMs, least));
  return { limit, fill, accept, reject };
}

test("before a 429, each request has a slot", () => {
  const { fill } = start();
  expect([fill(0), fill(0)]).toEqual([100, 100]);
});

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
  reject(1_000, 7, 1_000, 6);
  expect([fill(1_999), fill(2_000)]).toEqual([0, 6]);
  accept(2_000, 6, false);
});

test("accepted requests add an eighth of a slot while calls wait, and half of the window after a second without a 429", () => {
  const { fill, accept, reject } = start();
  fill(0);
  reject(0, 100, 0);
  fill(10);
  accept(10, 4, false);
  expect(fill(10)).toBe(4);
  reject(10, 1, 0);
  // 4.375, and a part of a slot is one.
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
  expect([limit.waitMs(10), fill(509), fill(510)]).toEqual([500, 0, 4]);
});

test("a slot whose response says nothing about the limit is free at once", () => {
  const { limit, fill, reject } = start();
  fill(0);
  reject(0, 100, 0);
  const slot = limit.take(1, 0) as Slot;
  expect(fill(1)).toBe(3);
  limit.free(slot);
  expect(fill(1)).toBe(1);
});

test("the next slot is free at the end of the first rest", () => {
  const { limit, fill, reject } = start();
  fill(0);
  reject(0, 99, 400);
  reject(0, 1, 300);
  expect([limit.waitMs(0), limit.waitMs(100), limit.waitMs(600)]).toEqual([400, 300, 0]);
});

test("a limit is forgotten a minute after its last rest", () => {
  const { fill, accept, reject } = start();
  fill(0);
  reject(0, 100, 2_000);
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
