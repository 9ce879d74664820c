/** Finds files in a commit and in the checkout of git, and proves what is not there. */

import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { Problem } from "../../host/errors/problem.ts";
import { readGit } from "../../host/git/git.ts";
import { quotePath } from "../../text/quote.ts";

/** Hint for a path of which git cannot prove which file it is. */
export const EXPLICIT =
  "Compare with the file: --snapshot git:<revision>:<path from here> --against <schema>.";

/** A path with more links is a circle. */
const MAX_LINKS = 5;

type Kind = "file" | "folder" | "link" | "submodule";
const KINDS: Readonly<Record<string, Kind>> = { "040000": "folder", 120000: "link", 160000: "submodule" };

interface Entry {
  /** From the root. */
  readonly path: string;
  readonly kind: Kind;
  readonly hash: string;
}

/** `a/b/c` → `a`, `a/b`, `a/b/c`. */
function listSteps(path: string): string[] {
  return path.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"));
}

/**
 * Finds the entry of a path, or the link, the submodule or the file that ends the path before. An empty list
 * is git's answer that there is none; a failure is not.
 */
async function findEntry(commit: string, path: string, root: string): Promise<Entry | undefined> {
  const listed = await readGit(["ls-tree", "-z", commit, "--", ...listSteps(path)], root);
  const entries = listed.split("\0").map((line): Entry => {
    const [, mode = "", hash = "", name = ""] = /^(\d+) \w+ ([\da-f]+)\t(.*)$/s.exec(line) ?? [];
    return { path: name, kind: KINDS[mode] ?? "file", hash };
  });
  // git also lists the other entries of the folders.
  return entries.find((entry) => `${path}/`.startsWith(`${entry.path}/`));
}

/**
 * Finds a file in a commit, and follows links within the repository.
 *
 * @param path - From the root.
 * @returns the path of the file without links. `undefined` if the commit has no such file.
 * @throws Problem if the file is in a submodule or outside of the repository, or git fails.
 */
export async function findFile(path: string, commit: string, root: string): Promise<string | undefined> {
  let current = path;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const entry = await findEntry(commit, current, root);
    if (!entry) return undefined;
    /** From the entry to the file. */
    const rest = current.slice(entry.path.length + 1);
    if (entry.kind === "submodule") throw describeSubmodule(path, entry, rest);
    if (entry.kind === "file") return rest === "" ? entry.path : undefined;
    if (entry.kind === "folder") {
      if (rest !== "") return undefined;
      throw new Problem(`--base: ${quotePath(path)} is not a regular file`, EXPLICIT);
    }
    const target = await readGit(["cat-file", "blob", entry.hash], root);
    const next = posix.join(posix.dirname(entry.path), target, rest);
    if (posix.isAbsolute(target) || next.startsWith("../"))
      throw new Problem(`--base: ${quotePath(path)} is a link out of the repository`, EXPLICIT);
    current = next.split("/").filter(Boolean).join("/");
  }
  throw new Problem(`--base: the links of ${quotePath(path)} are a circle`, EXPLICIT);
}

/** @param rest - From the submodule to the file. */
function describeSubmodule(
  path: string,
  { path: submodule, hash }: Pick<Entry, "path" | "hash">,
  rest: string,
): Problem {
  const content = `git -C ${submodule} show ${hash.slice(0, 12)}:${rest}`;
  const hint = `Write "${content}" to a file, and compare: --snapshot <file> --against ${path}.`;
  return new Problem(`--base: ${quotePath(path)} is in the submodule ${submodule}`, hint);
}

/**
 * @throws Problem unless git tracks a path as a regular file: otherwise, its history does not say whether it
 * is new.
 */
export async function requireTracked(path: string, root: string): Promise<void> {
  const [entry = ""] = (await readGit(["ls-files", "--stage", "-z", "--", path], root)).split("\0");
  if (/^100\d+ [\da-f]+ 0\t/.test(entry)) return;
  const above = (await readGit(["ls-files", "--stage", "-z", "--", ...listSteps(path)], root)).split("\0");
  const [, hash = "", submodule] =
    above.map((line) => /^160000 ([\da-f]+) \d\t(.*)$/s.exec(line)).find(Boolean) ?? [];
  if (submodule !== undefined)
    throw describeSubmodule(path, { path: submodule, hash }, path.slice(submodule.length + 1));
  const hint = `Commit it (git add --force ${path}), or compare with a file: --snapshot <file> --against ${path}.`;
  throw new Problem(`--base: git does not track ${quotePath(path)}, so its history is unknown`, hint);
}

/**
 * Finds files that git tracks, and that are not in the working tree: of a sparse checkout, or of a submodule.
 *
 * @returns paths from the root: of files, and of the folders of submodules.
 */
export async function listAbsent(root: string): Promise<string[]> {
  const tracked = (await readGit(["ls-files", "-t", "--stage", "-z"], root)).split("\0");
  return tracked.flatMap((line) => {
    const [, tag, mode, path = ""] = /^(\S) (\d+) [\da-f]+ \d\t(.*)$/s.exec(line) ?? [];
    // The tag "S" is also that of a file whose changes git ignores: `git update-index --skip-worktree`.
    const isFileAbsent = tag === "S" && !existsSync(join(root, path));
    const isSubmoduleAbsent = mode === "160000" && !existsSync(join(root, path, ".git"));
    return isFileAbsent || isSubmoduleAbsent ? [path] : [];
  });
}
