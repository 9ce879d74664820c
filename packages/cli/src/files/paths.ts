/** Compares paths. */

import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a folder, or below it. A name such as `..shared` does not lead out of the folder. */
export function isInside(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  // On Windows, the path from one drive to another is absolute.
  return steps !== ".." && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}
