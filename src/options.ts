/** Checks options. Messages name the option and never quote its value. */

import { UsageError } from "./errors.ts";

/**
 * Values that an option accepts: those of a type, integers from a minimum to a maximum, or objects with a method. `""`
 * accepts all values, because they are checked later. `undefined` is valid, unless the rule is `required`.
 */
export type Rule =
  | ""
  | "boolean"
  | "function"
  | "object"
  | "string"
  | readonly [min: number, max: number]
  | readonly [expected: string, method: string, required?: "required"];
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws UsageError for an unknown option or a value that does not match its rule. */
export function checkOptions(call: string, options: unknown, rules: Rules): void {
  if (!isRecord(options)) throw new UsageError(`${call}: the options must be an object, not ${kindOf(options)}.`);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(rules, name)) continue;
    throw new UsageError(`${call}: unknown option "${name}". Options: ${Object.keys(rules).join(", ")}.`);
  }
  for (const [name, rule] of Object.entries(rules)) {
    const value = options[name];
    if (matches(rule, value)) continue;
    const [first, second] = rule;
    const expected =
      typeof rule === "string"
        ? withArticle(rule)
        : typeof second === "string"
          ? first
          : `an integer from ${first} to ${second}`;
    const found = typeof value === "number" ? "" : `, not ${kindOf(value)}`;
    throw new UsageError(`${call}: "${name}" must be ${expected}${found}.`);
  }
}

function matches(rule: Rule, value: unknown): boolean {
  if (value === undefined) return rule[2] !== "required";
  if (typeof rule === "string") return rule === "" || (typeof value === rule && !Array.isArray(value));
  const [first, second, required] = rule;
  if (typeof second === "string")
    return value === null ? !required : typeof (value as Record<string, unknown>)[second] === "function";
  return Number.isInteger(value) && Number(value) >= Number(first) && Number(value) <= second;
}

const withArticle = (type: string): string => (type === "object" ? "an object" : `a ${type}`);

/** The kind of a value, for messages. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value) ? "a list" : withArticle(typeof value);
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
