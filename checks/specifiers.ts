/** The imports of our packages that the documentation names. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execute, ROOT } from "./commands.ts";

const PAGES = ["*.md", "docs/*.md", "{packages,checks,examples}/*/README.md", "src/README.md"];
const SPECIFIER = /@integration-platform\/[\w-]+(?:\/[\w-]+(?:\.\w+)*)*/g;

/** Prints the specifiers that Node.js cannot resolve, or whose file does not exist. */
const SCRIPT = `
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
const exists = (specifier) => {
  try {
    return existsSync(fileURLToPath(import.meta.resolve(specifier)));
  } catch {
    return false;
  }
};
console.log(JSON.stringify(process.argv.slice(1).filter((specifier) => !exists(specifier))));
`;

/**
 * The specifiers of the guides and READMEs of the repository. The name of a package alone is its
 * `package.json`: not every package has an entry of this name.
 */
export function listSpecifiers(): string[] {
  const texts = globSync(PAGES, { cwd: ROOT }).map((page) => readFileSync(join(ROOT, page), "utf8"));
  const found = texts.flatMap((text) => text.match(SPECIFIER) ?? []);
  const specifiers = found.map((text) => (text.split("/").length > 2 ? text : `${text}/package.json`));
  return [...new Set(specifiers)].toSorted();
}

/** Resolves specifiers as a program in a folder does. @returns those that lead to no file. */
export async function findUnresolved(folder: string, specifiers: readonly string[]): Promise<string[]> {
  const command = [process.execPath, "--input-type=module", "--eval", SCRIPT, "--", ...specifiers];
  return JSON.parse(await execute(folder, command));
}
