/** A schema from a git revision. */

import { execFile } from "node:child_process";
import { isAbsolute, relative, sep } from "node:path";
import { promisify } from "node:util";
import { Problem } from "../problem.ts";
import { parseProvenance, provenancePath } from "./provenance.ts";
import { parseSchema } from "./schema-text.ts";
import type { LoadedSchema } from "./source.ts";

const MAX_BYTES = 256 * 1024 * 1024;

interface Revision {
  readonly commit: string;
  readonly path: string;
  readonly label: string;
}

/** Finds what `origin/main` or `origin/main:path` means here; `undefined` where there is no such revision. */
export async function resolveRevision(text: string, snapshot: string): Promise<Revision | undefined> {
  const [, name = text, given] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  const path = given ?? relative(process.cwd(), snapshot).replaceAll(sep, "/");
  const commit = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
  return commit === undefined ? undefined : { commit: commit.trim(), path, label: `${name}:${path}` };
}

/** @throws Problem where the file is not there, or is no schema. */
export async function readRevision(revision: Revision): Promise<LoadedSchema> {
  const { label, path } = revision;
  const text = await show(revision, path);
  if (text === undefined) throw new Problem(`there is no ${label}`, "name the file: <revision>:<path from here>");
  const { schema, how } = parseSchema(text, label);
  const provenance = parseProvenance(await show(revision, provenancePath(path)), text);
  return { schema, kind: "git", label, way: provenance ?? { how } };
}

function show({ commit }: Revision, path: string): Promise<string | undefined> {
  // `./` counts from here; without it git would count from the repository's root.
  return git("show", "--end-of-options", `${commit}:${isAbsolute(path) ? path : `./${path.replaceAll(sep, "/")}`}`);
}

/** What git prints; `undefined` where it fails. */
async function git(...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)("git", args, { maxBuffer: MAX_BYTES });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new Problem("git is not installed");
    return undefined;
  }
}
