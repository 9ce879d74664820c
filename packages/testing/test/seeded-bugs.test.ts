/** Tests of an application on the simulated platform catch the bugs that are put into it. */

import { expect, test } from "vitest";
import { createApplication } from "../../../checks/simulation/customers.ts";
import { findCaught, findFailures } from "../../../checks/simulation/seeded-bugs.ts";
import { createPlatformMock } from "../../../examples/customers/platform.ts";

test("passes the tests of the correct application, and catches ten of ten bugs", async () => {
  const customers = createApplication(createPlatformMock);
  expect(await findFailures(customers)).toEqual([]);
  const caught = await findCaught(customers);
  expect([...caught.values()].map((failures) => failures.length > 0)).toEqual(Array(10).fill(true));
});
