/** `npm run check -- workers`: compiles and runs the tests in Cloudflare's runtime. */

import { spawnSync } from "node:child_process";
import process from "node:process";
import { ROOT } from "../commands.ts";

const run = (...[file = "", ...args]: readonly string[]) =>
  spawnSync(file, args, { cwd: ROOT, stdio: "inherit" }).status;

process.exitCode =
  run("tsc", "-p", "checks/workers") ||
  run("vitest", "run", "--config", "checks/workers/vitest.config.ts", ...process.argv.slice(2)) ||
  0;
