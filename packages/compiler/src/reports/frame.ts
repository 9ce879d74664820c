/** Code frames and type diffs, as data for the formats. */

import type { ChangeObject } from "diff";
import { diffLines } from "diff/lib/diff/line.js";
import type { OperationReport, Place } from "../check/report.ts";
import { printableLine, printableLines, splitLines } from "../text/printable.ts";
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
const NEITHER_BLANK_NOR_COMMENT = /^\s*[^\s#]/;
/** A spread, a variable, a directive or a name. */
const TOKEN = /^(?:\.\.\.\s*\w*|[$@]?\w+|.)/u;

/** Returns the lines around a place. Empty if the file cannot be read. */
export function createFrame({ file, line, column }: Place, sources: Sources): FrameLine[] {
  const source = sources.get(file);
  if (source === undefined) return [];
  const first = Math.max(1, line - CONTEXT);
  const lines = splitLines(source).slice(first - 1, line + CONTEXT);
  return lines.flatMap((original, index): FrameLine[] => {
    const number = first + index;
    const text = printableLine(original);
    if (number === line) {
      const token = TOKEN.exec(original.slice(column - 1))?.[0] ?? "";
      const start = printableLine(original.slice(0, column - 1)).length;
      return [{ number, text, mark: { start, length: printableLine(token).length } }];
    }
    return NEITHER_BLANK_NOR_COMMENT.test(original) ? [{ number, text }] : [];
  });
}

export interface DiffLine {
  readonly kind: "same" | "removed" | "added" | "gap";
  /** For a gap: the number of unchanged lines in it. Changed lines with other causes are not counted. */
  readonly text: string;
}

/** A line of a doc comment. Alone, it shows a part of a text. */
const COMMENT = /^\s*(?:\/\*\*|\*)/;

/** Lines that both texts have, or that one of them has. */
type Part = Omit<ChangeObject<string>, "count">;

/** If there are more edits, both texts are shown whole: a line diff would be slow and hard to read. */
const MAX_EDITS = 400;

/** A line of both texts, and whether the diff must show it. */
interface MarkedLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
  readonly isShown: boolean;
}

/**
 * Compares the types of an operation by line, with `context` unchanged lines around each change.
 *
 * @param members - If a change contains one of these names, changes without them are left out: they have
 * other causes.
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
  // Without names, every change is shown.
  const names = members.length > 0 ? new RegExp(`\\b(?:${members.join("|")})\\b`) : /^/;
  return cutGaps(markLines(parts, names), context);
}

function isChanged({ removed, added }: Part): boolean {
  return removed || added;
}

function kindOf({ removed, added }: Part): MarkedLine["kind"] {
  if (removed) return "removed";
  return added ? "added" : "same";
}

/** Splits the parts into lines. Shows the changes that contain a name, or all if none does. */
function markLines(parts: readonly Part[], names: RegExp): MarkedLine[] {
  const contains = (part: Part) => isChanged(part) && names.test(part.value);
  const hasRelated = parts.some(contains);
  return parts.flatMap((part, index) => {
    // A removed part and the added part after it are one edit. If both contain a name, their other lines are
    // left out.
    const edit = parts.slice(Math.max(0, index - 1), index + 2).filter(isChanged);
    const isRelated = isChanged(part) && (!hasRelated || edit.some(contains));
    const isExact = edit.length > 1 && edit.every(contains);
    const lines = printableLines(part.value.replace(/\n$/, ""));
    return lines.map((text): MarkedLine => {
      return { kind: kindOf(part), text, isShown: isRelated && (!isExact || names.test(text)) };
    });
  });
}

/**
 * Keeps the shown lines and the unchanged ones near them. Describes each gap between kept lines by its
 * length.
 */
function cutGaps(lines: readonly MarkedLine[], context: number): DiffLine[] {
  const isUnchangedCode = ({ kind, text }: MarkedLine) => kind === "same" && !COMMENT.test(text);
  const isKept = lines.map((line, index) => {
    if (line.isShown) return true;
    const near = lines.slice(Math.max(0, index - context), index + context + 1);
    return isUnchangedCode(line) && near.some(({ isShown }) => isShown);
  });
  return lines.flatMap(({ kind, text }, index): DiffLine[] => {
    if (isKept[index]) return [{ kind, text }];
    // A gap is described once, at its first line, and not at the start or the end of the text.
    if (index === 0 || !isKept[index - 1]) return [];
    const end = isKept.indexOf(true, index);
    if (end < 0) return [];
    const unchanged = lines.slice(index, end).filter((line) => line.kind === "same");
    const [first] = unchanged;
    if (!first) return [];
    const isOneLine = unchanged.length === 1 && isUnchangedCode(first);
    return [isOneLine ? { kind: "same", text: first.text } : { kind: "gap", text: `${unchanged.length}` }];
  });
}
