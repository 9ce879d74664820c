/** Runs a plugin of graphql-codegen. */

import type { DocumentNode, GraphQLSchema } from "graphql";

/** Names stay as they are in the operations. */
const COMMON = { namingConvention: "keep", useTypeImports: true, dedupeOperationSuffix: true } as const;

/** Declared here, because the types of the plugins do not compile with `nodenext`. */
interface PluginModule {
  plugin(schema: GraphQLSchema, files: readonly PluginFile[], config: object, info: object): Promise<PluginOutput>;
}
interface PluginFile {
  readonly document: DocumentNode;
}
type PluginOutput = string | { readonly content: string; readonly prepend?: readonly (string | null)[] };

/** @returns The content, then the imports and declarations before it. */
export async function runPlugin(
  { plugin }: PluginModule,
  schema: GraphQLSchema,
  document: DocumentNode,
  config: object,
): Promise<[content: string, ...prepend: string[]]> {
  const output = await plugin(schema, [{ document }], { ...COMMON, ...config }, { outputFile: "" });
  if (typeof output === "string") return [output];
  return [output.content, ...(output.prepend ?? []).filter((part) => part !== null)];
}
