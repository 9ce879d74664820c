/** Finds the source files that import generated documents. */

import type { Place } from "@integration-platform/graphql-compiler/check";
import { languageOf } from "../../codegen/find-files.ts";
import { findFiles, readSource } from "../../codegen/sources.ts";

const isScript = (file: string): boolean => languageOf(file) === "script";

/**
 * Returns the first place of each document in each script, except in the modules that declare it.
 *
 * @param paths - Folders, files and globs.
 * @param operations - Names of operations. The document of `List` is `ListDocument`.
 * @throws FileError if a path does not exist, or a glob matches no file.
 */
export function findImporters(paths: readonly string[], operations: readonly string[]): Map<string, Place[]> {
  const found = new Map(operations.map((name): [string, Place[]] => [name, []]));
  for (const file of findFiles(paths, isScript).filter(isScript)) {
    const { name, body } = readSource(file);
    const code = body.includes("Document") ? body.replaceAll(COMMENT, blank) : "";
    const seen = new Set<string>();
    for (const { 1: keyword, 2: operation = "", index } of code.matchAll(DOCUMENT)) {
      if (seen.has(operation)) continue;
      seen.add(operation);
      if (keyword === undefined) found.get(operation)?.push(placeAt(name, code, index));
    }
  }
  return found;
}

/** The name of a document, and the keyword before it if it is declared here. */
const DOCUMENT = /(\b(?:const|let|var|function)\s+)?\b([A-Za-z_]\w*)Document\b/g;

/** A "//" in a URL is not a comment. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

function placeAt(file: string, text: string, index: number): Place {
  const before = text.slice(0, index).split("\n");
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
