/** The quick start: the blocks of its page, in one folder. */

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

/** Times and ports differ from run to run. */
export const normalize = (text: string) =>
  text
    .replaceAll(/\d+ ms/g, "0 ms")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:0")
    .trim();

/**
 * Writes the files of the blocks, and runs their lines, except installations. The output block after a block
 * is all that its lines print. @throws Error for a block that is false
 */
export async function walkQuickStart(folder: string, run: RunLine): Promise<void> {
  for (const { place, code, output } of await readBlocks("docs/quick-start.md")) {
    const [heading = "", path] = /^\/\/ (\S+\.\w+)\n/.exec(code) ?? [];
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
        throw new Error(
          `${place}: ${line}: exit code ${finished.code}\n${finished.stdout}${finished.stderr}`,
        );
      }
      // As a terminal shows both.
      printed += finished.stdout + finished.stderr;
    }
    if (output !== undefined && normalize(printed) !== normalize(output))
      throw new Error(`${place}: printed\n${printed}`);
  }
}
