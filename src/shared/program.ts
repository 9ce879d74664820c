/** Calls of functions that the program passes. */

import { type ErrorProperties, OperationError } from "./errors.ts";

/**
 * Calls a function of the program that is not asynchronous.
 *
 * @param subject - The function, for the message, which contains nothing of what it throws.
 * @param facts - Properties of the error.
 * @returns what it returns, unchecked. A promise is not awaited, and its rejection is ignored.
 * @throws `USAGE`, whose `cause` is what it throws; a value with which a framework steers as it is.
 */
export function callProgram<Result>(subject: string, call: () => Result, facts?: ErrorProperties): Result {
  try {
    const returned = call();
    if (returned instanceof Promise) returned.catch(() => {});
    return returned;
  } catch (cause) {
    if (isSteering(cause)) throw cause;
    throw createProgramError(subject, cause, facts);
  }
}

/** The error for what a function of the program threw. @param code - That of the thrown error. */
export function createProgramError(
  subject: string,
  cause: unknown,
  facts?: ErrorProperties,
  code?: string,
): OperationError {
  const problem = `${subject} threw an error${code ? ` (${code})` : ""}`;
  return new OperationError("USAGE", { problem, advice: "See error.cause.", ...facts, cause });
}

/**
 * Whether the program must receive a thrown value unchanged. Next.js steers by a `digest`, React by promises,
 * and programs by the signals that they abort.
 */
export function isSteering(thrown: unknown): boolean {
  const { digest, name, then, $$typeof } = Object(thrown) as Readonly<Record<string, unknown>>;
  return typeof digest === "string" || name === "AbortError" || typeof then === "function" || !!$$typeof;
}
