/** Checks options. Messages name the option and never quote its value. */

import { MAX_TIMER_MS } from "./deadline.ts";
import { createUsageError } from "./errors.ts";
import { isRecord } from "./json.ts";

/** Values that an option accepts: a type, integers, or objects with a method. `any` is checked later. */
export type Rule =
  | "any"
  | "boolean"
  | "function"
  | "object"
  | "string"
  | { readonly min: number; readonly max: number }
  | {
      readonly method: string;
      /** The value in messages. */
      readonly expected: string;
      readonly isRequired?: boolean;
    };
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>;

/**
 * @returns a copy with the own properties alone, so that no option is read from a changed `Object.prototype`.
 * @throws `USAGE` for an unknown option or a value that does not match its rule.
 */
export function checkOptions<Options extends object>(call: string, options: Options, rules: Rules): Options {
  if (!isRecord(options))
    throw createUsageError(`${call}: the options must be an object, not ${kindOf(options)}.`);
  const own: Record<string, unknown> = Object.assign(Object.create(null), options);
  const names = Object.keys(rules);
  for (const name of Object.keys(own)) {
    if (names.includes(name)) continue;
    const nearest = names.find((known) => isOneEdit(name.toLowerCase(), known.toLowerCase()));
    // Any other name is not shown: it can be a value of the caller.
    const what = nearest ? `unknown option "${name}". Did you mean "${nearest}"?` : "unknown option.";
    throw createUsageError(`${call}: ${what} Options: ${names.join(", ")}.`);
  }
  for (const [name, rule] of Object.entries(rules)) {
    const value = own[name];
    const found = typeof value === "number" ? "" : `, not ${kindOf(value)}`;
    if (!matches(rule, value))
      throw createUsageError(`${call}: "${name}" must be ${describe(rule)}${found}.`);
  }
  return own as Options;
}

/** Whether a character was inserted, left out, replaced, or exchanged with its neighbor. */
function isOneEdit(name: string, known: string): boolean {
  let start = 0;
  while (start < name.length && name[start] === known[start]) start++;
  const [rest, expected] = [name.slice(start), known.slice(start)];
  const isExchanged =
    rest.slice(0, 2) === `${expected[1]}${expected[0]}` && rest.slice(2) === expected.slice(2);
  return (
    isExchanged ||
    rest.slice(1) === expected.slice(1) ||
    rest.slice(1) === expected ||
    rest === expected.slice(1)
  );
}

function matches(rule: Rule, value: unknown): boolean {
  if (typeof rule === "string")
    return value === undefined || rule === "any" || (typeof value === rule && !Array.isArray(value));
  if ("min" in rule) {
    const number = value as number;
    return value === undefined || (Number.isInteger(value) && number >= rule.min && number <= rule.max);
  }
  if (value === undefined || value === null) return !rule.isRequired;
  return typeof (value as Record<string, unknown>)[rule.method] === "function";
}

function describe(rule: Rule): string {
  if (typeof rule === "string") return withArticle(rule);
  return "min" in rule ? `an integer from ${rule.min} to ${rule.max}` : rule.expected;
}

const withArticle = (type: string): string => (type === "object" ? "an object" : `a ${type}`);

/** The kind of a value, for messages. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value) ? "a list" : withArticle(typeof value);
}

const RESERVED_HEADERS = /^(?:authorization|content-type|content-length|host)$/i;

/**
 * @param headers - `Headers`, or names and values; `null` and `undefined` are none.
 * @throws `USAGE` for a header that the client sets itself, or that is invalid.
 */
export function readHeaders(call: string, headers: object | null | undefined): Record<string, string> {
  const entries: Iterable<[string, unknown]> =
    headers && Symbol.iterator in headers ? (headers as Headers) : Object.entries(headers ?? {});
  const result: Record<string, string> = {};
  for (const [name, value] of entries) {
    const shown = /^[\w-]{1,64}$/.test(name) ? `the header "${name}"` : "a header name";
    if (RESERVED_HEADERS.test(name)) throw createUsageError(`${call}: the client sets ${shown} itself.`);
    try {
      if (typeof value !== "string") throw value;
      new Headers([[name, value]]);
    } catch {
      throw createUsageError(`${call}: ${shown} or its value is invalid.`);
    }
    result[name] = value;
  }
  return result;
}

/** A bundler keeps `Number.MAX_SAFE_INTEGER` at the top level of a module of which nothing is used, and drops this import. */
export const MAX_COUNT: number = Number.MAX_SAFE_INTEGER;

export const MILLISECONDS: Rule = { min: 1, max: MAX_TIMER_MS };

/** The options of one call. */
export const EXECUTE_RULES: Rules<"signal" | "timeout" | "headers"> = {
  signal: { method: "throwIfAborted", expected: "an AbortSignal" },
  timeout: MILLISECONDS,
  headers: "object",
};
