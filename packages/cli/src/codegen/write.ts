/** Writes the generated files: all of them, or none. */

import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GeneratedFile } from "@integration-platform/graphql-compiler/codegen";
import { attempt } from "./sources.ts";

/** A file to write. */
export interface StaleFile {
  readonly name: string;
  readonly bytes: Buffer;
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
 * Writes temporary files, then renames them. If the disk is full, the old files stay.
 *
 * @throws FileError
 */
export function writeFiles(folder: string, files: readonly StaleFile[]): void {
  attempt("create", folder, () => mkdirSync(folder, { recursive: true }));
  const targets = files.map(({ name, bytes }) => {
    const path = join(folder, name);
    return { path, bytes, temporary: join(folder, `.${name}.${process.pid}.tmp`) };
  });
  try {
    for (const { path, temporary, bytes } of targets)
      attempt("write", path, () => writeFileSync(temporary, bytes, { flush: true }));
    for (const { path, temporary } of targets) attempt("write", path, () => renameSync(temporary, path));
  } finally {
    for (const { temporary } of targets) rmSync(temporary, { force: true });
  }
}
