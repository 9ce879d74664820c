/** Errors of rules: what is missing or wrong, and the line to add. */

import { GraphQLError } from "graphql";
import { isRejection } from "./reject.ts";

/** Name of the file with the rules, for messages. */
export const RULES_FILE = "platform.rules.ts";

/**
 * A rule or a value that is missing or wrong. The response has it, and the console shows it once per
 * response.
 */
export class RulesError extends GraphQLError {
  override readonly name: string = "RulesError";

  constructor(message: string) {
    super(message, { extensions: { code: "RULES" } });
  }
}

/** A rule or a value that is missing. For an operation that a test mocks, a value is generated instead. */
export class MissingRuleError extends RulesError {
  override readonly name: string = "MissingRuleError";
}

/** A problem, and the lines that solve it. */
export function missing(problem: string, lines: readonly string[]): MissingRuleError {
  return new MissingRuleError(`${problem}\n\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/**
 * Errors that a resolver throws by mistake name the resolver. Rejections and GraphQL errors are meant for the
 * caller.
 */
export function toRulesError(coordinate: string, error: unknown): unknown {
  const isMeant = isRejection(error) || error instanceof GraphQLError || isForeignGraphQLError(error);
  if (isMeant) return error;
  return new RulesError(`${coordinate} in ${RULES_FILE} threw ${String(error)}`);
}

/** Recognizes errors of another copy of `graphql` too, which a test runner can load for the test. */
export function isForeignGraphQLError(error: unknown): error is GraphQLError {
  return Object.prototype.toString.call(error) === "[object GraphQLError]";
}
