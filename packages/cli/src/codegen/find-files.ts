/** Files of GraphQL, found. Imports nothing of graphql-js, which takes longer to load than files take to find. */

import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { NoSourceError } from "./source-error.ts";

/**
 * The `.graphql` files of some folders, at any depth but for those of their dependencies; or single files.
 *
 * @returns Their paths, sorted, each once.
 * @throws NoSourceError where there is no such folder or file.
 */
export async function findFiles(paths: readonly string[]): Promise<string[]> {
  return [...new Set((await Promise.all(paths.map(findIn))).flat())].sort();
}

async function findIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new NoSourceError([`${renderPath(path)}: no such folder or file (patterns with * are not understood)`]);
  if (!found.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => name.endsWith(".graphql") && !name.includes("node_modules"))
    .map((name) => join(path, name));
}

/** Relative to where the command runs, with forward slashes, so that terminals and CI make a link of it. */
export function renderPath(file: string): string {
  return relative(process.cwd(), file).replaceAll(sep, "/");
}
