/** Virtual time: timers run in their order, without waiting. A simulation of minutes takes milliseconds. */

import { createRandom } from "./random.ts";

interface Timer {
  readonly at: number;
  readonly id: number;
  readonly run: () => void;
}

/**
 * Runs `work` with virtual timers and clocks, and with random numbers that depend on the seed alone. Programs
 * that read other clocks or sockets do not work in it.
 */
export async function runVirtually<Result>(seed: number, work: () => Promise<Result>): Promise<Result> {
  const { setTimeout, clearTimeout } = globalThis;
  const { now: dateNow } = Date;
  const { random } = Math;
  const drain = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** A binary heap, ordered by `at` and `id`. */
  const heap: Timer[] = [];
  const cleared = new Set<number>();
  let now = 1e6;
  let ids = 0;
  let isDone = false;

  Object.assign(Math, { random: createRandom(seed) });
  Object.assign(Date, { now: () => 1.8e12 + now });
  Object.assign(performance, { now: () => now });
  Object.assign(globalThis, {
    setTimeout: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
      const id = ++ids;
      // As in Node.js, at least 1 ms.
      push(heap, { at: now + Math.max(1, Math.trunc(ms) || 1), id, run: () => run(...values) });
      const timer = {
        id,
        ref: () => timer,
        unref: () => timer,
        hasRef: () => true,
        [Symbol.toPrimitive]: () => id,
      };
      return timer;
    },
    clearTimeout: (timer?: { readonly id: number }) => void (timer && cleared.add(timer.id)),
  });
  try {
    const result = work().finally(() => {
      isDone = true;
    });
    result.catch(() => {});
    for (let idle = 0; idle < 100; ) {
      await drain();
      if (isDone) return await result;
      const timer = pop(heap);
      idle = timer ? 0 : idle + 1;
      if (!timer || cleared.delete(timer.id)) continue;
      now = timer.at;
      timer.run();
    }
    throw new Error("No timer is left, and the work has not ended.");
  } finally {
    Object.assign(Math, { random });
    Object.assign(Date, { now: dateNow });
    Reflect.deleteProperty(performance, "now");
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}

const isBefore = (left: Timer, right: Timer) => left.at - right.at || left.id - right.id;

function push(heap: Timer[], timer: Timer): void {
  let index = heap.push(timer) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Timer;
    if (isBefore(above, timer) <= 0) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = timer;
}

function pop(heap: Timer[]): Timer | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (!last || first === last) return first;
  let index = 0;
  for (;;) {
    let child = index * 2 + 1;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer) < 0) child++;
    if (child >= heap.length || isBefore(last, heap[child] as Timer) <= 0) break;
    heap[index] = heap[child] as Timer;
    index = child;
  }
  heap[index] = last;
  return first;
}
