/** The config that `codegen.ts` exports, for `platform-graphql codegen` and for `graphql-codegen`. */

import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import type { RenderInput } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { scalars } from "@integration-platform/graphql-compiler/internal/model/scalars";
import { checkOptions } from "./options.ts";
import type { Plugin } from "./plugin.ts";
import type { Settings, TypedOperationsOptions } from "./settings.ts";

/** A `CodegenConfig` of `@graphql-codegen/cli`. Declared here so that its types do not require that package. */
export interface TypedOperationsConfig {
  schema: string;
  generates: Record<
    string,
    { plugins: string[]; preset: { buildGeneratesSection: (input: PresetInput) => Promise<PresetOutput[]> } }
  >;
  hooks: { afterStart: () => Promise<void>; beforeDone: () => void; onError: (message: string) => void };
  silent: boolean;
}

interface PresetInput {
  readonly pluginMap: Readonly<Record<string, { readonly plugin: unknown }>>;
}

/** One file to write, as graphql-codegen expects it from a preset. */
interface PresetOutput {
  filename: string;
  plugins: Record<string, object>[];
  pluginMap: Record<string, { plugin: () => string }>;
  schema: never;
  documents: never[];
  config: object;
}

const require = createRequire(import.meta.url);
const runtime = dirname(require.resolve("@integration-platform/graphql/package.json"));

/** Rules of the simulated platform, unless the config names another file. */
export const RULES_FILE = "platform.rules.ts";
/** Schema snapshot of a project, unless its config names another file. */
export const SNAPSHOT = "schema/schema.graphql";
/** The shipped snapshot as it is written in a config. */
const SHIPPED = "@integration-platform/graphql/schema.graphql";
/** Schema and operations in the runtime package: the sample of `--local` and `serve`, if there is no project. */
export const SHIPPED_SCHEMA: string = join(runtime, SNAPSHOT);
export const SHIPPED_OPERATIONS: string = join(runtime, "operations");

/** The plugin of graphql-codegen that writes parsed documents. */
const PLUGIN = "typed-document-node";

/** Key of the settings in a config. A symbol of the registry, because the config can come from another copy of this module. */
const SETTINGS = Symbol.for("@integration-platform/graphql-cli/codegen");

/**
 * Creates the config to export from `codegen.ts`.
 *
 * No file is written unless all operations are valid. Problems are listed as `file:line:column: message`.
 *
 * @throws TypeError for an unknown or invalid option.
 *
 * @example
 * ```ts
 * import { typedOperations } from "@integration-platform/graphql-cli/codegen";
 *
 * export default typedOperations({ documents: "operations", output: "src/generated" });
 * ```
 */
export function typedOperations(options: TypedOperationsOptions): TypedOperationsConfig {
  checkOptions(options);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const schema = options.schema === SHIPPED ? SHIPPED_SCHEMA : (options.schema ?? SNAPSHOT);
  const settings: Settings = {
    importExtension: ".js",
    command: "platform-graphql codegen",
    documentImport: "@integration-platform/graphql",
    documentNodeImport: "@integration-platform/graphql/documents",
    headers: {},
    openTypes: true,
    breaks: [],
    documentNodes: true,
    schemaModule: false,
    rules: RULES_FILE,
    shapes: false,
    ...(given as Pick<TypedOperationsOptions, "output">),
    schema,
    documents: [options.documents].flat(),
    scalars: { ...scalars, ...options.scalars },
    ownScalars: { ...options.scalars },
    // With a schema or document types of its own, a package does not use the operations of the runtime package.
    reserved: schema !== SHIPPED_SCHEMA || options.documentImport ? [] : [SHIPPED_OPERATIONS],
  };
  let loaded: RenderInput | undefined;

  const config: TypedOperationsConfig = {
    // graphql-codegen requires a schema. `load` reads the real one, because graphql-codegen is much slower at it.
    schema: "type Query { _: Boolean }",
    generates: {
      [settings.output]: {
        // Loaded by graphql-codegen, which names the package to install if it is missing.
        plugins: settings.documentNodes ? [PLUGIN] : [],
        preset: {
          async buildGeneratesSection(input) {
            const { load, renderFiles, createNodeRenderer, checkTargets } = requireWork();
            const renderNode = createNodeRenderer(settings, input.pluginMap[PLUGIN]?.plugin as Plugin | undefined);
            const files = renderFiles(loaded ?? (await load(settings)), settings, renderNode);
            loaded = undefined;
            checkTargets(settings.output, files);
            return files.map(({ name, text }) => ({
              ...(input as unknown as PresetOutput),
              filename: join(settings.output, name),
              plugins: [{ file: {} }],
              pluginMap: { file: { plugin: () => text } },
            }));
          },
        },
      },
    },
    hooks: {
      // Before graphql-codegen reads the schema, so that it prints only the messages of `load`.
      async afterStart() {
        loaded = await requireWork().load(settings);
      },
      beforeDone: () => finish(settings),
      onError: (message) => void process.stderr.write(`${message.replace(/^\w*Error: /, "")}\n`),
    },
    // Otherwise graphql-codegen prints its progress and each error twice, with stacks, whatever its flags are.
    silent: true,
  };
  Object.defineProperty(config, SETTINGS, { value: settings });
  // `platform-graphql codegen` reads only the settings, so a changed config would not have the same effect there.
  for (const part of [config.generates, ...Object.values(config.generates), config.hooks, config]) Object.freeze(part);
  return config;
}

/**
 * Loads the code that does the work, with Node's own loader and only if graphql-codegen runs. It loads `codegen.ts` with
 * jiti, and an import here would load a second copy of graphql, whose schemas the plugins do not accept.
 */
function requireWork(): typeof import("./load.ts") &
  typeof import("./plugin.ts") &
  typeof import("./write.ts") &
  typeof import("@integration-platform/graphql-compiler/internal/codegen/index") {
  const extension = extname(import.meta.url);
  return {
    ...require(`./load${extension}`),
    ...require(`./plugin${extension}`),
    ...require(`./write${extension}`),
    ...require("@integration-platform/graphql-compiler/internal/codegen/index"),
  };
}

/** Returns the settings of a config that `typedOperations()` created. A copy of the config has none. */
export function readSettings(config: unknown): Settings | undefined {
  return (config as { readonly [SETTINGS]?: Settings } | null | undefined)?.[SETTINGS];
}

/** Deletes generated files that the options no longer ask for. `graphql-codegen --check` fails if there is one. */
function finish(settings: Settings): void {
  const { findObsoleteFiles, writeOutputs } = requireWork();
  const obsolete = findObsoleteFiles(settings);
  if (!process.argv.includes("--check")) writeOutputs(settings.output, obsolete);
  else if (obsolete.length === 0) explainStaleFiles(settings.command);
  else {
    const files = obsolete.map(({ name }) => join(settings.output, name)).join(", ");
    throw new Error(`Generated code is stale: ${files}. Run \`${settings.command}\` and commit the changes.`);
  }
}

/** `graphql-codegen --check` lists stale files, but not the command that updates them. */
function explainStaleFiles(command: string): void {
  process.once("exit", (code) => {
    if (code !== 0) process.stderr.write(`Generated code is stale. Run \`${command}\` and commit the changes.\n`);
  });
}
