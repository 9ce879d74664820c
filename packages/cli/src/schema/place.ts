/** Where a node of a document is, for people. */

import type { ASTNode } from "graphql";
import type { Place } from "./report.ts";

/** The node's place in its file. A document that was parsed without locations has none to show. */
export function placeOf({ loc }: ASTNode): Place {
  if (!loc) return { file: "", line: 1, column: 1 };
  // The parser has counted lines already; `getLocation` would count them again for every place.
  const { line, column } = loc.startToken;
  return { file: loc.source.name, line, column };
}

/** By file, then as one reads. */
export function comparePlaces(a: Place, b: Place): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** By code unit, not by locale: the same order on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
