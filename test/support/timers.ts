/** Timers that a test holds in its hand. */

import { onTestFinished, vi } from "vitest";

/** Fakes timers, and nothing else, until the end of the test. */
export function holdTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Resolves as soon as something waits. `vi.waitFor` would move the timers on. */
export async function someTimer(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
}
