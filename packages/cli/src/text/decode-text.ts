/** Decodes text files and JSON that a user wrote. Errors contain the place, and never the text. */

import { isUtf8 } from "node:buffer";
import { rethrowOthers } from "./rethrow-others.ts";

/**
 * Returns the text without a byte order mark, or the place and value of the first byte that is not UTF-8.
 * Other encodings are an error, because their letters would be lost without notice.
 */
export function decodeText(
  bytes: Buffer,
): { readonly text: string } | { readonly place: string; readonly problem: string } {
  const text = bytes.toString("utf8");
  if (isUtf8(bytes)) return { text: text.replace(/^\uFEFF/, "") };
  const before = decodeValid(bytes.subarray(0, findReplaced(bytes, text)));
  const value = bytes[Buffer.byteLength(before)]?.toString(16).toUpperCase();
  return { place: placeAfter(before), problem: `the byte 0x${value} is not UTF-8` };
}

/** Index of the first byte that is not in a decoded text, because decoding replaces invalid bytes. */
function findReplaced(bytes: Buffer, decoded: string): number {
  return Buffer.from(decoded).findIndex((byte, index) => byte !== bytes[index]);
}

/**
 * Decodes the start of a text. The first bytes of a character that is cut off can be equal to those of its
 * replacement, U+FFFD: then they are the end of the start.
 */
function decodeValid(start: Buffer): string {
  const text = start.toString("utf8");
  return isUtf8(start) ? text : text.replace(/\uFFFD$/, "");
}

/** The line and the column after a text. */
export function locateEnd(text: string): { readonly line: number; readonly column: number } {
  const lines = text.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function placeAfter(text: string): string {
  const { line, column } = locateEnd(text);
  return `${line}:${column}`;
}

/**
 * Parses JSON. Returns the value, or the place of the error as `line:column`, or "" if JavaScript does not
 * report it.
 */
export function parseJson(text: string): { readonly value: unknown } | { readonly place: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    rethrowOthers(error, SyntaxError);
    // V8 reports the position only in the message.
    const [, position] = /at position (\d+)/.exec(error.message) ?? [];
    return { place: position === undefined ? "" : placeAfter(text.slice(0, Number(position))) };
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
