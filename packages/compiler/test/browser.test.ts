/** The compiler in a web page. */

import { build } from "esbuild";
import { expect } from "vitest";
import { browserTest } from "../../../test/support/browser.ts";

const PAGE = `
  import { buildSchema, parse, Source } from "graphql";
  import { check, compile, renderDeclaration, renderReport } from "../src/index.ts";
  const [before, after] = ["String!", "String"].map((type) => buildSchema("type Query { name: " + type + " }"));
  const operations = parse(new Source("query GetName { name }", "name.graphql"));
  const [{ declarations }] = compile(before, operations).definitions;
  globalThis.result = renderReport("github", check({ before, after, operations }), { sources: new Map() }).then(
    (report) => ({ types: declarations.map(renderDeclaration), report }),
  );`;

browserTest("compiles, checks and reports in a browser", async ({ page, complaints }) => {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname },
    bundle: true,
    platform: "browser",
    format: "iife",
    write: false,
    conditions: ["@integration-platform/source"],
  });
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
  expect(await page.evaluate("result")).toEqual({
    types: expect.arrayContaining([expect.stringContaining("readonly name: string;")]),
    report: expect.stringContaining(
      "Query.name is now nullable, was non-null: breaks code that reads it in 1 operation.",
    ),
  });
  expect(complaints).toEqual([]);
});
