/** The TypeScript blocks of the documentation compile, run, and print their output. */

import { afterAll, expect, test, vi } from "vitest";
import { readPages, usesLibrary, writeBlocks } from "./support/blocks.ts";
import { runBlock } from "./support/run-block.ts";

vi.mock(
  "@integration-platform/graphql/operations",
  () => import("./fixtures/platform/generated/operations.ts"),
);
vi.mock(
  "@integration-platform/graphql/documents",
  () => import("./fixtures/platform/generated/documents.ts"),
);
vi.mock("@integration-platform/graphql/schema", () => import("./fixtures/platform/generated/schema.ts"));

const all = await readPages();
/** Without the quick start, which `walk.test.ts` runs. */
const blocks = all.filter(({ place }) => !place.startsWith("docs/quick-start.md"));
/** Without the blocks of other clients and libraries, which checks compile and run. */
const typescript = blocks.filter(
  (block) => block.language === "ts" && !/^(other-client|recipe)$/.test(block.flags) && !usesLibrary(block),
);
const runnable = typescript.filter(({ flags }) => flags !== "no-run");
const written = await writeBlocks(typescript);

afterAll(() => written[Symbol.asyncDispose]());

test("all TypeScript blocks compile", { tags: ["slow"] }, async () => {
  expect(await written.compile()).toBe("");
});

test.each(runnable)("$place runs on the simulated platform and prints its output", async (block) => {
  const printed = await runBlock(block, written.files[typescript.indexOf(block)] ?? "");
  if (block.output !== undefined) expect(printed).toBe(block.output);
});

test("a block with a vault that fails sends no error page as a token, and its error names the vault", async () => {
  const uses = runnable.filter(({ code }) => /vault\.[\s\S]*execute\(/.test(code));
  expect(uses.map(({ place }) => place.split(":")[0])).toEqual(["docs/client.md"]);
  for (const block of uses) {
    const file = `${written.files[typescript.indexOf(block)]}?down`;
    const error = await runBlock(block, file, true).catch((thrown) => thrown);
    expect([error.code, error.attempts, String(error.cause)]).toEqual([
      "REFRESH_UNAVAILABLE",
      // With the token of the cache.
      1,
      "Error: The vault returned HTTP 503.",
    ]);
  }
});

// It uses the operations and the schema of the fixtures too. Not a literal, so that the compiler does not
// check the example against the operations of this repository.
const example = "../examples/testing.test.ts";
await import(example);
