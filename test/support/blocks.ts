/** Code blocks of Markdown files. */

import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");

export interface Block {
  /** Page and line of the opening fence, as `docs/testing.md:12`. */
  readonly place: string;
  /** Nearest heading of the second level, or "". */
  readonly section: string;
  readonly language: string;
  /**
   * Rest of the opening fence. `no-run`: the block compiles, and the tests do not run it. `other-client` and
   * `recipe`: neither; checks do both.
   */
  readonly flags: string;
  readonly code: string;
  /** Text of a block without a language that follows directly: the expected output. */
  readonly output: string | undefined;
}

export async function readBlocks(page: string): Promise<Block[]> {
  const text = await readFile(join(ROOT, page), "utf8");
  const matches = [...text.matchAll(/^```(\w*)([^\n]*)\n(.*?)^```$/gms)];
  return matches.map(({ 1: language = "", 2: flags = "", 3: code = "", 0: whole, index }, position) => {
    const next = matches[position + 1];
    const isOutput = next?.[1] === "" && text.slice(index + whole.length, next.index).trim() === "";
    const before = text.slice(0, index);
    const place = `${page}:${before.split("\n").length}`;
    const section =
      before
        .match(/^## .*$/gm)
        ?.at(-1)
        ?.slice("## ".length) ?? "";
    return { place, section, language, flags: flags.trim(), code, output: isOutput ? next[3] : undefined };
  });
}

/** Returns the blocks of all pages. */
export async function readPages(): Promise<Block[]> {
  const pages = globSync(["*.md", "docs/**/*.md", "{packages,checks,examples}/*/README.md"], { cwd: ROOT });
  return (await Promise.all(pages.map(readBlocks))).flat();
}

interface WrittenBlocks extends AsyncDisposable {
  /** One file per block. */
  readonly files: readonly string[];
  /** Returns the compiler's errors, with the place of each block. */
  compile(): Promise<string>;
}

/** Packages of which `checks` has its own installation. */
const { devDependencies } = JSON.parse(await readFile(join(ROOT, "checks/package.json"), "utf8"));
const libraries = Object.keys(devDependencies);

/**
 * Whether a block imports a library that only `checks` installs: `npm run check -- libraries` compiles and
 * runs it.
 */
export function usesLibrary({ code }: Block): boolean {
  const specifiers = Array.from(code.matchAll(/ from "([^"]+)"/g), ([, specifier = ""]) => specifier);
  return specifiers.some((specifier) => libraries.some((name) => `${specifier}/`.startsWith(`${name}/`)));
}

/**
 * Writes TypeScript blocks to a folder of their own, in a folder whose packages they import. There, the
 * operations and the schema are those of `test/fixtures/platform`, and `./generated` those of
 * `test/fixtures/relay`. A block that uses `client` without creating it gets one from the environment.
 */
export async function writeBlocks(
  blocks: readonly Pick<Block, "code" | "place">[],
  parent = "test",
): Promise<WrittenBlocks> {
  const folder = await mkdtemp(join(ROOT, parent, "blocks-"));
  const files = blocks.map((_, index) => join(folder, `block-${index}.ts`));
  await Promise.all([
    ...blocks.map(({ code }, index) => writeFile(files[index] ?? "", complete(code, folder))),
    writeFile(join(folder, "tsconfig.json"), JSON.stringify(createConfig(folder))),
  ]);
  return {
    files,
    compile: async () => {
      const tsc = promisify(execFile)(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]);
      const errors = await tsc.then(
        () => "",
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
      const names = new Map(files.map((file, index) => [relative(ROOT, file), blocks[index]?.place ?? ""]));
      return errors.replaceAll(/^[^(\n]+\.ts/gm, (file) => names.get(file) ?? file);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

const FIXTURES = join(ROOT, "test/fixtures");

function createConfig(folder: string): object {
  const from = (path: string) => relative(folder, join(ROOT, path));
  const generated = from("test/fixtures/platform/generated");
  return {
    extends: from("test/tsconfig.json"),
    compilerOptions: {
      rootDir: from("."),
      paths: {
        "@integration-platform/graphql/operations": [`${generated}/operations.ts`],
        "@integration-platform/graphql/documents": [`${generated}/documents.ts`],
      },
    },
    // The example imports the same operations as the blocks.
    include: [".", from("examples/testing.test.ts")],
    exclude: [],
  };
}

const CLIENT = `import * as runtime from "@integration-platform/graphql"; \
import * as node from "@integration-platform/graphql/node"; \
const client = runtime.createClient(node.fromEnvironment()); `;

/** Line numbers stay the same. */
function complete(code: string, folder: string): string {
  const needsClient = /\bclient\b/.test(code) && !/\bclient\b\s*[=:]/.test(code);
  const relay = relative(folder, join(FIXTURES, "relay"));
  const text = code
    .replaceAll(/"\.\/generated\/([\w.]+)\.ts"/g, `"${relay}/generated/$1.ts"`)
    .replaceAll('"./platform.rules.ts"', `"${relay}/platform.rules.ts"`);
  return `${needsClient ? CLIENT : ""}${text}\nexport {};\n`;
}
