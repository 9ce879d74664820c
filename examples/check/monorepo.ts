/**
 * `npm run check:monorepo`: installs the example as a user would, with the package from its tarball, and holds it to
 * what it shows: generated code is current, everything compiles, the tests pass, and the built dashboard works in a browser.
 */

import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { parseArgs, promisify } from "node:util";
import { install } from "../../checks/compatibility/packed.ts";
import { openDashboard } from "./dashboard.ts";

const { values } = parseArgs({ options: { update: { type: "boolean", default: false } } });

await using monorepo = await install(join(import.meta.dirname, "../monorepo"), values);
const { folder } = monorepo;
process.stdout.write("✓ npm ci --ignore-scripts\n");

/** Runs a script of the example, and shows what it says only where it fails. */
async function run(script: string, ...args: string[]): Promise<void> {
  const command = ["run", "--silent", script, "--", ...args];
  const failure = await promisify(execFile)("npm", command, { cwd: folder }).then(
    () => undefined,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
  report(`npm run ${script} ${args.join(" ")}`.trim(), failure);
}

function report(what: string, failure: string | undefined): void {
  process.stdout.write(`${failure === undefined ? "✓" : "✗"} ${what}\n${failure ?? ""}`);
  if (failure !== undefined) process.exitCode = 1;
}

await run("codegen", "--check");
await run("types");
await run("build");
await run("test");
report("the built dashboard in a browser", await openDashboard(join(folder, "apps/dashboard")));
