/**
 * Compares the generated files with those in the output folder, and writes the ones that differ: all of them,
 * or none.
 */

import { existsSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  findObsolete,
  type GeneratedFile,
  isGenerated,
} from "@integration-platform/graphql-compiler/internal/codegen/index";
import { listFolder } from "../files/find-files.ts";
import { isInside } from "../files/paths.ts";
import { attempt, ProjectError, renderPath } from "../files/sources.ts";
import { findLinkStats, findStats, renderFingerprint } from "../files/stats.ts";
import { resolveLinks, writeFiles } from "../files/write-files.ts";
import type { Settings } from "./settings.ts";

/** A file to write, or to delete. */
export interface StaleFile {
  readonly name: string;
  /** `obsolete`: an earlier run generated it, and this one does not. */
  readonly state: "changed" | "missing" | "obsolete";
  /** Without it, the file is deleted. */
  readonly text?: string;
}

/**
 * Returns the files that differ from the file in the output folder, or that are missing. Line endings do not
 * count: git can convert them.
 *
 * @throws ProjectError
 */
export function findStale(output: string, files: readonly GeneratedFile[]): StaleFile[] {
  return files.flatMap(({ name, text }): StaleFile[] => {
    const path = join(output, name);
    const stats = findStats(path);
    if (!stats) return [{ name, text, state: "missing" }];
    return equalsText(path, stats, text) ? [] : [{ name, text, state: "changed" }];
  });
}

/**
 * The last text that a file was equal to, by the path of the file. A watcher compares thousands of files
 * again and again, and reads a file only if the file or its generated text has changed since.
 */
const upToDate = new Map<string, { readonly text: string; readonly fingerprint: string }>();

/** Whether the content of a file is equal to a text, except for line endings. */
function equalsText(path: string, stats: Stats, text: string): boolean {
  const fingerprint = renderFingerprint(stats);
  const last = upToDate.get(path);
  if (last?.fingerprint === fingerprint) return last.text === text;
  const content = attempt("read", path, () => readFileSync(path, "utf8"));
  if (content !== text && content.replaceAll("\r\n", "\n") !== text) return false;
  upToDate.set(path, { text, fingerprint });
  return true;
}

/** Returns the files that an earlier run generated, and this one does not. @throws ProjectError */
export function findObsoleteFiles(
  output: string,
  files: readonly Pick<GeneratedFile, "name">[],
): StaleFile[] {
  const read = (name: string) => {
    const path = join(output, name);
    return existsSync(path) ? attempt("read", path, () => readFileSync(path, "utf8")) : undefined;
  };
  // `listFolder` returns no names if the folder is missing.
  const list = (folder: string) =>
    attempt("read", join(output, folder), () => listFolder(join(output, folder)));
  return findObsolete(files, { list, read }).map((name) => ({ name, state: "obsolete" }));
}

/**
 * Checks files that are going to be written or deleted, by `writeOutputs` or by graphql-codegen. A path must
 * be free, or have an empty file or generated code, and must not be a link. A path in the folder of the
 * config must not lead out of it by a link.
 *
 * @throws ProjectError that lists the paths.
 */
export function checkTargets(
  { output, folder: configFolder }: Pick<Settings, "output" | "folder">,
  files: readonly Pick<StaleFile, "name">[],
): void {
  if (files.length === 0) return;
  const paths = files.map(({ name }) => join(output, name));
  const problems = [
    ...findEscapes(output, paths, configFolder).map(
      (folder) => `a link in the path ${renderPath(folder)} leads out of the project`,
    ),
    ...paths.flatMap((path) => findTargetProblem(path) ?? []),
  ];
  if (problems.length > 0) throw new ProjectError(problems);
}

/** The folders of the paths that lead out of the project; or only `output`, if that itself leads out. */
function findEscapes(output: string, paths: readonly string[], configFolder: string): string[] {
  if (leadsOut(output, configFolder)) return [output];
  const folders = new Set(paths.map((path) => dirname(path)));
  return [...folders].filter((folder) => leadsOut(folder, configFolder));
}

function findTargetProblem(path: string): string | undefined {
  const stats = findLinkStats(path);
  if (stats?.isSymbolicLink())
    return `${renderPath(path)} is a link: delete it, or set "output" to another folder`;
  if (stats?.isDirectory())
    return `${renderPath(path)} is a folder: move it, or set "output" to another folder`;
  if (!stats || stats.size === 0) return undefined;
  const isKnown = upToDate.get(path)?.fingerprint === renderFingerprint(stats);
  if (isKnown || isGenerated(attempt("read", path, () => readFileSync(path, "utf8")))) return undefined;
  return `${renderPath(path)} is not generated code: move it, or set "output" to another folder`;
}

/** Whether a path is in a folder by its name, and elsewhere by its links. */
function leadsOut(path: string, folder: string): boolean {
  const target = attempt("write", path, () => resolveLinks(resolve(path)));
  const root = resolve(folder);
  return isInside(resolve(path), root) && !isInside(target, realpathSync(root));
}

/**
 * Writes files of the output folder: all of them, or none. Deletions come first: on a case-insensitive file
 * system, the obsolete file `getFlow.ts` is the file that `GetFlow.ts` is written to.
 *
 * @throws ProjectError of `writeFiles`
 */
export function writeOutputs(output: string, files: readonly StaleFile[]): void {
  const changes = files.map(({ name, text }) => ({ path: join(output, name), content: text }));
  const deletions = changes.filter(({ content }) => content === undefined);
  const updates = changes.filter(({ content }) => content !== undefined);
  writeFiles([...deletions, ...updates]);
}

const MAX_NAMES = 20;

/** Describes stale files: at most 20 by their paths, and the others by their number. */
export function describeStale(output: string, files: readonly StaleFile[]): string {
  const marks = { changed: "", missing: " (missing)", obsolete: " (obsolete)" };
  return `stale: ${listPaths(output, files, marks)}`;
}

/** Describes what was written. */
export function describeUpdate(output: string, files: readonly StaleFile[]): string {
  return `updated ${listPaths(output, files, { changed: "", missing: "", obsolete: " (deleted)" })}`;
}

function listPaths(
  output: string,
  files: readonly StaleFile[],
  marks: Readonly<Record<StaleFile["state"], string>>,
): string {
  const paths = files.map(({ name, state }) => `${join(output, name)}${marks[state]}`).sort();
  if (paths.length <= MAX_NAMES) return paths.join(", ");
  return `${paths.slice(0, MAX_NAMES).join(", ")}, and ${paths.length - MAX_NAMES} more`;
}
