/** Texts that cannot be used. Its message is its problems, a line each, as `file:line:column: message` where known. */
export class SourceError extends Error {
  static {
    SourceError.prototype.name = "SourceError";
  }
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}
