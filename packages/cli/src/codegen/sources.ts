/** Reads and parses files with GraphQL. Problems are reported for all files at once. */

import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { parseAll, renderProblems, SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import { type DocumentNode, isExecutableDefinitionNode, Source } from "graphql";
import { describeFileError } from "../file-error.ts";
import { decodeText } from "../text.ts";
import { languageOf, listFiles, searchFiles } from "./find-files.ts";
import { pluck } from "./pluck.ts";

/** A file or folder that is missing, is empty, or cannot be read. A script with a syntax error cannot be read either. */
export class FileError extends SourceError {
  static {
    FileError.prototype.name = "FileError";
  }
}

/**
 * Returns the sorted paths of the files.
 *
 * @param isInFolder - Selects the files of a folder. @default `.graphql` and `.gql` files
 * @throws FileError if a path does not exist, or a glob matches no file.
 */
export function findFiles(paths: readonly string[], isInFolder?: (file: string) => boolean): string[] {
  return searchFiles(paths, isInFolder, (search, path) => {
    const files = attempt("read", path, () => listFiles(search));
    if (files.length > 0 || !search.isGlob) return files;
    throw new FileError([`no GraphQL, TypeScript or JavaScript file matches ${path}`]);
  });
}

/** The last source of each file. A watcher reads all files again, and the same source is parsed once. */
const sources = new Map<string, Source>();

/** Reads a file. Its name is relative to the working directory. @throws FileError */
export function readSource(file: string): Source {
  const name = renderPath(file);
  const decoded = decodeText(attempt("read", file, () => readFileSync(file)));
  if ("text" in decoded) {
    const known = sources.get(name);
    const source = known?.body === decoded.text ? known : new Source(decoded.text, name);
    sources.set(name, source);
    return source;
  }
  throw new FileError([`${name}:${decoded.place}: ${decoded.problem}`]);
}

/** Operations and fragments of files. */
export interface Operations {
  readonly document: DocumentNode;
  /** Text of each file, by its name relative to the working directory. */
  readonly texts: ReadonlyMap<string, string>;
  /** Scripts and definitions in them that cannot be read, as `file:line:column: message`. */
  readonly skipped: readonly string[];
}

/**
 * Reads the operations of files, folders and globs. Schemas in scripts are left out.
 *
 * @param isPartial - Whether scripts and definitions in them that cannot be read are listed instead of being an error.
 * @throws SourceError that lists all problems. FileError if a file cannot be read.
 */
export async function readOperations(paths: readonly string[], isPartial = false): Promise<Operations> {
  const files = findFiles(paths).map(readSource);
  const plucked = await Promise.all(files.map(pluck));
  const failures = plucked.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0 && !isPartial) throw new FileError(renderProblems(failures));
  const problems = plucked.flatMap((one) => one.problems);
  const document = parseAll(
    plucked.flatMap(({ blocks }) => blocks),
    isPartial ? [] : problems,
  );
  const definitions = document.definitions.filter(
    (node) => isExecutableDefinitionNode(node) || (languageOf(node.loc?.source.name ?? "") ?? "graphql") === "graphql",
  );
  const skipped = isPartial ? renderProblems([...failures, ...problems]) : [];
  const texts = new Map(files.map(({ name, body }) => [name, body]));
  return { document: { ...document, definitions }, texts, skipped };
}

/** Runs a file operation. @throws FileError with the path and the reason */
export function attempt<Result>(verb: string, path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
    throw new FileError([`cannot ${verb} ${renderPath(path)}: ${describeFileError(error)}`]);
  }
}

/** Returns a path relative to the working directory, with forward slashes, so that terminals and CI can link it. */
export function renderPath(file: string): string {
  return relative(process.cwd(), file).replaceAll(sep, "/") || ".";
}
