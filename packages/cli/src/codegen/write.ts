/** Writes the generated files: all of them, or none. */

import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GeneratedFile } from "@integration-platform/graphql-compiler/codegen";
import { attempt } from "./sources.ts";

/** Returns the files whose text differs from the file in the folder, or that are missing. @throws FileError */
export function findStale(folder: string, files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.filter(({ name, text }) => {
    const path = join(folder, name);
    if (!statSync(path, { throwIfNoEntry: false })) return true;
    return attempt("read", path, () => readFileSync(path, "utf8")) !== text;
  });
}

/**
 * Writes temporary files, then renames them. If the disk is full, the old files stay.
 *
 * @throws FileError
 */
export function writeFiles(folder: string, files: readonly GeneratedFile[]): void {
  attempt("create", folder, () => mkdirSync(folder, { recursive: true }));
  const targets = files.map(({ name, text }) => {
    const path = join(folder, name);
    return { path, text, temporary: join(folder, `.${name}.${process.pid}.tmp`) };
  });
  try {
    for (const { path, temporary, text } of targets)
      attempt("write", path, () => writeFileSync(temporary, text, { flush: true }));
    for (const { path, temporary } of targets) attempt("write", path, () => renameSync(temporary, path));
  } finally {
    for (const { temporary } of targets) rmSync(temporary, { force: true });
  }
}
