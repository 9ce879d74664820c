/** Checks the depth of data and variables. */

import { isTooDeep, MAX_JSON_DEPTH } from "@integration-platform/graphql-compiler/internal/text/json-depth";
import { Problem } from "./commands/errors/problem.ts";

/** @throws Problem that names what is nested too deeply. */
export function checkJsonDepth(value: unknown, subject: string): void {
  if (!isTooDeep(value)) return;
  const message = `${subject} has more than ${MAX_JSON_DEPTH} levels of objects and lists`;
  throw new Problem(message, "Select less, or pass less.");
}
