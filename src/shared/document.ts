/** Typed documents: the text of one operation, its name, its kind, and the types from codegen. */

/** A query can be resent after any transient failure, a mutation only if it was not executed. */
export type OperationKind = "query" | "mutation";

/**
 * One operation as plain data, typed by codegen. An object literal, so that bundlers drop documents without a
 * use.
 *
 * For other clients, codegen also writes subscriptions, and operations with `@defer` or `@stream` with the kind
 * `incremental`. `execute` does not accept them, because they have more than one response.
 */
export interface TypedDocumentString<
  Result = unknown,
  Variables = never,
  Kind extends OperationKind | "subscription" | "incremental" = OperationKind,
> {
  /** Name of the operation, for errors and hooks. It is not sent. */
  readonly name: string;
  /** Any kind except `"query"` is treated as a mutation. */
  readonly kind: Kind;
  /** The operation and the fragments that it spreads, as sent. */
  readonly text: string;
  /**
   * Whether the operation is a mutation with a non-null root field, which `batch` does not accept. Written by
   * codegen.
   */
  readonly nonNullRoot?: true;
  /** Shape of the response, for `responseValidation`. Codegen writes it with `shapes: true`. */
  readonly shape?: string;
  /** Not present at run time: contains the types, under the name that GraphQL clients agree on. */
  readonly __apiType?: (variables: Variables) => Result;
}

/**
 * A document with types: of this package's codegen, a `TypedDocumentNode` of
 * `@graphql-typed-document-node/core`, or a typed string of another codegen.
 */
export interface TypedDocument<Result, Variables> extends Typed<Result, Variables> {
  /** Not one of this package's codegen, whose kind is checked: a subscription has no single response. */
  readonly text?: never;
}

/** The types of a document, under the name that GraphQL clients agree on. Not present at run time. */
interface Typed<Result, Variables> {
  /** Contains the types. Not present at run time. */
  readonly __apiType?: ((variables: Variables) => Result) | undefined;
}

/** Any document, without its types. */
export type AnyDocument = TypedDocument<unknown, never> | TypedDocumentString;

/** `print` of graphql-js. */
export type Print = (document: never) => string;

/** Type of the `data` that a document returns. */
export type ResultOf<Document> = Document extends Typed<infer Result, infer _Variables> ? Result : never;

/** Type of the variables of a document. */
export type VariablesOf<Document> =
  Document extends Typed<infer _Result, infer Variables> ? Variables : never;

/**
 * Arguments after the document. The variables are required if the operation requires one, optional if all of
 * them are optional, and `undefined` or `{}` if it has none.
 *
 * In a generic function of your own, pass `NoInfer<Variables>`. TypeScript then rejects variables that the
 * operation does not declare.
 *
 * @example
 * ```ts
 * const run = <Result, Variables>(
 *   document: TypedDocumentString<Result, Variables>,
 *   ...rest: OperationArguments<NoInfer<Variables>, ExecuteOptions>
 * ) => client.execute(document, ...rest);
 * ```
 */
export type OperationArguments<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables | undefined, options?: Options]
    : [variables: Variables, options?: Options];

declare const message: unique symbol;

/** A type without values. TypeScript shows `Message` if an argument does not match. */
export interface CompileError<Message extends string> {
  readonly [message]: Message;
}
