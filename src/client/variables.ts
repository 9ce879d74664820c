/** Variables as JSON. A value that JSON would change or drop is an error, except an absent member. */

import { createUsageError, deriveError, isOperationError } from "../shared/errors.ts";

/**
 * @param text - The document. Messages contain only keys that are names in it.
 * @returns The variables as JSON, or `undefined` if there are none.
 * @throws `USAGE` with the path of a value that JSON cannot represent, such as `NaN`, a function, an invalid
 * `Date`, a `Map` or a cycle. Serialized values are checked, so `toJSON` is respected.
 */
export function encodeVariables(operation: string, variables: unknown, text: string): string | undefined {
  const fail = (problem: string) => createUsageError(`${operation}: ${problem}`);
  /** The object or list that holds each visited value, and the key there. */
  const holders = new Map<unknown, readonly [holder: object, key: string]>();

  function pathOf(holder: object, key: string): string {
    const outer = holders.get(holder);
    // Any key that is neither an index nor a name in the document is data of the caller.
    const isShown = /^\d+$/.test(key) || text.match(/\w+/g)?.includes(key);
    return outer ? `${pathOf(outer[0], outer[1])}.${isShown ? key : "*"}` : "variables";
  }
  /** Whether a value is the holder, or one of the holders around it. */
  function isAround(value: unknown, holder: object | undefined): boolean {
    return holder !== undefined && (value === holder || isAround(value, holders.get(holder)?.[0]));
  }
  /**
   * Called by `JSON.stringify` for each value after its `toJSON`. `this` is the holder, which has the
   * original value.
   */
  function check(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
    const problem = isAround(value, this) ? "a cycle" : findProblem(this[key], value, this);
    if (problem) throw fail(`JSON cannot represent ${problem} at ${pathOf(this, key)}`);
    holders.set(value, [this, key]);
    return value;
  }

  try {
    const json = JSON.stringify(variables ?? {}, check);
    if (json[0] !== "{") throw fail("the variables must be an object");
    return json === "{}" ? undefined : json;
  } catch (cause) {
    if (isOperationError(cause)) throw cause;
    throw deriveError(fail("the variables are nested too deeply, or a toJSON throws"), { cause });
  }
}

/**
 * Names a value that JSON cannot represent.
 *
 * @param original - The value before `toJSON`.
 */
function findProblem(original: unknown, value: unknown, holder: object): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : String(value);
  if (typeof value === "string" || typeof value === "boolean") return undefined;
  // Only without `toJSON`: that of an invalid `Date` returns null.
  const isUnchanged = value === original;
  if (isUnchanged && value === null) return undefined;
  // A member without a value is absent. An item of a list without a value would become null.
  if (isUnchanged && value === undefined && !Array.isArray(holder)) return undefined;
  // The name of the built-in type, such as `Date`.
  const type = Object.prototype.toString.call(value ?? original).slice(8, -1);
  return value && /^(?:Object|Array)$/.test(type) ? undefined : type;
}
