/** Undoes what a test has changed, because test files share a process. */

import { setTimeout } from "node:timers";
import { afterEach, vi } from "vitest";

afterEach(() => {
  // Before the timers, because a spy can be on a fake timer.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (globalThis.setTimeout !== setTimeout) throw new Error("the test has left another setTimeout");
});
