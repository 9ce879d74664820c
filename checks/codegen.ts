/**
 * `npm run check -- codegen`: fails if generated code is stale, or if `graphql-codegen` and
 * `platform-graphql codegen` write different bytes. `-- --write` regenerates the code of the fixtures and the
 * examples; `-- --all` compares GitHub's schema with 1,000 operations, too.
 */

import { globSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { SCHEMAS } from "./bench/fixtures.ts";
import { renderLargeOperations, renderLargeSchema } from "./bench/large-project.ts";
import { CLI, createFolder, execute, install, ROOT, step } from "./commands.ts";
import { generateOperations } from "./operations.ts";

const flags = process.argv.includes("--write") ? [] : ["--check"];
const examples = ["examples/monorepo/packages/operations/codegen.ts", "examples/next/codegen.ts"];
const command = [process.execPath, CLI, "codegen"];

// With the command of `npm run codegen`, so that both ways to generate are checked.
await step("codegen.ts", () => execute(ROOT, ["npm", "run", "--silent", "codegen", "--", ...flags]));
await step("codegen.ts, platform-graphql", () => execute(ROOT, [...command, "--check"]));
for (const config of globSync("{test,packages/*/test}/fixtures/*/codegen.ts", { cwd: ROOT }))
  await step(config, () => execute(ROOT, [...command, "--config", config, ...flags]));
for (const example of examples)
  await step(example, () => execute(join(ROOT, dirname(example)), [...command, ...flags]));
await step("same bytes: 19,000 lines, 234 operations", () =>
  compare(renderLargeSchema(), renderLargeOperations()),
);
if (process.argv.includes("--all")) {
  await install(join(ROOT, "checks/bench"));
  await step("same bytes: GitHub, 1,000 operations", async () =>
    compare(await readFile(SCHEMAS.GitHub, "utf8"), generateOperations(SCHEMAS.GitHub, 1000)),
  );
}

/** @throws Error that names the files with different bytes. */
async function compare(schema: string, operations: readonly string[]): Promise<void> {
  await using temp = await createFolder("codegen-");
  const folder = temp.path;
  await mkdir(join(folder, "operations"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const options = { schema: "schema.graphql", documents: "operations", schemaModule: true };
  const plugins = ["typed-document-node"];
  const files = {
    "package.json": '{ "type": "module" }',
    "schema.graphql": schema,
    "one.mjs": renderConfig({ ...options, plugins, output: "one" }),
    "many.mjs": renderConfig({ ...options, plugins, output: "many", filePerOperation: true }),
    ...Object.fromEntries(operations.map((text, index) => [`operations/${index}.graphql`, text])),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  for (const output of ["one", "many"]) {
    const config = ["--config", `${output}.mjs`];
    await execute(folder, [...command, ...config]);
    const ours = await readTexts(join(folder, output));
    await rm(join(folder, output), { recursive: true });
    await execute(folder, ["graphql-codegen", ...config, "--errors-only"]);
    const theirs = await readTexts(join(folder, output));
    const names = [...new Set([...ours.keys(), ...theirs.keys()])];
    const different = names.filter((name) => ours.get(name) !== theirs.get(name));
    if (different.length > 0) throw new Error(`different bytes: ${different.join(", ")}`);
    if (!ours.get(output === "one" ? "documents.ts" : "types.ts")) throw new Error("nothing was written");
  }
}

function renderConfig(options: object): string {
  return `import { typedOperations } from "@integration-platform/graphql-cli/codegen";
export default typedOperations(${JSON.stringify(options)});
`;
}

async function readTexts(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = globSync("**/*.ts", { cwd: folder });
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
  );
}
