/** Suggestions for names that a user typed. */

import { findNearest } from "@integration-platform/graphql-compiler/internal/text/nearest";

export { findNearest };

/** Returns `Did you mean "<name>"?`, or `otherwise` if no known name is similar. */
export function suggestNearest(name: string, names: readonly string[], otherwise: string): string {
  const near = findNearest(name, names);
  return near === undefined ? otherwise : `Did you mean "${near}"?`;
}

/** Returns ` (did you mean "<name>"?)`, or "" if no known name is similar. */
export function suggestInline(name: string, names: readonly string[]): string {
  const near = findNearest(name, names);
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}

/**
 * Returns `unknown <kind> "<name>"`. The name is left out if it cannot be one: it can be a misplaced token.
 */
export function describeUnknown(kind: string, name: string): string {
  return /^[A-Za-z_][\w-]{0,39}$/.test(name) ? `unknown ${kind} "${name}"` : `unknown ${kind}`;
}
