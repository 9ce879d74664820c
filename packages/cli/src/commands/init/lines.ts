/**
 * Adds lines to files of other tools: git keeps the line endings of generated files, Prettier leaves them
 * alone.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathFrom } from "../../files/paths.ts";
import { listProjectFolders } from "../../files/project-folders.ts";
import { readIfPresent } from "../../host/project/files.ts";

/** A file of another tool, and its text if lines are missing. */
interface LinesStep {
  readonly file: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** git on Windows would change the line endings of files that are compared with what codegen writes. */
export function planAttributes(output: string, snapshots: readonly string[]): Promise<LinesStep> {
  const folder = toPattern("", output);
  const files = snapshots.map((path) => toPattern("", path));
  // A working directory that is the output has files of all kinds, such as pictures.
  const paths = folder === "" ? files : [`${folder}/**`, ...files];
  return addLines(
    ".gitattributes",
    paths.map((path) => `${path} text eol=lf`),
  );
}

/** `undefined` in a project without Prettier. */
export async function planIgnore(
  output: string,
  snapshots: readonly string[],
): Promise<LinesStep | undefined> {
  const folder = listProjectFolders().find(usesPrettier);
  if (folder === undefined) return undefined;
  const paths = [output, ...snapshots].map((path) => toPattern(folder, path)).filter((path) => path !== "");
  return await addLines(join(folder, ".prettierignore"), paths);
}

/** Git and Prettier match no path that begins with "./". */
function toPattern(folder: string, path: string): string {
  return pathFrom(folder, path);
}

/** Prettier is run in the folder with its config, or in the one whose package.json mentions it. */
function usesPrettier(folder: string): boolean {
  const names = readdirSync(folder === "" ? "." : folder);
  if (names.some((name) => /^(?:\.prettier|prettier\.config\.)/.test(name))) return true;
  return (
    names.includes("package.json") &&
    /"prettier"\s*:/.test(readFileSync(join(folder, "package.json"), "utf8"))
  );
}

/** Adds the missing lines to a file, which does not have to exist. */
async function addLines(file: string, lines: readonly string[]): Promise<LinesStep> {
  const text = (await readIfPresent(file)) ?? "";
  const present = text.split(/\r?\n/);
  const missing = lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return { file, texts: {} };
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return { file, texts: { [file]: `${before}${missing.join("\n")}\n` } };
}
