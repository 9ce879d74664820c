/** The error that a `catch` is for. */

/** @throws the error itself, if it is of another class. */
export function rethrowOthers<Kind extends Error>(
  error: unknown,
  kind: abstract new (...args: never) => Kind,
): asserts error is Kind {
  if (!(error instanceof kind)) throw error;
}
