/** The part of the plugin that codegen uses. Its own types do not compile with `nodenext`. */

import type { DocumentNode, GraphQLSchema } from "graphql";

interface PluginOutput {
  readonly content: string;
  readonly prepend?: readonly (string | null)[];
}

export function plugin(
  schema: GraphQLSchema,
  files: readonly { readonly document: DocumentNode }[],
  config: object,
): PluginOutput;
