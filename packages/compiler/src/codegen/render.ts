/** The generated files: which plugins write each of them. */

import type { DocumentNode, GraphQLSchema } from "graphql";
import { cacheByObject, memoize } from "../model/cache.ts";
import type { CompiledDefinition } from "../model/compilation.ts";
import type { GeneratedFile, RenderOptions } from "./generated-files.ts";
import { compileOnce, type DocumentFiles, type OwnPlugin, type Plugin, plugins } from "./plugins.ts";

/** The plugin of graphql-codegen that writes parsed documents. */
export const NODE_PLUGIN: "typed-document-node" = "typed-document-node" as const;

/** A file, and the plugins whose outputs it consists of. */
export interface FilePlan {
  /** Path relative to the output folder, with forward slashes. */
  readonly name: string;
  readonly plugins: readonly (OwnPlugin | typeof NODE_PLUGIN)[];
  /** The operation or fragment that the file is about. */
  readonly only?: CompiledDefinition;
}

/** A schema, and operations that are valid in it. */
export interface RenderInput {
  readonly schemaText: string;
  readonly schema: GraphQLSchema;
  /** The operations and fragments of all files. */
  readonly document: DocumentNode;
}

/** Lists the files of a schema and its documents. */
export function planFiles(
  schema: GraphQLSchema,
  documents: DocumentFiles,
  options: RenderOptions,
): FilePlan[] {
  const { documentNodes, filePerOperation, platformTypes, schemaModule } = options;
  const file = (name: string, ...names: FilePlan["plugins"]): FilePlan => ({ name, plugins: names });
  const { definitions } = compileOnce(schema, documents, options);
  return [
    file("types.ts", filePerOperation ? "inputs" : "types"),
    file("enums.ts", "enums"),
    ...(filePerOperation
      ? definitions.flatMap((definition) => planDefinition(definition, documentNodes))
      : [
          file("operations.ts", "operations"),
          ...(documentNodes ? [file("documents.ts", "documents", NODE_PLUGIN)] : []),
        ]),
    ...(schemaModule ? [file("schema.ts", "schema")] : []),
    ...(platformTypes ? [file("platform.types.ts", "rules")] : []),
  ];
}

function planDefinition(only: CompiledDefinition, documentNodes: boolean): FilePlan[] {
  const nodes = documentNodes ? [NODE_PLUGIN] : [];
  if (only.kind === "fragment")
    return [{ name: `fragments/${only.name}.ts`, plugins: ["fragment", ...nodes], only }];
  const operation: FilePlan = { name: `operations/${only.name}.ts`, plugins: ["operation"], only };
  if (!documentNodes) return [operation];
  return [operation, { name: `documents/${only.name}.ts`, plugins: ["documents", ...nodes], only }];
}

/**
 * The texts of the files about a definition, by the options and by the definition. A watcher renders only those
 * of new definitions.
 */
const textsOf = memoize((_options: string) =>
  cacheByObject((_: CompiledDefinition) => new Map<string, string>()),
);

/**
 * Renders all files without graphql-codegen, which joins the outputs of plugins in the same way.
 *
 * @param nodePlugin - Required if `documentNodes` is set.
 */
export function renderFiles(
  { schema, schemaText, document }: RenderInput,
  options: RenderOptions,
  nodePlugin?: Plugin,
): GeneratedFile[] {
  const documents: DocumentFiles = [{ document }];
  const cached = textsOf(JSON.stringify(options));
  const run = (name: OwnPlugin | typeof NODE_PLUGIN, only?: CompiledDefinition) => {
    const plugin = name === NODE_PLUGIN ? nodePlugin : plugins[name];
    if (!plugin) throw new TypeError(`The plugin ${name} is missing.`);
    return plugin(schema, documents, { options, schemaText, only });
  };
  return planFiles(schema, documents, options).map(({ name, plugins: names, only }) => {
    const known = only && cached(only).get(name);
    if (known !== undefined) return { name, text: known };
    const outputs = names.map((plugin) => run(plugin, only));
    const prepended = outputs.flatMap(({ prepend }) => prepend);
    const text = [...prepended, ...outputs.map(({ content }) => content)].join("\n");
    if (only) cached(only).set(name, text);
    return { name, text };
  });
}
