/** The snapshot of the base of a pull request: for `schema check --base`. */

import { existsSync, realpathSync } from "node:fs";
import { join, posix, relative, resolve, sep } from "node:path";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { searchFiles } from "../../codegen/find-files.ts";
import { SCHEMA_FILE } from "../../codegen/read-settings.ts";
import { quotePath } from "../../did-you-mean.ts";
import { isInside } from "../../is-inside.ts";
import { Problem } from "../errors/problem.ts";
import { type Base, findBase, shortenHash } from "../git/find-base.ts";
import { readGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { type DeclaredSchema, readDeclaredSchema } from "../project/declared-schema.ts";
import { CONFIG_NAMES } from "../project/find-config.ts";
import type { Project } from "../project/project.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { LoadedSchema } from "./remote.ts";
import { readRevision } from "./revision.ts";
import { EXPLICIT, findFile, listAbsent, requireTracked } from "./tree.ts";

/**
 * Reads the snapshot at the commit that HEAD and the base have in common, from the path that the base's
 * config declares.
 *
 * @param revision - `true` selects the base that the CI system names.
 * @returns the snapshot, or the sentence that says that git has no such file there.
 * @throws Problem if git fails, or the path is unknown.
 */
export async function readBase(
  revision: string | true,
  project: Project,
  repository: Repository,
  terminal: Terminal,
): Promise<LoadedSchema | { readonly absent: string }> {
  const base = await findBase(revision, project, repository, terminal);
  const declared = await findDeclared(base, repository, project);
  const file = resolve(project.schema ?? join(project.folder, SCHEMA_FILE));
  const own = toRootPath(file, repository);
  // The file behind links, which git tracks.
  const real = toRootPath(realpathSync(file), repository);
  for (const path of new Set([declared, own, real])) {
    const snapshot = await readSchemaAt(path, base, repository);
    if (snapshot) return snapshot;
  }
  const before = await findRenamed(real, base, repository);
  const renamed = before === undefined ? undefined : await readSchemaAt(before, base, repository);
  if (renamed) return renamed;
  await requireTracked(real, repository.root);
  await requireNoDeletion(real, base, repository);
  return {
    absent: `The ${base.name} has no ${declared} yet: the snapshot is new, so there is nothing to compare.`,
  };
}

/** @throws Problem if git tracks the snapshot or an operation, and the file is not in the working tree. */
export async function requireCheckout(project: Project, { root }: Repository): Promise<void> {
  const absent = (await listAbsent(root)).map((path) => relative(process.cwd(), join(root, path)) || ".");
  if (absent.length === 0) return;
  const snapshot = project.schema ?? join(project.folder, SCHEMA_FILE);
  const isSnapshotAbsent =
    !existsSync(snapshot) && absent.some((path) => isInside(resolve(snapshot), resolve(path)));
  const operations = searchFiles(project.operations ?? [], ({ accepts }) =>
    // Only the folder of a submodule exists.
    absent.filter((path) => accepts(path, !existsSync(path))),
  );
  // Globs of operations can match the snapshot.
  const documents = operations.filter((path) => resolve(path) !== resolve(snapshot));
  const [first, ...others] = isSnapshotAbsent ? [snapshot, ...documents] : documents;
  if (first === undefined) return;
  const more = others.length === 0 ? " is" : `, and ${count(others.length, "more file")} of the project, are`;
  const hint = `Run "git sparse-checkout disable" or "git submodule update --init".`;
  throw new Problem(`--base: ${quotePath(first)}${more} not checked out`, hint);
}

/** Path of the snapshot that the base declares, relative to the root. */
async function findDeclared(base: Base, repository: Repository, project: Project): Promise<string> {
  const { root, prefix } = repository;
  for (const file of await listConfigs(base, repository, project)) {
    const declared = readDeclaredSchema(await readGit(["show", `${base.commit}:${file}`], root));
    if (declared.kind !== "foreign") return resolveDeclared(declared, file, base);
  }
  return prefix + SCHEMA_FILE;
}

/**
 * Configs of the base: the one of the project, which `--config` can name, then those of its folder in the
 * order of the search.
 */
async function listConfigs(base: Base, { root, prefix }: Repository, project: Project): Promise<string[]> {
  const folder = prefix === "" ? [] : [prefix];
  const listed = await readGit(["ls-tree", "-z", "--name-only", base.commit, "--", ...folder], root);
  const names = new Set(listed.split("\0"));
  const searched = CONFIG_NAMES.map((name) => prefix + name).filter((name) => names.has(name));
  const own = project.configFile && toRootPath(resolve(project.configFile), { root });
  const hasOwn = own && (names.has(own) || (await findFile(own, base.commit, root)));
  const files = new Set(hasOwn ? [own, ...searched] : searched);
  // Only a config in code can be for this program.
  return [...files].filter((file) => !/\.(?:ya?ml|json)$/.test(file));
}

/**
 * The path in a config, relative to the root.
 *
 * @throws Problem if it is the result of code, or not in the repository.
 */
function resolveDeclared(
  declared: Exclude<DeclaredSchema, { kind: "foreign" }>,
  file: string,
  { name }: Base,
): string {
  const isShipped = declared.kind === "path" && declared.path.startsWith("@integration-platform/");
  if (declared.kind === "unknown" || isShipped) {
    const line = declared.kind === "unknown" ? `:${declared.line}` : "";
    const problem = `--base: ${file}${line} of the ${name} does not declare "schema" as a path in text`;
    throw new Problem(problem, EXPLICIT);
  }
  const path = posix.join(posix.dirname(file), declared.path.replaceAll(sep, "/"));
  if (!path.startsWith("../")) return path;
  throw new Problem(`--base: the schema of ${file} is not in the repository`, EXPLICIT);
}

/** @throws Problem if the file is not in the repository. */
function toRootPath(file: string, { root }: Pick<Repository, "root">): string {
  const path = relative(root, file).replaceAll(sep, "/");
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
  const old = relative(process.cwd(), join(root, before)).replaceAll(sep, "/");
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
