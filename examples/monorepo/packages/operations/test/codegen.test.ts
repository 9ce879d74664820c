import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScratch, run } from "./scratch.ts";

const CODEGEN = ["--config", "codegen.ts", "--errors-only"];

test("what is committed is what codegen writes", async () => {
  expect(await run(await createScratch(), "graphql-codegen", [...CODEGEN, "--check"])).toEqual({ code: 0, output: "" });
});

test("a name that is there twice is refused, with both places", async () => {
  const folder = await createScratch();
  await writeFile(join(folder, "operations/twice.graphql"), "query ListRows { integrations { nodes { id } } }");
  const message = 'There can be only one operation named "ListRows". (and operations/twice.graphql:1:7)';
  const output = `operations/list-rows.graphql:2:7: ${message}\n`;
  expect(await run(folder, "graphql-codegen", CODEGEN)).toEqual({ code: 1, output });
});

test("an operation that does not fit the schema is refused, with its place", async () => {
  const folder = await createScratch();
  await writeFile(join(folder, "operations/wrong.graphql"), "query Wrong { integrations { nodes { nme } } }");
  const { code, output } = await run(folder, "graphql-codegen", CODEGEN);
  expect(code).toBe(1);
  expect(output).toMatch(/^operations\/wrong\.graphql:1:38: Cannot query field "nme" on type "Integration"/);
});

test("a name that the package has already is refused", async () => {
  const folder = await createScratch();
  await writeFile(join(folder, "operations/ours.graphql"), "query ListIntegrations { integrations { nodes { id } } }");
  const { code, output } = await run(folder, "graphql-codegen", CODEGEN);
  expect(output).toMatch(
    /^operations\/ours\.graphql:1:7: "ListIntegrations" is the name of an operation in .+: import that one/,
  );
  expect(code).toBe(1);
});
