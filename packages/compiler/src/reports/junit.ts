/** Renders a report as JUnit XML, for GitLab and other CI systems: one test case per operation. */

import type { Finding, OperationError, OperationReport, Place, Report } from "../check/report.ts";
import { EMPTY, html, type Markup } from "../text/markup.ts";
import { printable } from "../text/printable.ts";
import { listSections, renderPlace, statusOf, withStatus } from "./summary.ts";

const SUITE = "schema check";

/** An operation that breaks is a failure, and an operation that is invalid in both schemas is an error. */
export function renderJunit(report: Report): string {
  const cases = [...report.operations.map(renderOperation), ...renderSections(report)];
  const failures =
    withStatus(report, "breaks").filter(({ isIgnored }) => !isIgnored).length + cases.length - report.operations.length;
  const counts = html`name="${SUITE}" tests="${cases.length}" failures="${failures}" errors="${withStatus(report, "invalid").length}"`;
  const { markup } = html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite ${counts}>
${cases}</testsuite>
</testsuites>\n`;
  return markup;
}

function renderOperation(operation: OperationReport): Markup {
  const { name, place, errors = [] } = operation;
  const status = statusOf(operation);
  const users = operation.consumers ? html`${describeConsumers(operation.consumers)}\n` : EMPTY;
  const findings = operation.findings.filter((finding) => !finding.accepted);
  const body = {
    breaks: () =>
      operation.isIgnored
        ? html`<system-out>${findings.map(renderLine)}${users}</system-out>`
        : renderProblem("failure", "breaks", findings, users),
    invalid: () => renderProblem("error", "invalid in both schemas", errors),
    "changes types": () => html`<system-out>${findings.map(renderLine)}${users}</system-out>`,
    unaffected: () => EMPTY,
  }[status]();
  return html`<testcase name="${printable(name)}" classname="${place.file}">${body}</testcase>\n`;
}

function renderProblem(
  element: "failure" | "error",
  type: string,
  problems: readonly (Finding | OperationError)[],
  users: Markup = EMPTY,
): Markup {
  const rest = problems.length - 1;
  const message = `${printable(problems[0]?.message ?? "")}${rest > 0 ? ` And ${rest} more.` : ""}`;
  const tag: Markup = { markup: element };
  return html`<${tag} type="${type}" message="${message}">${problems.map(renderLine)}${users}</${tag}>`;
}

function describeConsumers(names: readonly string[]): string {
  return printable(names.length === 0 ? "No consumer uses it." : `Used by ${names.join(", ")}.`);
}

function renderLine({
  message,
  place,
  ...rest
}: { readonly message: string; readonly place: Place } & Partial<Finding>) {
  const rule = rest.rule ? ` (${rest.coordinate} · ${rest.rule})` : "";
  return html`${printable(`${renderPlace(place)}: ${message}${rule}`)}\n`;
}

/** Each finding about a recording, and each accepted change that has expired, is a failure too. */
function renderSections(report: Report): Markup[] {
  return listSections(report).flatMap(({ id, entries }) =>
    entries.flatMap(({ coordinate, labels: [label = "", ...others], message, fails }) => {
      if (id === "recordings")
        return html`<testcase name="${printable(coordinate)}" classname="recordings"><failure type="${label}" message="${printable(message)}"/></testcase>\n`;
      if (id !== "accepted" || !fails) return [];
      const name = printable([coordinate, ...others].join(", "));
      return html`<testcase name="${name}" classname="accepted changes"><failure type="expired" message="${printable(label)}">${printable(message)}</failure></testcase>\n`;
    }),
  );
}
