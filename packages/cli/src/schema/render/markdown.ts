/** A report as the comment of a pull request or a job's summary: the verdict first, details to unfold. */

import type { OperationReport, Report, SchemaOrigin } from "../report.ts";
import type { Sources } from "./frame.ts";
import { cut, fillRoom } from "./markdown/budget.ts";
import { escapeCode, escapeText } from "./markdown/escape.ts";
import { ICONS, renderDetails, renderFinding, renderRow } from "./markdown/operation.ts";
import { renderChangelog, renderSections } from "./markdown/sections.ts";
import { count, describeVerdict, type Outcome, outcomeOf, statusOf, withStatus } from "./tally.ts";

export interface MarkdownOptions {
  /** Text of every operation file, by its path as the report names it. A missing one costs its code frames. */
  readonly sources: Sources;
}

/** GitHub takes 65,536 characters in a comment. */
const MOST_CHARACTERS = 65_000;
/** Of them, at most. What one part leaves is there for the next. */
const TABLE_ROOM = 12_000;
const CHANGELOG_ROOM = 8_000;
const SECTION_ROOM = 5_000;
const LONGEST_TEXT = 600;
const NAMES_ROOM = 3_000;

const OUTCOME_ICONS: Readonly<Record<Outcome, string>> = {
  fails: ICONS.breaks,
  incomplete: ICONS["not compared"],
  changes: ICONS["changes types"],
  passes: ICONS.unaffected,
};

/** Found again by those who replace their comment rather than write another one. */
const MARKER = "<!-- platform-graphql schema check -->";

export function renderMarkdown(report: Report, { sources }: MarkdownOptions): string {
  const affected = report.operations.filter((operation) => statusOf(operation) !== "unaffected");
  const head = [
    MARKER,
    `## ${OUTCOME_ICONS[outcomeOf(report)]} ${describeVerdict(report)}`,
    `${renderOrigin(report.before)} → ${renderOrigin(report.after)}`,
    ...renderRemarks(report),
    ...renderTable(affected),
  ];
  const tail = [
    ...renderUnaffected(report),
    ...renderSections(report, SECTION_ROOM),
    ...renderChangelog(report, CHANGELOG_ROOM),
  ];
  const explained = affected.filter(({ findings, types }) => findings.length > 0 || types);
  const details = fillRoom(explained, {
    room: MOST_CHARACTERS - [...head, ...tail].join("\n\n").length - 4,
    separator: "\n\n",
    render: (operation) => renderDetails(operation, sources),
    renderRest: (rest) => `*Details of ${count(rest, "other operation")} did not fit here.*`,
  });
  return `${[...head, ...(details === "" ? [] : [details]), ...tail].join("\n\n")}\n`;
}

function renderOrigin({ label, how }: SchemaOrigin): string {
  return `${escapeCode(cut(label, LONGEST_TEXT))}${how ? ` (${escapeText(cut(how, LONGEST_TEXT))})` : ""}`;
}

function renderRemarks({ remarks }: Report): string[] {
  if (remarks.length === 0) return [];
  const lines = fillRoom(remarks, {
    room: SECTION_ROOM,
    separator: "\n>\n",
    render: (remark) => `> ${escapeText(cut(remark, LONGEST_TEXT))}`,
    renderRest: (rest) => `> and ${count(rest, "other remark")}`,
  });
  return [`> [!WARNING]\n${lines}`];
}

function renderTable(operations: readonly OperationReport[]): string[] {
  if (operations.length === 0) return [];
  const rows = fillRoom(operations, {
    room: TABLE_ROOM,
    separator: "\n",
    render: renderRow,
    renderRest: (rest) => `| and ${count(rest, "other")} | | | |`,
  });
  return [`| Operation | Verdict | Because of | Where |\n| --- | --- | --- | --- |\n${rows}`];
}

/** Their names, and what was accepted of them. */
function renderUnaffected(report: Report): string[] {
  const operations = withStatus(report, "unaffected");
  if (operations.length === 0) return [];
  const names = fillRoom(operations, {
    room: NAMES_ROOM,
    separator: ", ",
    render: ({ name }) => escapeCode(cut(name, LONGEST_TEXT)),
    renderRest: (rest) => `and ${count(rest, "other")}`,
  });
  const findings = operations.flatMap((operation) => operation.findings);
  const accepted = fillRoom(findings, {
    room: SECTION_ROOM,
    separator: "\n",
    render: renderFinding,
    renderRest: (rest) => `- and ${count(rest, "other")}`,
  });
  const summary = `<details><summary>${ICONS.unaffected} ${count(operations.length, "operation")} unaffected</summary>`;
  return [[summary, names, ...(accepted === "" ? [] : [accepted]), "</details>"].join("\n\n")];
}
