/** The project that a command works on: its config, the options that override it, and the defaults. */

import { join } from "node:path";
import type { CodeKind } from "@integration-platform/graphql-compiler/internal/check/compare/reasons";
import {
  type ScalarType,
  SourceError,
  type TypeStyle,
} from "@integration-platform/graphql-compiler/internal/model/index";
import type { GraphQLSchema } from "graphql";
import { checkScalars } from "../../codegen/check-scalars.ts";
import { type Operations, readOperations } from "../../codegen/read-operations.ts";
import { RULES_FILE, SCHEMA_FILE, SHIPPED_OPERATIONS, SHIPPED_SCHEMA } from "../../codegen/read-settings.ts";
import { readSchemaFiles, type SchemaText } from "../../codegen/schema-files.ts";
import type { Settings } from "../../codegen/settings.ts";
import { createSearch, isExclusion } from "../../files/find-files.ts";
import { ProjectError } from "../../files/sources.ts";
import { quotePath } from "../../text/quote.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { joinProblems, Problem } from "../errors/problem.ts";
import { renderNotApplied, renderSkipped, renderUnmatched } from "../terminal/messages.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { exists } from "./files.ts";
import { CONFIG_PHRASE, type FoundConfig, findConfig, loadConfig } from "./find-config.ts";

/** Options that override the config. */
export interface ProjectOptions {
  /** File of the config. @default the nearest one, as `findConfig` searches for it */
  readonly config?: string;
  /** `--schema`. `schema pull` and `schema check` have `--snapshot` in its place, which is not read here. */
  readonly schema?: string;
  readonly operations?: readonly string[];
}

export interface Project {
  /** File of the config with `typedOperations()`, if there is one. */
  readonly configFile: string | undefined;
  readonly settings: Settings | undefined;
  /** Folder of the config. "" is the working directory, also without a config. */
  readonly folder: string;
  /** The nearest config of graphql-codegen without `typedOperations()`. */
  readonly foreign: string | undefined;
  /**
   * Files, which are one schema together; from a config, also globs and addresses. Empty if there is no config,
   * no option names a file, and the default file does not exist, unless {@link ProjectSearch.sample} is set.
   */
  readonly schemaFiles: readonly string[];
  /**
   * Folders, files and globs. `undefined` only without a config, if no option names them, and the default
   * folder does not exist.
   */
  readonly operations: readonly string[] | undefined;
  /** Types of custom scalars, without the defaults of codegen. */
  readonly scalars: Readonly<Record<string, ScalarType>>;
  /**
   * Style of the generated types, which decides whether additions break code.
   *
   * @default "open", as for codegen
   */
  readonly types: TypeStyle;
  /**
   * Kinds of code besides code that reads results or writes variables. A change counts as breaking if code of
   * one of these kinds no longer compiles, such as `switches`: code that lists all values of an enum.
   */
  readonly breaks: readonly CodeKind[];
  /** The names that the config declares: all packages that use the operations. */
  readonly consumers: readonly string[] | undefined;
  /** File with the rules of the simulated platform. It does not have to exist. */
  readonly rules: string;
}

const OPERATIONS = "operations";
const DEFAULT: readonly string[] = [SCHEMA_FILE];
const NAME_OPERATIONS = "name others with --operations <path...>.";

interface ProjectSearch {
  /** Whether only the working directory is searched for a config, if no option names one. @default false */
  readonly onlyHere?: boolean;
  /**
   * Whether a project with neither a config nor a schema file gets the shipped schema, for a local platform,
   * and the shipped operations, if it has none. @default false
   */
  readonly sample?: boolean;
}

/** @throws Problem if the config cannot be loaded. */
export async function loadProject(
  options: ProjectOptions,
  { onlyHere, sample }: ProjectSearch = {},
): Promise<Project> {
  const project = resolveProject(await chooseConfig(options.config, onlyHere), options);
  return sample ? withSample(project) : project;
}

/** The project with the shipped schema, if it has none, and the shipped operations. */
export function withSample(project: Project): Project {
  if (project.schemaFiles.length > 0) return project;
  return {
    ...project,
    schemaFiles: [SHIPPED_SCHEMA],
    operations: project.operations ?? [SHIPPED_OPERATIONS],
  };
}

async function chooseConfig(file: string | undefined, onlyHere: boolean | undefined): Promise<FoundConfig> {
  if (file === undefined) return findConfig(onlyHere);
  return { config: await loadConfig(file), foreign: [] };
}

/** The project with this config, options and defaults. */
export function resolveProject({ config, foreign }: FoundConfig, options: ProjectOptions): Project {
  const { file, settings } = config ?? {};
  return {
    configFile: file,
    settings,
    folder: settings?.folder ?? "",
    foreign: foreign[0],
    // The settings of a config have all paths below, with defaults of their own. Those here are for a project
    // without a config.
    schemaFiles:
      options.schema === undefined ? (settings?.schemaFiles ?? DEFAULT.filter(exists)) : [options.schema],
    operations: options.operations ?? settings?.documents ?? (exists(OPERATIONS) ? [OPERATIONS] : undefined),
    scalars: settings?.scalars ?? {},
    types: settings?.types ?? "open",
    breaks: settings?.breaks ?? [],
    consumers: settings?.consumers,
    rules: settings?.rules ?? RULES_FILE,
  };
}

/** The only file of a schema, which does not have to exist. `undefined` if it has several, or none. */
export function findSnapshot({ schemaFiles }: Pick<Project, "schemaFiles">): string | undefined {
  const [file, ...others] = schemaFiles;
  return file === undefined || others.length > 0 || createSearch(file).isGlob ? undefined : file;
}

/**
 * The file that `schema pull` writes: the only one of the schema, or else the default file. Its option
 * --snapshot takes precedence, and is not part of the project.
 */
export const nameSnapshot = (project: Project): string =>
  findSnapshot(project) ?? inProject(project, SCHEMA_FILE);

/** Path of a file that no setting names, such as the accepted changes. */
export const inProject = ({ folder }: Pick<Project, "folder">, file: string): string => join(folder, file);

/**
 * @throws Problem that lists each scalar that no schema has, and each scalar whose type is not valid
 * TypeScript.
 */
export async function checkProjectScalars(
  { scalars, configFile }: Project,
  ...schemas: readonly GraphQLSchema[]
): Promise<void> {
  try {
    await checkScalars(scalars, ...schemas);
  } catch (error) {
    rethrowOthers(error, ProjectError);
    throw joinProblems(error.problems, "the scalars have", `Change the scalars of ${configFile}.`);
  }
}

/**
 * Reads the schema of a project.
 *
 * @param option - Option that names another file, for hints.
 * @throws Problem if a file is missing, cannot be read or is no schema. An address fails: no request is sent.
 */
export function readProjectSchema(project: Project, option = "--schema"): SchemaText {
  const { schemaFiles } = project;
  if (schemaFiles.length === 0)
    throw describeMissing(project, SCHEMA_FILE, `name a file with ${option} <file>.`);
  try {
    return readSchemaFiles(schemaFiles);
  } catch (error) {
    rethrowOthers(error, ProjectError);
    const hint = `Read it with "platform-graphql schema pull", fix it, or name another file with ${option} <file>.`;
    throw joinProblems(error.problems, "the schema has", hint);
  }
}

/** Name of a schema, for messages. */
export function nameSchema(files: readonly string[]): string {
  return files[0] === SHIPPED_SCHEMA ? "the schema of @integration-platform/graphql" : files.join(", ");
}

/**
 * @param name - Default name of the missing file or folder.
 * @param alternative - End of the hint: the option that names another one.
 */
function describeMissing({ foreign }: Project, name: string, alternative: string): Problem {
  if (foreign !== undefined) {
    const hint = 'Run "platform-graphql init", which writes platform.config.ts next to it.';
    return new Problem(`${foreign} has no typedOperations(), and there is no ${name}`, hint);
  }
  const hint = `Run "platform-graphql init" in the folder of your package, or ${alternative}`;
  return new Problem(`there is no ${CONFIG_PHRASE} here or above, and no ${name}`, hint);
}

/**
 * Files and globs that are not searched for operations: the schema of the project, and always that of the
 * config.
 */
export function listSchemas({ schemaFiles, settings }: Project): string[] {
  return [...schemaFiles, ...(settings?.schemaFiles ?? [])];
}

/**
 * Reads the operations of a project, and warns of skipped definitions: those in code whose text is only known
 * when it runs.
 *
 * @throws Problem if a path does not exist, all globs match no file, or a file is invalid.
 */
export async function readProjectOperations(
  project: Project,
  { stderr }: Pick<Terminal, "stderr">,
): Promise<Operations> {
  const { operations, settings } = project;
  if (operations === undefined)
    throw describeMissing(project, `folder "${OPERATIONS}"`, "name files with --operations <path...>.");
  // A glob that matches no file is reported when it is read.
  const absent = operations.find((path) => {
    if (isExclusion(path)) return false;
    const { root, isGlob } = createSearch(path);
    return !isGlob && !exists(root);
  });
  if (absent !== undefined) {
    throw new Problem(
      `cannot read ${quotePath(absent)}: no such file or folder`,
      `Create it, or ${NAME_OPERATIONS}`,
    );
  }
  try {
    const read = await readOperations(operations, listSchemas(project));
    stderr.print(renderUnmatched(read.unmatched));
    stderr.print(renderSkipped(read.skipped));
    if (operations === settings?.documents) stderr.print(renderNotApplied(settings.notApplied.operations));
    return read;
  } catch (error) {
    rethrowOthers(error, SourceError);
    // A `ProjectError` is a `SourceError` too.
    const action = error instanceof ProjectError ? "Check the path and the file" : "Fix the operations";
    throw joinProblems(error.problems, "the operations have", `${action}, or ${NAME_OPERATIONS}`);
  }
}
