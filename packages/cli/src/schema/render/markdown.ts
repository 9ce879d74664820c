/** Renders a report as Markdown, for a pull request comment or a job summary: the verdict first, then collapsed details. */

import type { Finding, OperationReport, Place, Report, SchemaOrigin } from "../report.ts";
import { annotationsOf, createFrames, diffTypes, type Frame, type Sources } from "./frame.ts";
import { code, cut, fence, fillRoom, text, textInTag } from "./markdown-text.ts";
import { printable, printableLines } from "./printable.ts";
import {
  count,
  describeVerdict,
  type Entry,
  listSections,
  listSome,
  markOf,
  type Outcome,
  outcomeOf,
  type Section,
  type Status,
  statusOf,
  withStatus,
} from "./summary.ts";

export interface MarkdownOptions {
  /** Text of each operation file, by its path in the report. Without it, the report has no code frames of the file. */
  readonly sources: Sources;
}

/** In characters. GitHub accepts 65,536 in a comment. */
const MAX_LENGTH = 65_000;
/** Maximum length of each part. Unused room is left for the details. */
const TABLE_ROOM = 12_000;
const CHANGELOG_ROOM = 8_000;
const SECTION_ROOM = 5_000;
const NAMES_ROOM = 3_000;
const MAX_LINE = 200;
const MAX_DIFF_LINES = 60;
const MAX_NAMES = 5;

const ICONS: Readonly<Record<Status | Outcome, string>> = {
  ...{ breaks: "❌", "changes types": "🔶", invalid: "❌", unaffected: "✅" },
  ...{ fails: "❌", changes: "🔶", incomplete: "❌", passes: "✅" },
};

/** Lets a script find its comment and replace it. */
const MARKER = "<!-- platform-graphql schema check -->";

export function renderMarkdown(report: Report, { sources }: MarkdownOptions): string {
  const affected = report.operations.filter((operation) => statusOf(operation) !== "unaffected");
  const head = [
    MARKER,
    `## ${ICONS[outcomeOf(report)]} ${describeVerdict(report)}`,
    `${renderOrigin(report.before)} → ${renderOrigin(report.after)}`,
    ...renderRemarks(report),
    ...renderTable(affected),
  ];
  const tail = [...renderUnaffected(report), ...listSections(report).map(renderSection), ...renderChangelog(report)];
  const details = fillRoom(affected, {
    room: MAX_LENGTH - [...head, ...tail].join("\n\n").length - 4,
    separator: "\n\n",
    render: (operation) => renderDetails(operation, sources),
    renderRest: (rest) => `*The details of ${count(rest, "other operation")} are left out.*`,
  });
  return `${[...head, ...(details === "" ? [] : [details]), ...tail].join("\n\n")}\n`;
}

function renderOrigin({ label, how }: SchemaOrigin): string {
  return `${code(label)}${how ? ` (${text(how)})` : ""}`;
}

function renderRemarks({ remarks }: Report): string[] {
  if (remarks.length === 0) return [];
  const lines = fillRoom(remarks, {
    room: SECTION_ROOM,
    separator: "\n>\n",
    render: (remark) => `> ${text(remark)}`,
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
  return [`| Operation | Verdict | Reason | Place |\n| --- | --- | --- | --- |\n${rows}`];
}

function renderRow(operation: OperationReport): string {
  const status = statusOf(operation);
  const annotations = annotationsOf(operation);
  const [first = { ...operation, message: "" }] = annotations;
  const reason = "rule" in first ? `${code(first.coordinate)} ${first.rule}` : text(first.message);
  const more = annotations.length > 1 ? ` and ${annotations.length - 1} more` : "";
  const verdict = status === "invalid" ? "invalid in both schemas" : status;
  return `| ${ICONS[status]} ${code(operation.name)} | ${verdict} | ${reason}${more} | ${renderPlace(first.place)} |`;
}

function renderPlace({ file, line, column }: Place): string {
  return code(`${cut(file, MAX_LINE)}:${line}:${column}`);
}

function renderDetails(operation: OperationReport, sources: Sources): string {
  const status = statusOf(operation);
  const annotations = annotationsOf(operation);
  const blocks = [
    `<details><summary>${ICONS[status]} <b>${textInTag(operation.name)}</b>: ${count(annotations.length, "finding")}</summary>`,
    [...operation.findings.map(renderFinding), ...(operation.errors ?? []).map(renderError)].join("\n"),
    ...createFrames(annotations, sources).flatMap(renderFrame),
    ...renderTypes(operation),
    "</details>",
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function renderFinding({ verdict, rule, coordinate, message, place, accepted }: Finding): string {
  const mark = accepted ? "○" : markOf(verdict);
  const until = accepted ? ` *Accepted until ${accepted.expires}: ${text(accepted.reason)}*` : "";
  return `- ${mark} ${code(coordinate)} ${rule}: ${text(message)} (${renderPlace(place)})${until}`;
}

function renderError({ message, place }: NonNullable<OperationReport["errors"]>[number]): string {
  return `- ${markOf("invalid")} ${text(message)} (${renderPlace(place)})`;
}

/** If the file cannot be read, there is no frame: the findings above have their places. */
function renderFrame({ file, lines }: Frame): string[] {
  if (lines.every((line) => line.text === "")) return [];
  const rendered = lines.flatMap(({ text: source, followsGap, marks }) => [
    ...(followsGap ? ["# ⋮"] : []),
    cut(source, MAX_LINE),
    ...marks.map(({ start, length, annotations }) => {
      if (start > MAX_LINE) return "# …";
      const carets = `#${" ".repeat(Math.max(0, start - 1))}${"^".repeat(Math.max(1, length - Number(start === 0)))}`;
      const names = annotations.flatMap((one) => ("coordinate" in one ? [printable(one.coordinate)] : []));
      return `${carets} ${names.join(", ")}`.trimEnd();
    }),
  ]);
  const all = [`# ${printable(file)}`, ...rendered].map((line) => cut(line, 2 * MAX_LINE));
  return [fence("graphql", all)];
}

const SIGNS = { same: "  ", removed: "- ", added: "+ " };

function renderTypes({ types }: OperationReport): string[] {
  if (!types) return [];
  const lines = diffTypes(types, 2).map((line) =>
    line.kind === "gap"
      ? `@@ ${count(Number(line.text), "line")} @@`
      : cut(`${SIGNS[line.kind]}${line.text}`, MAX_LINE),
  );
  const rest = lines.length - MAX_DIFF_LINES;
  return [fence("diff", rest > 1 ? [...lines.slice(0, MAX_DIFF_LINES), `@@ ${rest} more lines @@`] : lines)];
}

/** Lists the names of the unaffected operations, and their accepted findings. */
function renderUnaffected(report: Report): string[] {
  const operations = withStatus(report, "unaffected");
  if (operations.length === 0) return [];
  const names = fillRoom(operations, {
    room: NAMES_ROOM,
    separator: ", ",
    render: ({ name }) => code(name),
    renderRest: (rest) => `and ${count(rest, "other")}`,
  });
  const findings = operations.flatMap((operation) => operation.findings);
  const accepted = renderList(findings, renderFinding);
  const summary = `<details><summary>${ICONS.unaffected} ${count(operations.length, "operation")} unaffected</summary>`;
  return [[summary, names, ...(accepted === "" ? [] : [accepted]), "</details>"].join("\n\n")];
}

function renderList<Item>(items: readonly Item[], render: (item: Item) => string): string {
  return fillRoom(items, {
    room: SECTION_ROOM,
    separator: "\n",
    render,
    renderRest: (rest) => `- and ${count(rest, "other")}`,
  });
}

function renderSection({ id, title, entries }: Section): string {
  const list = renderList(entries, renderEntry);
  if (id === "changes") return `<details><summary>${title}</summary>\n\n${list}\n\n</details>`;
  return `### ${title}\n${list}`;
}

function renderEntry({ coordinate, labels, message, uses }: Entry): string {
  const names = listSome(uses, MAX_NAMES, ({ operation, place }) =>
    place ? `${code(operation)} (${renderPlace(place)})` : code(operation),
  );
  const suffix = labels.length > 0 ? ` **${labels.map(text).join(", ")}**` : "";
  return `- ${code(coordinate)}${suffix}: ${text(message)}${names && ` Used by ${names}`}`;
}

/** Ready to be copied into a changelog. */
function renderChangelog({ changelog }: Report): string[] {
  if (changelog.trim() === "") return [];
  const lines = printableLines(cut(changelog.trim(), CHANGELOG_ROOM));
  return [`<details><summary>Changelog entry</summary>\n\n${fence("markdown", lines)}\n\n</details>`];
}
