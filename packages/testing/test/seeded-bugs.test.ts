/**
 * An application whose tests run on the simulated platform: each bug that is put into it makes a test fail.
 */

import { expect, test } from "vitest";
import { measure } from "../../../checks/simulation/applications/measure.ts";
import { createApplication } from "../../../checks/simulation/customers.ts";
import { findCaught, findFailures } from "../../../checks/simulation/seeded-bugs.ts";
import { createPlatformMock } from "../../../examples/customers/platform.ts";

test("passes the tests of the correct application, and catches ten of ten bugs", async () => {
  const customers = createApplication(createPlatformMock);
  expect(await findFailures(customers)).toEqual([]);
  const caught = await findCaught(customers);
  expect([...caught.values()].map((failures) => failures.length > 0)).toEqual(Array(10).fill(true));
});

test.for([
  ["bookings", 22],
  ["releases", 20],
] as const)(
  "with rules, %s passes all tests, and each of %d bugs is caught",
  {
    tags: ["slow"],
  },
  async ([name, count]) => {
    const { falseAlarms, missed, bugs } = await measure(name, "rules");
    expect({ falseAlarms, missed, bugs }).toEqual({ falseAlarms: [], missed: [], bugs: count });
  },
);
