/** The summary of a report: the outcome, the verdict in one line, and the status of each operation. */

import type { OperationReport, Report, SemverStep } from "../check/verdict/report.ts";
import type { Style } from "../text/ink.ts";
import { count } from "../text/phrases.ts";
import type { Group, OperationBlock, Outcome, Problem, Status } from "./blocks.ts";

export function statusOf({ errors, verdict, harm, comparison }: OperationReport): Status {
  if (errors && verdict === "unaffected") return "invalid";
  if (comparison) return comparison;
  return harm === "rejected" ? "rejected" : verdict;
}

export function withStatus(report: Report, status: Status): OperationReport[] {
  return report.operations.filter((operation) => statusOf(operation) === status);
}

export function outcomeOf(report: Report): Outcome {
  if (report.verdict === "breaks" || countExpired(report) > 0) return "fails";
  if (withStatus(report, "invalid").length > 0) return "incomplete";
  if (report.verdict === "changes types") return "changes";
  return report.notCompared.length > 0 ? "unknown" : "passes";
}

/** How formats show a status. */
interface Look {
  readonly mark: string;
  /** In Markdown. */
  readonly icon: string;
  /** In a terminal. */
  readonly color: Style;
  /** Class name and attribute value in HTML. */
  readonly slug: string;
  /** The end of `GetFlow: …`. */
  readonly words: string;
}

const LOOKS: Readonly<Record<Status, Look>> = {
  rejected: { mark: "✗", icon: "⛔", color: "red", slug: "rejected", words: "rejected by the server" },
  breaks: { mark: "✗", icon: "❌", color: "red", slug: "breaks", words: "breaks code" },
  "changes types": { mark: "~", icon: "🔶", color: "yellow", slug: "changes", words: "changes types" },
  invalid: { mark: "✗", icon: "❌", color: "red", slug: "invalid", words: "invalid in both schemas" },
  "not compared": { mark: "?", icon: "❔", color: "yellow", slug: "unknown", words: "not compared" },
  added: { mark: "+", icon: "🆕", color: "green", slug: "added", words: "not at the base" },
  unaffected: { mark: "✓", icon: "✅", color: "green", slug: "unaffected", words: "unaffected" },
};

/** All statuses, the worst first. */
export const STATUSES: readonly Status[] = Object.keys(LOOKS) as Status[];

/** The status that looks like an outcome. */
const OUTCOMES: Readonly<Record<Outcome, Status>> = {
  fails: "breaks",
  incomplete: "invalid",
  changes: "changes types",
  unknown: "not compared",
  passes: "unaffected",
};

export function lookOf(subject: Outcome | Status): Look {
  return LOOKS[subject in OUTCOMES ? OUTCOMES[subject as Outcome] : (subject as Status)];
}

/**
 * The verdict in one line, such as
 * `the server rejects 2 of 14 operations · code of 3 others breaks · 1 changes types`.
 */
export function describeVerdict(report: Report): string {
  const rejected = withStatus(report, "rejected");
  const breaks = withStatus(report, "breaks");
  const changes = withStatus(report, "changes types");
  const invalid = withStatus(report, "invalid");
  const unaffected = withStatus(report, "unaffected");
  const added = withStatus(report, "added");
  const notCompared = withStatus(report, "not compared");
  const { length } = report.operations;
  const total = count(length, "operation");
  const broken = rejected.length + breaks.length;
  const accepted = report.causes.filter((cause) => cause.accepted).length;
  const parts: string[] = [];
  if (rejected.length > 0)
    parts.push(`the server rejects ${rejected.length} of ${total}${describeUsed(report, rejected)}`);
  if (breaks.length > 0) {
    const subject = rejected.length > 0 ? count(breaks.length, "other") : `${breaks.length} of ${total}`;
    parts.push(`code of ${subject} breaks${describeUsed(report, breaks)}`);
  }
  if (accepted > 0) parts.push(count(accepted, "accepted change"));
  if (changes.length > 0) {
    const subject =
      broken > 0
        ? `${changes.length}`
        : `nothing ${accepted > 0 ? "else " : ""}breaks · ${changes.length} of ${total}`;
    parts.push(`${subject} ${changes.length === 1 ? "changes" : "change"} types`);
  }
  if (length === 0) parts.push("no operations");
  else if (notCompared.length === length) parts.push("nothing was compared");
  else if (invalid.length === length) parts.push(`${total} invalid in both schemas`);
  else if (broken + changes.length === 0 && unaffected.length > 0)
    parts.push(`${unaffected.length === length ? total : `${unaffected.length} of ${total}`} unaffected`);
  if (invalid.length > 0 && invalid.length < length) parts.push(`${invalid.length} invalid in both schemas`);
  if (added.length > 0) parts.push(`${added.length} added`);
  if (notCompared.length > 0 && notCompared.length < length) parts.push(`${notCompared.length} not compared`);
  return [...parts, ...describeOthers(report)].join(" · ");
}

const STEPS: Readonly<Record<SemverStep, readonly string[]>> = {
  major: ["major version"],
  minor: ["minor version"],
  patch: ["patch version: only documentation changed"],
  none: [],
};

/** The failures that are not those of operations, and the version step. */
function describeOthers(report: Report): string[] {
  const expired = countExpired(report);
  return [...(expired > 0 ? [`${count(expired, "accepted change")} expired`] : []), ...STEPS[report.semver]];
}

/** How many of the broken operations a consumer uses, if the consumers are known. */
function describeUsed(report: Report, broken: readonly OperationReport[]): string {
  if (!report.consumers) return "";
  const ignored = broken.filter(({ isIgnored }) => isIgnored).length;
  if (ignored > 0 && ignored === broken.length) return " (no known consumer uses them, so they are ignored)";
  if (ignored > 0) return ` (${broken.length - ignored} used by consumers, the others are ignored)`;
  const used = broken.filter((operation) => isUsed(report, operation)).length;
  return used === 0 ? " (no known consumer uses them)" : ` (${used} used by consumers)`;
}

/** Whether a consumer uses an operation, or an enum or an input type that breaks it. */
function isUsed({ causes }: Report, { name, consumers = [] }: OperationReport): boolean {
  const isTypeUsed = causes.some(
    ({ breaks, used }) => breaks.includes(name) && used?.consumers.some(({ operations }) => operations === 0),
  );
  return consumers.length > 0 || isTypeUsed;
}

function countExpired(report: Report): number {
  return report.staleAccepted.filter(({ problem }) => problem === "expired").length;
}

/** The operations with the changes that affect them. */
export function describeOperations(
  reports: readonly OperationReport[],
  groups: readonly Group[],
): OperationBlock[] {
  const changes = new Map<string, number[]>();
  for (const { number, first, others } of groups.flatMap((group) => group.changes)) {
    const names = new Set([...(first ? [first] : []), ...others].flatMap(({ operations }) => operations));
    for (const name of names) changes.set(name, [...(changes.get(name) ?? []), number]);
  }
  return reports.map((report): OperationBlock => {
    const { name, kind, place, isIgnored = false } = report;
    return {
      name,
      kind,
      place,
      isIgnored,
      status: statusOf(report),
      changes: changes.get(name) ?? [],
      problems: listProblems(report),
      ...(report.consumers && { users: describeConsumers(report.consumers) }),
    };
  });
}

function listProblems({ findings, errors = [] }: OperationReport): Problem[] {
  const open = findings.filter(({ accepted }) => !accepted);
  return [
    ...open.map(({ message, place, coordinate, rule }) => ({
      message,
      place,
      label: `${coordinate}, rule: ${rule}`,
    })),
    ...errors.map(({ message, place }) => ({ message, place, label: "" })),
  ];
}

function describeConsumers(consumers: readonly string[]): string {
  return consumers.length > 0 ? `used by ${consumers.join(", ")}` : "not used by a known consumer";
}
