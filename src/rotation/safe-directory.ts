/** Checks that no other user can read, replace or delete the files in a directory. */

import { createUsageError } from "../shared/errors.ts";
import { files, paths } from "./node-modules.ts";

const WRITABLE_BY_GROUP = 0o020;
const WRITABLE_BY_OTHERS = 0o002;
/** Only the owner of a file can rename or delete it, as in `/tmp`. */
const STICKY = 0o1000;

/**
 * The directory must belong to the user of the process, and no one else may write to it. All users may write
 * to a parent only if it is sticky: otherwise they could replace the directory. The group of a parent is not
 * checked. Windows has neither modes nor user IDs.
 *
 * @throws `USAGE` that names the directory, and the command that corrects it.
 */
export async function checkSafeDirectory(directory: string): Promise<void> {
  if (!process.geteuid) return;
  const { realpath, stat } = files();
  const real = await realpath(directory);
  const { mode, uid } = await stat(real);
  if (uid !== process.geteuid())
    throw createUsageError(
      `fileStore: ${real} belongs to another user`,
      `Use another directory, or run: chown ${process.geteuid()} ${real}`,
    );
  if (mode & (WRITABLE_BY_GROUP | WRITABLE_BY_OTHERS))
    throw createUsageError(`fileStore: other users can write to ${real}`, `Run: chmod go-w ${real}`);
  for (const parent of listParents(real)) {
    const { mode } = await stat(parent);
    if (mode & WRITABLE_BY_OTHERS && !(mode & STICKY))
      throw createUsageError(
        `fileStore: all users can replace folders in ${parent}`,
        `Run: chmod o-w ${parent}`,
      );
  }
}

function listParents(directory: string): string[] {
  const { dirname } = paths();
  const parents: string[] = [];
  for (let path = dirname(directory); !parents.includes(path); path = dirname(path)) parents.push(path);
  return parents;
}
