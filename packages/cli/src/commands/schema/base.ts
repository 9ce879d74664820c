/** The project at the base of a pull request: for `schema check --base`. */

import { existsSync, realpathSync } from "node:fs";
import { join, posix, relative, resolve } from "node:path";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import type { DocumentNode } from "graphql";
import { listSchemaFiles, searchFiles, withoutSchemas } from "../../files/find-files.ts";
import { isInside, pathFrom } from "../../files/paths.ts";
import { Problem } from "../../host/errors/problem.ts";
import { type Base, findBase, shortenHash } from "../../host/git/find-base.ts";
import { readGit } from "../../host/git/git.ts";
import type { Repository } from "../../host/git/repository.ts";
import type { LoadedSchema } from "../../host/platform/remote.ts";
import { CONFIG_NAMES, hasPreset } from "../../host/project/find-config.ts";
import {
  findSnapshot,
  type Project,
  type ProjectOptions,
  readProjectSchema,
} from "../../host/project/project.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { quotePath } from "../../text/quote.ts";
import {
  addUntracked,
  type BaseFiles,
  type BaseOperations,
  checkOut,
  hasOtherSources,
  loadBaseProject,
  readBaseOperations,
} from "./base-operations.ts";
import { readRevision } from "./revision.ts";
import { EXPLICIT, findFile, listAbsent, requireTracked } from "./tree.ts";

/** A project at the base of a pull request. */
export interface BaseProject extends BaseOperations {
  /** The sentence says that the base has no schema yet. */
  readonly schema: LoadedSchema | { readonly absent: string };
  readonly remarks: readonly string[];
}

/**
 * Reads the project at the commit that HEAD and the base have in common, with the config of the base.
 *
 * @param revision - `true` selects the base that the CI system names.
 * @param today - The operations of the working tree.
 * @throws Problem if git fails, or the path of the schema is unknown.
 */
export async function readBase(
  revision: string | true,
  project: Project,
  options: ProjectOptions,
  today: DocumentNode,
  repository: Repository,
  terminal: Terminal,
): Promise<BaseProject> {
  const base = await findBase(revision, project, repository, terminal);
  const file = findSnapshot(project);
  if (file !== undefined && !(await hasOtherSources(base, project, repository))) {
    const schema = await readBaseSnapshot(base, { today: file, atBase: file }, repository);
    return { schema, sources: new Map(), remarks: [], notCompared: [] };
  }
  using files = await checkOut(base, repository);
  const configs = await listConfigs(base, repository, project, options);
  const { old, remarks } = await loadBaseProject({ base, files, configs, repository }, project, options);
  const operations = await addUntracked(await readBaseOperations(base, files, old), today, repository);
  const checkedOut = findSnapshot(old);
  if (file === undefined || checkedOut === undefined)
    return { ...operations, schema: readCheckedOut(old, base, files), remarks };
  // The folder of the checkout has the paths of the repository.
  const atBase = join(repository.root, relative(files.root, checkedOut));
  const schema = await readBaseSnapshot(base, { today: file, atBase }, repository);
  return { ...operations, schema, remarks };
}

/** A schema that has several files, today or at the base. */
function readCheckedOut(project: Project, { label }: Base, { root }: BaseFiles): LoadedSchema {
  const files = listSchemaFiles(project.schemaFiles);
  const names = files.map((file) => pathFrom(root, resolve(file)));
  const { schema } = readProjectSchema(project, "--snapshot");
  return { schema, kind: "git", label: `${label}: ${names.join(", ")}`, capture: { how: "SDL" } };
}

/** The snapshot in the working tree. */
interface SnapshotFiles {
  /** By the config of today. */
  readonly today: string;
  /** By the config of the base. */
  readonly atBase: string;
}

async function readBaseSnapshot(
  base: Base,
  { today, atBase }: SnapshotFiles,
  repository: Repository,
): Promise<LoadedSchema | { readonly absent: string }> {
  const todayPath = toRootPath(resolve(today), repository);
  // The file behind links.
  const trackedPath = toRootPath(realpathSync(today), repository);
  // A schema of another package is no file of the repository.
  const isOfRepository = isInside(resolve(atBase), repository.root);
  const basePath = isOfRepository ? toRootPath(resolve(atBase), repository) : todayPath;
  for (const path of new Set([basePath, todayPath, trackedPath])) {
    const snapshot = await readSchemaAt(path, base, repository);
    if (snapshot) return snapshot;
  }
  const before = await findRenamed(trackedPath, base, repository);
  const renamed = before === undefined ? undefined : await readSchemaAt(before, base, repository);
  if (renamed) return renamed;
  await requireTracked(trackedPath, repository.root);
  await requireNoDeletion(trackedPath, base, repository);
  return {
    absent: `The ${base.name} has no ${basePath} yet: the snapshot is new, so there is nothing to compare.`,
  };
}

/** @throws Problem if git tracks the snapshot or an operation, and the file is not in the working tree. */
export async function requireCheckout(project: Project, { root }: Repository): Promise<void> {
  const absent = (await listAbsent(root)).map((path) => relative(process.cwd(), join(root, path)) || ".");
  if (absent.length === 0) return;
  const schemas = listSchemaFiles(project.schemaFiles);
  const absentSchemas = schemas.filter(
    (file) => !existsSync(file) && absent.some((path) => isInside(resolve(file), resolve(path))),
  );
  const operations = searchFiles(project.operations ?? [], ({ accepts }) =>
    // Only the folder of a submodule exists.
    absent.filter((path) => accepts(path, !existsSync(path))),
  );
  const [first, ...others] = [...absentSchemas, ...withoutSchemas(operations, schemas)];
  if (first === undefined) return;
  const more = others.length === 0 ? " is" : `, and ${count(others.length, "more file")} of the project, are`;
  const hint = `Run "git sparse-checkout disable" or "git submodule update --init".`;
  throw new Problem(`--base: ${quotePath(first)}${more} not checked out`, hint);
}

/**
 * Configs of the base: the one of the project, which `--config` can name, then those of its folder in the
 * order of the search.
 */
async function listConfigs(
  base: Base,
  { root, prefix }: Repository,
  project: Project,
  { config }: ProjectOptions,
): Promise<string[]> {
  const folder = prefix === "" ? [] : [prefix];
  const listed = await readGit(["ls-tree", "-z", "--name-only", base.commit, "--", ...folder], root);
  const names = new Set(listed.split("\0"));
  const searched = CONFIG_NAMES.map((name) => prefix + name).filter((name) => names.has(name));
  const own = project.configFile && toRootPath(resolve(project.configFile), { root });
  const hasOwn = own && (names.has(own) || (await findFile(own, base.commit, root)));
  // Only a config in code can be for this program.
  const files = [...new Set(hasOwn ? [own, ...searched] : searched)].filter(
    (file) => !/\.(?:ya?ml|json)$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readGit(["show", `${base.commit}:${file}`], root)));
  return files.filter(
    (file, index) => (config !== undefined && file === own) || hasPreset(texts[index] ?? ""),
  );
}

/** @throws Problem if the file is not in the repository. */
function toRootPath(file: string, { root }: Pick<Repository, "root">): string {
  const path = pathFrom(root, file);
  if (!path.startsWith("../")) return path;
  throw new Problem(`--base: ${quotePath(file)} is not in the repository`, EXPLICIT);
}

/** `undefined` if the commit has no such file. @throws Problem if git cannot read it. */
async function readSchemaAt(
  path: string,
  base: Base,
  { root }: Repository,
): Promise<LoadedSchema | undefined> {
  const tracked = await findFile(path, base.commit, root);
  if (tracked === undefined) return undefined;
  const schema = await readRevision({
    commit: base.commit,
    path: tracked,
    from: "",
    label: `${base.label}: ${tracked}`,
    folder: root,
  });
  if (schema) return schema;
  // The commit has the file. Either git cannot get its content, and says why, or a filter failed.
  await readGit(["cat-file", "-e", `${base.commit}:${tracked}`], root);
  throw new Problem(
    `--base: git cannot read ${quotePath(tracked)}, because one of its filters failed`,
    EXPLICIT,
  );
}

/**
 * @throws Problem if a file of the same name is gone: the snapshot can be that file, with more changes than
 * git recognizes.
 */
async function requireNoDeletion(path: string, { commit, name }: Base, { root }: Repository): Promise<void> {
  const deleted = await readGit(
    ["diff", "-z", "--name-only", "--no-renames", "--diff-filter=D", commit],
    root,
  );
  const before = deleted.split("\0").find((file) => posix.basename(file) === posix.basename(path));
  if (before === undefined) return;
  const old = pathFrom(process.cwd(), join(root, before));
  const hint = `Compare them: --snapshot git:${shortenHash(commit)}:${old} --against <schema>.`;
  throw new Problem(
    `--base: ${quotePath(path)} can be new, or ${before} of the ${name}, which is gone`,
    hint,
  );
}

/** The name that a file has at the base, if git recognizes that it was renamed. */
async function findRenamed(
  path: string,
  { commit }: Base,
  { root }: Repository,
): Promise<string | undefined> {
  const command = ["diff", "-z", "--name-status", "--find-renames", "--diff-filter=R", commit];
  const names = (await readGit(command, root)).split("\0");
  // Each rename is three texts: the status, the old name, and the new name.
  const index = names.findIndex((name, position) => position % 3 === 2 && name === path);
  return index < 0 ? undefined : names[index - 1];
}
