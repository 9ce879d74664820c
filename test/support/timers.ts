/** Fake timers of one test. */

import { vi } from "vitest";

/** Fakes timers, and nothing else, until the end of the test. */
export function holdTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

/** Resolves when a timer is pending. `vi.waitFor` would advance the timers. */
export async function someTimer(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
}
