/**
 * Renders a report as Markdown, for a pull request comment or a job summary: verdict, changes, collapsed
 * details.
 */

import type { Place, SchemaOrigin } from "../check/verdict/report.ts";
import { code, fence, fillRoom, text, textInTag } from "../text/markdown-text.ts";
import { count, cut, listSome, renderPlace } from "../text/phrases.ts";
import { printableLines } from "../text/printable.ts";
import type { ChangeBlock, Group, Item, List, PlaceBlock, ReportDocument } from "./blocks.ts";
import type { DiffLine, FrameLine } from "./frame.ts";
import { lookOf } from "./summary.ts";

/** In characters. GitHub accepts 65,536 in a comment. */
const MAX_LENGTH = 65_000;
/** Maximum length of each part. Unused room is left for the details. */
const TABLE_ROOM = 12_000;
const CHANGELOG_ROOM = 8_000;
const LIST_ROOM = 4_500;
const NAMES_ROOM = 3_000;
const MAX_LINE = 200;
const MAX_DIFF_LINES = 60;
const MAX_NAMES = 5;
const SEE_ALL = "all of it: `--output report.html`";

/** Lets a script find its comment and replace it. */
const MARKER = "<!-- platform-graphql schema check -->";

/** Renders Markdown for pull request comments and job summaries. */
export function renderMarkdown(report: ReportDocument): string {
  const { outcome, verdict, before, after, groups, lists } = report;
  const head = [
    MARKER,
    `## ${lookOf(outcome).icon} ${text(verdict)}`,
    `${renderOrigin(before)} → ${renderOrigin(after)}`,
    ...renderRemarks(report),
    ...renderNotCompared(report),
    ...renderSteps(report),
    ...groups.flatMap((group) => renderTable(group, TABLE_ROOM / groups.length)),
  ];
  const tail = [...renderUnaffected(report), ...lists.map(renderList), ...renderChangelog(report)];
  const changes = groups.flatMap((group) => group.changes);
  const details = fillRoom(changes, {
    room: MAX_LENGTH - [...head, ...tail].join("\n\n").length - 4,
    separator: "\n\n",
    render: renderChange,
    renderRest: (rest) => `*The details of ${count(rest, "other change")} are left out (${SEE_ALL}).*`,
  });
  return `${[...head, ...(details === "" ? [] : [details]), ...tail].join("\n\n")}\n`;
}

/** Counts what is left out, and names the format that shows it. */
function countRest(rest: number, noun: string): string {
  return `and ${count(rest, noun)} (${SEE_ALL})`;
}

function renderOrigin({ label, how }: SchemaOrigin): string {
  return `${code(label)}${how ? ` (${text(how)})` : ""}`;
}

function renderRemarks({ remarks }: ReportDocument): string[] {
  if (remarks.length === 0) return [];
  const lines = fillRoom(remarks, {
    room: LIST_ROOM,
    separator: "\n>\n",
    render: (remark) => `> ${text(remark)}`,
    renderRest: (rest) => `> ${countRest(rest, "other remark")}`,
  });
  return [`> [!WARNING]\n${lines}`];
}

function renderNotCompared({ notCompared }: ReportDocument): string[] {
  if (notCompared.length === 0) return [];
  return [`### ${lookOf("not compared").icon} Not compared\n${fillList(notCompared, renderItem)}`];
}

function renderSteps({ steps }: ReportDocument): string[] {
  if (steps.length === 0) return [];
  return [`### What you can do\n${steps.map((step) => `- ${text(step)}`).join("\n")}`];
}

function renderTable({ status, title, changes }: Group, room: number): string[] {
  const rows = fillRoom(changes, {
    room,
    separator: "\n",
    render: renderRow,
    renderRest: (rest) => `| ${countRest(rest, "other")} | | |`,
  });
  return [
    `### ${lookOf(status).icon} ${text(title)}`,
    `| Change | Effect | Place |\n| --- | --- | --- |\n${rows}`,
  ];
}

function renderRow({ subject, predicate, effect, first, others }: ChangeBlock): string {
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `| ${subject === "" ? "" : `${code(subject)} `}${text(predicate)} | ${text(effect)} | ${locate(first.place)}${more} |`;
}

function locate(place: Place): string {
  return code(renderPlace({ ...place, file: cut(place.file, MAX_LINE) }));
}

function renderChange({
  status,
  subject,
  predicate,
  effect,
  labels,
  first,
  frame,
  types,
  others,
}: ChangeBlock): string {
  const title = `${subject === "" ? "" : `<b>${textInTag(subject)}</b> `}${textInTag(predicate)}: ${textInTag(effect)}`;
  const blocks = [
    `<details><summary>${lookOf(status).icon} ${title}</summary>`,
    labels.map(code).join(" "),
    renderPlaceItem(first),
    renderFrame(frame),
    renderDiff(types),
    fillList(others, (place) => renderPlaceItem(place, first.message)),
    "</details>",
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** @param subject - A message that is already shown. */
function renderPlaceItem({ place, element, message, operations }: PlaceBlock, subject = ""): string {
  const changed = element === undefined ? "" : `${code(element)} in `;
  const suffix = message === "" || message === subject ? "" : `: ${text(message)}`;
  return `- ${locate(place)} ${changed}${listSome(operations, MAX_NAMES, code)}${suffix}`;
}

function renderFrame(frame: readonly FrameLine[]): string {
  const lines = frame.flatMap(({ text: line, mark }) => {
    if (!mark) return [cut(line, MAX_LINE)];
    if (mark.start > MAX_LINE) return [cut(line, MAX_LINE), "# …"];
    const carets = "^".repeat(Math.max(1, mark.length - Number(mark.start === 0)));
    return [cut(line, MAX_LINE), cut(`#${" ".repeat(Math.max(0, mark.start - 1))}${carets}`, 2 * MAX_LINE)];
  });
  return lines.length > 0 ? fence("graphql", lines) : "";
}

const SIGNS = { same: "  ", removed: "- ", added: "+ " };

function renderDiff(types: readonly DiffLine[]): string {
  if (types.length === 0) return "";
  const lines = types.map(({ kind, text: line }) =>
    kind === "gap" ? `@@ ${count(Number(line), "line")} @@` : cut(`${SIGNS[kind]}${line}`, MAX_LINE),
  );
  const rest = lines.length - MAX_DIFF_LINES;
  return fence("diff", rest > 1 ? [...lines.slice(0, MAX_DIFF_LINES), `@@ ${rest} more lines @@`] : lines);
}

function renderUnaffected({ operations }: ReportDocument): string[] {
  const unaffected = operations.filter(({ status }) => status === "unaffected");
  if (unaffected.length === 0) return [];
  const names = fillRoom(unaffected, {
    room: NAMES_ROOM,
    separator: ", ",
    render: ({ name }) => code(name),
    renderRest: (rest) => countRest(rest, "other"),
  });
  return [
    collapse(`${lookOf("unaffected").icon} ${count(unaffected.length, "operation")} unaffected`, names),
  ];
}

/** @param title - Escaped, as is `content`. */
function collapse(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}

function fillList<Value>(values: readonly Value[], render: (value: Value) => string): string {
  return fillRoom(values, {
    room: LIST_ROOM,
    separator: "\n",
    render,
    renderRest: (rest) => `- ${countRest(rest, "other")}`,
  });
}

function renderList({ title, isDetail, items }: List): string {
  const list = fillList(items, renderItem);
  return isDetail ? collapse(textInTag(title), list) : `### ${text(title)}\n${list}`;
}

function renderItem({ subject, labels, message, uses }: Item): string {
  const names = listSome(uses, MAX_NAMES, ({ operation, place }) =>
    place ? `${code(operation)} (${locate(place)})` : code(operation),
  );
  const suffix = labels.length > 0 ? ` **${labels.map(text).join(", ")}**` : "";
  const start = subject === "" ? "" : `${code(subject)}${suffix}: `;
  return `- ${start}${text(message)}${names && ` Used by ${names}`}`;
}

/** Ready to be copied into a changelog. */
function renderChangelog({ changelog }: ReportDocument): string[] {
  const entry = printableLines(changelog.trim()).join("\n");
  if (entry === "") return [];
  const lines = cut(entry, CHANGELOG_ROOM).split("\n");
  const rest = entry.length > CHANGELOG_ROOM ? ` (its start, ${SEE_ALL.replaceAll("`", "")})` : "";
  return [collapse(`Changelog entry${rest}`, fence("markdown", lines))];
}
