/** Whether importing an entry has an effect. `sideEffects: false` says no, and lets a bundler leave it out. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Of our own doing: `msw` declares a global of its own, which `./testing` brings. */
export const ENTRIES: readonly string[] = ["", "/operations", "/documents", "/node", "/codegen"];

/** One line for each entry that leaves something changed. */
export async function findEffects(folder: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const entry of ENTRIES) {
    const args = ["smoke/imports.ts", `@integration-platform/graphql${entry}`];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    if (stdout !== "[]\n") complaints.push(`importing .${entry} changes ${stdout.trim()}`);
  }
  return complaints;
}
