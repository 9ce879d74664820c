/** What a report comes to for whoever started the check: the exit code, the same for every format. */

import type { Report } from "../../schema/index.ts";
import { outcomeOf } from "../../schema/render/tally.ts";
import { EXIT } from "../problem.ts";

export type FailOn = "drift" | "deprecated";

export function exitCodeOf(report: Report, failOn: readonly FailOn[]): number {
  switch (outcomeOf(report)) {
    case "fails":
      return EXIT.problem;
    case "incomplete":
      return EXIT.failure;
    default:
      return failOn.some((what) => isThere(report, what)) ? EXIT.drift : EXIT.success;
  }
}

/** One line where a report that looks fine fails all the same. */
export function explainExitCode(report: Report, failOn: readonly FailOn[]): string | undefined {
  if (exitCodeOf(report, failOn) !== EXIT.drift) return undefined;
  const found = failOn.filter((what) => isThere(report, what));
  return `nothing breaks; exit code ${EXIT.drift} because of --fail-on ${found.join(" ")}`;
}

function isThere(report: Report, what: FailOn): boolean {
  if (what === "deprecated") return report.deprecations.length > 0;
  return report.verdict === "changes types" || report.drift.length > 0;
}
