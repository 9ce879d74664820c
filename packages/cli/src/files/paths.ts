/** Compares paths. */

import { isAbsolute, relative, sep } from "node:path";

/** With forward slashes. */
export const toPosix = (path: string): string => (sep === "/" ? path : path.replaceAll(sep, "/"));

/** The path from a folder to another path, with forward slashes. "" is the folder. */
export const pathFrom = (folder: string, path: string): string => toPosix(relative(folder, path));

/** A name such as `..shared` does not lead out of a folder. */
const leadsOut = (steps: string): boolean =>
  // On Windows, the path from one drive to another is absolute.
  steps === ".." || steps.startsWith(`..${sep}`) || isAbsolute(steps);

/** Whether a path is a folder, or below it. */
export const isInside = (path: string, folder: string): boolean => !leadsOut(relative(folder, path));

/** The path from a folder, as of {@link pathFrom}. `undefined` if it is not inside of the folder. */
export function pathInside(folder: string, path: string): string | undefined {
  const steps = relative(folder, path);
  return leadsOut(steps) ? undefined : toPosix(steps);
}
