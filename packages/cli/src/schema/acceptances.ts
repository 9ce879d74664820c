/** Changes that people have looked at and live with until a day that they named. */

import { worstOf } from "./judge.ts";
import type { Acceptance, Finding, OperationReport, Report } from "./report.ts";

interface Accepted {
  readonly operations: OperationReport[];
  readonly stale: Report["staleAcceptances"];
}

/**
 * Marks the findings that are accepted, and lists the acceptances that do nothing any more.
 *
 * @param today - `YYYY-MM-DD`, UTC
 */
export function applyAcceptances(
  operations: readonly OperationReport[],
  acceptances: readonly Acceptance[],
  today: string,
): Accepted {
  const used = new Set<Acceptance>();
  const accept = (finding: Finding, operation: string): Finding => {
    const matching = acceptances.filter((acceptance) => matches(acceptance, finding, operation));
    for (const acceptance of matching) used.add(acceptance);
    const accepted = matching.find((acceptance) => !isExpired(acceptance, today));
    return accepted ? { ...finding, accepted } : finding;
  };
  const marked = operations.map((operation): OperationReport => {
    const findings = operation.findings.map((finding) => accept(finding, operation.name));
    return { ...operation, findings, verdict: worstOf(findings) };
  });
  const problemOf = (acceptance: Acceptance): "expired" | "unused" | undefined => {
    if (isExpired(acceptance, today)) return "expired";
    return used.has(acceptance) ? undefined : "unused";
  };
  const stale = acceptances.flatMap((acceptance) => {
    const problem = problemOf(acceptance);
    return problem ? [{ ...acceptance, problem }] : [];
  });
  return { operations: marked, stale };
}

function matches({ coordinate, rule, operation }: Acceptance, finding: Finding, name: string): boolean {
  return coordinate === finding.coordinate && (rule ?? finding.rule) === finding.rule && (operation ?? name) === name;
}

/** The day itself is the last one on which it holds. */
function isExpired({ expires }: Acceptance, today: string): boolean {
  return expires < today;
}
