/** The recipes of `docs/test-runners.md`: the files and the commands below each heading. */

import { readBlocks } from "../../test/support/blocks.ts";
import type { Files } from "./project.ts";

export const PAGE = "docs/test-runners.md";
const MAX_LINES = 30;

export interface Recipe {
  /** Texts by path. */
  readonly files: Files;
  readonly commands: readonly string[];
}

/** Returns the recipes by their headings. @throws Error if a recipe is too long, or a file has no path */
export async function readRecipes(): Promise<ReadonlyMap<string, Recipe>> {
  const blocks = (await readBlocks(PAGE)).filter(({ flags }) => flags === "recipe");
  const byHeading = Map.groupBy(blocks, ({ section }) => section);
  return new Map([...byHeading].map(([heading, own]) => [heading, readRecipe(heading, own)]));
}

function readRecipe(heading: string, blocks: Awaited<ReturnType<typeof readBlocks>>): Recipe {
  const lines = blocks.flatMap(({ code }) => code.trimEnd().split("\n"));
  if (lines.length > MAX_LINES)
    throw new Error(`${PAGE}: "${heading}" has ${lines.length} lines, not ${MAX_LINES}`);
  const isShell = ({ language }: { readonly language: string }) => language === "sh";
  const files = blocks
    .filter((block) => !isShell(block))
    .map(({ code, place }) => readFileBlock(code, place));
  const commands = blocks.filter(isShell).flatMap(({ code }) => code.trim().split("\n"));
  return { files: Object.fromEntries(files), commands };
}

/** The first line of a block is a comment with the path. */
function readFileBlock(code: string, place: string): [path: string, text: string] {
  const [line = "", path] = /^\/\/ (\S+\.\w+).*\n/.exec(code) ?? [];
  if (path === undefined)
    throw new Error(`${place}: the first line is not a comment with the path of the file`);
  return [path, code.slice(line.length)];
}

/** Replaces the lines that mention a server, in their order. @throws Error if their number is another one */
export function replaceServer(text: string, changed: string): string {
  const lines = changed.trim().split("\n");
  const result = text.replaceAll(
    /^.*(?:msw\/node|[sS]erver).*$/gm,
    (line) => lines.shift() ?? `${line} // not changed`,
  );
  if (lines.length > 0 || result.includes("not changed"))
    throw new Error(`${PAGE}: other lines than in the test`);
  return result;
}
