/** Names that a user typed: suggestions, and the parts that a message can quote. */

import { findNearest } from "@integration-platform/graphql-compiler/internal/text/nearest";

export { findNearest };

/** Returns `Did you mean "<name>"?`, or `otherwise` if no known name is similar. */
export function suggestNearest(name: string, known: readonly string[], otherwise: string): string {
  const near = findNearest(name, known);
  return near === undefined ? otherwise : `Did you mean "${near}"?`;
}

/** Returns ` (did you mean "<name>"?)`, or "" if no known name is similar. */
export function suggestInline(name: string, known: readonly string[]): string {
  const near = findNearest(name, known);
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}

/** Returns `unknown <kind> "<name>"`. The name is left out if it cannot be one: it can be a misplaced token. */
export function describeUnknown(kind: string, name: string): string {
  return /^[A-Za-z_][\w-]{0,39}$/.test(name) ? `unknown ${kind} "${name}"` : `unknown ${kind}`;
}

/** Returns a file name in quotes, or `otherwise` if the text looks like a token or a URL with credentials. */
export function quotePath(path: string, otherwise = "the file"): string {
  const isPath = path.length <= 300 && !/[\p{Cc}\p{Cf}\u2028\u2029]|:\/\/|:\S*@|eyJ[\w-]{10}|[\w-]{48}/u.test(path);
  return isPath && path !== "" ? `"${path}"` : otherwise;
}
