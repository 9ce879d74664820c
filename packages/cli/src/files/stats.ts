/** The type, size and times of a path in the file system. */

import { lstatSync, type Stats, statSync } from "node:fs";
import { sep } from "node:path";

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

/** A text that changes with the content of a file. */
export function renderFingerprint({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Whether a path can only be that of a folder, because there is one, or a slash is at the end. */
export function isFolder(path: string): boolean {
  return path.endsWith("/") || path.endsWith(sep) || (findStats(path)?.isDirectory() ?? false);
}

/** The name can be too long, a part of the path can be a file, and a folder can be closed. */
function unlessFailed(read: () => Stats | undefined): Stats | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
