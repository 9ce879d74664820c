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

/**
 * Observes real timers that were set since then and not cleared, and those of them that keep a process
 * running.
 */
export function observeTimers(): () => { readonly pending: number; readonly holding: number } {
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  return () => {
    const cleared = new Set<unknown>(clear.mock.calls.map(([timer]) => timer));
    const pending = set.mock.results.map(({ value }) => value).filter((timer) => !cleared.has(timer));
    return { pending: pending.length, holding: pending.filter((timer) => timer.hasRef()).length };
  };
}
