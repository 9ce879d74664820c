/** Variables as JSON. A value that JSON would drop or change is an error. */

import { UsageError } from "./errors.ts";

/**
 * @returns The variables as JSON, or `undefined` if there are none.
 * @throws UsageError with the path of a value that JSON cannot represent, such as `NaN`, a function, an invalid `Date`, a
 * `Map` or a cycle. Serialized values are checked, so `toJSON` is respected.
 */
export function encodeVariables(operation: string, variables: unknown): string | undefined {
  if (variables === undefined || variables === null) return undefined;
  // The objects that contain the current value, outermost first, and the key of each one.
  const holders: object[] = [];
  const keys: string[] = [];

  function check(this: object, key: string, value: unknown): unknown {
    while (holders.length > 0 && holders.at(-1) !== this) {
      holders.pop();
      keys.pop();
    }
    if (holders.length === 0 && typeOf(value) !== "Object") {
      throw new UsageError(`${operation}: the variables must be an object.`);
    }
    const problem = findProblem((this as Readonly<Record<string, unknown>>)[key], value, this, holders);
    if (problem !== undefined) {
      const [first, ...rest] = [...keys.slice(1), key];
      const path = rest.map((name, depth) => (Array.isArray(holders[depth + 1]) ? `[${name}]` : `.${name}`)).join("");
      throw new UsageError(
        `${operation}: the variable "${(first + path).slice(0, 80)}" cannot be sent as JSON (${problem}).`,
      );
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
function findProblem(given: unknown, value: unknown, holder: object, holders: readonly object[]): string | undefined {
  if (typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return undefined;
  if (typeof value === "number") return String(value);
  if (value === given && (value === null || (value === undefined && !Array.isArray(holder)))) return undefined;
  if (typeof value !== "object" || value === null) return typeOf(given);
  if (holders.includes(value)) return "a cycle";
  return /^(?:Object|Array)$/.test(typeOf(value)) ? undefined : typeOf(value);
}

/** Name of the built-in type of a value, such as `Date`. */
function typeOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
