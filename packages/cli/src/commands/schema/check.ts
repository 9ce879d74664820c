/** `platform-graphql schema check`: reports the operations that a schema change breaks. */

import type { Report } from "@integration-platform/graphql-compiler/internal/check/index";
import type { ReportFormat } from "@integration-platform/graphql-compiler/internal/reports/formats";
import { outcomeOf, withStatus } from "@integration-platform/graphql-compiler/internal/reports/summary";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { describeFailure } from "../errors/failure.ts";
import { EXIT, type Failure } from "../errors/problem.ts";
import { renderFailure, renderHint } from "../terminal/messages.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Checked, type CompareOptions, createReport } from "./create-report.ts";
import { annotateFailure, formatOf, writeReports } from "./write-reports.ts";

/** `affected`: a change affects an operation without breaking it, or adds to a type in use. */
type FailOn = "affected" | "deprecated";

export interface CheckOptions extends CompareOptions {
  readonly format: ReportFormat;
  readonly output?: readonly string[];
  readonly failOn?: readonly FailOn[];
  readonly verbose?: boolean;
}

export async function checkSchema(options: CheckOptions, terminal: Terminal): Promise<number> {
  const { code } = await runCheck(options, terminal);
  return code;
}

/** Writes and prints the reports. @returns the exit code, and the report as data. */
export async function runCheck(
  options: CheckOptions,
  terminal: Terminal,
): Promise<{ readonly code: number; readonly report: Report }> {
  const { format, envPrefix: prefix, output = [], failOn = [], verbose = false } = options;
  try {
    // First, because an unknown extension is a mistake that needs no check.
    const files = output.map((path) => ({ path, format: formatOf(path) }));
    const checked = await createReport(options, terminal);
    await writeReports(checked, { files, format, verbose }, terminal);
    return { code: decideExit(checked, failOn, terminal), report: checked.report };
  } catch (error) {
    const failure = await describeFailure(error, prefix);
    if (failure && format === "github") await annotateFailure(failure, terminal);
    throw error;
  }
}

/** Returns the exit code, and explains it on stderr if the report does not. */
function decideExit({ report, skipped }: Checked, failOn: readonly FailOn[], { stderr }: Terminal): number {
  const outcome = outcomeOf(report);
  if (skipped.length > 0) {
    stderr.print(renderFailure(describeSkipped(skipped.length)));
    return EXIT.failure;
  }
  if (outcome === "fails") return EXIT.found;
  if (outcome === "incomplete") {
    const { length: invalid } = withStatus(report, "invalid");
    stderr.print(renderFailure(describeInvalid(invalid, report.operations.length)));
    return EXIT.failure;
  }
  const failing = failOn.filter((what) =>
    what === "deprecated" ? report.deprecations.length > 0 : outcome === "changes" || report.drift.length > 0,
  );
  if (failing.length === 0) return EXIT.success;
  stderr.print(
    renderHint(
      `Nothing breaks. The exit code is ${EXIT.affected} because of --fail-on ${failing.join(" ")}.`,
    ),
  );
  return EXIT.affected;
}

function describeSkipped(definitions: number): Failure {
  const message = `${count(definitions, "definition")} could not be read, and the others were checked`;
  const hint = "Use variables and named fragments, or leave the files out with --operations '!file'.";
  return { code: "USAGE", message, hint };
}

function describeInvalid(invalid: number, operations: number): Failure {
  const message = `${invalid} of ${count(operations, "operation")} could not be checked`;
  const hint = `Fix the operation${invalid === 1 ? "" : "s"}, then run the check again.`;
  return { code: "USAGE", message, hint };
}
