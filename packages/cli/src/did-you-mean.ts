/** Names that a user typed: suggestions, and the parts that a message can quote. */

import { findNearest } from "@integration-platform/graphql-compiler/internal/text/nearest";

export { findNearest };

/** Returns `Did you mean "<name>"?`, or `otherwise` if no known name is similar. */
export function suggestNearest(name: string, names: readonly string[], otherwise: string): string {
  const near = findNearest(name, names);
  return near === undefined ? otherwise : `Did you mean "${near}"?`;
}

/** Returns ` Did you mean "<name>"?`, or "" if no known name is similar. */
export function suggestInSentence(name: string, names: readonly string[]): string {
  const near = findNearest(name, names);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
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

const MAX_PATH = 300;
/** Control and formatting characters, schemes of URLs, and what looks like a token. */
const NOT_IN_PATH = /[\p{Cc}\p{Cf}\u2028\u2029]|:\/\/|eyJ[\w-]{10}|[\w-]{48}/u;

/** Returns a file name in quotes, or `otherwise` if the text looks like a token or a URL with credentials. */
export function quotePath(path: string, otherwise = "the file"): string {
  const isQuotable =
    path !== "" && path.length <= MAX_PATH && !NOT_IN_PATH.test(path) && !hasCredentials(path);
  return isQuotable ? `"${path}"` : otherwise;
}

/** Whether a word has an "@" after a ":", as in `user:password@host`. */
function hasCredentials(path: string): boolean {
  return path.split(/\s/).some((word) => word.includes(":") && word.lastIndexOf("@") > word.indexOf(":"));
}
