/** What a command could not do, told to the person who asked for it: one line, and one on what to do. */
export class Problem extends Error {
  static {
    Problem.prototype.name = "Problem";
  }
  /** As in the errors of the family. `USAGE`, the default: the mistake is the caller's, and nothing was sent. */
  readonly code: string;
  readonly hint: string | undefined;
  /** Further lines for people, such as every place in a file that needs mending. */
  readonly details: readonly string[];

  constructor(
    message: string,
    hint?: string,
    { code = "USAGE", details = [] }: { readonly code?: string; readonly details?: readonly string[] } = {},
  ) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.details = details;
  }
}
