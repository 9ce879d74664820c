/** Variables as JSON. A value that JSON would drop or change is an error. */

import { createUsageError, isOperationError } from "./errors.ts";

/**
 * @param text - The document. Messages contain only keys that are names in it.
 * @returns The variables as JSON, or `undefined` if there are none.
 * @throws `USAGE` with the path of a value that JSON cannot represent, such as `NaN`, a function, an invalid `Date`, a
 * `Map` or a cycle. Serialized values are checked, so `toJSON` is respected.
 */
export function encodeVariables(operation: string, variables: unknown, text = ""): string | undefined {
  const fail = (problem: string) => createUsageError(`${operation}: ${problem}.`);
  /** The holder of each value that was visited, and its key there. The variables themselves have none. */
  const holders = new Map<unknown, readonly [holder: object, key: string]>();

  function pathOf(holder: object, key: string): string {
    const outer = holders.get(holder);
    // Any other key is data of the caller.
    const shown = /^\d+$/.test(key) || text.match(/\w+/g)?.includes(key) ? key : "*";
    return outer ? `${pathOf(...outer)}.${shown}` : "variables";
  }
  function contains(value: unknown, holder: object | undefined): boolean {
    return holder !== undefined && (value === holder || contains(value, holders.get(holder)?.[0]));
  }
  function check(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
    const problem = contains(value, this) ? "a cycle" : findProblem(this[key], value, this);
    if (problem) throw fail(`JSON cannot represent ${problem} at ${pathOf(this, key)}`);
    holders.set(value, [this, key]);
    return value;
  }

  try {
    const json = JSON.stringify(variables ?? {}, check);
    if (json[0] !== "{") throw fail("the variables must be an object");
    return json === "{}" ? undefined : json;
  } catch (error) {
    if (isOperationError(error)) throw error;
    throw fail("the variables are nested too deeply, or a toJSON throws");
  }
}

/** @param original - The value before `toJSON`. */
function findProblem(original: unknown, value: unknown, holder: object): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : String(value);
  if (typeof value === "string" || typeof value === "boolean") return undefined;
  if (value === original && (value === null || (value === undefined && !Array.isArray(holder))))
    return undefined;
  // The name of the built-in type, such as `Date`.
  const type = Object.prototype.toString.call(value ?? original).slice(8, -1);
  return value && /^(?:Object|Array)$/.test(type) ? undefined : type;
}
