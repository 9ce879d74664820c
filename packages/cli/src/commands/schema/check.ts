/** `platform-graphql schema check`: reports the operations that a schema change breaks. */

import type { Report } from "@integration-platform/graphql-compiler/internal/check/index";
import type { ReportFormat } from "@integration-platform/graphql-compiler/internal/reports/formats";
import { outcomeOf, withStatus } from "@integration-platform/graphql-compiler/internal/reports/summary";
import { ink } from "@integration-platform/graphql-compiler/internal/text/ink";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { describeFailure } from "../../host/errors/failure.ts";
import { EXIT, type Failure } from "../../host/errors/problem.ts";
import { describeEvent } from "../../host/git/ci-change.ts";
import { renderFailure, renderHint } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { type Checked, type CompareOptions, createReport } from "./create-report.ts";
import type { FailOn } from "./fail-on.ts";
import { writeNotCompared } from "./not-compared.ts";
import { annotateFailure, formatOf, writeReports } from "./write-reports.ts";

/** Conditions of `--fail-on`, for a report in which nothing breaks. */
const CONDITIONS: Readonly<Record<FailOn, (report: Report) => boolean>> = {
  /**
   * The types of an operation have changed, or a type in use has new elements.
   */
  affected: (report) => outcomeOf(report) === "changes" || report.additions.length > 0,
  deprecated: (report) => report.deprecations.length > 0,
};

export interface CheckOptions extends CompareOptions {
  readonly format: ReportFormat;
  readonly output?: readonly string[];
  readonly failOn?: readonly FailOn[];
  readonly verbose?: boolean;
  /** Annotations on GitHub that the caller prints. @default 0 */
  readonly otherAnnotations?: number;
}

export async function checkSchema(options: CheckOptions, terminal: Terminal): Promise<number> {
  const { exitCode } = await runCheck(options, terminal);
  return exitCode;
}

/** The end of a check. */
interface Ended {
  readonly exitCode: number;
  /** Absent if nothing was compared. */
  readonly report?: Report;
  /** The sentence that says why nothing was compared. */
  readonly notCompared?: string;
}

/** Writes and prints the reports. */
export async function runCheck(options: CheckOptions, terminal: Terminal): Promise<Ended> {
  const { format, envPrefix: prefix, output = [], failOn = [], verbose = false } = options;
  const { otherAnnotations = 0 } = options;
  try {
    // An unknown extension fails before the check, which can take long.
    const files = output.map((path) => ({ path, format: formatOf(path) }));
    const event = options.base === true ? describeEvent(terminal.env) : undefined;
    if (event !== undefined) return endNotCompared(event, options, terminal);
    const checked = await createReport(options, terminal);
    await writeReports(checked, { files, format, verbose, otherAnnotations }, terminal);
    return { exitCode: decideExit(checked, failOn, terminal), report: checked.report };
  } catch (error) {
    const failure = await describeFailure(error, prefix);
    if (failure && format === "github") await annotateFailure(failure, terminal);
    throw error;
  }
}

/** Only CI can say that there is no change: in a pull request, nothing compared is a failure. */
async function endNotCompared(
  event: string,
  { output = [], remarks = [] }: CheckOptions,
  terminal: Terminal,
): Promise<Ended> {
  const notCompared = `nothing was compared: CI names ${event}, which has no base`;
  await writeNotCompared({ reason: notCompared, remarks }, output, terminal);
  terminal.stdout.print(ink`${notCompared}\n`);
  terminal.stderr.print(renderHint("To compare with a commit, pass it, such as --base HEAD^."));
  return { exitCode: EXIT.success, notCompared };
}

/**
 * Returns the exit code. The first that is true decides:
 *
 * 1. Definitions were skipped: 3 (`EXIT.failure`). Even if an operation breaks, because the list of breaks is
 *    not complete.
 * 2. An operation breaks, or an accepted change has expired: 1 (`EXIT.found`).
 * 3. An operation is invalid in both schemas: 3. After 2, because the list of breaks is complete all the
 *    same: a change cannot break such an operation.
 * 4. No operation was compared: 3, unless the snapshot is new.
 * 5. A condition of `--fail-on` is met: 2 (`EXIT.affected`).
 *
 * In all cases but 2, a message on stderr names the reason.
 */
function decideExit(
  { report, skipped, isNew }: Checked,
  failOn: readonly FailOn[],
  { stderr }: Terminal,
): number {
  const endIncomplete = (failure: Failure): number => {
    stderr.print(renderFailure(failure));
    return EXIT.failure;
  };
  if (skipped.length > 0) return endIncomplete(describeSkipped(skipped.length));
  const outcome = outcomeOf(report);
  if (outcome === "fails") return EXIT.found;
  if (outcome === "incomplete") return endIncomplete(describeInvalid(report));
  const isNothing = withStatus(report, "not compared").length === report.operations.length;
  if (isNothing && !isNew) return endIncomplete(NOTHING);
  const reasons = failOn.filter((condition) => CONDITIONS[condition](report));
  if (reasons.length === 0) return EXIT.success;
  const hint = `Nothing breaks. The exit code is ${EXIT.affected} because of --fail-on ${reasons.join(" ")}.`;
  stderr.print(renderHint(hint));
  return EXIT.affected;
}

const NOTHING: Failure = {
  code: "USAGE",
  message: "nothing was compared: all operations are valid only in the new schema",
  hint: "Compare with --base, which also reads the operations of the base.",
};

function describeSkipped(definitions: number): Failure {
  const message = `${count(definitions, "definition")} ${definitions === 1 ? "was" : "were"} skipped, and the others were checked`;
  const hint =
    'Use variables and named fragments, or add "!<file>" to "documents" of the config, or to the paths of --operations.';
  return { code: "USAGE", message, hint };
}

function describeInvalid(report: Report): Failure {
  const invalid = withStatus(report, "invalid").length;
  const message = `${invalid} of ${count(report.operations.length, "operation")} could not be checked`;
  const hint = `Fix the operation${invalid === 1 ? "" : "s"}, then run the check again.`;
  return { code: "USAGE", message, hint };
}
