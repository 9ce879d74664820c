/** What a changed default value does to those who rely on it. TypeScript sees nothing of it. */

import type { GraphQLArgument, GraphQLInputField } from "graphql";
import { isRequiredInput, renderDefault } from "./defaults.ts";
import type { Found } from "./finding.ts";

/**
 * Compares the defaults of an argument or input field that is not given.
 *
 * One that is new does not break: who leaves the value out has relied on nothing so far. They are told all the same.
 */
export function compareDefaults(
  coordinate: string,
  old: GraphQLArgument | GraphQLInputField,
  now: GraphQLArgument | GraphQLInputField,
  who: string,
): Omit<Found, "node">[] {
  const [was, is] = [renderDefault(old), renderDefault(now)];
  // What must be given, before or now, has no default to rely on: that it must, or need not, says it all.
  if (was === is || isRequiredInput(now) || isRequiredInput(old)) return [];
  if (was === undefined) {
    const message = `${coordinate} is ${is} by default now, for ${who}: until now the server chose.`;
    return [{ verdict: "changes types", rule: "default", coordinate, message }];
  }
  const message = `${coordinate} is ${is ?? "nothing"} by default now, was ${was}: the same request means something else for ${who}.`;
  return [{ verdict: "breaks", rule: "default", coordinate, message }];
}
