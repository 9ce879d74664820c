import { beforeEach, onTestFinished, vi } from "vitest";

/** Tests that take about a second each: the built package, 10,000 calls, a response of 200 MB. */
const SLOW = /^(?:a script |10,000 calls|stops at the size limit|an outage .*500 calls)/;

beforeEach(({ task, skip }) => {
  // Stryker sets `testNamePattern` itself.
  skip(SLOW.test(task.name));
  // Delays are real with real sockets. Without jitter they take no time.
  if (!task.file.name.includes("transport")) return;
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});
