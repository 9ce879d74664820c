/** Tests of an application on the simulated platform catch the bugs that are put into it. */

import { expect, test } from "vitest";
import { createCustomers } from "../../../examples/customers/customers.ts";
import { createPlatformMock } from "../../../examples/customers/platform.ts";
import { findCaught, findFailures } from "../../../examples/customers/seeded-bugs.ts";

test("passes the tests of the correct application, and catches ten of ten bugs", async () => {
  expect(await findFailures(createCustomers, createPlatformMock)).toEqual([]);
  const caught = await findCaught(createPlatformMock, createCustomers);
  expect([...caught.values()].map((failures) => failures.length > 0)).toEqual(Array(10).fill(true));
});
