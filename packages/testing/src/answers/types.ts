/** Types of the mock data that tests pass to `platform.answer()`. */

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
export type AnswerVariables<Variables> = unknown extends Variables ? Readonly<Record<string, unknown>> : Variables;

/** Data, or a function of the variables that returns it. If the function throws a `GraphQLError`, the response has it. */
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
  /** Delay of the response, in milliseconds. @default 0 */
  readonly delayMs?: number;
  /** Whether the data must have all selected fields. If not, missing fields are filled. @default false */
  readonly exact?: boolean;
}

export interface AnswerOptions<Variables> extends ResponseOptions {
  /** Limits the answer to requests with these variables. Objects can have more members, lists must have the same length. */
  readonly variables?: DeepPartial<AnswerVariables<Variables>> | ((variables: AnswerVariables<Variables>) => boolean);
}

/** Types of an operation. String documents and `TypedDocumentNode`s have this member, which exists only in types. */
interface Typed<Result, Variables> {
  readonly __apiType?: ((variables: Variables) => Result) | undefined;
}

/** A string document, a `TypedDocumentNode`, or the text of an operation without types. */
export type AnswerDocument<Result, Variables> =
  | (Typed<Result, Variables> & { readonly text: string })
  | (Typed<Result, Variables> & { readonly kind: string; readonly definitions: readonly object[] })
  | string;
