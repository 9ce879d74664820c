/**
 * Exit codes, and the error that a command throws. Imports nothing, so that `main.ts` can load it in any
 * Node.js.
 */

/** From `engines` in package.json. */
export const REQUIRED_NODE = "22.12";

/** Exit codes of all commands. They do not depend on the output format. */
export const EXIT: { readonly success: 0; readonly found: 1; readonly affected: 2; readonly failure: 3 } = {
  success: 0,
  /** The command found what it looks for, such as GraphQL errors or a breaking change. */
  found: 1,
  /**
   * With `--fail-on`: a change affects an operation or adds to a type in use, or an operation uses a
   * deprecated element.
   */
  affected: 2,
  /**
   * The command could not run (usage, configuration, network or authentication error), or could not check
   * everything.
   */
  failure: 3,
};

interface ProblemOptions {
  /** Stable code for JSON output, such as the `code` of an operation error. @default "USAGE" */
  readonly code?: string;
  /** Further lines, such as one for each error in a file. */
  readonly details?: readonly string[];
}

/**
 * A single problem is the message itself. Several are listed below their number.
 *
 * @param subject - Such as "the schema has".
 */
export function joinProblems(problems: readonly string[], subject: string, hint: string): Problem {
  const [first = "", ...more] = problems;
  if (more.length === 0) return new Problem(first, hint);
  return new Problem(`${subject} ${problems.length} errors`, hint, { details: problems });
}

/**
 * A command could not do its work. The message has no full stop; the hint is an imperative sentence with one.
 */
export class Problem extends Error {
  static {
    Problem.prototype.name = "Problem";
  }
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: readonly string[];

  constructor(message: string, hint?: string, { code = "USAGE", details = [] }: ProblemOptions = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.details = details;
  }
}

/** A failure that can be shown. */
export interface Failure {
  /** Stable: the `code` of an operation error, or of a `Problem`. */
  readonly code: string;
  readonly message: string;
  /** The message without the name of the operation, if it is about one. */
  readonly problem?: string;
  readonly hint: string | undefined;
  /** Further lines; not part of the JSON output of most commands. */
  readonly details?: readonly string[];
}
