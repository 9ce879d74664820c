/** The TypeScript compiler. */

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const TSC = join(import.meta.dirname, "../../../../node_modules/.bin/tsc");
const OPTIONS = ["--strict", "--noEmit", "--exactOptionalPropertyTypes", "--pretty", "false", "--types", ""];
/** Without the types of the DOM, which take most of the time. */
const LIBRARY = ["--lib", "es2024"];

/**
 * Compiles each text as a module, all in one process.
 *
 * @returns The output of the compiler, with the files `0.ts`, `1.ts`…
 */
export async function runTypeScript(
  texts: readonly string[],
  options: readonly string[] = LIBRARY,
): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), "types-"));
  try {
    const files = texts.map((_, index) => `${index}.ts`);
    await Promise.all(files.map((file, index) => writeFile(join(cwd, file), texts[index] ?? "")));
    const run = promisify(execFile)(TSC, [...files, ...OPTIONS, ...options], { cwd, maxBuffer: 1 << 28 });
    return (await run.catch((failed: { readonly stdout: string }) => failed)).stdout;
  } finally {
    await rm(cwd, { recursive: true });
  }
}
