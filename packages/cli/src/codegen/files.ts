/** Files of GraphQL, read. */

import { readFileSync } from "node:fs";
import { Source } from "graphql";
import { findFiles, renderPath } from "./find-files.ts";

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
  return (await findFiles(paths)).map(readSource);
}
