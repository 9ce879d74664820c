/** Options of a config, and their values with the defaults. */

import type { CodeKind } from "@integration-platform/graphql-compiler/internal/check/compare/reasons";
import type { ScalarType, TypeStyle } from "@integration-platform/graphql-compiler/internal/model/index";

/**
 * Input, output and style of the generated files. Paths are relative to the folder of the config. With
 * `graphql-codegen`, they are relative to the working directory.
 */
export interface TypedOperationsOptions {
  /**
   * Operations and fragments: folders with `.graphql` and `.gql` files, searched recursively, files, or globs
   * such as `src/**\/*.{ts,tsx,graphql}`. A path that starts with `!` excludes its files.
   */
  readonly documents: string | readonly string[];
  /** Folder for the generated files `types.ts`, `enums.ts` and `operations.ts`. */
  readonly output: string;
  /**
   * The schema: a file with SDL or introspection JSON, or several files and globs that are one schema together.
   * `"@integration-platform/graphql/schema.graphql"` is the shipped snapshot.
   *
   * @default "schema/schema.graphql"
   */
  readonly schema?: string | readonly string[];
  /**
   * Headers of introspection requests to the configured platform. Variables of the environment replace `$NAME`,
   * so that the file contains no secret: `{ "X-Api-Key": "$PLATFORM_API_KEY" }`.
   *
   * `schema pull`, `schema check` and `doctor` send them.
   *
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * TypeScript types of custom scalars, or types of modules, as `./money.js#Money`, relative to `output`.
   *
   * They override the known ones, such as `DateTime`. Other scalars are `unknown`, with
   * `types: "graphql-codegen"` also the known ones. @default {}
   */
  readonly scalars?: Readonly<Record<string, ScalarType>>;
  /** File extension in imports between generated files. Depends on your `tsconfig.json`. @default ".js" */
  readonly importExtension?: ".js" | ".ts" | "";
  /**
   * Command that regenerates the files, for their first line and for messages.
   *
   * @default "platform-graphql codegen"
   */
  readonly command?: string;
  /** Module that exports `TypedDocumentString`. @default "@integration-platform/graphql" */
  readonly documentImport?: string;
  /**
   * Style of the types. `"open"`: results have a member for enum values and object types that a later schema
   * adds. `"closed"`: they have none, and such an addition breaks. `"graphql-codegen"`: closed, with the names and
   * shapes of `@graphql-codegen/typescript-operations` 6. @default "open"
   */
  readonly types?: TypeStyle;
  /**
   * Kinds of code that must not break, in addition to `reads` and `writes`. With `constructs`, a change that
   * only breaks tests which build results fails `schema check`. @default []
   */
  readonly breaks?: readonly CodeKind[];
  /**
   * Names of all consumers: workspaces that depend on the package. `schema check` then says whom a change
   * affects, and fails if one is missing. @default none are known
   */
  readonly consumers?: readonly string[];
  /** Whether each string document has the shape that `responseValidation` requires. @default false */
  readonly shapes?: boolean;
  /**
   * Plugins of graphql-codegen. `"typed-document-node"` writes `documents.ts`, for other GraphQL clients.
   *
   * Other plugins are added to each file, by `graphql-codegen` only. The options of a plugin are the value of an object with its name. @default []
   */
  readonly plugins?: readonly PluginEntry[];
  /**
   * Whether each operation has a file, such as `operations/GetThing.ts`, with its document and its types.
   *
   * Fragments are in `fragments`, enums and input types in `types.ts`. @default false
   */
  readonly filePerOperation?: boolean;
  /** Whether to write `schema.ts`, which exports the schema as a string. @default false */
  readonly schemaModule?: boolean;
  /**
   * File with the rules of the simulated platform. It does not have to exist.
   *
   * @default "platform.rules.ts"
   */
  readonly rules?: string;
  /** Whether to write `platform.types.ts`: the types of rules. @default if the file of `rules` exists */
  readonly platformTypes?: boolean;
}

/** The name of a plugin, or an object with its name and its options. */
export type PluginEntry = string | Readonly<Record<string, object>>;

/** Options of the output, which graphql-codegen passes to the preset as `presetConfig`. */
export type OutputOptions = Omit<TypedOperationsOptions, "schema" | "documents" | "output" | "plugins">;

/** Settings of a config that only `graphql-codegen` applies. */
export interface NotApplied {
  /** Those that change which operations are read, or what they are, such as "documentTransforms". */
  readonly operations: readonly string[];
  /** Those that change the generated files alone, such as "the plugin add". */
  readonly files: readonly string[];
}

/** Options with their defaults. */
export interface Settings
  extends Required<Omit<TypedOperationsOptions, "schema" | "consumers" | "platformTypes" | "plugins">> {
  readonly consumers?: readonly string[];
  readonly platformTypes?: boolean;
  /** Whether the plugin `typed-document-node` writes parsed documents. */
  readonly documentNodes: boolean;
  /** Options of that plugin. */
  readonly nodeConfig: Readonly<Record<string, unknown>>;
  readonly notApplied: NotApplied;
  /** The config. Absent if graphql-codegen has read it. */
  readonly configFile?: string;
  readonly documents: readonly string[];
  /** Files, globs and addresses that are one schema together. */
  readonly schemaFiles: readonly string[];
  /** Folder of the config, relative to the working directory, which is "". */
  readonly folder: string;
}
