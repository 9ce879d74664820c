/** What a command could not do, told to the person who asked for it: one line, and one on what to do. */
export class Problem extends Error {
  static {
    Problem.prototype.name = "Problem";
  }
  /** As in the errors of the family: the mistake is the caller's, and nothing was sent. */
  readonly code = "USAGE";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
