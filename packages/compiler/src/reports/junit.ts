/** Renders a report as JUnit XML, for GitLab and other CI systems: one test case per operation. */

import { EMPTY, html, type Markup } from "../text/markup.ts";
import { renderPlace } from "../text/phrases.ts";
import { printable } from "../text/printable.ts";
import type { List, OperationBlock, Problem, ReportDocument } from "./blocks.ts";
import { lookOf } from "./summary.ts";

const SUITE = "schema check";

/** An operation that breaks is a failure, and an operation that is invalid in both schemas is an error. */
export function renderJunit({ operations, lists }: ReportDocument): string {
  const others = lists.flatMap(renderList);
  const cases = [...operations.map(renderOperation), ...others];
  const failures = operations.filter(isFailure).length + others.length;
  const errors = operations.filter(({ status }) => status === "invalid").length;
  const counts = html`name="${SUITE}" tests="${cases.length}" failures="${failures}" errors="${errors}"`;
  const { markup } = html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite ${counts}>
${cases}</testsuite>
</testsuites>\n`;
  return markup;
}

function isFailure({ status, isIgnored }: OperationBlock): boolean {
  return (status === "rejected" || status === "breaks") && !isIgnored;
}

function renderOperation(operation: OperationBlock): Markup {
  const { name, place, status, problems, users } = operation;
  const note =
    users === undefined
      ? EMPTY
      : html`${printable(`${users.replace(/^./, (letter) => letter.toUpperCase())}.`)}\n`;
  const lines = html`${problems.map(renderLine)}${note}`;
  const body = () => {
    if (isFailure(operation)) return renderProblem("failure", lookOf(status).words, problems, lines);
    if (status === "invalid") return renderProblem("error", lookOf(status).words, problems, lines);
    if (status === "not compared") return html`<skipped message="not compared"/>`;
    return status === "unaffected" || status === "added" ? EMPTY : html`<system-out>${lines}</system-out>`;
  };
  return html`<testcase name="${printable(name)}" classname="${place.file}">${body()}</testcase>\n`;
}

function renderProblem(
  element: "failure" | "error",
  type: string,
  problems: readonly Problem[],
  lines: Markup,
): Markup {
  const rest = problems.length - 1;
  const message = `${printable(problems[0]?.message ?? "")}${rest > 0 ? ` And ${rest} more.` : ""}`;
  const tag: Markup = { markup: element };
  return html`<${tag} type="${type}" message="${message}">${lines}</${tag}>`;
}

function renderLine({ message, place, label }: Problem): Markup {
  return html`${printable(`${renderPlace(place)}: ${message}${label === "" ? "" : ` (${label})`}`)}\n`;
}

/** Each accepted change that has expired is a failure too. */
function renderList({ items }: List): Markup[] {
  return items.flatMap(({ subject, labels: [label = "", ...others], message, fails }) => {
    if (!fails) return [];
    const title = printable([subject, ...others].join(", "));
    // The label `expired on 2026-01-31` is of the type `expired`.
    const [type = ""] = label.split(" ");
    const text = printable(`${label}: ${message}`);
    const failure = html`<failure type="${type}" message="${text}"/>`;
    return [html`<testcase name="${title}" classname="accepted changes">${failure}</testcase>\n`];
  });
}
