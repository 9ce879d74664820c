/** Check runner and report of `doctor`. */

import { wrap } from "@integration-platform/graphql-compiler/internal/reports/text-layout";
import {
  type Ink,
  ink,
  joinInk,
  paint,
  printableText,
  toLines,
} from "@integration-platform/graphql-compiler/internal/text/ink";
import { largestOf } from "@integration-platform/graphql-compiler/internal/text/long-lists";
import { count, cut } from "@integration-platform/graphql-compiler/internal/text/phrases";
import type { GraphQLSchema } from "graphql";
import { completeCommands } from "../../files/package-manager.ts";
import { describeFailure } from "../../host/errors/failure.ts";
import { nameError } from "../../host/errors/node-errors.ts";
import type { Problem } from "../../host/errors/problem.ts";
import type { Target } from "../../host/platform/target.ts";
import type { Project } from "../../host/project/project.ts";
import type { Output } from "../../host/terminal/output.ts";
import type { Progress } from "../../host/terminal/progress.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import type { Facts } from "../../host/terminal/traffic.ts";

/** `warning` does not affect the exit code. `error`: the check itself could not run. */
export type Status = "passed" | "warning" | "failed" | "error" | "skipped";

export interface Result {
  readonly status: Status;
  /** One line. Absent if there is nothing to add to the title. */
  readonly message?: string | undefined;
  /** An imperative sentence. */
  readonly hint?: string | undefined;
}

/** State that the checks of one run share. */
export interface DoctorContext {
  readonly prefix: string;
  readonly insecureHttp: boolean | undefined;
  readonly terminal: Terminal;
  /** Timeout of one step in milliseconds. */
  readonly timeout: number;
  readonly project: Project;
  /** The config cannot be loaded: the project is what the defaults and the options say. */
  readonly configProblem: Problem | undefined;
  /** Set by the configuration check. */
  target?: Pick<Target, "baseUrl" | "local" | "insecureHttp" | "credentials">;
  /** Access token, set by the refresh request. */
  token?: string;
  /** Set by the refresh request or the query, if it failed. */
  failedRequest?: { readonly title: string; readonly error: unknown };
  /** Set by the introspection check. */
  liveSchema?: GraphQLSchema;
}

export interface Check {
  /** Stable: programs use it. */
  readonly id: string;
  readonly title: string;
  readonly group?: string;
  /** Checks that must not fail before this one. */
  readonly needs?: readonly string[];
  run(context: DoctorContext): Result | Promise<Result>;
}

export interface CheckResult extends Result, Pick<Check, "id" | "title" | "group"> {}

export const passed = (message?: string): Result => ({ status: "passed", message });
export const warning = (message: string, hint?: string): Result => ({ status: "warning", message, hint });
export const failed = (message: string, hint?: string): Result => ({ status: "failed", message, hint });
export const skipped = (message: string, hint?: string): Result => ({ status: "skipped", message, hint });

/** Characters of a message that are kept. A platform can return a whole page. */
const MAX_MESSAGE_LENGTH = 300;

/** Runs the checks in their order. A check is skipped if one that it needs failed or was skipped. */
export async function runChecks(
  checks: readonly Check[],
  context: DoctorContext,
  { say }: Pick<Progress, "say">,
): Promise<CheckResult[]> {
  const { interruption, redaction } = context.terminal;
  const results: CheckResult[] = [];
  const clean = (text: string) =>
    cut(redaction.redact(text).replaceAll(/\s+/g, " ").trim(), MAX_MESSAGE_LENGTH);
  for (const check of checks) {
    interruption.throwIfAborted();
    const { id, title, group, needs = [] } = check;
    const blocker = results.find((result) => needs.includes(result.id) && blocks(result));
    if (!blocker) say(title);
    const { status, message, hint } = blocker ? skipBecause(blocker) : await runCheck(check, context);
    results.push({
      id,
      title,
      ...(group !== undefined && { group }),
      status,
      ...(message !== undefined && { message: clean(message) }),
      ...(hint !== undefined && { hint: clean(completeCommands(hint)) }),
    });
  }
  interruption.throwIfAborted();
  return results;
}

/** Whether checks that need this one are skipped. */
function blocks({ status }: Result): boolean {
  return status !== "passed" && status !== "warning";
}

/** Names the first check that failed, even if further checks were skipped because of it. */
function skipBecause({ status, title, message }: CheckResult): Result {
  const isSkipped = status === "skipped" && message;
  return skipped(isSkipped ? message : `requires: ${title}`);
}

async function runCheck(check: Check, context: DoctorContext): Promise<Result> {
  try {
    return await check.run(context);
  } catch (error) {
    if (context.terminal.interruption.aborted) throw error;
    const failure = await describeFailure(error, context.prefix);
    // The title of the check already names the operation.
    if (failure) return failed(failure.problem ?? failure.message, failure.hint);
    return { status: "error", message: `the check could not run (${nameError(error)})` };
  }
}

const MARKS: Readonly<Record<Status, readonly [mark: string, style: "green" | "yellow" | "red" | "dim"]>> = {
  passed: ["✓", "green"],
  warning: ["!", "yellow"],
  failed: ["✗", "red"],
  error: ["?", "red"],
  skipped: ["?", "yellow"],
};

/** Counts of the checks. A refresh request is a request. */
export type CheckFacts = Omit<Facts, "refreshes">;

/** A line of the report. */
interface Line {
  readonly label: string;
  readonly text: string;
  /** Below the text. */
  readonly notes: readonly (string | undefined)[];
}

/** A check of the contract, which has a group, is named by its id, because its title is a statement. */
function describeResult({ id, title, group, status, message = "", hint }: CheckResult): Line {
  const shown =
    status === "skipped" || (status === "error" && group !== undefined) ? `not checked: ${message}` : message;
  const action = hint && `→ ${hint}`;
  if (group === undefined) return { label: title, text: shown, notes: [action] };
  return { label: id, text: title, notes: [shown || undefined, action] };
}

/** Renders the results by group, and the counts. */
export function renderReport(
  results: readonly CheckResult[],
  facts: CheckFacts,
  { columns = Number.POSITIVE_INFINITY }: Pick<Output, "columns">,
): Ink {
  const groups = [...new Set(results.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const members = results.filter((result) => result.group === group);
    const width = largestOf(members.map((result) => describeResult(result).label.length));
    const lines = members.flatMap((result) => renderResult(result, width, columns));
    return toLines(group === undefined ? lines : [paint("bold", group), ...lines]);
  });
  return joinInk([...sections, renderSummary(results, facts)], ink`\n`);
}

/** @param width - Columns of the labels. */
function renderResult(result: CheckResult, width: number, columns: number): Ink[] {
  const [mark, style] = MARKS[result.status];
  const { label, text, notes } = describeResult(result);
  const margin = width + 6;
  const wrapLine = (line: string) => wrap(printableText(line), columns - margin);
  const [first = "", ...more] = wrapLine(text).map((line) =>
    result.status === "skipped" ? paint("dim", line) : line,
  );
  const below = notes.flatMap((note) => (note === undefined ? [] : wrapLine(note)));
  const indented = [...more, ...below.map((line) => paint("cyan", line))];
  const title = ink`  ${paint(style, mark)} ${label.padEnd(width)}  ${first}`;
  return [title, ...indented.map((line) => ink`${" ".repeat(margin)}${line}`)];
}

function renderSummary(results: readonly CheckResult[], facts: CheckFacts): Ink {
  const summary = summarize(results);
  const counts = [
    `${summary.passed} passed`,
    ...(summary.warnings > 0 ? [count(summary.warnings, "warning")] : []),
    ...(summary.failed > 0 ? [`${summary.failed} failed`] : []),
    ...(summary.notChecked > 0 ? [`${summary.notChecked} not checked`] : []),
  ];
  return toLines([joinParts(counts), renderFacts([count(facts.requests, "request")], facts)]);
}

/** Renders the last line of a run: its counts, its duration and the platform. */
export function renderFacts(
  counts: readonly string[],
  { durationMs, platform }: Pick<Facts, "durationMs" | "platform">,
): Ink {
  const name = platform ? [`${platform.local ? "local platform at " : ""}${platform.baseUrl}`] : [];
  return joinParts([...counts, `${durationMs} ms`, ...name]);
}

const joinParts = (parts: readonly string[]): Ink => joinInk(parts, paint("dim", " · "));

function summarize(results: readonly CheckResult[]) {
  const countOf = (status: Status) => results.filter((result) => result.status === status).length;
  const counts = {
    passed: countOf("passed"),
    warnings: countOf("warning"),
    failed: countOf("failed"),
    errors: countOf("error"),
    skipped: countOf("skipped"),
  };
  return { ...counts, notChecked: counts.errors + counts.skipped };
}

/** Runs the checks and prints the report. */
export async function reportChecks(
  checks: readonly Check[],
  context: DoctorContext,
  format: "table" | "json",
  progress: Progress,
): Promise<CheckResult[]> {
  const results = await runChecks(checks, context, progress);
  progress[Symbol.dispose]();
  const { stdout, traffic } = context.terminal;
  const { platform, requests, refreshes, durationMs } = traffic.facts();
  const facts = { requests: requests + refreshes, durationMs };
  const summary = summarize(results);
  if (format === "json") stdout.printJson({ version: 1, platform, checks: results, summary, ...facts });
  else stdout.print(renderReport(results, { platform, ...facts }, stdout));
  return results;
}
