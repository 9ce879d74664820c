/** TypeScript of several majors on what a consumer compiles. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { versionOf } from "./versions.ts";

const run = promisify(execFile);

export const COMPILERS: readonly string[] = ["typescript59", "typescript6", "typescript7"];

/** Projects of the consumer, as the table names them, and what the compiler is told beside their `tsconfig.json`. */
export const PROJECTS: readonly { readonly name: string; readonly args: readonly string[] }[] = [
  { name: "all entries, `nodenext`", args: ["-p", "types/everywhere", "--module", "nodenext"] },
  {
    name: "all entries, `bundler`",
    args: ["-p", "types/everywhere", "--module", "esnext", "--moduleResolution", "bundler"],
  },
  { name: "a service, no DOM types", args: ["-p", "types/service"] },
  { name: "clients and documents", args: ["-p", "."] },
];

/** What each compiler has to say, by its name. */
export async function compile(folder: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const compiler of COMPILERS) {
    const command = join(import.meta.dirname, "node_modules", compiler, "bin/tsc");
    for (const { name, args } of PROJECTS) {
      const output = await run(process.execPath, [command, ...args], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout, message }: { stdout?: string; message: string }) => stdout || message,
      );
      if (output !== "") complaints.push(`TypeScript ${versionOf(compiler)}, ${name}: ${output.trim()}`);
    }
  }
  return complaints;
}
