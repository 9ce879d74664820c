/** Code frames and type diffs, as data for the formats. */

import type { ChangeObject } from "diff";
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

/** Lines that both texts have, or that one of them has. */
type Part = Omit<ChangeObject<string>, "count">;

/** If there are more edits, both texts are shown whole: a line diff would be slow and hard to read. */
const MAX_EDITS = 400;

/** A change shows at most so many changed lines. The types of a large operation have thousands. */
const MAX_CHANGED_LINES = 200;

/** A line of both texts. */
interface TypeLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
  /** Number of the part. */
  readonly part: number;
}

/** The lines that two texts have together, prepared once for all changes that show some of them. */
interface ComparedTypes {
  readonly lines: readonly TypeLine[];
  /** The numbers of the changed lines of each part. Empty for an unchanged one. */
  readonly changed: readonly (readonly number[])[];
  /** Numbers of the changed lines that contain a word. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  /** Numbers of the unchanged lines. */
  readonly unchanged: readonly number[];
}

const compareLines = cacheByObject(({ before, after }: OperationTypes): ComparedTypes => {
  const old = `${before.trimEnd()}\n`;
  const now = `${after.trimEnd()}\n`;
  const parts: readonly Part[] = diffLines(old, now, { maxEditLength: MAX_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const lines = parts.flatMap((part, number) =>
    printableLines(part.value.replace(/\n$/, "")).map((text) => ({ kind: kindOf(part), text, part: number })),
  );
  const changed: number[][] = parts.map(() => []);
  const byWord = new Map<string, number[]>();
  const unchanged: number[] = [];
  for (const [number, { kind, text, part }] of lines.entries()) {
    if (kind === "same") {
      unchanged.push(number);
      continue;
    }
    changed[part]?.push(number);
    for (const word of new Set(text.match(/\w+/g))) {
      const numbers = byWord.get(word) ?? [];
      numbers.push(number);
      byWord.set(word, numbers);
    }
  }
  return { lines, changed, byWord, unchanged };
});

function kindOf({ removed, added }: Part): TypeLine["kind"] {
  if (removed) return "removed";
  return added ? "added" : "same";
}

/**
 * Compares the types of an operation by line, with `context` unchanged lines around each change.
 *
 * @param members - If a change contains one of these names, changes without them are left out: they have
 * other causes.
 */
export function diffTypes(
  types: OperationTypes,
  context: number,
  members: readonly string[] = [],
): DiffLine[] {
  const compared = compareLines(types);
  const all = chooseRelated(compared, members);
  const related = all.slice(0, MAX_CHANGED_LINES);
  const isUnchangedCode = (number: number) => {
    const line = compared.lines[number];
    return line?.kind === "same" && !COMMENT.test(line.text);
  };
  const kept = new Set(related);
  for (const number of related) {
    for (let near = number - context; near <= number + context; near++)
      if (isUnchangedCode(near)) kept.add(near);
  }
  const shown = joinKept(
    [...kept].sort((a, b) => a - b),
    compared,
    isUnchangedCode,
  );
  return all.length > related.length ? [...shown, { kind: "same", text: "… more changed lines" }] : shown;
}

/**
 * The changed lines that contain a name, with the edits around them; all changed lines if none does. If they
 * are more than {@link MAX_CHANGED_LINES}, some of them.
 */
function chooseRelated({ changed, lines, byWord }: ComparedTypes, members: readonly string[]): number[] {
  const exact = takeSome(members.map((name) => byWord.get(name) ?? []));
  if (exact.length === 0) return takeSome(changed);
  const byPart = groupBy(exact, (number) => lines[number]?.part ?? 0);
  const related = new Set([...byPart.keys()].flatMap((part) => [part - 1, part, part + 1]));
  const chosen = [...related].map((part) => {
    // A removed part and the added part after it are one edit. If both contain a name, their other lines are
    // left out.
    const edit = [part - 1, part, part + 1].filter((other) => (changed[other]?.length ?? 0) > 0);
    const isExact = edit.length > 1 && edit.every((other) => byPart.has(other));
    return (isExact ? byPart.get(part) : changed[part]) ?? [];
  });
  return [...new Set(takeSome(chosen))].sort((a, b) => a - b);
}

/** Joins lists up to one number more than a change shows. */
function takeSome(lists: readonly (readonly number[])[]): number[] {
  const taken: number[] = [];
  for (const list of lists) {
    for (const number of list) {
      if (taken.length > MAX_CHANGED_LINES) return taken;
      taken.push(number);
    }
  }
  return taken;
}

/** Describes each gap between kept lines by its length, and not those at the start and the end of the text. */
function joinKept(
  kept: readonly number[],
  { lines, unchanged }: ComparedTypes,
  isUnchangedCode: (number: number) => boolean,
): DiffLine[] {
  let seen = 0;
  /** Numbers of the unchanged lines before a line that no earlier call has returned. */
  const takeUnchanged = (before: number): readonly number[] => {
    const start = seen;
    while ((unchanged[seen] ?? before) < before) seen++;
    return unchanged.slice(start, seen);
  };
  return kept.flatMap((number, index): DiffLine[] => {
    const skipped = takeUnchanged(number).filter((other) => other !== kept[index - 1]);
    const own = toLine(lines[number]);
    const [first] = skipped;
    if (index === 0 || first === undefined) return own;
    const isOneLine = skipped.length === 1 && isUnchangedCode(first);
    return [
      ...(isOneLine ? toLine(lines[first]) : [{ kind: "gap" as const, text: `${skipped.length}` }]),
      ...own,
    ];
  });
}

function toLine(line: TypeLine | undefined): DiffLine[] {
  return line ? [{ kind: line.kind, text: line.text }] : [];
}
