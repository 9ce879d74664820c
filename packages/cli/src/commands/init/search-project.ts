/** Searches the folder of a project that has no config. */

import { describeFileError } from "../../files/file-error.ts";
import { searchFiles } from "../../files/find-files.ts";
import { Problem } from "../../host/errors/problem.ts";
import { quotePath } from "../../text/quote.ts";

/** @throws Problem that names a folder that cannot be read, such as one of a database. */
export function searchProject(glob: string): string[] {
  try {
    return searchFiles([glob]);
  } catch (error) {
    const { errno, path = "" } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    throw new Problem(
      `cannot read ${quotePath(path, "a folder")}: ${describeFileError(error)}`,
      "Pass --schema <file> and --operations <path...>, so that no other folder is read.",
    );
  }
}
