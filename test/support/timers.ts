/** Fake timers of one test. */

import { vi } from "vitest";

/** Fakes timers and these clocks, and nothing else, until the end of the test. */
export function holdTimers(...clocks: ("performance" | "Date")[]): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", ...clocks] });
}

/** Advances the fake timers while a promise is pending. Returns its result. */
export async function advance<Result>(ms: number, promise: PromiseLike<Result>): Promise<Result> {
  promise.then(undefined, () => {});
  await vi.advanceTimersByTimeAsync(ms);
  return promise;
}

/** Resolves when a timer is pending. `vi.waitFor` would advance the timers. */
export async function someTimer(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
}

/** Advances the fake timers until the promise settles. */
export async function settle(promise: PromiseLike<unknown>): Promise<void> {
  let isSettled = false;
  const end = () => {
    isSettled = true;
  };
  promise.then(end, end);
  while (!isSettled) {
    await new Promise(setImmediate);
    if (!isSettled) await vi.advanceTimersToNextTimerAsync();
  }
}

/** Observes real timers. Returns the number of those that were set since then, not cleared, and keep a process running. */
export function observeTimers(): () => number {
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  const isCleared = (timer: unknown) => clear.mock.calls.some(([cleared]) => cleared === timer);
  return () => set.mock.results.filter(({ value }) => value.hasRef() && !isCleared(value)).length;
}
