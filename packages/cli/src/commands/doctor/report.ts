/** What an examination found, for people and for programs. */

import type { Failure } from "../failure.ts";
import { EXIT } from "../problem.ts";
import { paint, printable, printableJson } from "../terminal.ts";
import type { Row, Verdict } from "./examination.ts";

export interface DoctorFacts {
  /** Absent where none was found: then nothing was sent. */
  readonly platform: { readonly baseUrl: string; readonly local: boolean } | undefined;
  /** To the platform, exchanges included. */
  readonly requests: number;
  /** In milliseconds. */
  readonly durationMs: number;
}

const MARKS: Readonly<Record<Verdict, readonly [mark: string, style: "green" | "yellow" | "red" | "dim"]>> = {
  fine: ["✓", "green"],
  warning: ["!", "yellow"],
  wrong: ["✗", "red"],
  skipped: ["–", "dim"],
};

/** A line for each check and one for what to do, a summary last. */
export function renderExamination(rows: readonly Row[], facts: DoctorFacts, stream: NodeJS.WriteStream): string {
  const width = Math.max(0, ...rows.map(({ title }) => title.length));
  const lines = rows.flatMap(({ title, verdict, message, advice }) => {
    const [mark, style] = MARKS[verdict];
    const said = verdict === "skipped" ? paint(stream, "dim", printable(`skipped, ${message}`)) : printable(message);
    const next =
      advice === undefined ? [] : [`${" ".repeat(width + 6)}${paint(stream, "cyan", `→ ${printable(advice)}`)}`];
    return [`  ${paint(stream, style, mark)} ${title.padEnd(width)}  ${said}`, ...next];
  });
  return `${lines.join("\n")}\n\n${renderSummary(rows, facts, stream)}\n`;
}

function renderSummary(
  rows: readonly Row[],
  { platform, requests, durationMs }: DoctorFacts,
  stream: NodeJS.WriteStream,
): string {
  const dot = paint(stream, "dim", " · ");
  const { fine, warnings, wrong, skipped } = summarize(rows);
  const counts = [
    `${fine} fine`,
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? "warning" : "warnings"}`] : []),
    ...(wrong > 0 ? [`${wrong} wrong`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const where = platform ? [`${platform.local ? "local platform at " : ""}${platform.baseUrl}`] : [];
  const last = [`${requests} ${requests === 1 ? "request" : "requests"}`, `${durationMs} ms`, ...where];
  return [counts, last].map((parts) => parts.map(printable).join(dot)).join("\n");
}

function summarize(rows: readonly Row[]) {
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  return { fine: count("fine"), warnings: count("warning"), wrong: count("wrong"), skipped: count("skipped") };
}

/** 1 where something needs mending. */
export function exitCodeOf(rows: readonly Row[]): number {
  return rows.some(({ verdict }) => verdict === "wrong") ? EXIT.problem : EXIT.success;
}

/** The examination as one JSON document. Its shape is a contract: `version` changes with it. */
export function renderExaminationJson(rows: readonly Row[], { platform, ...rest }: DoctorFacts): string {
  return toJson({ version: 1, platform, checks: rows, summary: summarize(rows), ...rest });
}

/** A failure as one JSON document: `error` in place of `checks` and `summary`. */
export function renderDoctorFailureJson(failure: Failure): string {
  return toJson({ version: 1, error: failure });
}

function toJson(document: object): string {
  return `${printableJson(document, 2)}\n`;
}
