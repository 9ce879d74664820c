/** Replaces strings by others with the same kinds of characters. */

import { isTooDeep } from "@integration-platform/graphql-compiler/internal/text/json-depth";
import { isRecord } from "../../decode-text.ts";

/**
 * Replaces a string. The same string always gets the same replacement, and no two strings have the same one.
 */
export type Pseudonymize = (text: string) => string;

/** Characters of replacements, by the kind of character. ASCII punctuation and white space are kept. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/\p{N}/u, "0123456789"],
  [/\p{Lu}/u, "ABCDEF"],
  // Replacements of hexadecimal IDs are hexadecimal.
  [/[a-z]|\P{ASCII}/u, "abcdef"],
];

/**
 * Replacements are numbered in the order of the first occurrence. Apart from the number, they depend only on
 * the length and kind of characters.
 */
export function createPseudonymize(): Pseudonymize {
  const pseudonyms = new Map<string, string>();
  let number = 0;
  return (text) => {
    const earlier = pseudonyms.get(text);
    if (earlier !== undefined) return earlier;
    let replacement = writeNumber(++number, text);
    // The replacement of "1" by the number 1 is "1".
    if (replacement === text) replacement = writeNumber(++number, text);
    pseudonyms.set(text, replacement);
    return replacement;
  };
}

/**
 * Writes a number with the characters of a text as its digits, the last one first, and puts further digits
 * before them. A text without letters and digits stays as it is.
 */
function writeNumber(number: number, text: string): string {
  let rest = number;
  let hasDigits = false;
  const characters = [...text].reverse().map((character) => {
    const [, alphabet] = ALPHABETS.find(([pattern]) => pattern.test(character)) ?? [];
    if (alphabet === undefined) return character;
    const digit = alphabet[rest % alphabet.length];
    rest = Math.floor(rest / alphabet.length);
    hasDigits = true;
    return digit;
  });
  return hasDigits ? `${rest > 0 ? rest : ""}${characters.reverse().join("")}` : text;
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Replaces all strings of a value, also the names of members.
 *
 * @param isFull - Whether dates, numbers and booleans are replaced too, by one value for all.
 */
export function redactValue(value: unknown, replace: Pseudonymize, isFull = false): unknown {
  if (typeof value === "string") {
    if (ISO_DATE.test(value)) return isFull ? `2000-01-01${value.slice(10).replaceAll(/\d/g, "0")}` : value;
    return redactJson(value, replace, isFull) ?? replace(value);
  }
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, replace, isFull));
  if (isRecord(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(
      members.map(([name, member]) => [replace(name), redactValue(member, replace, isFull)]),
    );
  }
  if (isFull && typeof value === "number") return 0;
  return isFull && typeof value === "boolean" ? false : value;
}

/** JSON in a string stays valid. A number in a string is an ID rather than JSON. */
function redactJson(text: string, replace: Pseudonymize, isFull: boolean): string | undefined {
  if (!/^\s*(?:[[{"]|true\s*$|false\s*$|null\s*$)/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (isTooDeep(parsed)) return undefined;
    const value = redactValue(parsed, replace, isFull);
    return JSON.stringify(value, undefined, /^\s*[[{]\s*\n/.test(text) ? 2 : 0);
  } catch {
    return undefined;
  }
}
