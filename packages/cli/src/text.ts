/** Decodes text files and JSON that a user wrote. Errors contain the place, and never the text. */

import { isUtf8 } from "node:buffer";

const REPLACEMENT = Buffer.from("\uFFFD");

/**
 * Returns the text without a byte order mark, or the place and value of the first byte that is not UTF-8. Other encodings
 * are an error, because their letters would be lost without notice.
 */
export function decodeText(
  bytes: Buffer,
): { readonly text: string } | { readonly place: string; readonly problem: string } {
  const text = bytes.toString("utf8");
  if (isUtf8(bytes)) return { text: text.replace(/^\uFEFF/, "") };
  const before = text.slice(0, findInvalid(bytes, text));
  const value = bytes[Buffer.byteLength(before)]?.toString(16).toUpperCase().padStart(2, "0");
  return { place: placeAfter(before), problem: `the byte 0x${value} is not UTF-8` };
}

/** Index of the first replacement character that the bytes do not contain. */
function findInvalid(bytes: Buffer, text: string): number {
  let index = text.indexOf("\uFFFD");
  for (let offset = Buffer.byteLength(text.slice(0, index)); bytes.subarray(offset, offset + 3).equals(REPLACEMENT); ) {
    const next = text.indexOf("\uFFFD", index + 1);
    offset += Buffer.byteLength(text.slice(index, next));
    index = next;
  }
  return index;
}

/** The place after a text, as `line:column`. */
function placeAfter(text: string): string {
  const lines = text.split("\n");
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** Parses JSON. Returns the value, or the place of the error as `line:column`, or "" if JavaScript does not report it. */
export function parseJson(
  text: string,
  reviver?: (key: string, value: unknown) => unknown,
): { readonly value: unknown } | { readonly place: string } {
  try {
    return { value: JSON.parse(text, reviver) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, position] = /at position (\d+)/.exec(error.message) ?? [];
    return { place: position === undefined ? "" : placeAfter(text.slice(0, Number(position))) };
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
