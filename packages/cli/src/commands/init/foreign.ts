/**
 * Reads a config of graphql-codegen without `typedOperations()`: the paths of the schema and the operations
 * of a project.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createExclusion } from "../../files/find-files.ts";
import { findStats } from "../../files/stats.ts";
import { Problem } from "../../host/errors/problem.ts";
import { readJson } from "../../host/project/files.ts";
import { importModule } from "../../host/project/find-config.ts";
import { requireTrusted } from "../../host/project/trust.ts";
import { isRecord } from "../../text/decode-text.ts";
import type { Manifest } from "./tsconfig.ts";

export interface Foreign {
  readonly file: string;
  /** Paths and addresses. Empty if the config has none, or if it is code. */
  readonly schema: readonly string[];
  /** Folders, files and globs, without the files that the config generates. */
  readonly documents: readonly string[];
}

const ENDS = ["ts", "mts", "cts", "js", "mjs", "cjs", "json", "yaml", "yml", "toml"];

/** Names of configs that graphql-config searches for, for editors and for graphql-codegen. */
export const EDITOR_CONFIGS: readonly string[] = [
  ...ENDS.flatMap((end) => [`graphql.config.${end}`, `.graphqlrc.${end}`]),
  ".graphqlrc",
];

/** All names that graphql-codegen searches for, except `codegen.*`. */
const NAMES: readonly string[] = [...EDITOR_CONFIGS, ...ENDS.map((end) => `.codegenrc.${end}`)];

/** A config that Node.js can import. */
const MODULE = /\.[cm]?[jt]s$/;
/** A file that only describes a schema for editors is no config of graphql-codegen. */
const WORDS = /\b(?:generates|codegen)\b/;

/**
 * Returns the config of the working directory.
 *
 * @param codegenFile - A `codegen.*` without `typedOperations()`, if there is one.
 * @throws Problem if it cannot be read.
 */
export async function readForeign(
  codegenFile: string | undefined,
  manifest: Manifest,
): Promise<Foreign | undefined> {
  const other = NAMES.find((name) => findStats(name)?.isFile() && WORDS.test(readFileSync(name, "utf8")));
  const inPackage = "codegen" in manifest ? "package.json" : undefined;
  const file = findScriptConfig(manifest) ?? codegenFile ?? other ?? inPackage;
  if (file === undefined) return undefined;
  const config = await readConfig(file);
  if (isRecord(config)) return { file, schema: listPaths(config.schema), documents: listDocuments(config) };
  const reason = MODULE.test(file)
    ? "its default export is not an object"
    : "@graphql-codegen/cli is not installed here";
  throw new Problem(
    `${file} cannot be read, because ${reason}`,
    "Install the packages of the project, or pass --schema <file> and --operations <path...>.",
  );
}

/** The file that a script of package.json names, as in `graphql-codegen --config graphql/own.ts`. */
function findScriptConfig({ scripts }: Manifest): string | undefined {
  const commands = Object.values((scripts ?? {}) as object).flatMap((script) =>
    String(script).split(/[&|;]+/),
  );
  const named = commands.flatMap((command) => {
    const words = command.replaceAll(/["']/g, "").split(/[\s=]+/);
    const option = words.findIndex((word) => word === "--config" || word === "-c");
    return words.includes("graphql-codegen") && option > 0 ? (words[option + 1] ?? []) : [];
  });
  return named.find((file) => findStats(file)?.isFile());
}

/**
 * graphql-codegen reads its own config, if it is installed: of all formats, and with its own loader of
 * TypeScript. `undefined` if it is not, and the format needs it.
 */
async function readConfig(file: string): Promise<unknown> {
  const entry = findGraphqlCodegen();
  if (entry !== undefined) requireTrusted(file);
  if (entry !== undefined) return loadWithCodegen(entry, file);
  if (MODULE.test(file)) return importModule(file);
  if (!file.endsWith(".json")) return undefined;
  const content = await readJson(file, "Fix the file, then run the command again.");
  return file === "package.json" && isRecord(content) ? content.codegen : content;
}

/** @returns the entry of the graphql-codegen of the project. `undefined` if it has none. */
function findGraphqlCodegen(): string | undefined {
  try {
    return createRequire(resolve("index.js")).resolve("@graphql-codegen/cli");
  } catch {
    return undefined;
  }
}

async function loadWithCodegen(entry: string, file: string): Promise<unknown> {
  try {
    const { loadContext } = await import(/* @vite-ignore */ pathToFileURL(entry).href);
    // It searches package.json by itself.
    const context = await loadContext(file === "package.json" ? undefined : resolve(file));
    return context.getConfig();
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).trim().split("\n");
    throw new Problem(
      `graphql-codegen cannot read ${file}: ${reason}`,
      "Fix the file, or pass --schema <file> and --operations <path...>.",
    );
  }
}

/** Texts of a list, and the keys of its objects, which have options for a path. */
function listPaths(value: unknown): string[] {
  return [value ?? []].flat().flatMap((item) => {
    if (typeof item === "string") return [item];
    return isRecord(item) ? Object.keys(item).filter((key) => /[./]/.test(key)) : [];
  });
}

/** `documents` of the config and of its outputs, and exclusions of the generated files that they lack. */
function listDocuments(config: Readonly<Record<string, unknown>>): string[] {
  const generates = Object.entries(isRecord(config.generates) ? config.generates : {});
  const listed = [
    config.documents,
    ...generates.map(([, output]) => (isRecord(output) ? output.documents : [])),
  ];
  const documents = [...new Set(listed.flatMap(listPaths))];
  if (documents.length === 0) return [];
  const isExcluded = createExclusion(documents);
  const outputs = generates.map(([path, output]) => nameGenerated(path, output));
  const read = outputs.filter((path) => !isExcluded(join(path, "any")));
  return [...documents, ...read.map((path) => `!${path}`)];
}

/** The files of an output. Those of near-operation-file are next to the operations. */
function nameGenerated(path: string, output: unknown): string {
  const folder = path.replace(/\/$/, "");
  const { preset, presetConfig } = isRecord(output) ? output : {};
  if (typeof preset !== "string" || !preset.includes("near-operation-file")) return folder;
  const { extension = ".generated.ts" } = isRecord(presetConfig) ? presetConfig : {};
  return `${folder}/**/*${String(extension)}`;
}
