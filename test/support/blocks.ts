/** The TypeScript blocks of our documents: written out, and compiled against what was built. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");

/** Blocks of a Markdown file, in order. */
export async function readBlocks(file: string): Promise<string[]> {
  const text = await readFile(join(ROOT, file), "utf8");
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
}

export interface WrittenBlocks extends AsyncDisposable {
  readonly files: readonly string[];
  /** What the compiler says under the strictest settings: nothing, where all is well. */
  compile(): Promise<string>;
}

/** Writes each block to a file of its own, in a folder of this package: its own name leads there to what was built. */
export async function writeBlocks(blocks: readonly string[]): Promise<WrittenBlocks> {
  const folder = await mkdtemp(join(ROOT, "test/readme-"));
  const files = blocks.map((_, index) => join(folder, `block-${index}.ts`));
  await Promise.all(blocks.map((code, index) => writeFile(files[index] ?? "", `${code}\nexport {};\n`)));
  return {
    files,
    async compile() {
      const compilerOptions = { noEmit: true, rootDir: "../..", isolatedDeclarations: false, skipLibCheck: false };
      const config = { extends: "../tsconfig.json", compilerOptions, include: ["."] };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
      const tsc = promisify(execFile)(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]);
      return tsc.then(
        () => "",
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
