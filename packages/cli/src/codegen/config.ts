/** The config that `codegen.ts` exports, for `platform-graphql codegen` and for `graphql-codegen`. */

import { createRequire } from "node:module";
import { extname } from "node:path";
import { checkPresetOptions } from "./check-options.ts";
import type { PresetInput, PresetOutput } from "./preset.ts";
import { listSchema, PRESET, toGlob } from "./read-settings.ts";
import type { OutputOptions, PluginEntry, TypedOperationsOptions } from "./settings.ts";

/**
 * A `CodegenConfig` of `@graphql-codegen/cli`. Declared here so that its types do not require that package.
 */
export interface TypedOperationsConfig {
  schema: string[];
  documents: string[];
  generates: Record<string, TypedOperationsOutput>;
  noSilentErrors: boolean;
}

/** The entry of `generates` for the folder of the generated files. */
export interface TypedOperationsOutput {
  preset: TypedOperationsPreset;
  presetConfig: OutputOptions;
  plugins: PluginEntry[];
}

export interface TypedOperationsPreset {
  /** Name of the preset, by which all copies of this module find it in a config. */
  readonly id: string;
  readonly buildGeneratesSection: (input: PresetInput) => Promise<PresetOutput[]>;
}

const require = createRequire(import.meta.url);

/**
 * The preset of graphql-codegen that writes the generated files. {@link typedOperations} creates a config
 * with it. In JSON and YAML, its name is `@integration-platform/graphql-cli/codegen`.
 */
export const preset: TypedOperationsPreset = {
  id: PRESET,
  buildGeneratesSection: (input) => requirePreset().buildOutputs(input),
};

/**
 * Creates the config to export from `codegen.ts`. It is a config of graphql-codegen, and can be extended like
 * any other:
 * `{ ...config, generates: { ...config.generates, "src/other.ts": { plugins: ["typescript"] } } }`.
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
  checkPresetOptions(options, ["documents", "output"]);
  const { schema: _, documents, output, plugins = [], ...presetConfig } = options;
  return {
    schema: listSchema(options),
    documents: [documents].flat().map(toGlob),
    generates: { [output]: { preset, presetConfig, plugins: [...plugins] } },
    // Otherwise graphql-codegen ignores a file with a syntax error, as if it did not exist.
    noSilentErrors: true,
  };
}

/**
 * Loads the code that does the work, with Node's own loader and only if graphql-codegen runs. It loads
 * `codegen.ts` with jiti, and an import here would load a second copy of graphql.
 */
function requirePreset(): typeof import("./preset.ts") {
  return require(`./preset${extname(import.meta.url)}`);
}
