/** Suggestions for misspelled names. */

import { closest, distance } from "fastest-levenshtein";

/** Returns the known name that is probably meant, without regard to case. `undefined` if none is similar. */
export function findNearest(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const lower = name.toLowerCase();
  const near = closest(
    lower,
    names.map((name) => name.toLowerCase()),
  );
  const isNear = distance(lower, near) <= Math.max(2, Math.floor(near.length * 0.4));
  return isNear ? names.find((candidate) => candidate.toLowerCase() === near) : undefined;
}
