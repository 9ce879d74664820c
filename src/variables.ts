/** Variables on their way into JSON, which drops or changes some values without a word. */

import { UsageError } from "./errors.ts";

/**
 * The JSON of an operation's variables, or `undefined` where there are none to send.
 *
 * @throws UsageError for a value that JSON would drop or change (NaN, Infinity, bigint, function, symbol, a cycle, an
 * `undefined` in a list), with its path and without the value.
 */
export function encodeVariables(operation: string, variables: unknown): string | undefined {
  if (variables === undefined || variables === null) return undefined;
  if (typeof variables !== "object" || Array.isArray(variables)) {
    throw new UsageError(`${operation}: variables must be an object, by the names in the operation`);
  }
  try {
    checkValue(operation, variables, "", new Set());
    const json = JSON.stringify(variables);
    return json === "{}" ? undefined : json;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${operation}: variables cannot be written as JSON (nested too deeply, or a toJSON that throws)`,
    );
  }
}

function checkValue(operation: string, value: unknown, path: string, ancestors: Set<object>): void {
  if (typeof value === "number" && !Number.isFinite(value)) refuse(operation, path, `is ${value}`);
  if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol") {
    refuse(operation, path, `is a ${typeof value}`);
  }
  if (typeof value !== "object" || value === null) return;
  if (ancestors.has(value)) refuse(operation, path, "contains itself");
  if ("toJSON" in value && typeof value.toJSON === "function") return;
  ancestors.add(value);
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      const place = `${path}[${index}]`;
      if (element === undefined) throw new UsageError(`${operation}: variable "${place}" is undefined inside a list`);
      checkValue(operation, element, place, ancestors);
    }
  } else {
    for (const [name, member] of Object.entries(value)) {
      checkValue(operation, member, path === "" ? name : `${path}.${name}`, ancestors);
    }
  }
  ancestors.delete(value);
}

function refuse(operation: string, path: string, what: string): never {
  throw new UsageError(`${operation}: variable "${path}" ${what}, which JSON cannot carry`);
}
