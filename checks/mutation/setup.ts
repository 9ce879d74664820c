import { beforeEach, onTestFinished, vi } from "vitest";

/** Tests that take a second or two each: the built package, 10,000 calls, a response of 200 MB, timeouts of Node. */
const SLOW =
  /^(?:a script |10,000 calls|stops at the size limit|an outage .*500 calls|calls have full speed|reports the limits of Node)/;

beforeEach(({ task, skip }) => {
  // Stryker sets `testNamePattern` itself.
  skip(SLOW.test(task.name));
  // Delays are real with real sockets. Without jitter they take no time.
  if (!task.file.name.includes("transport")) return;
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});
