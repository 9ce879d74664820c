/** Runs `examples/testing.test.ts` with the operations and the schema of the fixtures, not of the owner. */

import { vi } from "vitest";

vi.mock(
  "@integration-platform/graphql/operations",
  () => import("./fixtures/platform/generated/operations.ts"),
);
vi.mock("@integration-platform/graphql/schema", () => import("./fixtures/platform/generated/schema.ts"));
// Not a literal, so that the compiler does not check the example against the operations of this repository.
const example = "../examples/testing.test.ts";
await import(example);
