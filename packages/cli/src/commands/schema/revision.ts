/** Reads schemas at commits of git. */

import { toPosix } from "../../files/paths.ts";
import { parseProvenance, provenancePath } from "../../files/provenance.ts";
import { Problem } from "../../host/errors/problem.ts";
import { runGit } from "../../host/git/git.ts";
import type { LoadedSchema } from "../../host/platform/remote.ts";
import { parseSchema } from "../../host/project/schema-text.ts";
import { findSchemaKind } from "../../text/schema-kind.ts";

/** A file at a commit. */
export interface Revision {
  readonly commit: string;
  /** Relative to `from`. */
  readonly path: string;
  /** Start of the path: "./" is the working directory, "" the root of the repository. */
  readonly from: "./" | "";
  readonly label: string;
  /** A folder of the repository. @default the working directory */
  readonly folder?: string;
}

/**
 * Returns the schema of a revision. `undefined` if git finds no such file.
 *
 * @throws Problem if it is not a schema.
 */
export async function readRevision({
  commit,
  path,
  from,
  label,
  folder,
}: Revision): Promise<LoadedSchema | undefined> {
  // A checkout writes the same content: Git LFS and encodings are filters.
  const read = async (file: string): Promise<string | undefined> => {
    const object = `${commit}:${from}${toPosix(file)}`;
    const { code, stdout } = await runGit(["cat-file", "--filters", object], folder);
    return code === 0 ? stdout : undefined;
  };
  const text = await read(path);
  if (text === undefined) return undefined;
  if (findSchemaKind(text) === "pointer") {
    const hint = 'Run "git lfs install" in this clone, and check that the remote has the file.';
    throw new Problem(`${label} is in Git LFS, which did not return its content`, hint);
  }
  const provenance = parseProvenance(await read(provenancePath(path)), text);
  const { schema, how } = parseSchema({ text, name: label, validatedBy: provenance?.validatedBy });
  return { schema, kind: "git", label, capture: provenance ?? { how } };
}
