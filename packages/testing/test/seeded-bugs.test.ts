/** Tests of an application on the simulated platform catch the bugs that are put into it. */

import { expect, test } from "vitest";
import { measure } from "../../../checks/simulation/applications/measure.ts";
import { createApplication } from "../../../checks/simulation/customers.ts";
import { findCaught, findFailures } from "../../../checks/simulation/seeded-bugs.ts";
import { measureStyles } from "../../../checks/simulation/styles/measure.ts";
import { createPlatformMock } from "../../../examples/customers/platform.ts";

test("passes the tests of the correct application, and catches ten of ten bugs", async () => {
  const customers = createApplication(createPlatformMock);
  expect(await findFailures(customers)).toEqual([]);
  const caught = await findCaught(customers);
  expect([...caught.values()].map((failures) => failures.length > 0)).toEqual(Array(10).fill(true));
});

test("with rules, applications of five styles pass all tests, and each of 116 bugs is caught", {
  tags: ["slow"],
}, async () => {
  const measured = await measure(["rules"]);
  expect(
    measured.map(({ application, falseAlarms, missed }) => ({ application, falseAlarms, missed })),
  ).toEqual(
    ["newsroom", "storefront", "tracker", "bookings", "dashboard"].map((application) => ({
      ...{ application, falseAlarms: [], missed: [] },
    })),
  );
  expect(measured.reduce((sum, { bugs }) => sum + bugs, 0)).toBe(116);
});

test("with rules, each of 57 operations in the styles of six products is answered right, and none silently wrong without", {
  tags: ["slow"],
}, async () => {
  const measured = await measureStyles();
  const declared = measured.filter(({ rules }) => rules === "declared");
  expect(declared.map(({ style, loud, wrong }) => ({ style, loud, wrong }))).toEqual(
    ["contentful", "github", "postgraphile", "saleor", "strapi", "wpgraphql"].map((style) => ({
      style,
      loud: 0,
      wrong: [],
    })),
  );
  expect(declared.reduce((sum, { right }) => sum + right, 0)).toBe(57);
  expect(measured.flatMap(({ wrong }) => wrong)).toEqual([]);
});
