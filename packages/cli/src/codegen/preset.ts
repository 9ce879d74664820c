/** The work of the preset, if graphql-codegen runs: the same files as `platform-graphql codegen` writes. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderFiles } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { type DocumentNode, print } from "graphql";
import { languageOf } from "./find-files.ts";
import { load } from "./load.ts";
import { createSettings, toRenderOptions } from "./read-settings.ts";
import { parseForeignSchema } from "./schema-files.ts";
import type { Settings } from "./settings.ts";
import { ProjectError } from "./sources.ts";
import {
  checkTargets,
  describeStale,
  findObsoleteFiles,
  findStale,
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
  readonly documents: readonly { readonly location?: string }[];
}

/** One file to write, as graphql-codegen expects it from a preset. */
export interface PresetOutput {
  filename: string;
  plugins: Record<string, object>[];
  pluginMap: Record<string, { plugin: () => string }>;
  schema: never;
  documents: never[];
  config: object;
}

/**
 * Reads the files again that graphql-codegen has read, because it drops comments and the order of the schema.
 *
 * @throws SourceError that lists all problems. ProjectError if a file cannot be read or replaced.
 */
export async function buildOutputs(input: PresetInput): Promise<PresetOutput[]> {
  const { baseOutputDir, presetConfig, documents } = input;
  const locations = documents.flatMap(({ location }) => location ?? []);
  const sources = findSchemaFiles(input);
  const places = { schema: sources ?? [], documents: [...new Set(locations)], output: baseOutputDir };
  const settings = createSettings(presetConfig, places);
  const schema = sources ? undefined : parseForeignSchema(print(input.schema));
  const files = renderFiles(await load(settings, schema), toRenderOptions(settings));
  const obsolete = findObsoleteFiles(settings.output, files);
  checkTargets(settings, [...files, ...obsolete]);
  removeObsolete(settings, obsolete);
  const stale = new Set(findStale(settings.output, files).map(({ name }) => name));
  return files.map(({ name, text }) => {
    const filename = join(settings.output, name);
    // graphql-codegen compares bytes, and git can have changed the line endings.
    const content = stale.has(name) ? text : readFileSync(filename, "utf8");
    return {
      ...(input as unknown as PresetOutput),
      filename,
      documents: [],
      plugins: [{ file: {} }],
      pluginMap: { file: { plugin: () => content } },
    };
  });
}

/** The files of the schema. `undefined` if it is the result of code, of a request, or of an introspection. */
function findSchemaFiles({ schemaAst }: PresetInput): readonly string[] | undefined {
  const sources = schemaAst?.extensions.extendedSources;
  if (!Array.isArray(sources) || sources.length === 0) return undefined;
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
    `the generated code is ${describeStale(output, obsolete)}. Run "${command}" and commit the changes`,
  ]);
}
