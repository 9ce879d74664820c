/** Texts that cannot be used, or are not there. Its message is its problems, a line each, as `file:line:column: message` where known. */
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

/** There is nothing to read: a folder or a file that does not exist, or holds none of what is looked for. */
export class NoSourceError extends SourceError {
  static {
    NoSourceError.prototype.name = "NoSourceError";
  }
}
