/**
 * The other form of a document: a parsed one, for clients such as Apollo and urql that take one.
 *
 * The same type as `TypedDocumentNode` of `@graphql-typed-document-node/core`, assignable to it and from it, declared here
 * so that our declarations compile where that package is not installed.
 */

import type { DocumentNode } from "graphql";

/** One operation and the fragments it spreads, parsed, with the types that codegen gave it. */
export interface TypedDocumentNode<Result = unknown, Variables = unknown> extends DocumentNode {
  /** Never present at run time: carries the types, under the name that GraphQL clients agree on. */
  readonly __apiType?: (variables: Variables) => Result;
}
