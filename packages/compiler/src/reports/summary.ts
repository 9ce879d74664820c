/** Content that all formats share: the verdict in one line, and the sections after the operations. */

import type { Change, OperationReport, Place, Report, Verdict } from "../check/report.ts";
import { STEPS } from "../check/sentences.ts";
import { count } from "../text/words.ts";

export { count, listSome } from "../text/words.ts";
export { wrap } from "./text-layout.ts";

/** Verdict of an operation, or that it cannot be compared. */
export type Status = Verdict | "invalid";

/** All statuses, the worst first. */
export const STATUSES: readonly Status[] = ["breaks", "changes types", "invalid", "unaffected"];

export function statusOf({ errors, verdict }: OperationReport): Status {
  return errors && verdict === "unaffected" ? "invalid" : verdict;
}

export function withStatus(report: Report, status: Status): OperationReport[] {
  return report.operations.filter((operation) => statusOf(operation) === status);
}

/** `fails`: an operation breaks, an accepted change has expired, or a recording is rejected. `incomplete`: an operation cannot be compared. */
export type Outcome = "fails" | "incomplete" | "changes" | "passes";

export function outcomeOf(report: Report): Outcome {
  if (report.verdict === "breaks" || countExpired(report) > 0 || report.recordings?.length) return "fails";
  if (withStatus(report, "invalid").length > 0) return "incomplete";
  return report.verdict === "changes types" ? "changes" : "passes";
}

const MARKS: Readonly<Record<Outcome | Status, string>> = {
  ...{ fails: "✗", incomplete: "✗", changes: "~", passes: "✓" },
  ...{ breaks: "✗", "changes types": "~", invalid: "✗", unaffected: "✓" },
};

export function markOf(subject: Outcome | Status): string {
  return MARKS[subject];
}

/** The verdict in one line, such as `the server rejects 2 of 14 operations · code of 3 others breaks · 1 changes types`. */
export function describeVerdict(report: Report): string {
  const [breaks = 0, changes = 0, invalid = 0, unaffected = 0] = STATUSES.map((one) => withStatus(report, one).length);
  const { length } = report.operations;
  const total = count(length, "operation");
  const expired = countExpired(report);
  const parts: string[] = [];
  parts.push(...describeHarm(report, total));
  if (changes > 0) {
    const subject = breaks > 0 ? `${changes}` : `nothing breaks · ${changes} of ${total}`;
    parts.push(`${subject} ${changes === 1 ? "changes" : "change"} types`);
  }
  if (length === 0) parts.push("no operations");
  else if (invalid === length) parts.push(`${total} invalid in both schemas`);
  else if (parts.length === 0) parts.push(`${unaffected === length ? total : `${unaffected} of ${total}`} unaffected`);
  if (invalid > 0 && invalid < length) parts.push(`${invalid} invalid in both schemas`);
  if (expired > 0) parts.push(`${count(expired, "accepted change")} expired`);
  const recordings = new Set(report.recordings?.map(({ file }) => file)).size;
  if (recordings > 0) parts.push(`${count(recordings, "recording")} ${recordings === 1 ? "fails" : "fail"}`);
  if (report.semver !== "none") parts.push(STEPS[report.semver]);
  return parts.join(" · ");
}

/** The operations that break, by the harm. @param total - Such as `14 operations`. */
function describeHarm(report: Report, total: string): string[] {
  const broken = withStatus(report, "breaks");
  const [rejected = [], others = []] = [true, false].map((wanted) =>
    broken.filter(({ harm }) => (harm === "rejected") === wanted),
  );
  const first =
    rejected.length > 0 ? [`the server rejects ${rejected.length} of ${total}${describeUsed(report, rejected)}`] : [];
  if (others.length === 0) return first;
  const subject = rejected.length > 0 ? count(others.length, "other") : `${others.length} of ${total}`;
  return [...first, `code of ${subject} breaks${describeUsed(report, others)}`];
}

/** How many of the broken operations a consumer uses, if the consumers are known. */
function describeUsed(report: Report, broken: readonly OperationReport[]): string {
  if (!report.consumers) return "";
  const used = broken.filter(({ consumers }) => consumers?.length).length;
  const ignored = broken.some(({ isIgnored }) => isIgnored) ? ", the others are ignored" : "";
  return ` (${used === 0 ? "none" : used} used${ignored})`;
}

export function renderPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** The path of a file from the repository's root. @param folder - Path to the working directory. Can be empty. */
export function inFolder(folder: string, file: string): string {
  return folder === "" ? file : `${folder.replace(/\/+$/, "")}/${file}`;
}

function countExpired(report: Report): number {
  return report.staleAccepted.filter(({ problem }) => problem === "expired").length;
}

/** A list of schema elements after the operations. */
export interface Section {
  readonly id: "consumers" | "unused" | "recordings" | "accepted" | "deprecations" | "drift" | "changes";
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly coordinate: string;
  /** Short labels, such as `new` or `breaking`. */
  readonly labels: readonly string[];
  readonly message: string;
  /** Whether the check fails because of it. */
  readonly fails: boolean;
  readonly uses: readonly { readonly operation: string; readonly place?: Place }[];
}

function createEntry(coordinate: string, message: string, details: Partial<Entry>): Entry {
  return { coordinate, message, labels: [], fails: false, uses: [], ...details };
}

/** The sections that have entries, in the order of all formats. */
export function listSections(report: Report): Section[] {
  const causes = new Set(report.causes.flatMap(({ coordinates }) => coordinates));
  const otherChanges = report.changes.filter(({ coordinate }) => !causes.has(coordinate));
  const newElements = report.drift.filter(({ coordinate }) => !causes.has(coordinate));
  const sections: Section[] = [
    {
      id: "consumers",
      title: "Consumers",
      entries: (report.consumers ?? []).map(({ name, packageVersion, operations, breaks, changesTypes }) => {
        const effects = [
          ...(breaks.length > 0 ? [`${breaks.length} break`] : []),
          ...(changesTypes.length > 0 ? [`${changesTypes.length} change types`] : []),
        ];
        const message = `uses ${count(operations, "operation")}: ${effects.join(", ") || "unaffected"}`;
        return createEntry(name, message, { labels: [packageVersion ?? "version unknown"] });
      }),
    },
    {
      id: "unused",
      title: "Operations that no consumer uses",
      entries: report.operations.flatMap(({ name, kind, place, consumers }) =>
        consumers?.length === 0 ? createEntry(name, `${kind} at ${renderPlace(place)}`, {}) : [],
      ),
    },
    {
      id: "recordings",
      title: "Recordings to record again or remove",
      entries: (report.recordings ?? []).map(({ file, problem, message }) =>
        createEntry(file, message, { labels: [problem], fails: true }),
      ),
    },
    {
      id: "accepted",
      title: "Accepted changes to update or remove",
      entries: report.staleAccepted.map(({ coordinate, rule, operation, reason, expires, problem }) => {
        const label = problem === "expired" ? `expired on ${expires}` : "unused";
        const labels = [label, ...(rule ? [rule] : []), ...(operation ? [`in ${operation}`] : [])];
        return createEntry(coordinate, reason, { labels, fails: problem === "expired" });
      }),
    },
    {
      id: "deprecations",
      title: "Deprecated elements in use",
      entries: report.deprecations.map(({ coordinate, reason, announced, isNew, uses }) => {
        const labels = [...(isNew ? ["new"] : []), ...(announced === "description" ? ["in the description only"] : [])];
        return createEntry(coordinate, reason, { labels, uses });
      }),
    },
    {
      id: "drift",
      title: "New on types in use",
      entries: newElements.map(({ coordinate, message, operations }) =>
        createEntry(coordinate, message, { uses: operations.map((operation) => ({ operation })) }),
      ),
    },
    {
      id: "changes",
      title: `Other schema changes: ${describeLevels(otherChanges)}`,
      entries: otherChanges.map(({ coordinate, level, message, folded }) => {
        const suffix = folded > 0 ? ` (and ${count(folded, "change")} as a result)` : "";
        return createEntry(coordinate, message + suffix, { labels: [level] });
      }),
    },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

function describeLevels(changes: readonly Change[]): string {
  const levels = (["breaking", "dangerous", "safe"] as const).flatMap((level) => {
    const { length } = changes.filter((change) => change.level === level);
    return length > 0 ? [`${length} ${level}`] : [];
  });
  return levels.join(", ");
}
