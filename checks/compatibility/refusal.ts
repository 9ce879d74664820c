/** A Node that is too old: the command says so in one line, and does nothing else. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { versionOf } from "./versions.ts";

export const TOO_OLD: string = versionOf("node20");
/** What the command is to say, but for the name that it gives to all errors. */
export const REFUSAL: string = `platform-graphql needs Node 22.12 or newer; this is Node ${TOO_OLD}`;

/** What is not as it should be. */
export async function checkRefusal(packageFolder: string): Promise<string[]> {
  const node = join(import.meta.dirname, "node_modules/node20/bin/node");
  const command = [join(packageFolder, "dist/cli/main.js"), "schema", "check"];
  const { code, stdout, stderr } = await promisify(execFile)(node, command).then(
    (output) => ({ ...output, code: 0 }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const got = JSON.stringify([code, stdout, stderr]);
  const wanted = JSON.stringify([3, "", `error: ${REFUSAL}\n`]);
  return got === wanted ? [] : [`[exit code, output, errors] is ${got}, not ${wanted}`];
}
