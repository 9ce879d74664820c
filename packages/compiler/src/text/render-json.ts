/**
 * Foreign text in JSON that a person reads, or that git compares: every unseen character is escaped, as JSON
 * does.
 */

import { addAll } from "./long-lists.ts";
import { printableJson } from "./printable.ts";

/** Serializes a value with a final line break. */
export function renderJson(value: unknown, indent: string | number = 2): string {
  return `${printableJson(stringify(value, indent))}\n`;
}

function stringify(value: unknown, indent: string | number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return stringifyDeep(value);
  }
}

/** Serializes a value of any depth, on one line: `JSON.stringify` is recursive. */
function stringifyDeep(root: unknown): string {
  const parts: string[] = [];
  /** Values that are left, and text, the next one last. */
  const rest: { readonly text?: string; readonly value?: unknown }[] = [{ value: root }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { text, value } = next;
    if (text !== undefined) parts.push(text);
    else if (typeof value !== "object" || value === null) parts.push(JSON.stringify(value) ?? "null");
    else addAll(rest, listParts(value).reverse());
  }
  return parts.join("");
}

function listParts(value: object): { readonly text?: string; readonly value?: unknown }[] {
  const isList = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => isList || member !== undefined);
  const parts = members.flatMap(([name, member], index) => {
    const separator = index === 0 ? "" : ",";
    return [{ text: isList ? separator : `${separator}${JSON.stringify(name)}:` }, { value: member }];
  });
  return [{ text: isList ? "[" : "{" }, ...parts, { text: isList ? "]" : "}" }];
}

/** Serializes text in quotes, for JSON, YAML, TypeScript and JavaScript. */
export function renderString(text: string): string {
  return printableJson(JSON.stringify(text));
}
