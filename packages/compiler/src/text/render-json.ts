/**
 * Foreign text in JSON that a person reads, or that git compares: every unseen character is escaped, as JSON
 * does.
 */

import { printableJson } from "./printable.ts";

/** Serializes a value with a final line break. */
export function renderJson(value: unknown, indent: string | number = 2): string {
  return `${printableJson(JSON.stringify(value, undefined, indent))}\n`;
}

/** Serializes text in quotes, for JSON, YAML, TypeScript and JavaScript. */
export function renderString(text: string): string {
  return printableJson(JSON.stringify(text));
}
