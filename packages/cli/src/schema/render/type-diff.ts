/** What changes in an operation's types, line by line. */

import { diffLines } from "diff";
import type { OperationReport } from "../report.ts";
import { printableLines } from "./printable.ts";

export interface DiffLine {
  readonly kind: "same" | "removed" | "added" | "gap";
  /** Of a gap: how many lines it leaves out. */
  readonly text: string;
}

/** Beyond so many edits nobody reads which lines stayed: both texts are shown whole, and no time is lost on it. */
const MOST_EDITS = 400;

/** The changed lines with `context` unchanged ones around them. */
export function diffTypes({ before, after }: NonNullable<OperationReport["types"]>, context: number): DiffLine[] {
  const [old, young] = [`${before.trimEnd()}\n`, `${after.trimEnd()}\n`];
  const parts = diffLines(old, young, { maxEditLength: MOST_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: young, removed: false, added: true },
  ];
  return parts.flatMap(({ value, removed, added }, index) => {
    const lines = printableLines(value.replace(/\n$/, ""));
    if (removed || added) return lines.map((text): DiffLine => ({ kind: removed ? "removed" : "added", text }));
    return fold(lines, index === 0 ? 0 : context, index === parts.length - 1 ? 0 : context);
  });
}

/** Keeps some lines at the head and the tail. A gap of one line would save nothing. */
function fold(lines: readonly string[], head: number, tail: number): DiffLine[] {
  const same = (kept: readonly string[]) => kept.map((text): DiffLine => ({ kind: "same", text }));
  const hidden = lines.length - head - tail;
  if (hidden <= 1) return same(lines);
  const gap: DiffLine = { kind: "gap", text: String(hidden) };
  return [...same(lines.slice(0, head)), gap, ...same(lines.slice(lines.length - tail))];
}
