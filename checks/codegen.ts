/**
 * `npm run check -- codegen`: fails if generated code is stale. `-- --write` regenerates the code of the
 * fixtures and the example.
 */

import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { CLI, execute, ROOT, step } from "./commands.ts";

const flags = process.argv.includes("--write") ? [] : ["--check"];
const example = "examples/monorepo/packages/operations/codegen.ts";
const command = [process.execPath, CLI, "codegen"];

// With the command of `npm run codegen`, so that both ways to generate are checked.
await step("codegen.ts", () => execute(ROOT, ["npm", "run", "--silent", "codegen", "--", ...flags]));
for (const config of globSync("{test,packages/*/test}/fixtures/*/codegen.ts", { cwd: ROOT }))
  await step(config, () => execute(ROOT, [...command, "--config", config, ...flags]));
await step(example, () => execute(join(ROOT, dirname(example)), [...command, ...flags]));
