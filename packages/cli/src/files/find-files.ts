/** Finds files by folders, file names and globs. */

import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { extname, join, resolve } from "node:path";
// Globs of node:fs are experimental in Node.js 22.12 and cannot match a single path, which the watcher needs.
import picomatch from "picomatch";
import { pathInside, toPosix } from "./paths.ts";
import { findStats } from "./stats.ts";

/** Files with GraphQL, or scripts with GraphQL inside. A glob matches no other files. */
export type Language = "graphql" | "script";

const LANGUAGES: Readonly<Record<string, Language>> = {
  ".graphql": "graphql",
  ".gql": "graphql",
  ".graphqls": "graphql",
  ".gqls": "graphql",
  ".ts": "script",
  ".tsx": "script",
  ".mts": "script",
  ".cts": "script",
  ".js": "script",
  ".jsx": "script",
  ".mjs": "script",
  ".cjs": "script",
};

/** Language of a file, by its extension. `undefined` if it is unknown. */
export function languageOf(file: string): Language | undefined {
  return LANGUAGES[extname(file).toLowerCase()];
}

/** Extensions of the files that are read in a folder. The others need a glob. */
export const FOLDER_EXTENSIONS: readonly string[] = ["graphql", "gql"];

/** Whether a folder is searched for files with this name. */
export function isReadInFolder(file: string): boolean {
  return FOLDER_EXTENSIONS.includes(extname(file).slice(1).toLowerCase());
}

/** Files below a path. */
export interface Search {
  /** Folder or file that contains all files of the search. */
  readonly root: string;
  readonly isGlob: boolean;
  /** Whether a file belongs to the search, or a folder can contain one. */
  readonly accepts: (path: string, isFile: boolean) => boolean;
}

/**
 * Creates the search of a folder, of a single file, or of a glob. The name of an existing file is never a
 * glob. Folders named `node_modules`, and names with a leading dot, are skipped, except in the path itself.
 */
export function createSearch(path: string): Search {
  const stats = findStats(path);
  if (!stats && !path.includes("://")) {
    const { isGlob, base } = scan(path);
    if (isGlob) return createGlobSearch(path);
    // The path of a file in which brackets are escaped, because the other tools need that.
    if (base !== "" && base !== toPosix(path)) return createSearch(base);
  }
  const isSingleFile = stats?.isFile() ?? languageOf(path) !== undefined;
  return {
    root: path,
    isGlob: false,
    accepts: createTest(path, isSingleFile ? (inside) => inside === "" : isReadInFolder),
  };
}

function createGlobSearch(path: string): Search {
  const { root, glob } = splitGlob(path);
  const isMatch = picomatch(glob);
  const matches = (inside: string) => languageOf(inside) !== undefined && isMatch(inside);
  return { root, isGlob: true, accepts: createTest(root, matches) };
}

/** @param matches - Tests the path of a file, relative to the root of the search. */
function createTest(root: string, matches: (inside: string) => boolean): Search["accepts"] {
  return (path, isFile) => {
    const inside = pathInside(root, path);
    return inside !== undefined && !SKIPPED.test(inside) && (!isFile || matches(inside));
  };
}

const isGraphql = (file: string): boolean => languageOf(file) === "graphql";

const SKIPPED = /(?:^|\/)(?:node_modules|\.[^/]*)(?:\/|$)/;

/**
 * Whether a path excludes files, because it starts with "!". The name of an existing file never does. A glob
 * can start with "!(", which is no exclusion.
 *
 * @param folder - Folder to which the path is relative. @default the working directory
 */
export function isExclusion(path: string, folder = ""): boolean {
  return /^!(?!\()/.test(path) && !existsSync(join(folder, path));
}

/**
 * Whether a path of a schema has a scheme, such as "https:" or "git:". A single letter is a drive of Windows.
 */
export function isAddress(path: string): boolean {
  return /^[a-z]{2,}:/i.test(path);
}

/** Returns a function that finds the files of the exclusions among paths: of a file, a folder, or a glob. */
export function createExclusion(paths: readonly string[]): (file: string) => boolean {
  const exclusions = paths.filter((path) => isExclusion(path));
  const tests = exclusions.map((path) => {
    const { root, glob } = splitGlob(path.slice(1));
    const isMatch = glob === "" ? () => true : picomatch([glob, `${glob}/**`], { dot: true });
    return (file: string) => {
      const inside = pathInside(root, file);
      return inside !== undefined && isMatch(inside);
    };
  });
  return (file) => tests.some((isExcluded) => isExcluded(file));
}

/**
 * Splits a path into an existing folder or file, and the glob inside of it. A folder can be named like a
 * glob: "[id]".
 */
export function splitGlob(path: string): { readonly root: string; readonly glob: string } {
  const { base, glob } = scan(path);
  const parts = glob === "" ? [] : glob.split("/");
  let root = base;
  while (parts[0] !== undefined && existsSync(join(root, parts[0]))) root = join(root, parts.shift() ?? "");
  return { root: root || ".", glob: parts.join("/") };
}

/** `base` is without the backslashes that escape characters of globs, as in `src/\\[id\\]/*.ts`. */
const scan = (path: string) => picomatch.scan(toPosix(path), { unescape: true });

/**
 * Returns the sorted paths of the files of all paths, without those of exclusions.
 *
 * @param list - Lists the files of a path.
 * @throws the error of the file system
 */
export function searchFiles(
  paths: readonly string[],
  list: (search: Search, path: string) => readonly string[] = listFiles,
): string[] {
  const isExcluded = createExclusion(paths);
  const matched = paths
    .filter((path) => !isExclusion(path))
    .flatMap((path) => list(createSearch(path), path));
  return [...new Set(matched)].filter((file) => !isExcluded(file)).sort();
}

/** Whether a path exists, or a glob matches a file. */
export function hasFiles(path: string): boolean {
  const search = createSearch(path);
  return search.isGlob ? listFiles(search).length > 0 : existsSync(search.root);
}

/**
 * Returns the sorted files of the paths and globs of a schema. A path without a glob does not have to exist.
 */
export function listSchemaFiles(paths: readonly string[]): string[] {
  const patterns = paths.filter((path) => isExclusion(path) || createSearch(path).isGlob);
  const files = paths.filter((path) => !patterns.includes(path));
  return [...new Set([...files, ...searchFiles(patterns).filter(isGraphql)])].sort();
}

/** Leaves out the schema files, which the paths of operations can match: reading them would only take time. */
export function withoutSchemas(files: readonly string[], schemas: readonly string[]): string[] {
  const excluded = new Set(listSchemaFiles(schemas).map((file) => resolve(file)));
  return files.filter((file) => !excluded.has(resolve(file)));
}

/** Lists the files of a search. @throws the error of the file system */
export function listFiles({ root, isGlob, accepts }: Search): string[] {
  if (isGlob && !existsSync(root)) return [];
  const walk = (path: string, isFolder: boolean, parents: readonly string[]): string[] => {
    if (!accepts(path, !isFolder)) return [];
    if (!isFolder) return [path];
    // Symbolic links can form a cycle.
    const real = realpathSync(path);
    if (parents.includes(real)) return [];
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      const file = join(path, entry.name);
      const isInnerFolder = entry.isSymbolicLink() ? isFolderAt(file) : entry.isDirectory();
      // A folder with the name of a file is an error when it is read.
      return walk(file, isInnerFolder && !isGraphql(file), [...parents, real]);
    });
  };
  return walk(root, statSync(root).isDirectory(), []);
}

/**
 * Lists the names of the files in a folder, without links. Empty if there is no folder.
 *
 * @throws the error of the file system
 */
export function listFolder(path: string): string[] {
  if (!isFolderAt(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** A broken link is an error when it is read. */
const isFolderAt = (link: string): boolean => findStats(link)?.isDirectory() ?? false;
