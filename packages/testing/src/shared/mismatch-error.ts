/** The error of rules or data that do not match the schema, or of data that contradicts itself. */

/** The message lists every problem, one per line. */
export interface MismatchError extends TypeError {
  /** The option with the problems. */
  readonly mismatch: "rules" | "data";
  readonly problems: readonly string[];
}

/** @param title - First line of the message, without the colon. */
export function createMismatchError(
  mismatch: MismatchError["mismatch"],
  title: string,
  problems: readonly string[],
): MismatchError {
  const error = new TypeError([`${title}:`, ...problems].join("\n  "));
  // Not enumerable: the message has the problems, and Node.js prints every enumerable property.
  return Object.defineProperties(error, {
    mismatch: { value: mismatch },
    problems: { value: problems },
  }) as MismatchError;
}
