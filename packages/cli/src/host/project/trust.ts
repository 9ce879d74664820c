/** Which files of users are executed: with their code, a command runs with the credentials of its user. */

import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isShared } from "../../files/project-folders.ts";
import { quotePath } from "../../text/quote.ts";
import { Problem } from "../errors/problem.ts";

/**
 * Requires that a file is one of the process's user, of the system, or of the owner of its folder, as in a
 * checkout that is mounted into a container, and that no other user can add files beside it.
 *
 * @throws Problem
 */
export function requireTrusted(file: string): void {
  // On Windows, all owners are 0.
  const user = process.getuid?.();
  if (user === undefined) return;
  const path = realpathSync(file);
  const folder = statSync(dirname(path));
  const hint = "Move the project to a folder of your own.";
  if (isShared(folder))
    throw new Problem(`${quotePath(file)} is not executed: all users can write to its folder`, hint);
  if ([user, ROOT, folder.uid].includes(statSync(path).uid)) return;
  throw new Problem(
    `${quotePath(file)} is not executed: it belongs to another user than its folder and this process`,
    `Read it, then run: chown ${user} ${quotePath(file)}.`,
  );
}

const ROOT = 0;
