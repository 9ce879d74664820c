/** Code frames and type diffs, as data for the formats. */

import { diffLines } from "diff";
import type { Place } from "../report.ts";
import { printableLine, printableLines } from "./printable.ts";
import type { OperationTypes } from "./topics.ts";

/** Text of each operation file, by its path in the report. */
export type Sources = ReadonlyMap<string, string>;

export interface FrameLine {
  readonly number: number;
  /** Printable. */
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

interface DiffLine {
  readonly kind: "same" | "removed" | "added" | "gap";
  /** For a gap: the number of lines that it leaves out. */
  readonly text: string;
}

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
  const [old, now] = [`${before.trimEnd()}\n`, `${after.trimEnd()}\n`];
  const parts = diffLines(old, now, { maxEditLength: MAX_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const isChanged = (part?: (typeof parts)[number]) => part !== undefined && (part.removed || part.added);
  const name = new RegExp(`\\b(?:${members.join("|")})\\b`);
  const contains = (part?: (typeof parts)[number]) => part !== undefined && isChanged(part) && name.test(part.value);
  const hasRelated = parts.some(contains);
  const lines = parts.flatMap((part, index): (DiffLine & { readonly isShown: boolean })[] => {
    // A removed part and the added part after it are one change.
    const isRelated = !hasRelated || [parts[index - 1], part, parts[index + 1]].some(contains);
    const isShown = isChanged(part) && isRelated;
    const kind = part.removed ? "removed" : part.added ? "added" : "same";
    return printableLines(part.value.replace(/\n$/, "")).map((text) => ({ kind, text, isShown }));
  });
  const isKept = lines.map(({ kind, isShown }, index) => {
    const near = lines.slice(Math.max(0, index - context), index + context + 1);
    return isShown || (kind === "same" && near.some((line) => line.isShown));
  });
  return lines.flatMap(({ kind, text }, index): DiffLine[] => {
    // A gap of one line would save nothing.
    const isAlone = kind === "same" && isKept[index - 1] !== false && isKept[index + 1] !== false;
    if (isKept[index] || isAlone) return [{ kind, text }];
    if (index > 0 && !isKept[index - 1]) return [];
    const end = isKept.indexOf(true, index);
    return [{ kind: "gap", text: `${(end < 0 ? lines.length : end) - index}` }];
  });
}
