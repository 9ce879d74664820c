/** Names that a user typed: suggestions, and what may be quoted in a message. */

import { closest, distance } from "fastest-levenshtein";

/** Returns the known name that the user probably meant, or `undefined` if none is similar. */
export function findNearest(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const lower = name.toLowerCase();
  const near = closest(
    lower,
    names.map((known) => known.toLowerCase()),
  );
  const isNear = distance(lower, near) <= Math.max(2, Math.floor(near.length * 0.4));
  return isNear ? names.find((known) => known.toLowerCase() === near) : undefined;
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
