/** The folders of a project: the working directory and its parents, up to the root of the workspace. */

import { existsSync, readFileSync, type Stats, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { findStats } from "./stats.ts";

/**
 * The bits of a folder such as `/tmp`: all users can write to it (0o002), and only the owner of a file can
 * delete it (0o1000). The first bit alone does not count: in a container or on Windows, the files of mounted
 * folders seem to be writable for all.
 */
const SHARED_MODE = 0o1002;

export function isShared({ mode }: Stats): boolean {
  return (mode & SHARED_MODE) === SHARED_MODE;
}

/**
 * The folders of a project, relative to the working directory.
 *
 * @param start - The first one. @default the working directory
 */
export function listProjectFolders(start = ""): string[] {
  const folders = listTrustedFolders(resolve(start));
  const nearestPackage = folders.find((folder) => existsSync(join(folder, "package.json")));
  const last = folders.find(isWorkspaceRoot) ?? nearestPackage;
  const searched = last === undefined ? folders : folders.slice(0, folders.indexOf(last) + 1);
  return searched.map((folder) => relative(process.cwd(), folder));
}

/**
 * A folder and its parents, up to, and without, the first one whose files can be code of other users, because
 * another user owns it, or because it is a folder such as `/tmp`. The owner of the start folder is trusted,
 * too, as in a container with a mounted folder.
 */
function listTrustedFolders(start: string): string[] {
  // On Windows, all owners are 0.
  const trusted = [process.getuid?.(), statSync(start).uid];
  const folders = [start];
  for (let folder = dirname(start); folder !== folders.at(-1); folder = dirname(folder)) {
    const stats = statSync(folder);
    if (!trusted.includes(stats.uid) || isShared(stats)) break;
    folders.push(folder);
  }
  return folders;
}

/** Whether a package manager reads the packages of a workspace from the folder. */
function isWorkspaceRoot(folder: string): boolean {
  if (existsSync(join(folder, "pnpm-workspace.yaml"))) return true;
  const manifest = join(folder, "package.json");
  const isFile = findStats(manifest)?.isFile() ?? false;
  return isFile && /"workspaces"\s*:/.test(readFileSync(manifest, "utf8"));
}
