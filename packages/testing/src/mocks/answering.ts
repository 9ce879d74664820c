/** Types of the mock data that tests pass to `platform.answer()`. */

import type { PlatformRequest } from "../requests/platform-request.ts";
import type { PayloadError } from "../world/payload-errors.ts";

/** Part of a value, at any depth. */
export type DeepPartial<Value> = Value extends readonly (infer Entry)[]
  ? readonly DeepPartial<Entry>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: DeepPartial<Value[Key]> }
    : Value;

/** Part of an operation's result. Any object, if the document has no types. `null` requires `errors`. */
export type AnswerData<Result> =
  | (unknown extends Result ? Readonly<Record<string, unknown>> : DeepPartial<Result>)
  | null;

/** The variables of an operation. Any object, if the document has no types. */
export type AnswerVariables<Variables> = unknown extends Variables
  ? Readonly<Record<string, unknown>>
  : Variables;

/**
 * Data, or a function of the variables that returns it. If the function throws a `GraphQLError`, the response
 * has it.
 */
export type MockData<Result, Variables> =
  | AnswerData<Result>
  | ((variables: AnswerVariables<Variables>) => AnswerData<Result> | Promise<AnswerData<Result>>);

/** A GraphQL error of a response. */
export interface MockError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Value of `extensions.code`. */
  readonly code?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface ResponseOptions {
  /** GraphQL errors. With data, the result is partial. Without data, the operation is not executed. */
  readonly errors?: readonly (MockError | string)[];
  /** Delay of the response, in milliseconds, or Infinity until `reset()`. @default 0 */
  readonly delayMs?: number;
  /** Whether the data must have all selected fields. If not, missing fields are filled. @default false */
  readonly exact?: boolean;
}

export interface AnswerOptions<Variables> extends ResponseOptions {
  /**
   * Limits the answer to requests with these variables. Objects can have more members, lists must have the
   * same length.
   */
  readonly variables?:
    | DeepPartial<AnswerVariables<Variables>>
    | ((variables: AnswerVariables<Variables>) => boolean);
}

/**
 * Types of an operation. String documents and `TypedDocumentNode`s have this member, which exists only in
 * types.
 */
interface Typed<Result, Variables> {
  readonly __apiType?: ((variables: Variables) => Result) | undefined;
}

/** A string document, a `TypedDocumentNode`, or the text of an operation without types. */
export type AnswerDocument<Result, Variables> =
  | (Typed<Result, Variables> & { readonly text: string })
  | (Typed<Result, Variables> & { readonly kind: string; readonly definitions: readonly object[] })
  | string;

/** A response that a test set. */
export interface Answer<Result, Variables> {
  /** Sets the response to the next request. The last response is used for all later requests. */
  andThen(
    data: MockData<Result, Variables> | undefined,
    options?: ResponseOptions,
  ): Answer<Result, Variables>;
  /** The requests that received this answer, if they are still in the log. */
  readonly requests: readonly PlatformRequest[];
}

/** The methods that set responses. */
export interface Answering {
  /**
   * Sets the response of an operation. The newest matching response wins.
   *
   * @param data - Part of the result, or a function of the variables that returns it. Missing fields are
   * filled with the platform's objects or with generated data.
   * @throws TypeError if the document does not match the schema, or the data does not match the document. The
   * message lists every mismatch with its path. A mismatch in a function's result makes the request fail with
   * HTTP 500.
   */
  answer<Result, Variables>(
    document: AnswerDocument<Result, Variables>,
    data?: NoInfer<MockData<Result, Variables>>,
    options?: NoInfer<AnswerOptions<Variables>>,
  ): Answer<Result, Variables>;
  /**
   * Rejects a mutation with payload errors, which are written in the error type of the schema. Nullable
   * fields of the payload are null.
   *
   * @throws TypeError if the document is not a mutation, or its payload has no list of payload errors.
   */
  reject<Result, Variables>(
    document: AnswerDocument<Result, Variables>,
    errors: readonly PayloadError[],
    options?: NoInfer<Pick<AnswerOptions<Variables>, "variables" | "delayMs">>,
  ): Answer<Result, Variables>;
}
