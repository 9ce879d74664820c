/** Finds the operations of a project that has no config. */

import { extname } from "node:path";
import { Kind, parse, type Source } from "graphql";
import { pluck } from "../../codegen/pluck.ts";
import { createSearch, isReadInFolder, languageOf } from "../../files/find-files.ts";
import { ProjectError, readSource } from "../../files/sources.ts";
import { runGit } from "../../host/git/git.ts";
import { exists } from "../../host/project/files.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { searchProject } from "./search-project.ts";

export interface FoundOperations {
  /** Folders, files and globs. */
  readonly documents: readonly string[];
  /** Number of files. */
  readonly count: number;
}

/** Files of builds, if there is no git that ignores them. */
const BUILDS = /^(?:build|coverage|dist|out)\//;

/** @returns `undefined` if no file contains an operation or a fragment. */
export async function findOperations(): Promise<FoundOperations | undefined> {
  const files: string[] = [];
  for (const file of await listFiles()) {
    if (await hasOperation(file)) files.push(file);
  }
  if (files.length === 0) return undefined;
  return { documents: [...new Set(files.map((file) => toPattern(file, files)))].sort(), count: files.length };
}

const FILES = "**/*.{graphql,gql,graphqls,gqls,ts,tsx,mts,cts,js,jsx,mjs,cjs}";

/** The files that git does not ignore; all files if there is no git. */
async function listFiles(): Promise<string[]> {
  const { code, stdout } = await runGit(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
  if (code !== 0) return searchProject(FILES).filter((file) => !BUILDS.test(file));
  const search = createSearch(FILES);
  const files = new Set(stdout.split("\0").filter((file) => search.accepts(file, true)));
  // A deleted file is listed until the deletion is staged.
  return [...files].filter(exists);
}

/** Codegen names a file that cannot be read, if it is one of operations. Most scripts are none. */
async function hasOperation(file: string): Promise<boolean> {
  try {
    const { blocks } = await pluck(readSource(file));
    return blocks.some(isOperation);
  } catch (error) {
    rethrowOthers(error, ProjectError);
    return languageOf(file) === "graphql";
  }
}

function isOperation(source: Source): boolean {
  try {
    const { definitions } = parse(source, { noLocation: true });
    return definitions.some(
      ({ kind }) => kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION,
    );
  } catch {
    // Codegen names the file.
    return true;
  }
}

/** The first folder of a file; or a glob with the extensions that have operations there, and need a glob. */
function toPattern(file: string, files: readonly string[]): string {
  const [first = "", ...rest] = file.split("/");
  if (rest.length === 0) return file;
  if (isReadInFolder(file)) return first;
  const others = files.filter((other) => other.startsWith(`${first}/`) && !isReadInFolder(other));
  const extensions = [...new Set(others.map((other) => extname(other).slice(1)))].sort();
  return `${first}/**/*.${extensions.length === 1 ? extensions[0] : `{${extensions.join(",")}}`}`;
}
