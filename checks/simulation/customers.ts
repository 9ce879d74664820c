/** The application of the examples with its tests and bugs, for a mock of its API. */

import { bugs } from "../../examples/customers/bugs.ts";
import { cases } from "../../examples/customers/cases.ts";
import type { Customers, Execute } from "../../examples/customers/customers.ts";
import type { Application } from "./seeded-bugs.ts";

export const createApplication = (openApi: () => Promise<Execute>): Application<Customers, Execute> => ({
  source: new URL("../../examples/customers/customers.ts", import.meta.url),
  name: "createCustomers",
  cases,
  bugs,
  openApi,
});
