/** The depth of JSON values. Commands handle values by recursion, and reject deeper ones with a message. */

/** Levels of objects and lists in each other. Data of operations has a few dozen at most. */
export const MAX_JSON_DEPTH = 500;

/** Level by level, because recursion would end at the depth that it measures. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_JSON_DEPTH; depth++) {
    level = level.flatMap((entry) =>
      typeof entry === "object" && entry !== null ? Object.values(entry) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
