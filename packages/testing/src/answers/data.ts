/** What a test gives for data: as much of an operation's result as it cares about. */

/** Part of a result, at any depth. */
export type PartOf<Value> = Value extends readonly (infer Entry)[]
  ? readonly PartOf<Entry>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: PartOf<Value[Key]> }
    : Value;

/** Part of an operation's result; any object where the document has no types. `null` needs errors beside it. */
export type AnswerData<Result> = (unknown extends Result ? Readonly<Record<string, unknown>> : PartOf<Result>) | null;

/** The variables of an operation; any object where the document has no types. */
export type AnswerVariables<Variables> = unknown extends Variables ? Readonly<Record<string, unknown>> : Variables;

/** Data, or what makes it from the variables. It may throw a `GraphQLError`, which is answered then. */
export type Reply<Result, Variables> =
  | AnswerData<Result>
  | ((variables: AnswerVariables<Variables>) => AnswerData<Result> | Promise<AnswerData<Result>>);

/** An error beside the data, or in its place. */
export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Stands in `extensions.code`. */
  readonly code?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface ReplyOptions {
  /** GraphQL errors. Beside data it is partial; without data (`undefined`) the operation was not executed. */
  readonly errors?: readonly (AnswerError | string)[];
  /** How long the reply is held back, in milliseconds. @default 0 */
  readonly delayMs?: number;
  /** Whether all that is selected must be given: then nothing is filled in. @default false */
  readonly exact?: boolean;
}

export interface AnswerOptions<Variables> extends ReplyOptions {
  /** Answers only requests whose variables have these values; others are answered as if there was no answer. */
  readonly variables?: PartOf<AnswerVariables<Variables>> | ((variables: AnswerVariables<Variables>) => boolean);
}

/** Whether a value has all that is asked for: objects may have more, lists must be as long. */
export function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return (
      Array.isArray(value) &&
      value.length === part.length &&
      part.every((entry, index) => contains(value[index], entry))
    );
  }
  if (typeof part !== "object" || part === null) return Object.is(value, part);
  if (typeof value !== "object" || value === null) return false;
  const members = new Map(Object.entries(value));
  return Object.entries(part).every(([name, member]) => contains(members.get(name), member));
}
