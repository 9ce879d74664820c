/** The work of the preset, if graphql-codegen runs: the files, and the plugins that write each of them. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type DocumentFiles,
  NODE_PLUGIN,
  plugins as ownPlugins,
  type Plugin,
  planFiles,
} from "@integration-platform/graphql-compiler/internal/codegen/index";
import { SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import { type DocumentNode, type GraphQLSchema, print } from "graphql";
import { languageOf } from "../files/find-files.ts";
import { completeCommands } from "../files/package-manager.ts";
import { ProjectError } from "../files/sources.ts";
import { rethrowOthers } from "../text/rethrow-others.ts";
import {
  type DocumentFile,
  type DocumentTransform,
  joinFiles,
  locate,
  transformFiles,
} from "./given-documents.ts";
import { type Loaded, load } from "./load.ts";
import { findNodePackage, isNodePlugin } from "./node-package.ts";
import { checkNodeVersion, createNodePlugin, type NodeModule } from "./node-plugin.ts";
import { createSettings, listPlugins, toRenderOptions } from "./read-settings.ts";
import { parseForeignSchema } from "./schema-files.ts";
import type { Settings } from "./settings.ts";
import {
  checkTargets,
  describeStale,
  findObsoleteFiles,
  type StaleFile,
  writeOutputs,
} from "./write-outputs.ts";

/** What graphql-codegen passes to a preset, as far as it is read here. */
export interface PresetInput {
  readonly baseOutputDir: string;
  readonly presetConfig: object;
  /** The sorted schema. Its files are in the extensions, except if it was not read from SDL. */
  readonly schema: DocumentNode;
  readonly schemaAst?: { readonly extensions: { readonly extendedSources?: unknown } } | undefined;
  /** Files and templates of scripts, in any order. */
  readonly documents: readonly DocumentFile[];
  readonly documentTransforms?: readonly DocumentTransform[] | undefined;
  /** The `config` of the root and of the output. */
  readonly config?: { readonly sort?: boolean } | undefined;
  readonly plugins?: readonly Readonly<Record<string, object>>[];
  /** The modules of the plugins, by the names in `plugins`. */
  readonly pluginMap?: Readonly<Record<string, unknown>>;
}

/** One file to write, as graphql-codegen expects it from a preset. */
export interface PresetOutput {
  filename: string;
  plugins: Record<string, object>[];
  pluginMap: Record<string, { plugin: Plugin }>;
  schema: never;
  schemaAst: never;
  documents: never[];
  documentTransforms: never[];
  skipDocumentsValidation: boolean;
  config: object;
}

/** @throws SourceError that lists all problems. ProjectError if a file cannot be read or replaced. */
export async function buildOutputs(input: PresetInput): Promise<PresetOutput[]> {
  const { baseOutputDir, presetConfig, config } = input;
  const plugins = listPlugins(input.plugins);
  const files = await transformFiles(input);
  const sources = config?.sort === true ? undefined : findSchemaFiles(input);
  const locations = input.documents.flatMap(({ location }) => location ?? []);
  const places = { schema: sources ?? [], documents: [...new Set(locations)], output: baseOutputDir };
  const settings = createSettings(presetConfig, places, plugins);
  const schema = sources ? undefined : parseForeignSchema(print(input.schema));
  const loaded = await loadFiles(settings, schema, files);
  const options = toRenderOptions(settings);
  const documents: DocumentFiles = [{ document: loaded.document }];
  const plans = planFiles(loaded.schema, documents, options);
  const pluginMap = createPluginMap(input, settings);
  const obsolete = findObsoleteFiles(settings.output, plans);
  checkTargets(settings, [...plans, ...obsolete]);
  removeObsolete(settings, obsolete);
  const others = (input.plugins ?? []).filter((plugin) => !Object.keys(plugin).some(isNodePlugin));
  const { schemaText } = loaded;
  return plans.map(({ name, plugins: names, only }) => ({
    ...(input as unknown as PresetOutput),
    filename: join(settings.output, name),
    // In the order of the files. The documents are transformed and valid already.
    schemaAst: loaded.schema as never,
    documents: documents as never[],
    documentTransforms: [],
    skipDocumentsValidation: true,
    plugins: [...names.map((plugin) => ({ [keyOf(plugin)]: { options, schemaText, only } })), ...others],
    pluginMap,
  }));
}

/** Problems have the places of the files only if there is one, because the search for them takes time. */
async function loadFiles(
  settings: Settings,
  schema: { readonly text: string; readonly schema: GraphQLSchema } | undefined,
  files: readonly DocumentFile[],
): Promise<Loaded> {
  try {
    return await load(settings, schema, joinFiles(files));
  } catch (error) {
    rethrowOthers(error, SourceError);
    return load(settings, schema, joinFiles(files.map(locate)));
  }
}

/** The name of a plugin in graphql-codegen. A plugin of the config can have the name "types", too. */
const keyOf = (name: string): string => (name === NODE_PLUGIN ? name : `typed-operations/${name}`);

/** Our plugins, and those of the config. */
function createPluginMap({ pluginMap = {} }: PresetInput, settings: Settings): PresetOutput["pluginMap"] {
  const own = Object.entries(ownPlugins).map(([name, plugin]) => [keyOf(name), { plugin }]);
  const all = { ...pluginMap, ...Object.fromEntries(own) };
  const [, module] = Object.entries(pluginMap).find(([name]) => isNodePlugin(name)) ?? [];
  if (!module) return all;
  const found = findNodePackage("");
  // A loader of the config can have found the module elsewhere. Then its version is unknown.
  if (found) checkNodeVersion(found.version);
  const plugin = createNodePlugin(module as NodeModule, settings.nodeConfig);
  return { ...all, [NODE_PLUGIN]: { plugin } };
}

/** The files of the schema. `undefined` if it is the result of code, of a request, or of an introspection. */
function findSchemaFiles({ schemaAst }: PresetInput): readonly string[] | undefined {
  const sources = schemaAst?.extensions.extendedSources;
  if (!Array.isArray(sources)) return undefined;
  const files = sources.flatMap(({ location }: { readonly location?: unknown }) =>
    typeof location === "string" && languageOf(location) === "graphql" && existsSync(location)
      ? [location]
      : [],
  );
  return files.length === sources.length ? files : undefined;
}

/** Deletes generated files that are no longer asked for. `graphql-codegen --check` fails if there is one. */
function removeObsolete({ output, command }: Settings, obsolete: readonly StaleFile[]): void {
  if (obsolete.length === 0) return;
  if (!process.argv.includes("--check")) {
    writeOutputs(output, obsolete);
    return;
  }
  throw new ProjectError([
    completeCommands(
      `the generated code is ${describeStale(output, obsolete)}. Run "${command}" and commit the changes`,
    ),
  ]);
}
