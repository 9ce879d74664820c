/** Plans the config that `init` writes: its name, its documents and its options. */

import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import type { TypedOperationsOptions } from "../../codegen/settings.ts";
import { hasFiles, isExclusion } from "../../files/find-files.ts";
import { exists } from "../../host/project/files.ts";
import { nameVariable } from "../../host/project/headers.ts";
import type { Project } from "../../host/project/project.ts";
import type { ChosenSchema } from "./choose-schema.ts";
import { findOperations } from "./find-operations.ts";
import type { Foreign } from "./foreign.ts";
import type { InitOptions } from "./init-options.ts";
import { type Additions, findImportExtension } from "./tsconfig.ts";

const OUTPUT = "src/generated";
/** What a new project generates. */
const GENERATED: Pick<TypedOperationsOptions, "schemaModule" | "plugins"> = {
  schemaModule: true,
  plugins: [],
};

/** The parts of the config that are known before its options. */
export interface ConfigPlan {
  readonly file: string;
  readonly documents: readonly string[];
  readonly hasOperations: boolean;
  readonly note?: string | undefined;
}

/**
 * A config of graphql-codegen without `typedOperations()` keeps its name; the new one takes over its
 * documents.
 */
export async function planConfig(
  { configFile, settings }: Project,
  foreign: Foreign | undefined,
  { operations = settings?.documents }: InitOptions,
  isEsm: boolean,
): Promise<ConfigPlan> {
  // A TypeScript file in a package with CommonJS cannot have imports.
  const file = configFile ?? `${foreign ? "platform.config" : "codegen"}.${isEsm ? "ts" : "mts"}`;
  const paths = operations ?? foreign?.documents ?? [];
  if (paths.length > 0) {
    const hasOperations = paths.some((path) => !isExclusion(path) && hasFiles(path));
    const own = hasOperations ? undefined : `no operation in ${paths.join(", ")} yet`;
    const note = operations === undefined ? `with the documents of ${foreign?.file}` : own;
    return { file, documents: paths, hasOperations, note };
  }
  const listed = await findOperations();
  if (listed)
    return {
      file,
      ...listed,
      hasOperations: true,
      note: `with the operations of ${count(listed.count, "file")}`,
    };
  const note = foreign && `${foreign.file} has no documents: set them here`;
  return { file, documents: ["operations"], hasOperations: false, note };
}

/**
 * The options of `typedOperations()` in the config.
 *
 * @param command - Runs codegen, if it is not the default.
 */
export async function createOptions(
  documents: readonly string[],
  { files }: ChosenSchema,
  command: string | undefined,
  { header, envPrefix }: InitOptions,
  { tsconfig }: Additions,
): Promise<TypedOperationsOptions> {
  // No value of a header is written to a file.
  const headers = Object.keys(header).map((name) => [name, `$${nameVariable(name, envPrefix)}`]);
  const extension = tsconfig ? ".ts" : await findImportExtension();
  return {
    schema: files,
    documents,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    output: exists(OUTPUT) ? "src/platform" : OUTPUT,
    ...(extension !== undefined && { importExtension: extension }),
    ...(command !== undefined && { command }),
    ...GENERATED,
  };
}
