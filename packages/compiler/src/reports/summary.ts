/** The summary of a report: the outcome, the verdict in one line, and the status of each operation. */

import { groupBy } from "../check/compare/document-operations.ts";
import type { OperationReport, Report, SemverStep } from "../check/verdict/report.ts";
import type { Style } from "../text/ink.ts";
import { count } from "../text/phrases.ts";
import type { Group, OperationBlock, Outcome, Problem, Status } from "./blocks.ts";

export function statusOf({ errors, verdict, harm, comparison }: OperationReport): Status {
  if (errors) return "invalid";
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
  const byStatus = groupBy(report.operations, statusOf);
  const sizeOf = (status: Status) => byStatus.get(status)?.length ?? 0;
  const all = report.operations.length;
  const total = count(all, "operation");
  const [rejected, breaks, changes] = [sizeOf("rejected"), sizeOf("breaks"), sizeOf("changes types")];
  const [invalid, unaffected, added] = [sizeOf("invalid"), sizeOf("unaffected"), sizeOf("added")];
  const notCompared = sizeOf("not compared");
  const accepted = report.causes.filter((cause) => cause.accepted).length;
  const expired = countExpired(report);
  const used = (status: Status) => describeUsed(report, byStatus.get(status) ?? []);
  const brokenOnes = rejected > 0 ? count(breaks, "other") : `${breaks} of ${total}`;
  const changedOnes = rejected + breaks > 0 ? `${changes}` : `${changes} of ${total}`;
  const parts: readonly (readonly [isShown: boolean, text: string])[] = [
    [rejected > 0, `the server rejects ${rejected} of ${total}${used("rejected")}`],
    [breaks > 0, `code of ${brokenOnes} breaks${used("breaks")}`],
    [accepted > 0, count(accepted, "accepted change")],
    [changes > 0 && rejected + breaks === 0, `nothing ${accepted > 0 ? "else " : ""}breaks`],
    [changes > 0, `${changedOnes} ${changes === 1 ? "changes" : "change"} types`],
    [all === 0, "no operations"],
    [
      rejected + breaks + changes === 0 && unaffected > 0,
      `${unaffected === all ? total : `${unaffected} of ${total}`} unaffected`,
    ],
    [invalid > 0, `${invalid === all ? total : invalid} invalid in both schemas`],
    [added > 0, `${added} added`],
    [notCompared > 0, notCompared === all ? "nothing was compared" : `${notCompared} not compared`],
    [expired > 0, `${count(expired, "accepted change")} expired`],
    [report.semver !== "none", STEPS[report.semver]],
  ];
  return parts.flatMap(([isShown, text]) => (isShown ? text : [])).join(" · ");
}

const STEPS: Readonly<Record<SemverStep, string>> = {
  major: "major version",
  minor: "minor version",
  patch: "patch version: only documentation changed",
  none: "",
};

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
    const names = new Set([first, ...others].flatMap(({ operations }) => operations));
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
