/** `npm run check:codegen`: fails if generated code is stale. `-- --write` regenerates the code of the fixtures and the example. */

import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const run = promisify(execFile);
const bin = join(ROOT, "packages/cli/bin/platform-graphql.js");
const flags = process.argv.includes("--write") ? [] : ["--check"];

const example = "examples/monorepo/packages/operations/codegen.ts";
const fixtures = globSync("{test,packages/*/test}/fixtures/*/codegen.ts", { cwd: ROOT });
const runs: readonly (readonly [config: string, command: string, ...args: string[]])[] = [
  // With the command of `npm run codegen`, so that both ways to generate are checked.
  ["codegen.ts", "npm", "run", "--silent", "codegen", "--", ...flags],
  ...fixtures.map((config) => [config, process.execPath, bin, "codegen", "--config", config, ...flags] as const),
  [example, process.execPath, bin, "codegen", ...flags],
];
for (const [config, command, ...args] of runs) {
  const cwd = config === example ? join(ROOT, dirname(example)) : ROOT;
  await run(command, args, { cwd }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    process.stdout.write(`✗ ${config}\n${stdout}${stderr}`);
    process.exitCode = 1;
  });
}
