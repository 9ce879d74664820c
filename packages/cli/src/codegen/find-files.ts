/** Finds files by folders, file names and globs. */

import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { extname, join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";

/** Files with GraphQL, or with GraphQL inside of another language. A glob matches no other files. */
export type Language = "graphql" | "markdown" | "script";

const LANGUAGES: Readonly<Record<string, Language>> = {
  ...{ ".graphql": "graphql", ".gql": "graphql" },
  ...{ ".md": "markdown", ".mdx": "markdown" },
  ...{ ".ts": "script", ".tsx": "script", ".mts": "script", ".cts": "script" },
  ...{ ".js": "script", ".jsx": "script", ".mjs": "script", ".cjs": "script" },
};

/** Language of a file, by its extension. `undefined` if it is unknown. */
export function languageOf(file: string): Language | undefined {
  return LANGUAGES[extname(file).toLowerCase()];
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
 * Creates the search of a folder, of a single file, or of a glob. The name of an existing file is
 * never a glob. Folders named `node_modules`, and names with a leading dot, are skipped, except in the path itself.
 *
 * @param isInFolder - Selects the files of a folder. @default `.graphql` files
 */
export function createSearch(path: string, isInFolder: (file: string) => boolean = isGraphql): Search {
  const { base, glob } = picomatch.scan(toPosix(path));
  const isPattern = isGlob(path);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? languageOf(path) !== undefined;
  const [root, matches] = isPattern ? [base || ".", accepting(picomatch(glob))] : [path, isFile ? isEmpty : isInFolder];
  return {
    root,
    isGlob: isPattern,
    accepts(file, mustMatch) {
      const inside = relative(root, file);
      if (inside === ".." || inside.startsWith(`..${sep}`) || SKIPPED.test(toPosix(inside))) return false;
      return !mustMatch || matches(toPosix(inside));
    },
  };
}

const isEmpty = (inside: string): boolean => inside === "";
const isGraphql = (inside: string): boolean => inside.endsWith(".graphql");
const accepting = (isMatch: (inside: string) => boolean) => (inside: string) =>
  languageOf(inside) !== undefined && isMatch(inside);

const SKIPPED = /(?:^|\/)(?:node_modules|\.[^/]*)(?:\/|$)/;

function isGlob(path: string): boolean {
  return !existsSync(path) && !path.includes("://") && picomatch.scan(toPosix(path)).isGlob;
}

/** Whether a path starts with "!": the files that it matches are left out. */
export function isExclusion(path: string): boolean {
  return path.startsWith("!") && !existsSync(path);
}

/** Returns a function that finds the files that exclusions match. */
export function createExclusion(paths: readonly string[]): (file: string) => boolean {
  const matchers = paths.map((path) => {
    const name = toPosix(relative("", resolve(path.slice(1))));
    return picomatch([name, `${name}/**`], { dot: true });
  });
  return (file) => matchers.some((isMatch) => isMatch(toPosix(relative("", file))));
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
      const isFolder = entry.isSymbolicLink() ? isFolderAt(file) : entry.isDirectory();
      // A folder with the name of a file is an error when it is read.
      return walk(file, isFolder && !isGraphql(file), [...parents, real]);
    });
  };
  return walk(root, statSync(root).isDirectory(), []);
}

function isFolderAt(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    // A broken link is an error when it is read.
    return false;
  }
}

function toPosix(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
