/** Errors of rules: what is missing or wrong, and the line to add. */

import { GraphQLError } from "graphql";

/** Name of the file with the rules, for messages. */
export const RULES_FILE = "platform.rules.ts";

/** A rule that is missing or wrong. The request fails with it, and the console shows it once. */
export class RulesError extends GraphQLError {
  override readonly name: string = "RulesError";

  constructor(message: string) {
    super(message, { extensions: { code: "RULES" } });
  }
}

/** What is missing, the section to which it belongs, and lines to add. */
export function missingRule(what: string, section: string, ...lines: readonly string[]): RulesError {
  const text = lines.map((line) => `  ${line}`).join("\n");
  return new RulesError(`${RULES_FILE} has no rule for ${what}. Add to ${section}:\n\n${text}`);
}
