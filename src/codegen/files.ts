/** Files of GraphQL, found and read. */

import { readFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Source } from "graphql";
import { SourceError } from "./sources.ts";

/** The text of a file, named as people and CI name it. */
export function readSource(file: string): Source {
  // One after another: ten thousand files opened at once are more than a process may have.
  return new Source(readFileSync(file, "utf8"), renderPath(file));
}

/**
 * Reads the `.graphql` files of some folders, at any depth but for those of their dependencies; or single files.
 *
 * @returns In the order of their paths.
 * @throws SourceError where there is no such folder or file.
 */
export async function readSources(paths: readonly string[]): Promise<Source[]> {
  const files = (await Promise.all(paths.map(findFiles))).flat().sort();
  return [...new Set(files)].map(readSource);
}

async function findFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new SourceError([`${renderPath(path)}: no such folder or file (patterns with * are not understood)`]);
  if (!found.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => name.endsWith(".graphql") && !name.includes("node_modules"))
    .map((name) => join(path, name));
}

/** Relative to where the command runs, with forward slashes, so that terminals and CI make a link of it. */
function renderPath(file: string): string {
  return relative(process.cwd(), file).replaceAll(sep, "/");
}
