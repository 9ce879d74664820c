/** The plugins of graphql-codegen: one writes the types of results and variables, the other one parsed documents. */
export const PLUGINS = { types: "typescript-operations", documents: "typed-document-node" } as const;
