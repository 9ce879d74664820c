/** Finds files in a commit and in the checkout of git, and proves what is not there. */

import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { quotePath } from "../../did-you-mean.ts";
import { Problem } from "../errors/problem.ts";
import { readGit } from "../git/git.ts";

/** Hint for a path of which git cannot prove which file it is. */
export const EXPLICIT =
  "Compare with the file: --snapshot git:<revision>:<path from here> --against <schema>.";

/** A path with more links is a circle. */
const MAX_LINKS = 20;

type Kind = "file" | "folder" | "link" | "submodule";
const KINDS: Readonly<Record<string, Kind>> = { "040000": "folder", 120000: "link", 160000: "submodule" };

interface Entry {
  readonly kind: Kind;
  readonly hash: string;
}

/** An empty list is git's answer that there is no such entry; a failure is not. */
async function readEntry(commit: string, path: string, root: string): Promise<Entry | undefined> {
  const listed = await readGit(["ls-tree", "-z", commit, "--", path], root);
  const [, mode = "", hash = ""] = /^(\d+) \w+ ([\da-f]+)\t/.exec(listed) ?? [];
  return mode === "" ? undefined : { kind: KINDS[mode] ?? "file", hash };
}

/**
 * Finds a file in a commit, and follows links within the repository.
 *
 * @param path - From the root.
 * @returns the path of the file without links. `undefined` if the commit has no such file.
 * @throws Problem if the file is in a submodule or outside of the repository, or git fails.
 */
export async function findFile(path: string, commit: string, root: string): Promise<string | undefined> {
  let rest = path.split("/");
  let folder = "";
  for (let links = 0; rest.length > 0; ) {
    const [name = "", ...inside] = rest;
    const current = folder + name;
    const entry = await readEntry(commit, current, root);
    if (!entry) return undefined;
    if (entry.kind === "submodule")
      throw describeSubmodule(path, current, { hash: entry.hash, rest: inside });
    if (entry.kind === "file") return inside.length === 0 ? current : undefined;
    if (entry.kind === "folder") {
      folder = `${current}/`;
      rest = inside;
      continue;
    }
    links++;
    const target = await readGit(["cat-file", "blob", entry.hash], root);
    const next = posix.join(posix.dirname(current), target, ...inside);
    if (posix.isAbsolute(target) || next.startsWith("../") || links > MAX_LINKS)
      throw new Problem(`--base: ${quotePath(path)} is a link out of the repository`, EXPLICIT);
    rest = next.split("/").filter(Boolean);
    folder = "";
  }
  throw new Problem(`--base: ${quotePath(path)} is not a regular file`, EXPLICIT);
}

function describeSubmodule(
  path: string,
  submodule: string,
  { hash, rest }: { readonly hash: string; readonly rest: readonly string[] },
): Problem {
  const content = `git -C ${submodule} show ${hash.slice(0, 12)}:${rest.join("/")}`;
  const hint = `Write "${content}" to a file, and compare: --snapshot <file> --against ${path}.`;
  return new Problem(`--base: ${quotePath(path)} is in the submodule ${submodule}`, hint);
}

/** @throws Problem unless git tracks a path as a regular file: otherwise, its history does not say whether it is new. */
export async function requireTracked(path: string, root: string): Promise<void> {
  const [entry = ""] = (await readGit(["ls-files", "--stage", "-z", "--", path], root)).split("\0");
  if (/^100\d+ [\da-f]+ 0\t/.test(entry)) return;
  const folders = path.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"));
  const above = (await readGit(["ls-files", "--stage", "-z", "--", ...folders], root)).split("\0");
  const [, hash = "", submodule] =
    above.map((line) => /^160000 ([\da-f]+) \d\t(.*)$/s.exec(line)).find(Boolean) ?? [];
  if (submodule !== undefined)
    throw describeSubmodule(path, submodule, { hash, rest: path.slice(submodule.length + 1).split("/") });
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
    const isSubmodule = mode === "160000" && !existsSync(join(root, path, ".git"));
    return tag === "S" || isSubmodule ? [path] : [];
  });
}
