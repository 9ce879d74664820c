/**
 * Fleets of 4 processes that share one rotating credential, with stores that fail, hang and write late,
 * processes that restart, and callers that abort.
 */

import { beforeEach, expect, test, vi } from "vitest";
import { runFleet } from "./support/fleet.ts";
import { createRandom, SAMPLES } from "./support/random.ts";
import { hashAtOnce } from "./support/wire.ts";

const FLEETS = SAMPLES;
const PROCESSES = 4;
const LIFETIMES = 6;

beforeEach(() => {
  hashAtOnce();
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "Date", "performance"],
    now: Date.UTC(2030, 0, 1),
  });
});

const advance = async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms));

test.each([0, 0.01, 0.05])(
  "keeps every process working, and sends no refresh token twice (failures: %f)",
  async (failureRate) => {
    let lost = 0;
    for (let seed = 1; seed <= FLEETS; seed++) {
      vi.spyOn(Math, "random").mockImplementation(createRandom(seed));
      const options = { seed, failureRate, processes: PROCESSES, lifetimes: LIFETIMES };
      const fleet = await runFleet(options, advance);
      const report = JSON.stringify({ seed, ...fleet });
      if (process.env.FLEET_LOG) process.stdout.write(`${failureRate} ${report}\n`);
      expect(fleet.reuses, report).toBe(0);
      if (fleet.isLost) {
        lost++;
        continue;
      }
      expect(fleet.finalCodes, report).toEqual(Array(PROCESSES).fill("OK"));
      const { ABORTED: _, ...failures } = fleet.failures;
      if (failureRate === 0) expect(failures, report).toEqual({});
      // The simulation is a little longer than its lifetimes, and tokens are refreshed early.
      expect(fleet.rotations, report).toBeLessThanOrEqual(LIFETIMES + 3);
    }
    expect(lost).toBeLessThanOrEqual(Math.ceil(FLEETS / 10));
  },
);
