/**
 * The plugins that write the generated files. Each gets the schema, the documents and a config, as the plugins
 * of graphql-codegen do.
 */

import type { DocumentNode, GraphQLSchema } from "graphql";
import { cacheByObject, memoize } from "../model/cache.ts";
import type { Compilation, CompiledDefinition } from "../model/compilation.ts";
import { compile } from "../model/compile.ts";
import { renderTextLiteral } from "../text/typescript-text.ts";
import { renderFragment, renderOperation } from "./definition-files.ts";
import { renderEncoding, renderStringDocument } from "./documents.ts";
import { type RenderOptions, renderHeader } from "./generated-files.ts";
import { findReach } from "./platform-reach.ts";
import { renderPlatformTypes } from "./platform-types.ts";
import { renderEnums, renderInputs, renderTypes } from "./render-types.ts";

/** Documents as graphql-codegen passes them. */
export type DocumentFiles = readonly { readonly document?: DocumentNode | undefined }[];

export interface PluginConfig {
  readonly options: RenderOptions;
  readonly schemaText: string;
  /** The operation or fragment that the file is about. Absent in a file about all of them. */
  readonly only?: CompiledDefinition | undefined;
}

/** The text of a file is `prepend`, then `content`, each on lines of its own. */
export interface PluginOutput {
  prepend: string[];
  content: string;
}

/** @param documents - One document with all operations and fragments. */
export type Plugin = (schema: GraphQLSchema, documents: DocumentFiles, config: PluginConfig) => PluginOutput;

const compilations = new WeakMap<DocumentFiles, Compilation>();

/** Compiles the documents of a run once for all plugins. */
export function compileOnce(
  schema: GraphQLSchema,
  documents: DocumentFiles,
  options: RenderOptions,
): Compilation {
  const known = compilations.get(documents);
  if (known?.schema === schema) return known;
  const compilation = compile(schema, documentOf(documents), options);
  compilations.set(documents, compilation);
  return compilation;
}

function documentOf([{ document } = {}]: DocumentFiles): DocumentNode {
  if (document) return document;
  throw new TypeError("The plugins require a document.");
}

/** A plugin that starts the file with the line by which it is found again. */
function withHeader(
  render: (compilation: Compilation, config: PluginConfig) => string,
  listImports: (config: PluginConfig) => readonly string[] = () => [],
): Plugin {
  return (schema, documents, config) => {
    const { options, only } = config;
    const origin = only && `${only.kind === "fragment" ? "fragment" : "operation"} ${only.name}`;
    const content = render(compileOnce(schema, documents, options), config);
    return { prepend: [renderHeader(options, origin), ...listImports(config)], content };
  };
}

/** The module that exports the types of a file, relative to the file. */
const typesModuleOf = ({ options, only }: PluginConfig): string =>
  `${only ? `../operations/${only.name}` : "./types"}${options.importExtension}`;

/** Module of the types of rules. */
const RULES_MODULE = "@integration-platform/graphql-testing/rules";

/** A plugin of this package. */
export type OwnPlugin =
  | "types"
  | "inputs"
  | "enums"
  | "operations"
  | "operation"
  | "fragment"
  | "documents"
  | "schema"
  | "rules";

export const plugins: Readonly<Record<OwnPlugin, Plugin>> = {
  types: withHeader(renderTypes),
  inputs: withHeader(renderInputs),
  enums: withHeader((compilation, config) => renderEnums(compilation, typesModuleOf(config))),
  operations: withHeader(renderOperations),
  operation: withHeader((_, { only, options }) => (only ? renderOperation(only, options) : "")),
  fragment: withHeader((_, { only, options }) => (only ? renderFragment(only, options) : "")),
  /** The imports of the parsed documents that `typed-document-node` writes. */
  documents: withHeader(
    (_, config) => `\nexport type * from "${typesModuleOf(config)}";`,
    (config) => [`import type * as Types from "${typesModuleOf(config)}";`],
  ),
  schema: withHeader((_, { schemaText }) => renderSchemaModule(schemaText)),
  rules: (schema, documents, { options }) => {
    const document = documentOf(documents);
    const reach = findReach(schema, document, new Set(options.ruleNames));
    const content = renderPlatformTypes(schema, options.scalars, RULES_MODULE, reach);
    return { prepend: [renderHeader(options)], content };
  },
};

const renderWith = memoize((shapes: boolean) =>
  cacheByObject((definition: CompiledDefinition) => renderStringDocument(definition, shapes)),
);

function renderOperations({ definitions }: Compilation, config: PluginConfig): string {
  const { documentImport, shapes } = config.options;
  const typesModule = typesModuleOf(config);
  const operations = definitions.filter(({ kind }) => kind !== "fragment");
  return `import type { TypedDocumentString } from "${documentImport}";
import type * as Types from "${typesModule}";

export type * from "${typesModule}";
${renderEncoding(shapes)}${operations.map(renderWith(shapes)).join("")}`;
}

function renderSchemaModule(schemaText: string): string {
  return `/** The schema that the operations were generated from, as SDL. */
export const schemaSDL: string = ${renderTextLiteral(schemaText)};
`;
}
