/** Finds the repository of a folder, without git. */

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The nearest folder with `.git`: a folder itself, or one above it. `undefined` if there is none. */
export function findRepository(start: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
