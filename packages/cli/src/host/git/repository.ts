/** The git repository of a project. */

import { readGit } from "./git.ts";

export interface Repository {
  /** Absolute. */
  readonly root: string;
  /** From the root to the folder of the project, with a final "/". "" is the root. */
  readonly prefix: string;
  /** Whether the clone has only a part of the history. */
  readonly isShallow: boolean;
}

/**
 * @param folder - Folder of the project. "" is the working directory.
 * @throws Problem if it is in no repository.
 */
export async function openRepository(folder: string): Promise<Repository> {
  const printed = await readGit(
    ["rev-parse", "--show-toplevel", "--show-prefix", "--is-shallow-repository"],
    folder || ".",
  );
  const [root = "", prefix = "", isShallow] = printed.split("\n");
  return { root, prefix, isShallow: isShallow === "true" };
}
