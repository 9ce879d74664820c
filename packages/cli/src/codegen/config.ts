/** A config for graphql-codegen that writes typed documents of operations. */

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Loaded } from "./load.ts";
import { PLUGINS } from "./plugins.ts";
import type { PresetInput, PresetOutput } from "./preset.ts";
import { attachRecipe } from "./recipe.ts";
import { type ScalarType, scalars } from "./scalars.ts";

/** What to generate from, and where to. Paths are relative to where the command runs. */
export interface TypedOperationsOptions {
  /** Folders whose `.graphql` files hold the operations and their fragments, searched to any depth; or single files. */
  readonly documents: string | readonly string[];
  /** Folder that receives `types.ts`, `operations.ts` and `documents.ts`. */
  readonly output: string;
  /**
   * File in GraphQL's schema language that the operations must fit.
   *
   * @default the snapshot of the platform's schema that this package ships
   */
  readonly schema?: string;
  /** Types of custom scalars, in addition to {@link scalars} or instead of them. */
  readonly scalars?: Readonly<Record<string, ScalarType>>;
  /**
   * Extension in the imports between generated files: whichever your `tsconfig.json` asks for.
   *
   * @default ".js"
   */
  readonly importExtension?: ".js" | ".ts" | "";
  /**
   * Command that regenerates, for the files' first line and for the message that says they are stale.
   *
   * @default "graphql-codegen"
   */
  readonly command?: string;
  /**
   * Module that exports `TypedDocumentString`.
   *
   * @default "@integration-platform/graphql"
   */
  readonly documentImport?: string;
  /**
   * Module that exports `TypedDocumentNode`.
   *
   * @default "@integration-platform/graphql/documents"
   */
  readonly documentNodeImport?: string;
  /**
   * Whether to write `schema.ts` too, which exports the schema as a string.
   *
   * @default false
   */
  readonly schemaModule?: boolean;
}

/** A `CodegenConfig` of `@graphql-codegen/cli`, spelled out so that our types do not need that package. */
export interface TypedOperationsConfig {
  schema: string;
  generates: Record<
    string,
    {
      plugins: string[];
      preset: { buildGeneratesSection: (input: PresetInput) => Promise<PresetOutput[]> };
    }
  >;
  hooks: { afterStart: () => Promise<void>; beforeDone: () => void; onError: (message: string) => void };
  silent: boolean;
}

const runtime = dirname(createRequire(import.meta.url).resolve("@integration-platform/graphql/package.json"));
const SNAPSHOT = join(runtime, "schema/schema.graphql");
const OPERATIONS = join(runtime, "operations");

/**
 * The config to export from `codegen.ts`. Needs `@graphql-codegen/cli`, `@graphql-codegen/typescript-operations`,
 * `@graphql-codegen/typed-document-node` and `graphql` beside it.
 *
 * Nothing is written unless every operation fits the schema; what does not is listed as `file:line:column: message`.
 *
 * @example
 * ```ts
 * import { typedOperations } from "@integration-platform/graphql/codegen";
 *
 * export default typedOperations({ documents: "operations", output: "src/generated" });
 * ```
 */
export function typedOperations(options: TypedOperationsOptions): TypedOperationsConfig {
  const schema = options.schema ?? SNAPSHOT;
  const settings = {
    documentImport: options.documentImport ?? "@integration-platform/graphql",
    documentNodeImport: options.documentNodeImport ?? "@integration-platform/graphql/documents",
    importExtension: options.importExtension ?? ".js",
    schemaModule: options.schemaModule ?? false,
    command: options.command ?? "graphql-codegen",
    scalars: { ...scalars, ...options.scalars },
  };
  const { command } = settings;
  // Whoever has a schema of their own is no reader of our documents; and ours are not refused for being there.
  const taken = options.schema || options.documentImport ? [] : [OPERATIONS];
  const documents = [options.documents].flat();
  const { output } = options;
  // Loaded when it is needed: whoever asks only what a config says need not wait for graphql-js.
  const loadAll = async (): Promise<Loaded> => (await import("./load.ts")).load(schema, documents, taken);
  let loaded: Promise<Loaded> | undefined;

  const config: TypedOperationsConfig = {
    // Not ours, which `load` reads: graphql-codegen wants one to begin with.
    schema: "type Query { _: Boolean }",
    generates: {
      [output]: {
        plugins: Object.values(PLUGINS),
        preset: {
          async buildGeneratesSection(input) {
            const ready = loaded ?? loadAll();
            loaded = undefined;
            const { buildOutputs } = await import("./preset.ts");
            return buildOutputs(input, await ready, settings);
          },
        },
      },
    },
    hooks: {
      // Before graphql-codegen reads the schema, so that our messages come first and alone.
      async afterStart() {
        loaded = loadAll();
        await loaded;
      },
      beforeDone: () => explainStaleFiles(command),
      onError: (message) => void process.stderr.write(`${message.replace(/^\w*Error: /, "")}\n`),
    },
    // Otherwise it prints its progress and every error twice, with stacks, whatever its flags say.
    silent: true,
  };
  const generator = import.meta.dirname;
  return attachRecipe(config, {
    ...{ schema, output, command, generator },
    operations: [...documents, ...taken],
    settings: JSON.stringify(settings),
  });
}

/** `--check` lists stale files and fails, without a word on what to do. Nothing else can fail once it is done. */
function explainStaleFiles(command: string): void {
  if (!process.argv.includes("--check")) return;
  process.once("exit", (code) => {
    if (code !== 0) process.stderr.write(`Generated code is stale. Run \`${command}\` and commit what it writes.\n`);
  });
}
