/** What a document is: the text of one operation, its name and kind, and the types codegen gave it. */

import { UsageError } from "./errors.ts";

/** The kind of an operation decides what may be sent twice: a query may, a mutation may not. */
export type OperationKind = "query" | "mutation";

/**
 * One operation as plain data, typed by codegen. A literal rather than a class, so that a bundler drops every document
 * that is not imported.
 */
export interface TypedDocumentString<Result = unknown, Variables = never> {
  /** Name of the operation. Errors and hooks use it; the wire does not. */
  readonly name: string;
  /** A kind other than `"query"` is never sent twice unless the server provably did not act. */
  readonly kind: OperationKind;
  /** The operation and the fragments it spreads, as sent. */
  readonly text: string;
  /** Never present at run time: carries the types, under the name that GraphQL clients agree on. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** Whatever carries the types of an operation: our string documents, and the `TypedDocumentNode` of other clients. */
interface Typed<Result, Variables> {
  readonly __apiType?: ((variables: Variables) => Result) | undefined;
}

/** The type of `data` in the answer to a document. */
export type ResultOf<Document> = Document extends Typed<infer Result, infer _Variables> ? Result : never;

/** The type of the variables that a document takes. */
export type VariablesOf<Document> = Document extends Typed<infer _Result, infer Variables> ? Variables : never;

/**
 * The arguments after the document: variables are required when the operation requires one, optional when it only has
 * optional ones, and nothing but `undefined` or `{}` when it has none.
 */
export type OperationArguments<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables | undefined, options?: Options]
    : [variables: Variables, options?: Options];

/** @throws UsageError for what codegen did not make, such as a bare string or an AST of `./documents`. */
export function checkDocument<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
): TypedDocumentString<Result, Variables> {
  if (typeof document?.text === "string" && typeof document.name === "string" && document.name !== "") return document;
  throw new UsageError("execute takes a generated string document, e.g. of @integration-platform/graphql/operations");
}
