/**
 * Writes the files of all commands. A set of files becomes visible as a whole, as far as a file system can:
 * each file is written next to its target, and all of them are renamed at the end, the first one last. If one
 * cannot be renamed, the others are restored.
 *
 * Processes that write to one folder cannot hurt each other, on one machine or on several: a process that
 * finds its temporary file gone, or its folder, writes it again. So each one removes what a killed process
 * left, without knowing whether that still runs.
 */

import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { quotePath } from "../text/quote.ts";
import { findRepository } from "./find-repository.ts";
import { isInside } from "./paths.ts";
import { attempt, ProjectError, showPath } from "./sources.ts";
import { findLinkStats, findStats, isFolder } from "./stats.ts";

/** A file to write, or to delete. */
export interface FileChange {
  readonly path: string;
  /** Without it, the file is deleted. */
  readonly content?: string | Uint8Array | undefined;
  /** Fails if the file exists, even if another process creates it at the same moment. @default false */
  readonly isNew?: boolean;
}

/** A change, with the file that it changes, and the file that is renamed to it. */
interface Target {
  readonly change: FileChange;
  /** The real path: the target, if the path is a link. */
  readonly file: string;
  readonly temporary: string;
  /** The file before the change. */
  readonly old: { readonly stats: Stats; readonly content: Buffer } | undefined;
}

/**
 * Writes all files, or none. Folders are created, and deleted if a deletion leaves them empty. An existing
 * file keeps its mode, and its owner and group if the process can set them. A link is followed within the
 * repository, or within the working directory if there is no repository.
 *
 * @throws ProjectError that names each file and the reason. No file is changed.
 */
export function writeFiles(changes: readonly FileChange[]): void {
  const root = findRepository(process.cwd()) ?? process.cwd();
  const problems = changes.flatMap(({ path }) => describeFolder(path) ?? describeEscape(path, root) ?? []);
  if (problems.length > 0) throw new ProjectError(problems);
  const targets = findTargets(changes);
  // Each folder, with the first of its files.
  const folders = new Map(targets.toReversed().map(({ file, change }) => [dirname(file), change.path]));
  for (const [folder, path] of folders) attempt("write", path, () => removeLeftovers(folder));
  const finished: Target[] = [];
  try {
    for (const target of targets) attempt("write", target.change.path, () => stage(target));
    for (const target of targets) attempt("write", target.change.path, () => flush(target));
    for (const target of targets.toReversed()) {
      const verb = target.change.content === undefined ? "delete" : "write";
      attempt(verb, target.change.path, () => finish(target));
      finished.push(target);
    }
  } catch (error) {
    for (const target of finished) restore(target);
    throw error;
  } finally {
    for (const { temporary } of targets) if (findLinkStats(temporary)) rmSync(temporary, { force: true });
  }
  const deleted = targets.filter(({ change }) => change.content === undefined);
  for (const folder of new Set(deleted.map(({ file }) => dirname(file)))) removeEmpty(folder);
}

/** One target for each file: if two paths lead to a file, the last change counts. */
function findTargets(changes: readonly FileChange[]): Target[] {
  const targets = changes.map(findTarget);
  return [...new Map(targets.map((target) => [target.file, target])).values()];
}

function findTarget(change: FileChange): Target {
  const { path } = change;
  const file = attempt("write", path, () => resolveLinks(resolve(path)));
  const temporary = join(dirname(file), `${TEMPORARY}${randomUUID()}`);
  const stats = findStats(file);
  if (!stats?.isFile()) return { change, file, temporary, old: undefined };
  const content = attempt("read", path, () => readFileSync(file));
  return { change, file, temporary, old: { stats, content } };
}

function stage({ change: { content }, temporary }: Target): void {
  if (content === undefined) return;
  repeat(
    () => writeFileSync(temporary, content),
    () => mkdirSync(dirname(temporary), { recursive: true }),
  );
}

/**
 * Flushes the temporary file, so that a renamed file has its content after a crash of the machine. If all
 * files are written before the first one is flushed, thousands of files need half of the time.
 */
function flush(target: Target): void {
  if (target.change.content === undefined) return;
  repeat(
    () => flushTemporary(target),
    () => stage(target),
  );
}

function flushTemporary({ temporary, old }: Target): void {
  const file = openSync(temporary, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (!old) return;
  chmodSync(temporary, old.stats.mode);
  keepOwner(temporary, old.stats);
}

const MAX_TRIES = 10;

/** Repeats a step as long as its file or folder is missing: another process can have removed it. */
function repeat(step: () => void, prepare: () => void): void {
  for (let tries = 1; ; tries++) {
    try {
      step();
      return;
    } catch (error) {
      if (tries === MAX_TRIES || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      prepare();
    }
  }
}

/** Only root can change the owner. A member of the group, as in a shared checkout, can keep the group. */
function keepOwner(temporary: string, { uid, gid }: Stats): void {
  if (!changeOwner(temporary, uid, gid)) changeOwner(temporary, statSync(temporary).uid, gid);
}

/** @returns whether the process is permitted to do so. */
function changeOwner(file: string, uid: number, gid: number): boolean {
  try {
    chownSync(file, uid, gid);
    return true;
  } catch {
    return false;
  }
}

function finish(target: Target): void {
  const { change, file, temporary } = target;
  const { content, isNew = false } = change;
  if (content === undefined) {
    rmSync(file, { force: true });
    return;
  }
  repeat(
    () => (isNew ? create(temporary, file) : renameSync(temporary, file)),
    () => flush(target),
  );
}

/** A file system without hard links copies the file: it is never replaced either. */
function create(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    copyFileSync(temporary, file, constants.COPYFILE_EXCL);
  }
}

/** A folder with other files stays. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It has files, another process has removed it, or it is the working directory of one.
  }
}

/** A file that another process has written since stays. */
function restore({ change: { content }, file, old }: Target): void {
  const now = existsSync(file) ? readFileSync(file) : undefined;
  const isOurs = content === undefined ? now === undefined : now?.equals(Buffer.from(content));
  if (!isOurs) return;
  if (old) writeFileSync(file, old.content, { mode: old.stats.mode, flush: true });
  else rmSync(file, { force: true });
}

/** The start of the names of temporary files. */
const TEMPORARY = ".platform-graphql.tmp-";

/** Deletes what a killed run left in a folder, and what a process writes that still runs: it writes again. */
function removeLeftovers(folder: string): void {
  if (!findStats(folder)) return;
  for (const name of readdirSync(folder))
    if (name.startsWith(TEMPORARY)) rmSync(join(folder, name), { force: true });
}

/** The file would get the name of the folder that the user meant. */
function describeFolder(path: string): string | undefined {
  return isFolder(path) ? `cannot write ${quotePath(path)}: it is a folder` : undefined;
}

/**
 * Describes a path that is in the repository by its name, and outside of it by its links. A path that is
 * outside by its name is what the user asked for.
 */
function describeEscape(path: string, root: string): string | undefined {
  if (!isInside(resolve(path), root)) return undefined;
  const real = attempt("write", path, () => resolveLinks(resolve(path)));
  if (isInside(real, realpathSync(root))) return undefined;
  return `${showPath(path)} leads out of the project through a link: delete the link, or pass another path`;
}

/** The real path of a file that can be missing. A broken link leads to its target. */
export function resolveLinks(path: string, depth = 0): string {
  const stats = findLinkStats(path);
  if (stats?.isSymbolicLink() && depth < 40)
    return resolveLinks(resolve(dirname(path), readlinkSync(path)), depth + 1);
  if (stats) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(resolveLinks(parent, depth), basename(path));
}
