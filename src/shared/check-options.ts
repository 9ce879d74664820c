/** Checks options. Messages name the option and never quote its value. */

import { MAX_TIMER_MS } from "./deadline.ts";
import { createUsageError } from "./errors.ts";
import { isRecord } from "./wire.ts";

/** Values that an option accepts: a type, integers, or objects with a method. `any` is checked later. */
export type OptionType =
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
export type OptionSchema<Name extends string = string> = Readonly<Record<Name, OptionType>>;

/**
 * @returns a copy with the own properties alone, so that no option is read from a changed `Object.prototype`.
 * @throws `USAGE` for an unknown option or a value that does not match its type.
 */
export function checkOptions<Options extends object>(
  subject: string,
  options: Options,
  schema: OptionSchema,
): Options {
  if (!isRecord(options))
    throw createUsageError(`${subject}: the options must be an object, not ${kindOf(options)}`);
  const own: Record<string, unknown> = Object.assign(Object.create(null), options);
  const names = Object.keys(schema);
  for (const name of Object.keys(own)) {
    if (names.includes(name)) continue;
    const nearest = names.find((option) => isOneEdit(name.toLowerCase(), option.toLowerCase()));
    // Any other name is not shown: it can be a value of the caller.
    const what = nearest ? `unknown option "${name}"` : "unknown option";
    const advice = nearest ? `Did you mean "${nearest}"?` : `Options: ${names.join(", ")}.`;
    throw createUsageError(`${subject}: ${what}`, advice);
  }
  for (const [name, type] of Object.entries(schema)) {
    const value = own[name];
    if (matches(type, value)) continue;
    const actual = /^(?:number|function)$/.test(typeof value) ? "" : `, not ${kindOf(value)}`;
    throw createUsageError(`${subject}: "${name}" must be ${describe(type)}${actual}`);
  }
  return own as Options;
}

/** Whether a character was inserted, left out, replaced, or exchanged with its neighbor. */
function isOneEdit(name: string, option: string): boolean {
  let start = 0;
  while (start < name.length && name[start] === option[start]) start++;
  const actual = name.slice(start);
  const expected = option.slice(start);
  const isReplaced = actual.slice(1) === expected.slice(1);
  const isInserted = actual.slice(1) === expected;
  const isLeftOut = actual === expected.slice(1);
  const isSwapped =
    actual.slice(0, 2) === `${expected[1]}${expected[0]}` && actual.slice(2) === expected.slice(2);
  return isReplaced || isInserted || isLeftOut || isSwapped;
}

function matches(type: OptionType, value: unknown): boolean {
  if (typeof type === "string")
    return value === undefined || type === "any" || (typeof value === type && !Array.isArray(value));
  if ("min" in type) {
    const number = value as number;
    return value === undefined || (Number.isInteger(value) && number >= type.min && number <= type.max);
  }
  if (value === undefined || value === null) return !type.isRequired;
  return typeof (value as Record<string, unknown>)[type.method] === "function";
}

function describe(type: OptionType): string {
  if (typeof type === "string") return withArticle(type);
  return "min" in type ? `an integer from ${type.min} to ${type.max}` : type.expected;
}

const withArticle = (type: string): string => (type === "object" ? "an object" : `a ${type}`);

/** The kind of a value, for messages. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value) ? "a list" : withArticle(typeof value);
}

/**
 * The upper limit of counts. Other modules import it instead of `Number.MAX_SAFE_INTEGER`, which a bundler
 * keeps at the top level of a module even if the program uses nothing of that module.
 */
export const MAX_COUNT: number = Number.MAX_SAFE_INTEGER;

export const MILLISECONDS: OptionType = { min: 1, max: MAX_TIMER_MS };

/** The options of one call. */
export const EXECUTE_OPTIONS: OptionSchema<"signal" | "timeout" | "headers"> = {
  signal: { method: "throwIfAborted", expected: "an AbortSignal" },
  timeout: MILLISECONDS,
  headers: "object",
};
