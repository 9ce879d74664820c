/** The project in the working directory: its schema and operations, from `codegen.ts`, options and defaults. */

import { existsSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type ScalarType, SourceError } from "@integration-platform/graphql-compiler/model";
import type { GraphQLSchema } from "graphql";
import { readSettings, type Settings, SHIPPED_SCHEMA, SNAPSHOT } from "../../codegen/config.ts";
import { createSearch, isExclusion } from "../../codegen/find-files.ts";
import { checkScalars } from "../../codegen/scalars.ts";
import { FileError, type Operations, readOperations } from "../../codegen/sources.ts";
import { quotePath } from "../../names.ts";
import { readProvenance } from "../../provenance.ts";
import { joinProblems, Problem } from "../errors/problem.ts";
import { parseSchema, type SchemaFile } from "../schema/schema-text.ts";
import { exists, readText } from "./files.ts";

/** Options that override the config. */
export interface ProjectOptions {
  /** File of the config. @default codegen.ts, if it exists */
  readonly config?: string;
  readonly schema?: string;
  readonly operations?: readonly string[];
  readonly scalar?: Readonly<Record<string, string>>;
  readonly openTypes?: boolean;
}

export interface Project {
  /** Absent without a config that `typedOperations()` created. */
  readonly settings: Settings | undefined;
  /** Schema file. Absent if an option or the config names none, and the default file does not exist. */
  readonly schema: string | undefined;
  /** Folders, files and globs. Absent if an option or the config names none, and the default folder does not exist. */
  readonly operations: readonly string[] | undefined;
  /** Types of custom scalars, without the defaults of codegen. */
  readonly scalars: Readonly<Record<string, ScalarType>>;
  readonly openTypes: boolean;
}

const OPERATIONS = "operations";
const OTHER_SCHEMA = 'Run "platform-graphql schema pull", or name another file with --schema <file>.';
const OTHERS = "name others with --operations <path...>.";
const OTHER_CONFIG = "name another one with --config <file>.";
/** File names that graphql-codegen uses for its config. */
const CONFIGS = ["ts", "mts", "cts", "js", "mjs", "cjs", "yml", "yaml", "json"].map((end) => `codegen.${end}`);

/** @throws Problem if the config cannot be loaded. */
export async function loadProject(options: ProjectOptions): Promise<Project> {
  return resolveProject(await findSettings(options.config), options);
}

/** The project with these settings, options and defaults. */
export function resolveProject(settings: Settings | undefined, options: ProjectOptions): Project {
  const configured = settings?.schema === SHIPPED_SCHEMA ? undefined : settings?.schema;
  return {
    settings,
    schema: options.schema ?? configured ?? (exists(SNAPSHOT) ? SNAPSHOT : undefined),
    operations: options.operations ?? settings?.documents ?? (exists(OPERATIONS) ? [OPERATIONS] : undefined),
    scalars: { ...settings?.ownScalars, ...options.scalar },
    openTypes: options.openTypes ?? settings?.openTypes ?? true,
  };
}

/** A config of graphql-codegen for something else does not count, unless `--config` names it. */
async function findSettings(config: string | undefined): Promise<Settings | undefined> {
  const file = config ?? findConfig();
  if (file === undefined) return undefined;
  return config === undefined ? readSettings(await importConfig(file)) : loadSettings(file);
}

/** Returns the name of the config in the working directory. */
export function findConfig(): string | undefined {
  return CONFIGS.find((name) => existsSync(name));
}

/** Loads a config. Node caches modules by URL, so `version` must change if the file changed. @throws Problem */
export async function loadSettings(file: string, version = 0): Promise<Settings> {
  const stats = statSync(file, { throwIfNoEntry: false });
  const problem = stats?.isFile() ? undefined : stats ? "is not a file" : "does not exist";
  if (problem) throw new Problem(`--config: ${quotePath(file)} ${problem}`, "Pass the path of a codegen.ts.");
  const settings = readSettings(await importConfig(file, version));
  if (settings) return settings;
  const hint = `Run "npx graphql-codegen --config ${file}" for other configs.`;
  throw new Problem(`${file} does not export the result of typedOperations()`, hint);
}

async function importConfig(file: string, version = 0): Promise<unknown> {
  if (/\.(ya?ml|json)$/.test(file)) return undefined;
  const url = `${pathToFileURL(resolve(file)).href}${version > 0 ? `?${version}` : ""}`;
  const { emitWarning } = process;
  // Node warns about TypeScript, and about packages without "type": "module". Both work.
  process.emitWarning = () => {};
  try {
    const { default: config } = await import(/* @vite-ignore */ url);
    return config;
  } catch (error) {
    const {
      code,
      message,
      stack = "",
    }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
    if (code === "ERR_UNKNOWN_FILE_EXTENSION") {
      throw new Problem(
        `Node ${process.versions.node} cannot load ${file}`,
        "Use Node 22.18 or later, or write the config as codegen.mjs.",
      );
    }
    const [reason = ""] = message.replaceAll(`${process.cwd()}${sep}`, "").split("\n");
    const [, option, action] = /^typedOperations: (.*?)\. (.*)$/.exec(reason) ?? [];
    if (option !== undefined) throw new Problem(`${file}: ${option}`, action);
    // The stack of a syntax error starts with the file and the line.
    const [line = ""] = /^:\d+(?=\n)/.exec(stack.slice(stack.indexOf(file) + file.length)) ?? [];
    throw new Problem(`${file}${line} cannot be loaded: ${reason}`, `Fix the config, or ${OTHER_CONFIG}`);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** @throws Problem that lists the types of scalars that are invalid, or that no schema has. */
export async function checkProjectScalars(
  scalars: Project["scalars"],
  ...schemas: readonly GraphQLSchema[]
): Promise<void> {
  try {
    await checkScalars(scalars, ...schemas);
  } catch (error) {
    throw error instanceof FileError ? toProblem(error, "Change the scalars of codegen.ts, or --scalar.") : error;
  }
}

/** Returns the schema file of a project, or of the package if the project has none. @throws Problem */
export async function readProjectSchema({ schema }: Project): Promise<SchemaFile> {
  const file = schema ?? SHIPPED_SCHEMA;
  const text = await readText(file, schema === undefined ? "Install the package again." : OTHER_SCHEMA);
  const name = schema ?? "the schema of the package";
  return { text, name, validatedBy: readProvenance(file, text)?.validatedBy };
}

export function describeMissingSchema(file: string): Problem {
  return new Problem(`cannot read ${quotePath(file)}: no such file or folder`, OTHER_SCHEMA);
}

/** @throws Problem */
export function parseProjectSchema(file: SchemaFile): GraphQLSchema {
  try {
    return parseSchema(file).schema;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message, details } = error;
    throw new Problem(message, "Fix the schema, or name another one with --schema <file>.", { details });
  }
}

/** @throws Problem if a path does not exist, a glob matches no file, or a file is invalid. */
export async function readProjectOperations({ operations }: Project): Promise<Operations> {
  if (operations === undefined) {
    const hint = `Run the command in the folder of your project, or ${OTHERS}`;
    throw new Problem(`there is no codegen.ts and no folder "${OPERATIONS}"`, hint);
  }
  const absent = operations.find((path) => !exists(path) && !isExclusion(path) && !createSearch(path).isGlob);
  if (absent !== undefined) {
    throw new Problem(`cannot read ${quotePath(absent)}: no such file or folder`, `Create it, or ${OTHERS}`);
  }
  try {
    return await readOperations(operations);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw toProblem(
      error,
      error instanceof FileError ? `Check the path and the file, or ${OTHERS}` : `Fix the operations, or ${OTHERS}`,
    );
  }
}

function toProblem({ problems }: SourceError, hint: string): Problem {
  return joinProblems(problems, `the operations have ${problems.length} errors`, hint);
}
