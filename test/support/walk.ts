/** The quick start: the blocks of the README and of its continuation, in one folder. */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readBlocks } from "./blocks.ts";

/** Runs a line of a shell block. */
export type RunLine = (line: string) => Promise<{
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}>;

/** Words of a line, as a shell splits it. Only single quotes quote. */
export function splitWords(line: string): string[] {
  return (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, "$1"));
}

/** Writes the files of the blocks, and runs their lines, except installations. @throws Error for a block that is false */
export async function walkQuickStart(folder: string, run: RunLine): Promise<void> {
  const start = (await readBlocks("README.md")).filter(({ section }) => section === "Quick start");
  const walk = [...start, ...(await readBlocks("docs/quick-start.md"))].filter(({ flags }) => flags !== "no-run");
  for (const { place, code, output } of walk) {
    const [heading = "", path] = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(code) ?? [];
    if (path !== undefined) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), code.slice(heading.length));
    }
    let printed = "";
    for (const [, line = "", comment = ""] of code.matchAll(
      /^((?:npx|npm run|node|sed|cp) [^#\n]*?) *(?:# (.*))?$/gm,
    )) {
      // The caller has a platform.
      if (line.endsWith(" serve")) continue;
      const finished = await run(line);
      const expected = Number(/exit code (\d)/.exec(comment)?.[1] ?? 0);
      if (finished.code !== expected) {
        throw new Error(`${place}: ${line}: exit code ${finished.code}\n${finished.stdout}${finished.stderr}`);
      }
      printed += finished.stdout;
    }
    const missing = output?.split("\n").filter((line) => !printed.split("\n").includes(line)) ?? [];
    if (missing.length > 0) throw new Error(`${place}: not printed:\n${missing.join("\n")}\n\n${printed}`);
  }
}
