/** The blocks of the documentation that use other libraries. */

import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readBlocks, usesLibrary, writeBlocks } from "../../test/support/blocks.ts";
import { runBlock } from "../../test/support/run-block.ts";

vi.mock(
  "@integration-platform/graphql/operations",
  () => import("../../test/fixtures/platform/generated/operations.ts"),
);

const pages = globSync(["*.md", "docs/*.md"], { cwd: join(import.meta.dirname, "../..") });
const all = (await Promise.all(pages.map(readBlocks))).flat();
const blocks = all.filter(
  (block) => block.language === "ts" && block.flags !== "other-client" && usesLibrary(block),
);
const written = await writeBlocks(blocks, "checks/libraries");
afterAll(() => written[Symbol.asyncDispose]());

test("all TypeScript blocks with other libraries compile", async () => {
  expect(blocks.length).toBeGreaterThan(0);
  expect(await written.compile()).toBe("");
});

test.each(blocks.filter(({ flags }) => flags !== "no-run"))(
  "$place runs on the simulated platform and prints its output",
  async (block) => {
    const printed = await runBlock(block, written.files[blocks.indexOf(block)] ?? "");
    if (block.output !== undefined) expect(printed).toBe(block.output);
  },
);
