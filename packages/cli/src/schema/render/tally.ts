/** What a report comes to, in numbers and in one sentence. Every format says these. */

import type { OperationReport, Report, Verdict } from "../report.ts";

/** An operation that did not fit the schema before either cannot be judged, unless something else breaks it. */
export type Status = Verdict | "not compared";

/** Worst first. */
export const STATUSES: readonly Status[] = ["breaks", "changes types", "not compared", "unaffected"];

export function statusOf(operation: OperationReport): Status {
  return operation.invalidBefore && operation.verdict === "unaffected" ? "not compared" : operation.verdict;
}

export function withStatus(report: Report, status: Status): OperationReport[] {
  return report.operations.filter((operation) => statusOf(operation) === status);
}

/**
 * What the reader has to do: mend something (an operation breaks, or an acceptance has expired), look at operations that
 * could not be compared, expect other types, or nothing.
 */
export type Outcome = "fails" | "incomplete" | "changes" | "passes";

export function outcomeOf(report: Report): Outcome {
  if (report.verdict === "breaks" || countExpired(report) > 0) return "fails";
  if (withStatus(report, "not compared").length > 0) return "incomplete";
  return report.verdict === "changes types" ? "changes" : "passes";
}

const MARKS: Readonly<Record<Outcome | Status, string>> = {
  fails: "✗",
  breaks: "✗",
  changes: "~",
  "changes types": "~",
  incomplete: "!",
  "not compared": "!",
  passes: "✓",
  unaffected: "✓",
};

export function markOf(what: Outcome | Status): string {
  return MARKS[what];
}

/** The verdict in one line, such as `2 of 14 operations break · 3 change types · major`. */
export function describeVerdict(report: Report): string {
  const total = report.operations.length;
  const [breaks = 0, changes = 0, incomplete = 0] = STATUSES.map((status) => withStatus(report, status).length);
  const expired = countExpired(report);
  const parts = [];
  if (breaks > 0) parts.push(`${breaks} of ${count(total, "operation")} ${breaks === 1 ? "breaks" : "break"}`);
  if (changes > 0 && breaks === 0) parts.push("nothing breaks");
  if (changes > 0) {
    const of = breaks > 0 ? "" : ` of ${count(total, "operation")}`;
    parts.push(`${changes}${of} ${changes === 1 ? "changes" : "change"} types`);
  }
  if (parts.length === 0) parts.push(describeCalm(report, total - incomplete));
  if (incomplete > 0) parts.push(`${incomplete} did not fit before either`);
  if (expired > 0) parts.push(`${count(expired, "acceptance")} expired`);
  if (report.semver !== "none") parts.push(report.semver);
  return parts.join(" · ");
}

/** What a connection without page information comes to. */
export const UNPAGED_TITLE = "Read to the first page only";

/** `1 operation`, `2 operations`. */
export function count(number: number, noun: string, plural: string = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** The first few, and how many more there are. */
export function listSome<Value>(values: readonly Value[], most: number, render: (value: Value) => string): string {
  const shown = values.slice(0, most).map(render).join(", ");
  return values.length > most ? `${shown} and ${values.length - most} more` : shown;
}

function describeCalm(report: Report, unaffected: number): string {
  const total = report.operations.length;
  if (total === 0) return "no operations to check";
  if (unaffected < total) return `${unaffected} of ${count(total, "operation")} unaffected`;
  const ours = total === 1 ? "our only operation" : `our ${count(total, "operation")}`;
  const { drift, deprecations, unpaged, staleAcceptances } = report;
  const isSilent = [drift, deprecations, unpaged, staleAcceptances].every(({ length }) => length === 0);
  if (isSilent) return `nothing that concerns ${ours}`;
  return `${ours} ${total === 1 ? "is" : "are"} unaffected`;
}

function countExpired(report: Report): number {
  return report.staleAcceptances.filter(({ problem }) => problem === "expired").length;
}
