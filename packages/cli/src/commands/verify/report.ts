/** What a verification found, for people and for programs. */

import type { Failure } from "../failure.ts";
import { paint, printable, printableJson } from "../terminal.ts";
import type { Row, Verdict } from "./checks.ts";

export interface VerifyFacts {
  /** Absent where none was found: then nothing was sent. */
  readonly platform: { readonly baseUrl: string; readonly local: boolean } | undefined;
  readonly requests: number;
  /** In milliseconds. */
  readonly durationMs: number;
}

const TITLES = { specification: "The specification", assumption: "Our assumptions" } as const;

/** Row by row, a summary last. */
export function renderVerification(rows: readonly Row[], facts: VerifyFacts, stream: NodeJS.WriteStream): string {
  const width = Math.max(0, ...rows.map(({ id }) => id.length));
  const groups = (["specification", "assumption"] as const).map((source) => {
    const own = rows.filter((row) => row.source === source);
    return [paint(stream, "bold", TITLES[source]), ...own.map((row) => renderRow(row, width, stream))].join("\n");
  });
  return `${[...groups, renderSummary(rows, facts, stream)].join("\n\n")}\n`;
}

function renderRow({ id, statement, verdict, reason, source }: Row, width: number, stream: NodeJS.WriteStream): string {
  const line = `  ${renderMark(verdict, source, stream)} ${paint(stream, "dim", id.padEnd(width))}  ${printable(statement)}`;
  if (reason === undefined) return line;
  const told = verdict === "broken" ? reason : `not checked: ${reason}`;
  return `${line}\n${" ".repeat(width + 6)}${paint(stream, verdict === "broken" ? "red" : "dim", printable(told))}`;
}

function renderMark(verdict: Verdict, source: Row["source"], stream: NodeJS.WriteStream): string {
  if (verdict === "kept") return paint(stream, "green", "✓");
  if (verdict === "broken") return paint(stream, source === "assumption" ? "yellow" : "red", "✗");
  return paint(stream, "dim", "–");
}

function renderSummary(rows: readonly Row[], facts: VerifyFacts, stream: NodeJS.WriteStream): string {
  const dot = paint(stream, "dim", " · ");
  const width = Math.max(...Object.values(TITLES).map((title) => title.length));
  const lines = (["specification", "assumption"] as const).map((source) => {
    const { kept, broken, notChecked } = summarize(rows)[source];
    const parts = [`${kept} kept`, `${broken} not kept`, `${notChecked} not checked`];
    return `${TITLES[source].padEnd(width)}  ${parts.join(dot)}`;
  });
  const { requests, durationMs, platform } = facts;
  const where = platform ? [`${platform.local ? "local platform at " : ""}${platform.baseUrl}`] : [];
  const last = [`${requests} ${requests === 1 ? "request" : "requests"}`, `${durationMs} ms`, ...where];
  return [...lines, last.map(printable).join(dot)].join("\n");
}

interface Counts {
  readonly kept: number;
  readonly broken: number;
  readonly notChecked: number;
}

function summarize(rows: readonly Row[]): Readonly<Record<"specification" | "assumption", Counts>> {
  const count = (source: Row["source"]): Counts => {
    const verdicts = rows.filter((row) => row.source === source).map(({ verdict }) => verdict);
    const kept = verdicts.filter((verdict) => verdict === "kept").length;
    const broken = verdicts.filter((verdict) => verdict === "broken").length;
    return { kept, broken, notChecked: verdicts.length - kept - broken };
  };
  return { specification: count("specification"), assumption: count("assumption") };
}

/** The verification as one JSON document. Its shape is a contract: `version` changes with it. */
export function renderVerificationJson(rows: readonly Row[], facts: VerifyFacts): string {
  const { platform, ...rest } = facts;
  return toJson({ version: 1, platform, checks: rows, summary: summarize(rows), ...rest });
}

/** A failure as one JSON document: `error` in place of `checks` and `summary`. */
export function renderVerifyFailureJson({ platform, ...rest }: VerifyFacts, failure: Failure): string {
  const { code, message, hint } = failure;
  return toJson({ version: 1, platform, error: { code, message, hint }, ...rest });
}

function toJson(document: object): string {
  return `${printableJson(document, 2)}\n`;
}
