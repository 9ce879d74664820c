/** Variables as JSON. Values that JSON would drop or change are errors. */

import { UsageError } from "./errors.ts";

/**
 * @returns The variables as JSON, or `undefined` if there are none.
 * @throws UsageError with the path of a value that would be sent as something else. The check sees the serialized value,
 * after `toJSON`: an invalid `Date`, `NaN`, a bigint, a function, a `Map`, a promise, a cycle, `undefined` in a list.
 */
export function encodeVariables(operation: string, variables: unknown): string | undefined {
  if (variables === undefined || variables === null) return undefined;
  if (typeof variables !== "object" || Array.isArray(variables)) {
    throw new UsageError(`${operation}: the variables must be an object.`);
  }
  // The objects that contain the current value, outermost first, and the key of each.
  const holders: object[] = [];
  const keys: string[] = [];

  function check(this: object, key: string, value: unknown): unknown {
    while (holders.length > 0 && holders.at(-1) !== this) {
      holders.pop();
      keys.pop();
    }
    const problem = findProblem((this as Readonly<Record<string, unknown>>)[key], value, Array.isArray(this), holders);
    if (problem !== undefined) {
      const path = [...keys.slice(1), key].reduce((all, one, depth) =>
        Array.isArray(holders[depth]) ? `${all}[${one}]` : `${all}.${one}`,
      );
      throw new UsageError(`${operation}: the variable "${path.slice(0, 80)}" ${problem}.`);
    }
    if (typeof value === "object" && value !== null) {
      holders.push(value);
      keys.push(key);
    }
    return value;
  }

  try {
    const json = JSON.stringify(variables, check);
    return json === "{}" ? undefined : json;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${operation}: the variables are nested too deeply, or a toJSON throws.`);
  }
}

/** @param given - The value before `toJSON`. */
function findProblem(given: unknown, value: unknown, inList: boolean, holders: readonly object[]): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return `is ${value}`;
  if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol")
    return `is a ${typeof value}`;
  if (value === undefined) return inList || given !== undefined ? "is undefined" : undefined;
  if (value === null) return given === null ? undefined : "is sent as null, for example because it is an invalid Date";
  if (typeof value !== "object") return undefined;
  if (holders.includes(value)) return "contains itself";
  const type = Object.prototype.toString.call(value).slice(8, -1);
  return type === "Object" || type === "Array" ? undefined : `is a ${type.slice(0, 40)}, which JSON cannot represent`;
}
