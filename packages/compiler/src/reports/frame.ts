/** Code frames and type diffs, as data for the formats. */

import type { ChangeObject } from "diff";
import { diffLines } from "diff/lib/diff/line.js";
import type { OperationReport, Place } from "../check/report.ts";
import { printableLine, printableLines } from "../text/printable.ts";
import type { Sources } from "./report-options.ts";

export type OperationTypes = NonNullable<OperationReport["types"]>;

export interface FrameLine {
  readonly number: number;
  /** The line without control characters, safe for a terminal. */
  readonly text: string;
  /** Present in the line of the place. */
  readonly mark?: Mark;
}

/** A part of a line. */
export interface Mark {
  /** Index in the line's text. */
  readonly start: number;
  readonly length: number;
}

/** Lines before and after the place. */
const CONTEXT = 1;
const LINE_BREAK = /\r\n|[\n\r]/;
const NEITHER_BLANK_NOR_COMMENT = /^\s*[^\s#]/;
/** A spread, a variable, a directive or a name. */
const TOKEN = /^(?:\.\.\.\s*\w*|[$@]?\w+|.)/u;

/** Returns the lines around a place. Empty if the file cannot be read. */
export function createFrame({ file, line, column }: Place, sources: Sources): FrameLine[] {
  const first = Math.max(1, line - CONTEXT);
  const around =
    sources
      .get(file)
      ?.split(LINE_BREAK)
      .slice(first - 1, line + CONTEXT) ?? [];
  return around.flatMap((code, index): FrameLine[] => {
    const number = first + index;
    const text = printableLine(code);
    if (number === line) {
      const token = TOKEN.exec(code.slice(column - 1))?.[0] ?? "";
      const start = printableLine(code.slice(0, column - 1)).length;
      return [{ number, text, mark: { start, length: printableLine(token).length } }];
    }
    return NEITHER_BLANK_NOR_COMMENT.test(code) ? [{ number, text }] : [];
  });
}

export interface DiffLine {
  readonly kind: "same" | "removed" | "added" | "gap";
  /** For a gap: the number of lines that it leaves out. */
  readonly text: string;
}

/** A line of a doc comment. Alone, it shows a part of a text. */
const COMMENT = /^\s*(?:\/\*\*|\*)/;

/** Lines that both texts have, or that one of them has. */
type Part = Omit<ChangeObject<string>, "count">;

/** If there are more edits, both texts are shown whole: a line diff would be slow and hard to read. */
const MAX_EDITS = 400;

/**
 * Compares the types of an operation by line, with `context` unchanged lines around each change.
 *
 * @param members - If a change contains one of these names, changes without them are left out: they have other causes.
 */
export function diffTypes(
  { before, after }: OperationTypes,
  context: number,
  members: readonly string[] = [],
): DiffLine[] {
  const old = `${before.trimEnd()}\n`;
  const now = `${after.trimEnd()}\n`;
  const parts: readonly Part[] = diffLines(old, now, { maxEditLength: MAX_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const name = members.length > 0 ? new RegExp(`\\b(?:${members.join("|")})\\b`) : /^/;
  const isChanged = ({ removed, added }: Part) => removed || added;
  const contains = (part: Part) => isChanged(part) && name.test(part.value);
  const hasRelated = parts.some(contains);
  const lines = parts.flatMap((part, index): (DiffLine & { readonly isShown: boolean })[] => {
    const kind = part.removed ? "removed" : part.added ? "added" : "same";
    // A removed part and the added part after it are one change. If both contain a name, their other lines are left out.
    const change = parts.slice(Math.max(0, index - 1), index + 2).filter(isChanged);
    const isRelated = isChanged(part) && (!hasRelated || change.some(contains));
    const isExact = change.length > 1 && change.every(contains);
    return printableLines(part.value.replace(/\n$/, "")).map((text) => {
      return { kind, text, isShown: isRelated && (!isExact || name.test(text)) };
    });
  });
  const isKept = lines.map(({ kind, isShown }, index) => {
    const near = lines.slice(Math.max(0, index - context), index + context + 1);
    return (
      isShown ||
      (kind === "same" && !COMMENT.test(lines[index]?.text ?? "") && near.some((line) => line.isShown))
    );
  });
  return lines.flatMap(({ kind, text }, index): DiffLine[] => {
    if (isKept[index]) return [{ kind, text }];
    // A gap is described once, at its first line, and not at the start or the end of the text.
    const end = isKept.indexOf(true, index);
    if (index === 0 || !isKept[index - 1] || end < 0) return [];
    const unchanged = lines.slice(index, end).filter((line) => line.kind === "same");
    if (unchanged.length === 1 && !COMMENT.test(unchanged[0]?.text ?? ""))
      return unchanged.map((line) => ({ kind: "same", text: line.text }));
    return unchanged.length > 0 ? [{ kind: "gap", text: `${unchanged.length}` }] : [];
  });
}
