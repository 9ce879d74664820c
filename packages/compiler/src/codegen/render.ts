/** Renders the generated files. */

import type { DocumentNode, GraphQLSchema } from "graphql";
import { cacheByObject } from "../model/cache.ts";
import type { Compilation, CompiledDefinition } from "../model/compilation.ts";
import { compile } from "../model/compile.ts";
import { renderTextLiteral } from "../text/typescript-text.ts";
import { renderDefinitionFiles } from "./definition-files.ts";
import { renderEncoding, renderNodeDocument, renderNodeModule, renderStringDocument } from "./documents.ts";
import { type GeneratedFile, type RenderOptions, renderHeader } from "./generated-files.ts";
import { renderPlatformTypes } from "./platform-types.ts";
import { renderEnums, renderInputs, renderTypes } from "./render-types.ts";

/** A schema, and operations that are valid in it. */
export interface RenderInput {
  readonly schemaText: string;
  readonly schema: GraphQLSchema;
  /** The operations and fragments of all files. */
  readonly document: DocumentNode;
}

/**
 * Renders all files. `platform-graphql codegen` and graphql-codegen write these texts unchanged.
 *
 * @param renderNode - Renders the export of a parsed document.
 */
export function renderFiles(
  input: RenderInput,
  options: RenderOptions,
  renderNode: (definition: CompiledDefinition) => string = renderNodeDocument,
): GeneratedFile[] {
  const { importExtension, schemaModule, platformTypes } = options;
  const compilation = compile(input.schema, input.document, options);
  const typesModule = `./types${importExtension}`;
  const definitions = options.filePerOperation
    ? { types: renderInputs(compilation), files: renderDefinitionFiles(compilation, options) }
    : renderSharedFiles(compilation, typesModule, options, renderNode);
  const file = (name: string, text: string) => ({ name, text: `${renderHeader(options)}\n${text}` });
  return [
    file("types.ts", definitions.types),
    file("enums.ts", renderEnums(compilation, typesModule)),
    ...definitions.files,
    ...(schemaModule ? [file("schema.ts", renderSchemaModule(input.schemaText))] : []),
    ...(platformTypes
      ? [file("platform.types.ts", renderPlatformTypes(input.schema, options.scalars, PLATFORM_MODULE))]
      : []),
  ];
}

/** Module of the types of rules. */
const PLATFORM_MODULE = "@integration-platform/graphql-testing/rules";

const renderWithShape = cacheByObject((definition: CompiledDefinition) =>
  renderStringDocument(definition, true),
);
const renderWithoutShape = cacheByObject((definition: CompiledDefinition) =>
  renderStringDocument(definition, false),
);

/** Renders the files that contain all operations. `types` is the text of `types.ts`. */
function renderSharedFiles(
  compilation: Compilation,
  typesModule: string,
  options: RenderOptions,
  renderNode: (definition: CompiledDefinition) => string,
): { readonly types: string; readonly files: readonly GeneratedFile[] } {
  const { documentNodes, documentNodeImport } = options;
  const header = `${renderHeader(options)}\n`;
  const types = renderTypes(compilation);
  const operations = {
    name: "operations.ts",
    text: header + renderOperations(compilation, typesModule, options),
  };
  if (!documentNodes) return { types, files: [operations] };
  const documents = {
    name: "documents.ts",
    text: header + renderNodeModule(typesModule, documentNodeImport, compilation.definitions, renderNode),
  };
  return { types, files: [operations, documents] };
}

function renderOperations(
  { definitions }: Compilation,
  typesModule: string,
  { documentImport, shapes }: RenderOptions,
): string {
  const operations = definitions.filter(({ kind }) => kind !== "fragment");
  return `import type { TypedDocumentString } from "${documentImport}";
import type * as Types from "${typesModule}";

export type * from "${typesModule}";
${renderEncoding(shapes)}${operations.map(shapes ? renderWithShape : renderWithoutShape).join("")}`;
}

function renderSchemaModule(schemaText: string): string {
  return `/** The schema that the operations were generated from, as SDL. */
export const schemaSDL: string = ${renderTextLiteral(schemaText)};
`;
}
