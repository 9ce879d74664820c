/** Reads the operations that `--operations` names. */

import { SourceError } from "@integration-platform/graphql-compiler/model";
import { createSearch, isExclusion } from "../codegen/find-files.ts";
import { FileError, type Operations, readOperations } from "../codegen/sources.ts";
import { exists } from "./failure.ts";
import { quotePath } from "./names.ts";
import { Problem } from "./problem.ts";

const OTHERS = "name others with --operations <path...>.";

/** @throws Problem if a path does not exist, a glob matches no file, or a file is invalid. */
export async function readProjectOperations(paths: readonly string[]): Promise<Operations> {
  const absent = paths.find((path) => !exists(path) && !isExclusion(path) && !createSearch(path).isGlob);
  if (absent !== undefined) {
    throw new Problem(`cannot read ${quotePath(absent)}: no such file or folder`, `Create it, or ${OTHERS}`);
  }
  try {
    return await readOperations(paths);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const [first = "", ...more] = error.problems;
    const hint = error instanceof FileError ? `Fix the file, or ${OTHERS}` : `Fix the operations, or ${OTHERS}`;
    if (more.length === 0) throw new Problem(first, hint);
    throw new Problem(`the operations have ${more.length + 1} errors`, hint, { details: error.problems });
  }
}
