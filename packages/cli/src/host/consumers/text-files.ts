/** The text files of a consumer: those that git tracks, and new ones that it does not ignore. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addAll } from "@integration-platform/graphql-compiler/internal/text/long-lists";
import { count, listSome } from "@integration-platform/graphql-compiler/internal/text/phrases";
import picomatch from "picomatch";
import { describeFileError } from "../../files/file-error.ts";
import { createExclusion, isExclusion, splitGlob } from "../../files/find-files.ts";
import { pathFrom, pathInside } from "../../files/paths.ts";
import { findStats } from "../../files/stats.ts";
import { quotePath } from "../../text/quote.ts";
import { Problem } from "../errors/problem.ts";
import { readGit, runGit } from "../git/git.ts";

export interface TextFile {
  /** Relative to the working directory, with forward slashes. */
  readonly name: string;
  readonly text: string;
}

export interface TextFiles {
  readonly files: readonly TextFile[];
  /** Names of the files that were not read, by the reason. */
  readonly leftOut: ReadonlyMap<string, readonly string[]>;
  /** Whether git lists the files. Otherwise, all files of the folders were read, as without git. */
  readonly isTracked: boolean;
}

/** Files of each kind that the output names. */
const MAX_NAMES = 3;

/** Describes the files that were read, and those that were left out. */
export function describeRead({ files, leftOut, isTracked }: TextFiles): string[] {
  const how = isTracked ? "" : ", which git does not list: all files of the folders";
  return [
    `read: ${count(files.length, "text file")}${how}`,
    ...[...leftOut].map(([reason, names]) => `left out: ${reason}: ${listSome(names, MAX_NAMES, String)}`),
  ];
}

/** Files that only tools write, by their names. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  "lock files":
    /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|composer\.lock|Cargo\.lock)$/,
  "minified files and source maps": /\.min\.[cm]?(?:js|css)$|\.map$/,
  "generated files":
    /(?:^|\/)(?:node_modules|\.yarn|\.pnp\.[cm]?js|dist|coverage|generated|__generated__)(?:\/|$)|\.(?:generated|gen)\.\w+$/,
};

/** In bytes. */
const MAX_SIZE = 16 * 1024 * 1024;
/** In bytes. A file with a NUL in them is binary, as for git. */
const SAMPLE = 8000;

/**
 * @param paths - Folders, files and globs; those that start with "!" exclude files.
 * @throws Problem if a path does not exist, a glob matches nothing, the exclusions leave no file, or a
 * tracked file is not checked out.
 */
export async function readTextFiles(paths: readonly string[]): Promise<TextFiles> {
  const names = new Set<string>();
  let isTracked = true;
  for (const path of paths.filter((name) => !isExclusion(name))) {
    const listed = await listPath(path);
    isTracked &&= listed.isTracked;
    for (const name of listed.names) names.add(name);
  }
  const isExcluded = createExclusion(paths);
  const kept = [...names].filter((name) => !isExcluded(name)).sort();
  if (kept.length === 0 && paths.some((path) => isExclusion(path))) {
    const hint = "Name other files, too: --importers . '!**/*.test.ts'.";
    throw new Problem("--importers: the exclusions leave no file", hint);
  }
  return { ...readAll(kept), isTracked };
}

interface Listed {
  readonly names: readonly string[];
  readonly isTracked: boolean;
}

async function listPath(path: string): Promise<Listed> {
  const stats = findStats(path);
  if (stats?.isDirectory()) return listBelow(path);
  if (stats) return { names: [toName(path)], isTracked: true };
  const { root, glob } = splitGlob(path);
  if (!findStats(root)?.isDirectory())
    throw new Problem(`--importers: cannot read ${quotePath(path)}: no such file or folder`, OTHERS);
  const listed = await listBelow(root);
  const isMatch = picomatch(glob);
  const names = listed.names.filter((name) => isMatch(pathInside(root, name) ?? ""));
  if (names.length === 0) throw new Problem(`--importers: no file matches ${quotePath(path)}`, OTHERS);
  return { ...listed, names };
}

const OTHERS = "Name other folders, files or globs.";

/** A submodule is a folder in the list of git, and has a list of its own. */
async function listBelow(folder: string): Promise<Listed> {
  const { code, stdout } = await runGit(
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    folder,
  );
  if (code !== 0) return { names: walk(folder), isTracked: false };
  await requireComplete(folder);
  const names: string[] = [];
  for (const entry of new Set(stdout.split("\0").filter(Boolean))) {
    const path = join(folder, entry);
    const stats = findStats(path);
    if (!stats?.isDirectory()) names.push(toName(path));
    else if (isSubmodule(path)) addAll(names, (await listBelow(path)).names);
  }
  return { names, isTracked: true };
}

/** A link to a folder is left out: git lists the files of its target, if it tracks them. */
const isSubmodule = (path: string): boolean => existsSync(join(path, ".git"));

/** @throws Problem if a tracked file is not in the working tree. */
async function requireComplete(folder: string): Promise<void> {
  const tagged = await readGit(["ls-files", "-t", "-z"], folder);
  const absent = tagged.split("\0").flatMap((line) => (line.startsWith("S ") ? [line.slice(2)] : []));
  const [first] = absent.filter((name) => !existsSync(join(folder, name)));
  if (first === undefined) return;
  throw new Problem(
    `${quotePath(join(folder, first))} is not checked out`,
    'Run "git sparse-checkout disable".',
  );
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name === ".git") return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [toName(path)];
  });
}

const toName = (path: string): string => pathFrom(process.cwd(), path);

function readAll(names: readonly string[]): Omit<TextFiles, "isTracked"> {
  const files: TextFile[] = [];
  const leftOut = new Map<string, string[]>();
  for (const name of names) {
    const read = findReason(name) ?? readTextFile(name);
    if (typeof read === "string") leftOut.set(read, [...(leftOut.get(read) ?? []), name]);
    else if (read) files.push(read);
  }
  return { files, leftOut };
}

/** The reason to leave a file out by its name. */
function findReason(name: string): string | undefined {
  const [reason] = Object.entries(WRITTEN).find(([, pattern]) => pattern.test(name)) ?? [];
  return reason;
}

/**
 * @returns the reason if the file is left out. `undefined` for a file that the working tree deletes, and for
 * a link to a folder.
 */
function readTextFile(name: string): TextFile | string | undefined {
  const stats = findStats(name);
  if (!stats?.isFile()) return undefined;
  if (stats.size > MAX_SIZE) return `files of more than ${MAX_SIZE / 1024 / 1024} MB`;
  const bytes = readBytes(name);
  const text = decode(bytes);
  return text === undefined ? "binary files" : { name, text };
}

/** @throws Problem, because a file that cannot be read can use any name. */
function readBytes(name: string): Buffer {
  try {
    return readFileSync(name);
  } catch (error) {
    const hint = `Leave it out with --importers . '!${name}'.`;
    throw new Problem(`cannot read ${quotePath(name)}: ${describeFileError(error)}`, hint);
  }
}

/** Text as UTF-8 or, with its mark, UTF-16. `undefined` for other bytes. */
function decode(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return bytes.subarray(0, SAMPLE).includes(0) ? undefined : bytes.toString("utf8");
}
