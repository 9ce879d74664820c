/**
 * Foreign text in a schema as SDL: each unseen character is escaped, so that git shows a diff and a reader
 * sees all of it.
 */

import { Kind, parse, print, visit } from "graphql";
import { escapeUnseen } from "./printable.ts";

const isSeen = (text: string): boolean => escapeUnseen(text) === text;

/**
 * Writes descriptions, reasons and defaults with unseen characters as strings in quotes, whose escapes
 * GraphQL reads. Half of a surrogate pair, which a file cannot contain, becomes U+FFFD.
 */
export function printableSdl(sdl: string): string {
  if (isSeen(sdl)) return sdl;
  const document = visit(parse(sdl.replaceAll(/\p{Cs}/gu, "\ufffd"), { noLocation: true }), {
    [Kind.STRING]: (node) => (!isSeen(node.value) ? { ...node, block: false } : undefined),
  });
  return `${escapeUnseen(print(document))}\n`;
}
