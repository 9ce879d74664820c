/**
 * `npm run check -- libraries [file]`: compiles the tests with other libraries and the blocks of the
 * documentation, and runs them.
 */

import { spawnSync } from "node:child_process";
import process from "node:process";
import { ROOT } from "../commands.ts";

const run = (...[file = "", ...args]: readonly string[]) =>
  spawnSync(file, args, { cwd: ROOT, stdio: "inherit" }).status;

process.exitCode =
  run("tsc", "-p", "checks/libraries") ||
  run("vitest", "run", "--config", "checks/libraries/vitest.config.ts", ...process.argv.slice(2)) ||
  0;
