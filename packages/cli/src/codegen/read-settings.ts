/** Reads the settings of a config of graphql-codegen: from its output with the preset. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ScalarType } from "@integration-platform/graphql-compiler/internal/model/scalars";
import { FOLDER_EXTENSIONS, languageOf } from "../files/find-files.ts";
import { isRecord } from "../text/decode-text.ts";
import { checkPresetOptions, OptionError } from "./check-options.ts";
import { isNodePlugin } from "./node-package.ts";
import type { NotApplied, OutputOptions, Settings, TypedOperationsOptions } from "./settings.ts";

const require = createRequire(import.meta.url);
const runtime = dirname(require.resolve("@integration-platform/graphql/package.json"));

/** Rules of the simulated platform, unless the config names another file. */
export const RULES_FILE = "platform.rules.ts";
/** Schema of a project, unless its config names another file. */
export const SCHEMA_FILE = "schema/schema.graphql";
/** The shipped snapshot as it is written in a config. */
const SHIPPED = "@integration-platform/graphql/schema.graphql";
/**
 * Schema and operations in the runtime package: the sample of `--local` and `serve`, if there is no project.
 */
export const SHIPPED_SCHEMA: string = join(runtime, SCHEMA_FILE);
export const SHIPPED_OPERATIONS: string = join(runtime, "operations");

/** The schema of a config, as graphql-codegen reads it. */
export function listSchema({ schema = SCHEMA_FILE }: Pick<TypedOperationsOptions, "schema">): string[] {
  return [schema].flat().map((path) => (path === SHIPPED ? SHIPPED_SCHEMA : path));
}

/** The preset as a config in JSON or YAML names it. */
export const PRESET = "@integration-platform/graphql-cli/codegen";

/** The glob of a folder with operations. graphql-codegen accepts no folders. */
const IN_FOLDER: string = `/**/*.{${FOLDER_EXTENSIONS.join(",")}}`;

/** A path without an extension of a language and without a glob is a folder. */
export function toGlob(path: string): string {
  const isFile = languageOf(path) !== undefined;
  if (isFile || /[*?{[]/.test(path)) return path;
  const folder = withoutSlashes(path);
  return path.startsWith("!") ? `${folder}/**` : `${folder}${IN_FOLDER}`;
}

/** The folder of a glob that `typedOperations()` wrote, for messages and for new files. */
function toFolder(path: string): string {
  if (path.startsWith("!")) return path.replace(/\/\*\*$/, "");
  return path.endsWith(IN_FOLDER) ? path.slice(0, -IN_FOLDER.length) : path;
}

/**
 * Returns the settings of a config of graphql-codegen, or of graphql-config, whose `generates` has one output
 * with the preset. Returns `undefined` if there is none.
 *
 * @throws TypeError for an invalid option, more than one output, or a schema or documents that are no paths.
 */
export function readSettings(config: unknown): Settings | undefined {
  if (!isRecord(config)) return undefined;
  const { extensions } = config;
  const codegen = isRecord(extensions) && isRecord(extensions.codegen) ? extensions.codegen : config;
  const outputs = Object.entries(isRecord(codegen.generates) ? codegen.generates : {});
  const own = outputs.filter((entry): entry is [string, Record<string, unknown>] => {
    const [, output] = entry;
    return isRecord(output) && isPreset(output.preset);
  });
  const [[folder, output] = []] = own;
  if (folder === undefined || output === undefined) return undefined;
  if (own.length > 1) {
    const names = own.map(([name]) => name).join(", ");
    throw new OptionError(
      `several outputs have the preset: ${names}`,
      "Write one config for each, and use --config.",
    );
  }
  const schema = [...listPaths("schema", config.schema), ...listPaths("schema", output.schema)];
  const documents = [
    ...listPaths("documents", config.documents),
    ...listPaths("documents", output.documents),
  ];
  const paths = { schema, documents: documents.map(toFolder), output: folder };
  const plugins = listPlugins(output.plugins);
  const settings = createSettings(output.presetConfig ?? {}, paths, plugins);
  return { ...settings, notApplied: listNotApplied(codegen, output, plugins) };
}

/** A plugin of a config, and its options. */
export interface NamedPlugin {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** graphql-codegen accepts a name, objects whose keys are names, and lists of both. */
export function listPlugins(value: unknown): NamedPlugin[] {
  return [value ?? []].flat().flatMap((entry) => {
    if (!isRecord(entry)) return [{ name: String(entry), config: {} }];
    return Object.entries(entry).map(([name, config]) => ({ name, config: isRecord(config) ? config : {} }));
  });
}

/** What a config sets and `platform-graphql` does not do. */
function listNotApplied(
  codegen: Readonly<Record<string, unknown>>,
  output: Readonly<Record<string, unknown>>,
  plugins: readonly NamedPlugin[],
): NotApplied {
  const hasItems = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined);
  const options = isRecord(codegen.config) ? codegen.config : {};
  const pointers = [codegen.schema, codegen.documents, output.schema, output.documents].flat();
  const hasLoader = pointers.filter(isRecord).flatMap(Object.values).filter(isRecord).some(hasKeys);
  const others = plugins.filter(({ name }) => !isNodePlugin(name));
  return {
    operations: [
      ...["pluckConfig", "externalDocuments"].filter((name) => hasItems(codegen[name])),
      ...["documentTransforms", "externalDocuments"].filter((name) => hasItems(output[name])),
      ...(hasLoader ? ["a loader"] : []),
    ],
    files: [
      ...(options.sort === true ? ["config.sort"] : []),
      ...(options.onFieldTypeConflict === undefined ? [] : ["config.onFieldTypeConflict"]),
      ...others.map(({ name }) => `the plugin ${name}`),
    ],
  };
}

const hasKeys = (value: object): boolean => Object.keys(value).length > 0;

function isPreset(value: unknown): boolean {
  return value === PRESET || (isRecord(value) && value.id === PRESET);
}

/** graphql-codegen accepts a path, a list of them, and objects whose keys are paths. */
function listPaths(option: string, value: unknown): string[] {
  return [value ?? []].flat().flatMap((item) => {
    if (typeof item === "string") return [item];
    const keys = isRecord(item) ? Object.keys(item) : [];
    if (keys.length > 0 && keys.every((key) => /[./]/.test(key))) return keys;
    throw new OptionError(`"${option}" must be a path, or a list of paths`, "Set it to another value.");
  });
}

/** The paths of a config. */
interface Paths {
  readonly schema: readonly string[];
  readonly documents: readonly string[];
  readonly output: string;
}

/** @throws TypeError for an unknown or invalid option. */
export function createSettings(
  presetConfig: object,
  { schema, documents, output }: Paths,
  plugins: readonly NamedPlugin[] = [],
): Settings {
  checkPresetOptions(presetConfig);
  const nodePlugin = plugins.find(({ name }) => isNodePlugin(name));
  if (nodePlugin?.config.documentMode !== undefined)
    throw new OptionError(
      "typed-document-node has one mode here: parsed documents",
      'Remove "documentMode": operations.ts has the texts.',
    );
  const options = presetConfig as OutputOptions;
  const setOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return {
    importExtension: ".js",
    command: "platform-graphql codegen",
    documentImport: "@integration-platform/graphql",
    headers: {},
    scalars: {},
    types: "open",
    breaks: [],
    filePerOperation: false,
    schemaModule: false,
    rules: RULES_FILE,
    shapes: false,
    ...setOptions,
    ...(options.scalars && { scalars: readScalars(options.scalars) }),
    documentNodes: nodePlugin !== undefined,
    nodeConfig: nodePlugin?.config ?? {},
    notApplied: { operations: [], files: [] },
    schemaFiles: schema.length === 0 ? [SCHEMA_FILE] : schema,
    documents,
    output: withoutSlashes(output),
    folder: "",
  };
}

/** `./types.js#Money`, `money#default as Money`: how a config of graphql-codegen names a type of a module. */
const MODULE_TYPE = /^([^\s#"'`]+)#(\w+)(?: as \w+)?$/;

/** Types of scalars as TypeScript. */
function readScalars(scalars: Readonly<Record<string, ScalarType>>): Readonly<Record<string, ScalarType>> {
  const readType = (type: string) => type.trim().replace(MODULE_TYPE, 'import("$1").$2');
  const entries = Object.entries(scalars).map(([name, type]) => {
    if (typeof type === "string") return [name, readType(type)];
    return [name, { input: readType(type.input), output: readType(type.output) }];
  });
  return Object.fromEntries(entries);
}

/** The settings with those that depend on the file of the rules. */
export function toRenderOptions(
  settings: Settings,
): Settings & { readonly platformTypes: boolean; readonly ruleNames: readonly string[] } {
  const hasRules = existsSync(settings.rules);
  const text = hasRules ? readFileSync(settings.rules, "utf8") : "";
  const ruleNames = text.match(/[A-Za-z_]\w*/g) ?? [];
  return { ...settings, platformTypes: settings.platformTypes ?? hasRules, ruleNames };
}

/** `src/generated/` → `src/generated`. The root folder stays. */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}
