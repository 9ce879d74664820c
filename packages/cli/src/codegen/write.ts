/** Writes the generated files: all of them, or none. */

import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import {
  findObsolete,
  type GeneratedFile,
  isGenerated,
} from "@integration-platform/graphql-compiler/internal/codegen/index";
import { writeFiles } from "../write-files.ts";
import { toRenderOptions } from "./read-settings.ts";
import type { Settings } from "./settings.ts";
import { attempt, FileError, renderPath } from "./sources.ts";

/** A file to write, or to delete. */
export interface StaleFile {
  readonly name: string;
  /** Without them, the file is deleted. */
  readonly bytes?: Buffer;
}

/** Returns the generated files in the output folder that the options no longer ask for. @throws FileError */
export function findObsoleteFiles(settings: Settings): StaleFile[] {
  const read = (name: string) => {
    const path = join(settings.output, name);
    return existsSync(path) ? attempt("read", path, () => readFileSync(path, "utf8")) : undefined;
  };
  return findObsolete(toRenderOptions(settings), read).map((name) => ({ name }));
}

/**
 * Checks that a file to write replaces none that another program or a person wrote, and that no link leads out of the
 * working directory. An empty file can be replaced.
 *
 * @throws FileError that lists the files.
 */
export function checkTargets(folder: string, files: readonly Pick<StaleFile, "name">[]): void {
  const problems = files.flatMap(({ name }) => {
    const path = join(folder, name);
    const stats = statLink(path);
    if (stats?.isSymbolicLink())
      return [`${renderPath(path)} is a link: delete it, or set "output" to another folder`];
    if (!stats?.isFile() || stats.size === 0) return [];
    if (isGenerated(attempt("read", path, () => readFileSync(path, "utf8")))) return [];
    return [`${renderPath(path)} is not generated code: move it, or set "output" to another folder`];
  });
  const outside =
    files.length > 0 && leadsOut(folder) ? [`a link in the path ${folder} leads out of the project`] : [];
  if (problems.length + outside.length > 0) throw new FileError([...outside, ...problems]);
}

/** `undefined` if there is no entry. A path through a file has none: writing it fails with the reason. */
function statLink(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a folder is in the working directory by its path, and elsewhere by its links. */
function leadsOut(folder: string): boolean {
  const isInside = (path: string, root: string) => !relative(root, path).startsWith("..");
  let existing = resolve(folder);
  while (!statLink(existing)) existing = dirname(existing);
  return isInside(existing, process.cwd()) && !isInside(realpathSync(existing), realpathSync(process.cwd()));
}

/**
 * Returns the files that differ from the file in the folder, or that are missing. Line endings do not count: git can convert
 * them.
 *
 * @throws FileError
 */
export function findStale(folder: string, files: readonly GeneratedFile[]): StaleFile[] {
  return files
    .map(({ name, text }) => ({ name, bytes: Buffer.from(text) }))
    .filter(({ name, bytes }) => {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (!stats) return true;
      attempt("read", path, () => accessSync(path, constants.R_OK));
      // Most changes make the file shorter, or change its size. Only a longer one can have other line endings.
      if (stats.isFile() && stats.size < bytes.length) return true;
      const content = attempt("read", path, () => readFileSync(path));
      return !content.equals(bytes) && content.toString().replaceAll("\r\n", "\n") !== bytes.toString();
    });
}

/** Writes files of a folder: all of them, or none. @throws FileError */
export function writeOutputs(folder: string, files: readonly StaleFile[]): void {
  writeFiles(files.map(({ name, bytes }) => ({ path: join(folder, name), content: bytes })));
}
