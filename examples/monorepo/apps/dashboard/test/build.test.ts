import { join } from "node:path";
import { build, type Rollup } from "vite";
import { expect, test } from "vitest";

test("the build contains the page's operation, no other operation and no graphql", async () => {
  const options = {
    root: join(import.meta.dirname, ".."),
    logLevel: "error",
    build: { write: false },
  } as const;
  const { output } = (await build(options)) as Rollup.RollupOutput;
  const code = output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
  expect(code).toContain("query ListRows");
  expect(code).not.toContain("ReportRows");
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  expect(modules.filter((module) => /node_modules\/(?:graphql|msw)\//.test(module))).toEqual([]);
});
