/**
 * Parsed documents, for clients such as Apollo and urql.
 *
 * The type is assignable to `TypedDocumentNode` of `@graphql-typed-document-node/core` and to `DocumentNode` of graphql 16
 * and 17. It is declared here without an import, because the package must compile if `graphql` is not installed.
 */

/** One operation and its fragments, parsed, with the operation's types. */
export interface TypedDocumentNode<Result = unknown, Variables = unknown> {
  /** `"Document"`. The type is `never` because graphql 16 declares an enum here and graphql 17 a string. */
  readonly kind: never;
  readonly definitions: readonly never[];
  readonly loc?: never;
  /** Not present at run time. GraphQL clients read the types from this member. */
  readonly __apiType?: (variables: Variables) => Result;
}
