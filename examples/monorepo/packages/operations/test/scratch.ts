/** A scratch copy of this package, inside of it so that it finds what is installed. */

import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const PACKAGE = join(import.meta.dirname, "..");
const { resolve } = createRequire(import.meta.url);

/** Until the end of the test. */
export async function createScratch(): Promise<string> {
  const folder = await mkdtemp(join(PACKAGE, "scratch-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ["package.json", "codegen.ts", "operations", "src"]) {
    await cp(join(PACKAGE, name), join(folder, name), { recursive: true });
  }
  return folder;
}

/** Runs a command of the packages that are installed; `output` is all that it says. */
export async function run(
  folder: string,
  command: "graphql-codegen" | "platform-graphql",
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  const file =
    command === "graphql-codegen"
      ? resolve("@graphql-codegen/cli/package.json").replace("package.json", "cjs/bin.js")
      : resolve("@integration-platform/graphql/package.json").replace("package.json", "dist/cli/main.js");
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: "1", ...env } };
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], options).then(
    (output) => ({ ...output, code: 0 }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, output: `${stdout}${stderr}` };
}
