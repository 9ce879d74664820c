/** Describes a report as a tree of blocks, for all formats. */

import type { OperationReport, Report } from "../check/report.ts";
import type { Group, OperationBlock, Problem, ReportDocument } from "./blocks.ts";
import { describeGroups } from "./changes.ts";
import { describeLists } from "./lists.ts";
import type { Sources } from "./report-options.ts";
import { describeVerdict, outcomeOf, statusOf } from "./summary.ts";

/** @param context - Number of unchanged lines of types around a changed one. 0: the format shows no types. */
export function describeReport(report: Report, sources: Sources, context: number): ReportDocument {
  const { before, after, remarks: notes, changelog } = report;
  const groups = describeGroups(report, { sources, context });
  return {
    outcome: outcomeOf(report),
    verdict: describeVerdict(report),
    before,
    after,
    notes,
    groups,
    changelog,
    operations: describeOperations(report.operations, groups),
    lists: describeLists(report),
  };
}

function describeOperations(reports: readonly OperationReport[], groups: readonly Group[]): OperationBlock[] {
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
      ...(report.consumers && { users: describeUsers(report.consumers) }),
    };
  });
}

function listProblems({ findings, errors = [] }: OperationReport): Problem[] {
  const open = findings.filter(({ accepted }) => !accepted);
  return [
    ...open.map(({ message, place, coordinate, rule }) => ({
      message,
      place,
      label: `${coordinate} · ${rule}`,
    })),
    ...errors.map(({ message, place }) => ({ message, place, label: "" })),
  ];
}

function describeUsers(consumers: readonly string[]): string {
  return consumers.length > 0 ? `used by ${consumers.join(", ")}` : "not used by a consumer";
}
