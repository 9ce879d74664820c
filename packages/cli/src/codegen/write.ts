/** Writes the generated files: all of them, or none. */

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { findObsolete, type GeneratedFile } from "@integration-platform/graphql-compiler/codegen";
import type { Settings } from "./settings.ts";
import { attempt } from "./sources.ts";

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
  return findObsolete(settings, read).map((name) => ({ name }));
}

/** Returns the files that differ from the file in the folder, or that are missing. @throws FileError */
export function findStale(folder: string, files: readonly GeneratedFile[]): StaleFile[] {
  return files
    .map(({ name, text }) => ({ name, bytes: Buffer.from(text) }))
    .filter(({ name, bytes }) => {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (!stats) return true;
      attempt("read", path, () => accessSync(path, constants.R_OK));
      // Most changes change the size. The file is then not read.
      if (stats.isFile() && stats.size !== bytes.length) return true;
      return !attempt("read", path, () => readFileSync(path)).equals(bytes);
    });
}

/**
 * Writes temporary files, then renames them, and deletes others. If the disk is full, the old files stay.
 *
 * @throws FileError
 */
export function writeFiles(folder: string, files: readonly StaleFile[]): void {
  attempt("create", folder, () => mkdirSync(folder, { recursive: true }));
  const targets = files.flatMap(({ name, bytes }) => {
    const path = join(folder, name);
    return bytes ? [{ path, bytes, temporary: join(folder, `.${name}.${process.pid}.tmp`) }] : [];
  });
  try {
    for (const { path, temporary, bytes } of targets)
      attempt("write", path, () => writeFileSync(temporary, bytes, { flush: true }));
    for (const { path, temporary } of targets) attempt("write", path, () => renameSync(temporary, path));
    for (const { name, bytes } of files) {
      const path = join(folder, name);
      if (!bytes) attempt("delete", path, () => rmSync(path));
    }
  } finally {
    for (const { temporary } of targets) rmSync(temporary, { force: true });
  }
}
