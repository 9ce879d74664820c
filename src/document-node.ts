/**
 * Parsed documents for other GraphQL clients.
 *
 * Assignable to and from `TypedDocumentNode` of `@graphql-typed-document-node/core`. Declared structurally,
 * so that it type-checks without `graphql`, and with versions 16 and 17.
 */

/** One operation and the fragments that it spreads, parsed and typed by codegen. */
export interface TypedDocumentNode<Result = unknown, Variables = unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: `Kind` is an enum in graphql 16, to which no string literal is assignable.
  readonly kind: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above, for the kind of each node.
  readonly definitions: readonly any[];
  // biome-ignore lint/suspicious/noExplicitAny: a class of graphql.
  readonly loc?: any;
  /** Not present at run time: contains the types, under the name that GraphQL clients agree on. */
  readonly __apiType?: (variables: Variables) => Result;
}
