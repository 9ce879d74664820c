/**
 * Text of a schema and of operations in generated code: it is neither code, nor a directive, nor invisible.
 */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DIRECTIVES, foreignTexts, quoteGraphql, UNSEEN } from "../../../test/support/foreign.ts";
import { SAMPLES } from "../../../test/support/random.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const TSC = join(import.meta.dirname, "../../../node_modules/.bin/tsc");

const createPackage = (schema: string, operation: string): Project =>
  useProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": renderConfig(
      'schema: "schema.graphql", documents: "operations", output: "generated", schemaModule: true',
    ),
    "schema.graphql": schema,
    "operations/a.graphql": operation,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: "nodenext",
        allowImportingTsExtensions: true,
        skipLibCheck: true,
      },
      include: ["generated/types.ts", "generated/enums.ts", "generated/schema.ts"],
    }),
  });

async function generate(text: string): Promise<Record<string, string>> {
  const value = quoteGraphql(text);
  const comment = text.replaceAll(/(?!\t)[\p{Cc}]/gu, " ");
  const project = createPackage(
    `type Query { ${value} items(of: State = A): [State!]! @deprecated(reason: ${value}) }\n${value}\nenum State { ${value} A }`,
    `# ${comment}\nquery Get { items(of: A) }`,
  );
  expect(await project.run("codegen")).toMatchObject({ code: 0 });
  execFileSync(TSC, ["-p", project.folder], { stdio: "pipe" });
  const files = project.readAll();
  const { schemaSDL } = await import(join(project.folder, "generated/schema.ts"));
  expect(schemaSDL).toBe(project.read("schema.graphql").replaceAll(/\r\n|\r/g, "\n"));
  return Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith("generated/")));
}

function expectHarmless(files: Readonly<Record<string, string>>): void {
  for (const [name, latin1] of Object.entries(files)) {
    const text = Buffer.from(latin1, "latin1").toString("utf8");
    expect(text.match(UNSEEN)).toBeNull();
    // The schema is a literal there.
    if (name.endsWith("schema.ts")) continue;
    const comments =
      text.slice(text.indexOf("/* eslint-disable */") + 20).match(/\/\*\*[\s\S]*?\*\/|\/\/[^\n]*/g) ?? [];
    for (const directive of DIRECTIVES)
      for (const comment of comments) expect(comment.includes(directive), directive).toBe(false);
  }
}

test("directives of compilers, linters and test runners in descriptions are text", {
  tags: ["slow"],
}, async () => {
  expectHarmless(await generate(DIRECTIVES.join("\n")));
  expectHarmless(await generate(DIRECTIVES.join(" ")));
});

test("any text compiles, is the same at run time, and contains nothing that a reviewer cannot see", async () => {
  const check = async (text: string) => expectHarmless(await generate(text));
  await fc.assert(fc.asyncProperty(foreignTexts, check), { numRuns: SAMPLES, seed: 1 });
});

test("converted line endings are not stale, and another change is", async () => {
  const project = createPackage(
    "type Query {\r\n  items: [String]\r\n}\r\n",
    "query Get {\r\n  items\r\n}\r\n",
  );
  expect(await project.run("codegen")).toMatchObject({ code: 0 });
  for (const [name, text] of Object.entries(project.readAll()))
    if (name.startsWith("generated/")) project.write({ [name]: text.replaceAll("\n", "\r\n") });
  expect(project.read("generated/types.ts")).toContain("\r\n");
  expect(await project.run("codegen", "--check")).toMatchObject({ code: 0 });
  project.write({ "generated/types.ts": `${project.read("generated/types.ts")}// x\r\n` });
  expect(await project.run("codegen", "--check")).toMatchObject({ code: 1 });
});
