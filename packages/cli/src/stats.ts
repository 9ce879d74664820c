/** The type, size and times of a path in the file system. */

import { lstatSync, type Stats, statSync } from "node:fs";

/**
 * Follows links. `undefined` if there is no such entry, or none can be read there: reading it fails with the
 * reason.
 */
export function findStats(path: string): Stats | undefined {
  return unlessFailed(() => statSync(path, { throwIfNoEntry: false }));
}

/** Does not follow links. `undefined` as for {@link findStats}. */
export function findLinkStats(path: string): Stats | undefined {
  return unlessFailed(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** The name can be too long, a part of the path can be a file, and a folder can be closed. */
function unlessFailed(read: () => Stats | undefined): Stats | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
