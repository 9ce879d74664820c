import { beforeEach, onTestFinished, vi } from "vitest";

/** Takes a second each and would meet nearly every mutant: the built package, 10,000 calls, a bomb of 200 MB. */
const SLOW = /^(?:31: a script|38: leaves no listener|40: stops at the size cap)/;

beforeEach(({ task, skip }) => {
  // Not by `testNamePattern`: Stryker has its own.
  skip(SLOW.test(task.name));
  // Over real sockets the waits between tries are real: with no jitter at all they take no time.
  if (!task.file.name.includes("transport")) return;
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});
