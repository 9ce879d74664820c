/** Code frames and type diffs, as data for the formats. */

import { diffLines } from "diff";
import { groupBy } from "../document.ts";
import type { Finding, OperationError, OperationReport } from "../report.ts";
import { printableLine, printableLines } from "./printable.ts";

/** Text of each operation file, by its path in the report. */
export type Sources = ReadonlyMap<string, string>;

/** A note in a frame: a finding, or a validation error of an operation that is invalid in both schemas. */
export type Annotation = Finding | OperationError;

export interface Frame {
  readonly file: string;
  readonly lines: readonly FrameLine[];
}

export interface FrameLine {
  readonly number: number;
  /** Printable. */
  readonly text: string;
  /** Whether lines between the previous one and this one are left out. */
  readonly followsGap: boolean;
  /** By column. */
  readonly marks: readonly Mark[];
}

/** A part of a line, and its annotations. */
export interface Mark {
  /** Index in the line's text. */
  readonly start: number;
  /** 0 if the file cannot be read. */
  readonly length: number;
  readonly annotations: readonly Annotation[];
}

const CONTEXT = 1;
const LINE_BREAK = /\r\n|[\n\r]/;
const NEITHER_BLANK_NOR_COMMENT = /^\s*[^\s#]/;
/** A spread, a variable, a directive or a name. */
const TOKEN = /^(?:\.\.\.\s*\w*|[$@]?\w+|.)/u;

/** The findings of an operation that are not accepted, or its errors. */
export function annotationsOf({ findings, errors = [] }: OperationReport): readonly Annotation[] {
  return [...findings.filter(({ accepted }) => !accepted), ...errors];
}

/** Creates one frame per file, in the order of the annotations. */
export function createFrames(annotations: readonly Annotation[], sources: Sources): Frame[] {
  const byFile = groupBy(annotations, ({ place }) => place.file);
  return [...byFile].map(([file, inFile]) => ({
    file,
    lines: createLines(inFile, sources.get(file)?.split(LINE_BREAK)),
  }));
}

function createLines(annotations: readonly Annotation[], source: readonly string[] = []): FrameLine[] {
  const byLine = groupBy(annotations, ({ place }) => place.line);
  const numbers = new Set<number>();
  for (const line of byLine.keys()) {
    numbers.add(line);
    for (let near = line - CONTEXT; near <= line + CONTEXT; near++)
      if (NEITHER_BLANK_NOR_COMMENT.test(source[near - 1] ?? "")) numbers.add(near);
  }
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.map((number, index) => {
    const line = source[number - 1] ?? "";
    const byColumn = groupBy(byLine.get(number) ?? [], ({ place }) => place.column);
    const marks = [...byColumn].map(([column, atColumn]): Mark => {
      const token = TOKEN.exec(line.slice(column - 1))?.[0] ?? "";
      const start = printableLine(line.slice(0, column - 1)).length;
      return { start, length: printableLine(token).length, annotations: atColumn };
    });
    marks.sort((a, b) => a.start - b.start);
    const followsGap = index > 0 && sorted[index - 1] !== number - 1;
    return { number, text: printableLine(line), followsGap, marks };
  });
}

interface DiffLine {
  readonly kind: "same" | "removed" | "added" | "gap";
  /** For a gap: the number of lines that it leaves out. */
  readonly text: string;
}

/** If there are more edits, both texts are shown whole: a line diff would be slow and hard to read. */
const MAX_EDITS = 400;

/** Compares the types of an operation by line, with `context` unchanged lines around each change. */
export function diffTypes({ before, after }: NonNullable<OperationReport["types"]>, context: number): DiffLine[] {
  const [old, now] = [`${before.trimEnd()}\n`, `${after.trimEnd()}\n`];
  const parts = diffLines(old, now, { maxEditLength: MAX_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  return parts.flatMap(({ value, removed, added }, index) => {
    const lines = printableLines(value.replace(/\n$/, ""));
    if (removed || added) return lines.map((text): DiffLine => ({ kind: removed ? "removed" : "added", text }));
    return shorten(lines, index === 0 ? 0 : context, index === parts.length - 1 ? 0 : context);
  });
}

/** Keeps `head` and `tail` lines. A gap of one line would save nothing. */
function shorten(lines: readonly string[], head: number, tail: number): DiffLine[] {
  const same = (kept: readonly string[]) => kept.map((text): DiffLine => ({ kind: "same", text }));
  const hidden = lines.length - head - tail;
  if (hidden <= 1) return same(lines);
  return [...same(lines.slice(0, head)), { kind: "gap", text: `${hidden}` }, ...same(lines.slice(lines.length - tail))];
}
