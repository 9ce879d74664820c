/** Code frames: the lines of an operation file that findings meet, with their neighbours, as data. */

import type { Finding } from "../report.ts";
import { printableLine } from "./printable.ts";

/** Text of every operation file, by its path as places name it. */
export type Sources = ReadonlyMap<string, string>;

export interface Frame {
  readonly file: string;
  readonly lines: readonly FrameLine[];
}

export interface FrameLine {
  readonly number: number;
  /** Printable: tabs and control characters are written out. */
  readonly text: string;
  /** Whether lines were left out between the one before and this one. */
  readonly followsGap: boolean;
  /** What is met on this line, by column. */
  readonly marks: readonly Mark[];
}

/** A stretch of a line, and what was found there. */
export interface Mark {
  /** Index into the line's text. */
  readonly start: number;
  /** 0 where the file cannot be read. */
  readonly length: number;
  readonly findings: readonly Finding[];
}

const CONTEXT = 1;
const LINE_BREAK = /\r\n|[\n\r]/;
/** A line that is neither blank nor a comment. */
const TELLING = /^\s*[^\s#]/;
/** A spread, a variable or directive, or a name. */
const TOKEN = /^(?:\.\.\.\s*\w*|[$@]?\w+|.)/u;

/** One frame for each file that the findings meet, in the order in which they name them. */
export function createFrames(findings: readonly Finding[], sources: Sources): Frame[] {
  const byFile = groupBy(findings, ({ place }) => place.file);
  return [...byFile].map(([file, met]) => ({ file, lines: createLines(met, sources.get(file)?.split(LINE_BREAK)) }));
}

function createLines(findings: readonly Finding[], source: readonly string[] | undefined): FrameLine[] {
  const byLine = groupBy(findings, ({ place }) => place.line);
  const numbers = new Set<number>();
  for (const line of byLine.keys()) {
    numbers.add(line);
    for (let near = line - CONTEXT; near <= line + CONTEXT; near++)
      if (TELLING.test(source?.[near - 1] ?? "")) numbers.add(near);
  }
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.map((number, index) => {
    const line = source?.[number - 1] ?? "";
    const before = sorted[index - 1];
    return {
      number,
      text: printableLine(line),
      followsGap: before !== undefined && before < number - 1,
      marks: createMarks(byLine.get(number) ?? [], line),
    };
  });
}

function createMarks(findings: readonly Finding[], line: string): Mark[] {
  const byColumn = groupBy(findings, ({ place }) => place.column);
  return [...byColumn]
    .sort(([a], [b]) => a - b)
    .map(([column, met]) => ({
      start: printableLine(line.slice(0, column - 1)).length,
      length: printableLine(TOKEN.exec(line.slice(column - 1))?.[0] ?? "").length,
      findings: met,
    }));
}

function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
