/** Finds and reads files with GraphQL. */

import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import { Source } from "graphql";
import { decodeText } from "../text/decode-text.ts";
import { quotePath } from "../text/quote.ts";
import { describeFileError } from "./file-error.ts";
import { listFiles, searchFiles } from "./find-files.ts";
import { isInside, pathFrom } from "./paths.ts";
import { findStats, renderFingerprint } from "./stats.ts";

/**
 * A problem in the files or the config of a project, and not in its GraphQL: a file or folder that is
 * missing, is empty, cannot be read or written, a script with a syntax error, or an invalid scalar of the
 * config.
 */
export class ProjectError extends SourceError {
  static {
    ProjectError.prototype.name = "ProjectError";
  }
  /** Whether there is no operation yet: no file has one, or a path of the config does not exist. */
  readonly isEmpty: boolean;
  /** Whether the problems are about the schema. */
  readonly isSchema: boolean;
  /** A package to install, with its version. */
  readonly install: string | undefined;

  constructor(
    problems: readonly string[],
    {
      isEmpty = false,
      isSchema = false,
      install,
    }: { readonly isEmpty?: boolean; readonly isSchema?: boolean; readonly install?: string } = {},
  ) {
    super(problems);
    this.isEmpty = isEmpty;
    this.isSchema = isSchema;
    this.install = install;
  }
}

/** The first line of what code of others has thrown. */
export const firstLineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1).join();

export interface FoundFiles {
  /** Sorted. */
  readonly files: readonly string[];
  /** Globs that match no file. */
  readonly unmatched: readonly string[];
}

/** @throws ProjectError if a path does not exist, or all globs match no file. */
export function findFiles(paths: readonly string[]): FoundFiles {
  const unmatched: string[] = [];
  const files = searchFiles(paths, (search, path) => {
    const found = attempt("read", path, () => listFiles(search), true);
    if (found.length === 0 && search.isGlob) unmatched.push(path);
    return found;
  });
  if (files.length > 0 || unmatched.length === 0) return { files, unmatched };
  throw new ProjectError([`no GraphQL, TypeScript or JavaScript file matches ${unmatched.join(", ")}`]);
}

/** The bytes that a run has read, by the path of the file. */
export type Reads = ReadonlyMap<string, Buffer>;

const reads = new AsyncLocalStorage<Map<string, Buffer>>();

/** Runs work that reads sources, and returns what it has read: each file once. */
export async function recordReads<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly read: Reads }> {
  const read = new Map<string, Buffer>();
  return { result: await reads.run(read, work), read };
}

function readBytes(file: string): Buffer {
  const recorded = reads.getStore();
  const bytes = recorded?.get(file) ?? attempt("read", file, () => readFileSync(file));
  recorded?.set(file, bytes);
  return bytes;
}

/** The last source of each file. A watcher parses only those that have changed. */
const sources = new Map<string, { readonly source: Source; readonly fingerprint: string | undefined }>();

/** Reads a file. Its name is relative to the working directory. @throws ProjectError */
export function readSource(file: string): Source {
  const cached = sources.get(file);
  // A run that records has to have the bytes.
  const fingerprint = reads.getStore() ? undefined : findFingerprint(file);
  if (cached && fingerprint !== undefined && cached.fingerprint === fingerprint) return cached.source;
  const name = renderPath(file);
  const decoded = decodeText(readBytes(file));
  if (!("text" in decoded)) throw new ProjectError([`${name}:${decoded.place}: ${decoded.problem}`]);
  const isSame = cached?.source.name === name && cached.source.body === decoded.text;
  const source = isSame ? cached.source : new Source(decoded.text, name);
  sources.set(file, { source, fingerprint });
  return source;
}

/** The time in which a file can change again, and have the same times in the file system. */
const SETTLE_MS = 1000;

/** Identifies the content of a file in this working directory. `undefined` if it has just changed. */
function findFingerprint(file: string): string | undefined {
  const stats = findStats(file);
  if (!stats || Date.now() - stats.ctimeMs < SETTLE_MS) return undefined;
  return `${renderFingerprint(stats)} ${process.cwd()}`;
}

/**
 * Runs a file operation.
 *
 * @param isOptional - Whether a missing path means that there is no operation yet.
 * @throws ProjectError with the path and the reason
 */
export function attempt<Result>(verb: string, path: string, work: () => Result, isOptional = false): Result {
  try {
    return work();
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    const problem = `cannot ${verb} ${showPath(path)}: ${describeFileError(error)}`;
    throw new ProjectError([problem], { isEmpty: isOptional && code === "ENOENT" });
  }
}

/** Quotes a path. One outside of the working directory is shown as the user wrote it. */
export function showPath(path: string): string {
  return quotePath(isInside(resolve(path), process.cwd()) ? renderPath(path) : path);
}

/**
 * Returns a path relative to the working directory, with forward slashes, so that terminals and CI can link
 * it.
 */
export function renderPath(file: string): string {
  return pathFrom(process.cwd(), file) || ".";
}
