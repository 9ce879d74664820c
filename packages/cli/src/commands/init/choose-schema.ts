/** Decides which schema a project has: a file where it is, or a snapshot to save. */

import { readFileSync } from "node:fs";
import { normalize } from "node:path";
import { count, listSome } from "@integration-platform/graphql-compiler/internal/text/phrases";
import type { GraphQLSchema } from "graphql";
import { SCHEMA_FILE } from "../../codegen/read-settings.ts";
import { listSchemaFiles } from "../../files/find-files.ts";
import { provenancePath } from "../../files/provenance.ts";
import { Problem } from "../../host/errors/problem.ts";
import { exists } from "../../host/project/files.ts";
import { findSnapshot, nameSnapshot, type Project, readProjectSchema } from "../../host/project/project.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { quotePath } from "../../text/quote.ts";
import { planSnapshot } from "../schema/pull.ts";
import type { Foreign } from "./foreign.ts";
import type { InitOptions } from "./init-options.ts";
import { searchProject } from "./search-project.ts";

export interface ChosenSchema {
  /** Paths and globs, as they are written in the config. */
  readonly files: readonly string[];
  /** Text of each file to write, by its path. The first one is the schema. Empty if it exists. */
  readonly texts: Readonly<Record<string, string>>;
  /** The schema of the project, as it will be. */
  readonly schema: GraphQLSchema;
  readonly note?: string;
  /** Whether `schema pull` can replace it: it is the snapshot of this project. */
  readonly isSnapshot: boolean;
}

/** Writes no file. @throws Problem if the schema is unknown or cannot be read. */
export async function chooseSchema(
  project: Project,
  foreign: Foreign | undefined,
  options: InitOptions,
  terminal: Terminal,
): Promise<ChosenSchema> {
  const { settings, schemaFiles } = project;
  if (schemaFiles.length > 0 && findSnapshot(project) === undefined) return inPlace(project, schemaFiles);
  if (options.schema !== undefined && !settings) {
    if (exists(options.schema)) return inPlace(project, [options.schema]);
    throw new Problem(
      `--schema: ${quotePath(options.schema)} does not exist`,
      "Name an existing file, or save one with --from.",
    );
  }
  const file = nameSnapshot(project);
  if (options.from === undefined && !exists(file) && !settings) {
    const address = findForeignAddress(foreign);
    if (address !== undefined) return plan(project, file, { ...options, from: address }, terminal);
    const files = findForeignFiles(foreign);
    if (files) return inPlace(project, files);
    requireConfigured(options, terminal);
  }
  // A schema that `init --schema` uses in place has no provenance.
  const isSnapshot = normalize(file) === normalize(SCHEMA_FILE) || exists(provenancePath(file));
  if (exists(file)) {
    const { schema } = readProjectSchema({ ...project, schemaFiles: [file] });
    return { files: [file], texts: {}, schema, isSnapshot };
  }
  return plan(project, file, options, terminal);
}

function inPlace(project: Project, schemaFiles: readonly string[]): ChosenSchema {
  const { schema } = readProjectSchema({ ...project, schemaFiles });
  return { files: schemaFiles, texts: {}, schema, note: "used where it is", isSnapshot: false };
}

async function plan(
  project: Project,
  file: string,
  options: InitOptions,
  terminal: Terminal,
): Promise<ChosenSchema> {
  const { from = "live" } = options;
  const planned = await planSnapshot(project, { ...options, from, snapshot: file }, terminal);
  const { report, texts, schema } = planned;
  const note = `${count(report.types, "type")} of ${report.from.label}`;
  return { files: [file], texts, schema, note, isSnapshot: true };
}

/** The only schema of the other config, if it is an address. */
function findForeignAddress(foreign: Foreign | undefined): string | undefined {
  const [first = "", ...others] = foreign?.schema ?? [];
  return others.length === 0 && /^https?:/i.test(first) ? first : undefined;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * Paths of the other config. `undefined` if it declares no schema.
 *
 * @throws Problem if one of them is no file with a schema, such as code or one of several addresses.
 */
function findForeignFiles(foreign: Foreign | undefined): readonly string[] | undefined {
  const schema = foreign?.schema ?? [];
  if (schema.length === 0) return undefined;
  const files = listSchemaFiles(schema);
  const isReadable = files.length > 0 && files.every((file) => exists(file) && !SCRIPT.test(file));
  if (isReadable) return schema;
  const code = schema.find((path) => SCRIPT.test(path));
  if (code !== undefined)
    throw new Problem(
      `the schema of ${foreign?.file} is code: ${code}`,
      "Print it to a file, and name that with --schema <file>, or save it with --from <schema>.",
    );
  throw new Problem(
    `the schema of ${foreign?.file} is no file that exists`,
    "Name it with --schema <file>, or save it with --from <schema>.",
  );
}

/** @throws Problem if no platform is configured, and there are files that can be the schema. */
function requireConfigured({ envPrefix }: InitOptions, { env }: Terminal): void {
  if (env[`${envPrefix}_BASE_URL`]) return;
  const files = searchProject("**/*.{graphql,gql,graphqls,gqls}").filter(definesQuery);
  if (files.length === 0) return;
  throw new Problem(
    `the schema is not known; it could be ${listSome(files, MAX_FILES, String)}`,
    "Pass --schema <file> to use it where it is, or --from <schema> to save one.",
  );
}

const MAX_FILES = 3;

/** A file that cannot be read, such as a broken link, is not proposed. */
function definesQuery(file: string): boolean {
  try {
    return /^(?:type Query\b|schema\b)/m.test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}
