/** The words of rules: comparisons of filters, directions of orders, and what a resolver can return or throw. */

/** Names of fields from a row, joined by dots: `project.slug`. The names of connections lead to their items. */
export type Path = string;

/** How a value that is read compares with the value that is given. `Text` ignores case. */
export type Operator =
  | "is"
  | "isText"
  | "atLeast"
  | "atMost"
  | "above"
  | "below"
  | "between"
  | "contains"
  | "containsText"
  | "startsWith"
  | "startsWithText"
  | "endsWith"
  | "endsWithText"
  | "like"
  | "likeText"
  | "matches"
  | "containsAll"
  | "isNull"
  | "exists";

/** How many of the objects or values at a path the members of an input object select. */
export type Quantifier = "some" | "every" | "none" | "matching";

/** What an argument or a member of an input object selects. */
export type Comparison =
  | {
      readonly kind: "compare";
      readonly operator: Operator;
      readonly isNegated: boolean;
      /** One of them must match. Without a path, the value at the path of the outer rule is compared. */
      readonly paths: readonly Path[];
    }
  | { readonly kind: "related"; readonly quantifier: Quantifier; readonly path: Path }
  | { readonly kind: "opposite"; readonly of: Comparison }
  | { readonly kind: "and" | "or" | "not" | "ignored" };

/** A constructor of comparisons: `is("status")`, or `is()` for the value at the path of the outer rule. */
export type Compare = (...paths: Path[]) => Comparison;
/** A constructor of comparisons of objects or of values in a list. */
export type Relate = (path?: Path) => Comparison;

/** The value at the path equals the given one, or one of the given ones. A list contains it. */
export const is: Compare = compare("is");
/** The opposite of `is`. */
export const isNot: Compare = compare("is", true);
/** As `is`, and ignores case. */
export const isText: Compare = compare("isText");
/** The value is the argument or more. */
export const atLeast: Compare = compare("atLeast");
/** The value is the argument or less. */
export const atMost: Compare = compare("atMost");
/** The value is more than the argument. */
export const above: Compare = compare("above");
/** The value is less than the argument. */
export const below: Compare = compare("below");
/** The value is at least the first and at most the second given value: a list of two, or an object with two members. */
export const between: Compare = compare("between");
/** The text at the path contains the given one. */
export const contains: Compare = compare("contains");
/** As `contains`, and ignores case. */
export const containsText: Compare = compare("containsText");
/** The text starts with the argument. */
export const startsWith: Compare = compare("startsWith");
/** As `startsWith`, and ignores case. */
export const startsWithText: Compare = compare("startsWithText");
/** The text ends with the argument. */
export const endsWith: Compare = compare("endsWith");
/** As `endsWith`, and ignores case. */
export const endsWithText: Compare = compare("endsWithText");
/** The given value is a pattern of SQL: `%` is any text, `_` one character. */
export const like: Compare = compare("like");
/** As `like`, and ignores case. */
export const likeText: Compare = compare("likeText");
/** The given value is a regular expression. */
export const matches: Compare = compare("matches");
/** The list at the path contains all given values. */
export const containsAll: Compare = compare("containsAll");
/** The given value is `true`: the value at the path is null. `false`: it is not. */
export const isNull: Compare = compare("isNull");
/** The given value is `true`: there is a value, or the list is not empty. `false`: the opposite. */
export const exists: Compare = compare("exists");

/** At least one object or value at the path matches the members of the given input object. */
export const some: Relate = relate("some");
/** All objects or values at the path match the members of the given input object. */
export const every: Relate = relate("every");
/** No object or value at the path matches the members of the given input object. */
export const none: Relate = relate("none");
/** The members of the given input object apply to the object, the value or the list at the path. */
export const matching: Relate = relate("matching");

/** All given input objects match. `[]` selects everything. */
export const and: Comparison = { kind: "and" };
/** One of the given input objects matches. `[]` selects nothing. */
export const or: Comparison = { kind: "or" };
/** The given input object does not match. `not(contains("title"))` is the opposite of a comparison. */
export const not: { readonly kind: "not" } & ((comparison: Comparison) => Comparison) = Object.assign(
  (comparison: Comparison): Comparison => ({ kind: "opposite", of: comparison }),
  { kind: "not" } as const,
);
/** The argument or member selects nothing: it is accepted and has no effect. */
export const ignored: Comparison = { kind: "ignored" };

/** A rule that is not decided yet. */
export interface Todo {
  readonly kind: "todo";
}

/** Marks a rule that is not decided yet: a request that needs it fails. Valid in place of every rule. */
export const todo: Todo & ((...args: readonly unknown[]) => never) = Object.assign(
  () => {
    throw new TypeError("This rule is not decided yet.");
  },
  { kind: "todo" } as const,
);

/** In place of a resolver: the generated value is right. */
export const generated: { readonly kind: "generated" } & ((...args: readonly unknown[]) => never) = Object.assign(
  () => {
    throw new TypeError('"generated" is a rule. Do not call it.');
  },
  { kind: "generated" } as const,
);

/** Whether a rule is a mark. It is compared by its kind, because a rules file can load another copy of this package. */
export function isMark(rule: unknown, kind: "todo" | "generated"): boolean {
  return Object(rule).kind === kind;
}

/** A path, `-path` for the reverse order, several of them, or a function of the given value that returns them. */
export type Order =
  | Path
  | NullsOrder
  | Todo
  | readonly (Path | NullsOrder)[]
  // biome-ignore lint/suspicious/noExplicitAny: The type of a given value depends on the schema.
  | ((wanted: any) => Path | NullsOrder | readonly (Path | NullsOrder)[]);

/** A path or a direction with the place of nulls. Without it, nulls are last, and first in a reverse order. */
export interface NullsOrder {
  readonly path: Path;
  readonly nulls: "first" | "last";
}

/** Orders by the value at a path, with null before all values. */
export function nullsFirst(path: Path): NullsOrder {
  return { path, nulls: "first" };
}

/** Orders by the value at a path, with null after all values. */
export function nullsLast(path: Path): NullsOrder {
  return { path, nulls: "last" };
}

/** An order that keeps the order of the rows, such as that of `RELEVANCE`. */
export const keep: Path = "";
/** The direction that reverses an order: `"OrderDirection.DESC": descending`. */
export const descending: Path = "-";
/** The object or the value itself, as a path. In `keys`: rows of the type are parts of others. */
export const self: Path = "";

/** Why a resolver rejects a request. */
export class Rejection extends Error {
  override readonly name: string = "Rejection";
  /** Input field, such as `slug`. `null` for the whole input. */
  readonly field: string | null;
  readonly code: string | undefined;

  constructor(message: string, { field = null, code }: RejectionOptions) {
    super(message);
    this.field = field;
    this.code = code;
  }
}

export interface RejectionOptions {
  /** Input field, such as `slug`. @default null: the whole input */
  readonly field?: string | null;
  /** Value of `extensions.code`, or of the code in a payload error. @default "BAD_USER_INPUT" */
  readonly code?: string;
}

/** Recognizes rejections of another copy of this package too. */
export function isRejection(error: unknown): error is Rejection {
  return error instanceof Error && error.name === "Rejection";
}

/** The reason to throw in a resolver. A mutation returns it as a payload error if its type has them, else as a GraphQL error. */
export function reject(message: string, options: RejectionOptions = {}): Rejection {
  return new Rejection(message, options);
}

function compare(operator: Operator, isNegated = false): Compare {
  return (...paths) => ({ kind: "compare", operator, isNegated, paths });
}

function relate(quantifier: Quantifier): Relate {
  return (path = "") => ({ kind: "related", quantifier, path });
}
