/** Code frames and type diffs, as data for the formats. */

import { diffLines } from "diff/lib/diff/line.js";
import { groupBy } from "../check/compare/document-operations.ts";
import type { OperationReport, Place } from "../check/verdict/report.ts";
import { cacheByObject, memoize } from "../model/cache.ts";
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

/** Characters of a line before and after the place. Operations without line breaks can have millions. */
const MAX_SIDE = 500;

/** Splits each file once. */
const readLines = cacheByObject((sources: Sources) =>
  memoize((file: string) => {
    const source = sources.get(file);
    return source === undefined ? undefined : splitLines(source);
  }),
);

/** Returns the lines around a place. Empty if the file cannot be read. */
export function createFrame({ file, line, column }: Place, sources: Sources): FrameLine[] {
  const all = readLines(sources)(file);
  if (all === undefined) return [];
  const first = Math.max(1, line - CONTEXT);
  return all.slice(first - 1, line + CONTEXT).flatMap((original, index): FrameLine[] => {
    const number = first + index;
    if (number === line) return [createMarked(number, original, column)];
    const text = printableLine(cutEnd(original, 2 * MAX_SIDE));
    return NEITHER_BLANK_NOR_COMMENT.test(text) ? [{ number, text }] : [];
  });
}

function createMarked(number: number, original: string, column: number): FrameLine {
  const begin = Math.max(0, column - 1 - MAX_SIDE);
  const before = `${begin > 0 ? "…" : ""}${original.slice(begin, column - 1)}`;
  const after = cutEnd(original.slice(column - 1, column + MAX_SIDE + 1), MAX_SIDE);
  const token = TOKEN.exec(after)?.[0] ?? "";
  const mark = { start: printableLine(before).length, length: printableLine(token).length };
  return { number, text: printableLine(before + after), mark };
}

function cutEnd(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

export interface DiffLine {
  readonly kind: "same" | "removed" | "added" | "gap";
  /** For a gap: the number of unchanged lines in it. Changed lines with other causes are not counted. */
  readonly text: string;
}

/** A line of a doc comment. Alone, it shows a part of a text. */
const COMMENT = /^\s*(?:\/\*\*|\*)/;

/** If there are more edits, both texts are shown whole: a line diff would be slow and hard to read. */
const MAX_EDITS = 400;

/** A change shows at most so many changed lines. The types of a large operation have thousands. */
const MAX_CHANGED_LINES = 200;

/** The lines that two texts have together, prepared once for all changes that show some of them. */
interface ComparedTypes {
  readonly lines: readonly DiffLine[];
  /** Numbers of the changed lines. */
  readonly changed: readonly number[];
  /** Changed lines between two unchanged ones, by the number of each of them. */
  readonly editOf: ReadonlyMap<number, readonly number[]>;
  /** Numbers of the changed lines that contain a word. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  /** For each line, the number of unchanged lines before it. */
  readonly unchangedBefore: readonly number[];
}

const compareLines = cacheByObject(({ before, after }: OperationTypes): ComparedTypes => {
  const old = `${before}\n`;
  const now = `${after}\n`;
  const parts = diffLines(old, now, { maxEditLength: MAX_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const lines = parts.flatMap(({ value, removed, added }) => {
    const kind = removed ? "removed" : added ? "added" : "same";
    return printableLines(value.replace(/\n$/, "")).map((text): DiffLine => ({ kind, text }));
  });
  const changed: number[] = [];
  const unchangedBefore: number[] = [];
  const editOf = new Map<number, number[]>();
  for (const [number, { kind }] of lines.entries()) {
    unchangedBefore.push(number - changed.length);
    if (kind === "same") continue;
    changed.push(number);
    const edit = editOf.get(number - 1) ?? [];
    edit.push(number);
    editOf.set(number, edit);
  }
  const words = changed.flatMap((number) =>
    [...new Set(lines[number]?.text.match(/\w+/g))].map((word) => ({ word, number })),
  );
  const byWord = new Map(
    [...groupBy(words, ({ word }) => word)].map(([word, group]) => [word, group.map(({ number }) => number)]),
  );
  return { lines, changed, editOf, byWord, unchangedBefore };
});

/**
 * Compares the types of an operation by line, with `context` unchanged lines around each change.
 *
 * @param members - If edits contain one of these names, the others are left out: they have other causes.
 */
export function diffTypes(
  types: OperationTypes,
  context: number,
  members: readonly string[] = [],
): DiffLine[] {
  const { lines, changed, editOf, byWord, unchangedBefore } = compareLines(types);
  const takeSome = (numbers: readonly number[] = []) => numbers.slice(0, MAX_CHANGED_LINES + 1);
  const named = [...new Set(members.flatMap((name) => takeSome(byWord.get(name))))].sort((a, b) => a - b);
  const byEdit = groupBy(named, (number) => editOf.get(number));
  const ofMembers = [...byEdit].flatMap(([edit, exact]) => {
    // If both texts have a name in the edit, their other lines have other causes.
    const sides = new Set(exact.map((number) => lines[number]?.kind));
    return takeSome(sides.size > 1 ? exact : edit);
  });
  const related = takeSome(named.length > 0 ? ofMembers.sort((a, b) => a - b) : changed);
  const isUnchangedCode = (number: number) =>
    lines[number]?.kind === "same" && !COMMENT.test(lines[number].text);
  const kept = new Set(related.slice(0, MAX_CHANGED_LINES));
  for (const number of [...kept]) {
    for (let near = number - context; near <= number + context; near++)
      if (isUnchangedCode(near)) kept.add(near);
  }
  // In place of a gap of one line.
  for (const number of [...kept])
    if (kept.has(number + 2) && isUnchangedCode(number + 1)) kept.add(number + 1);
  const numbers = [...kept].sort((a, b) => a - b);
  const shown = numbers.flatMap((number, index): DiffLine[] => {
    const previous = numbers[index - 1];
    const skipped =
      previous === undefined ? 0 : (unchangedBefore[number] ?? 0) - (unchangedBefore[previous + 1] ?? 0);
    const line = lines.slice(number, number + 1);
    return skipped > 0 ? [{ kind: "gap", text: `${skipped}` }, ...line] : line;
  });
  const isCut = related.length > MAX_CHANGED_LINES;
  return isCut ? [...shown, { kind: "same", text: "… more changed lines" }] : shown;
}
