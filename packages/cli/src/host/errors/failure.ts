/**
 * Turns all errors into one type: a message about the problem, and a hint. One file next to this one
 * translates the errors of each library.
 */

import { completeCommands } from "../../files/package-manager.ts";
import { explainFileError, explainMissingPeer } from "./node-errors.ts";
import { type Failure, Problem } from "./problem.ts";

/**
 * Describes an error of a command. Returns `undefined` for an unexpected error: its message can contain
 * anything.
 *
 * @param prefix - Prefix of the environment variables, for hints.
 */
export async function describeFailure(thrown: unknown, prefix: string): Promise<Failure | undefined> {
  const error = explainMissingPeer(thrown) ?? explainFileError(thrown) ?? thrown;
  if (error instanceof Problem) {
    const { code, message, hint, details } = error;
    // Messages of graphql end with a full stop.
    return complete({
      code,
      message: message.replace(/\.$/, ""),
      hint,
      ...(details.length > 0 && { details }),
    });
  }
  // Loaded here, because most commands send no request.
  const { describeOperationError } = await import("./operation-errors.ts");
  const described = describeOperationError(error, prefix);
  return described && complete(described);
}

const complete = ({ message, hint, ...others }: Failure): Failure => ({
  ...others,
  message: completeCommands(message),
  hint: hint && completeCommands(hint),
});
