/**
 * The operations at the base of a pull request, with the options of its config: what consumers have installed.
 */

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import type {
  InstalledOperations,
  NotCompared,
} from "@integration-platform/graphql-compiler/internal/check/index";
import { memoize } from "@integration-platform/graphql-compiler/internal/model/cache";
import { SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import type { DefinitionNode, DocumentNode } from "graphql";
import { readOperations } from "../../codegen/read-operations.ts";
import { hasFiles, isExclusion, languageOf } from "../../files/find-files.ts";
import { isInside, pathFrom } from "../../files/paths.ts";
import { provenancePath } from "../../files/provenance.ts";
import { Problem } from "../../host/errors/problem.ts";
import { type Base, shortenHash } from "../../host/git/find-base.ts";
import { readGit } from "../../host/git/git.ts";
import type { Repository } from "../../host/git/repository.ts";
import { loadConfig } from "../../host/project/find-config.ts";
import {
  listSchemas,
  type Project,
  type ProjectOptions,
  resolveProject,
} from "../../host/project/project.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";

/** What consumers have installed, or why that is not known. */
export interface BaseOperations {
  /** Absent if the operations and the config are those of the base, or the base cannot be read. */
  readonly installed?: InstalledOperations;
  /** Text of each file at the base, by its name in places, such as `1a2b3c4:operations/get.graphql`. */
  readonly sources: ReadonlyMap<string, string>;
  readonly notCompared: readonly NotCompared[];
}

/** The files of a base in a temporary folder. */
export interface BaseFiles extends Disposable {
  /** Absolute. It has the folders of the repository. */
  readonly root: string;
}

/**
 * Whether a file that can contain an operation or a part of the config differs from the base. Otherwise, the
 * operations are those of the base.
 */
export async function hasOtherSources(base: Base, project: Project, { root }: Repository): Promise<boolean> {
  const listed = await readGit(["diff", "-z", "--name-only", "--no-renames", base.commit], root);
  const { output } = project.settings ?? {};
  const files = listSchemas(project).flatMap((path) => [path, provenancePath(path)]);
  const schemas = new Set(files.map((path) => resolve(path)));
  return listed.split("\0").some((name) => {
    const path = resolve(root, name);
    const isGenerated = output !== undefined && isInside(path, resolve(output));
    return isSource(name) && !isGenerated && !schemas.has(path);
  });
}

/** Whether a file can have operations or be a part of a config. */
function isSource(name: string): boolean {
  return languageOf(name) !== undefined || /\.(?:json|ya?ml)$/.test(name);
}

/** Writes the files of the base that have operations or can be a part of a config. Packages are those of today. */
export async function checkOut(base: Base, { root, prefix }: Repository): Promise<BaseFiles> {
  const folder = mkdtempSync(join(tmpdir(), "platform-graphql-base-"));
  try {
    const tree = join(folder, "tree");
    const index = join(folder, "index");
    const listed = await readGit(["ls-tree", "-r", "-z", "--name-only", base.commit], root);
    const names = listed.split("\0").filter(isSource);
    await readGit(["read-tree", "--no-sparse-checkout", base.commit], root, { index });
    const write = ["checkout-index", "-q", "-z", "--stdin", `--prefix=${tree}/`];
    await readGit(write, root, { index, input: names.map((name) => `${name}\0`).join("") });
    for (const path of listFolders(prefix)) linkPackages(join(root, path), join(tree, path));
    return { root: tree, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** `packages/api/` → "", `packages`, `packages/api` */
function listFolders(prefix: string): string[] {
  const names = prefix.split("/").filter(Boolean);
  return ["", ...names.map((_, index) => names.slice(0, index + 1).join("/"))];
}

function linkPackages(from: string, to: string): void {
  const packages = join(from, "node_modules");
  if (!existsSync(packages)) return;
  mkdirSync(to, { recursive: true });
  symlinkSync(packages, join(to, "node_modules"), "junction");
}

interface BaseConfigs {
  readonly base: Base;
  readonly files: BaseFiles;
  /** Configs of the base, from the root of the repository. */
  readonly configs: readonly string[];
  readonly repository: Repository;
}

/** The project in the files of the base: by its own config, or by the one of today if it cannot be loaded. */
export async function loadBaseProject(
  { base, files, configs, repository: { root } }: BaseConfigs,
  project: Project,
  options: ProjectOptions,
): Promise<{ readonly old: Project; readonly remarks: readonly string[] }> {
  const toBase = (path: string): string => {
    if (isExclusion(path)) return `!${toBase(path.slice(1))}`;
    const inRoot = relative(root, resolve(path));
    return inRoot.startsWith("..") ? path : join(files.root, inRoot);
  };
  const { config: _, ...named } = options;
  const own = named.operations === undefined ? named : { ...named, operations: named.operations.map(toBase) };
  const failures: string[] = [];
  for (const config of configs) {
    try {
      const loaded = await loadConfig(join(files.root, config));
      return { old: resolveProject({ config: loaded, foreign: [] }, own), remarks: [] };
    } catch (error) {
      rethrowOthers(error, Problem);
      // The path in the temporary folder says nothing to the reader.
      failures.push(`${config} (${error.message.replaceAll(`${relative(process.cwd(), files.root)}/`, "")})`);
    }
  }
  const [failure] = failures;
  return {
    old: {
      ...project,
      folder: toBase(project.folder || "."),
      operations: project.operations?.map(toBase),
      schemaFiles: project.schemaFiles.map(toBase),
    },
    remarks:
      failure === undefined
        ? []
        : [
            `The ${base.name} has a config that cannot be loaded: ${failure}. Its operations were read with the config of today.`,
          ],
  };
}

/** Reads the operations of the project at the base. */
export async function readBaseOperations(
  base: Base,
  files: BaseFiles,
  project: Project,
): Promise<BaseOperations> {
  const { operations = [], scalars, types } = project;
  const rename = (name: string): string => {
    const path = pathFrom(files.root, resolve(name));
    return path.startsWith("../") ? name : `${shortenHash(base.commit)}:${path}`;
  };
  try {
    // A path that the base does not have yet has no operations.
    const existing = operations.filter((path) => isExclusion(path) || hasFiles(path));
    const { document, texts } = await readOperations(existing, listSchemas(project));
    for (const { loc } of document.definitions) if (loc) loc.source.name = rename(loc.source.name);
    return {
      installed: { operations: document, scalars, types },
      sources: new Map([...texts].map(([name, text]) => [rename(name), text])),
      notCompared: [],
    };
  } catch (error) {
    rethrowOthers(error, SourceError);
    const [problem = ""] = error.problems;
    const place = problem.split(":", 1)[0] ?? "";
    const reason = `They cannot be read: ${problem.replace(place, rename(place))}`;
    return { sources: new Map(), notCompared: [{ subject: `operations of the ${base.name}`, reason }] };
  }
}

/**
 * Adds the operations of today that are in files which git does not track, such as generated ones. What they
 * were at the base is unknown.
 */
export async function addUntracked(
  base: BaseOperations,
  today: DocumentNode,
  { root }: Repository,
): Promise<BaseOperations> {
  const { installed } = base;
  if (!installed) return base;
  const tracked = new Set((await readGit(["ls-files", "-z"], root)).split("\0"));
  const isTracked = memoize((file: string) => tracked.has(pathFrom(root, resolve(file))));
  const { definitions } = installed.operations;
  const known = new Set(definitions.map(nameOf));
  const untracked = today.definitions.filter(
    (node) => node.loc && !isTracked(node.loc.source.name) && !known.has(nameOf(node)),
  );
  const files = new Set(untracked.flatMap(({ loc }) => loc?.source.name ?? []));
  const reason =
    "git does not track it, so its operations of the base are unknown, and only the schemas were compared.";
  return {
    ...base,
    installed: {
      ...installed,
      operations: { ...installed.operations, definitions: [...definitions, ...untracked] },
    },
    notCompared: [...base.notCompared, ...[...files].map((subject) => ({ subject, reason }))],
  };
}

const nameOf = (node: DefinitionNode): string => `${node.kind} ${"name" in node ? node.name?.value : ""}`;
