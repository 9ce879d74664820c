/** Checks options. Messages name the option and never quote its value. */

import { UsageError } from "./errors.ts";

/** The valid values of an option in words, and a function that checks a value. */
export type Rule = readonly [expected: string, matches: (value: unknown) => boolean];
export type Rules = Readonly<Record<string, Rule>>;

/** A rule for an option that can be left out. */
export function optional(expected: string, matches: (value: unknown) => boolean): Rule {
  return [expected, (value) => value === undefined || matches(value)];
}

export function integer(min: number, max: number): Rule {
  const matches = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return optional(`an integer from ${min} to ${max}`, matches);
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isFunction = (value: unknown): boolean => typeof value === "function";
export const STRING: Rule = optional("a string", (value) => typeof value === "string");
export const BOOLEAN: Rule = optional("true or false", (value) => typeof value === "boolean");
/** Rule of an option that is checked later. */
export const ANY: Rule = ["", () => true];

/** @throws UsageError for an unknown option or a value that does not match its rule. */
export function checkOptions(call: string, options: unknown, rules: Rules): void {
  if (!isRecord(options)) throw new UsageError(`${call}: the options must be an object, not ${kindOf(options)}.`);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(rules, name)) continue;
    throw new UsageError(`${call}: unknown option "${name}". Options: ${Object.keys(rules).join(", ")}.`);
  }
  for (const [name, [expected, matches]] of Object.entries(rules)) {
    const value = options[name];
    if (matches(value)) continue;
    const found = typeof value === "number" ? "" : `, not ${kindOf(value)}`;
    throw new UsageError(`${call}: "${name}" must be ${expected}${found}.`);
  }
}

/** The kind of a value, for messages. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

const RESERVED_HEADERS = new Set(["authorization", "content-type", "content-length", "host"]);

/**
 * @param headers - `Headers`, or names and values; `null` and `undefined` are none.
 * @throws UsageError for a header that the client sets itself, or that is invalid.
 */
export function readHeaders(call: string, headers: object | null | undefined): Record<string, string> {
  const entries: Iterable<[string, unknown]> =
    headers && Symbol.iterator in headers ? (headers as Headers) : Object.entries(headers ?? {});
  const result: Record<string, string> = {};
  for (const [name, value] of entries) {
    const shown = /^[\w-]{1,64}$/.test(name) ? `the header "${name}"` : "a header name";
    if (RESERVED_HEADERS.has(name.toLowerCase())) throw new UsageError(`${call}: the client sets ${shown} itself.`);
    try {
      if (typeof value !== "string") throw value;
      new Headers([[name, value]]);
    } catch {
      throw new UsageError(`${call}: ${shown} or its value is invalid.`);
    }
    result[name] = value;
  }
  return result;
}
