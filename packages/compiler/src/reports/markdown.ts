/** Renders a report as Markdown, for a pull request comment or a job summary: verdict, changes, collapsed details. */

import type { Place, Report, SchemaOrigin } from "../check/report.ts";
import { code, cut, fence, fillRoom, text, textInTag } from "../text/markdown.ts";
import { printableLines } from "../text/printable.ts";
import { createFrame, diffTypes } from "./frame.ts";
import type { MarkdownOptions, Sources } from "./options.ts";
import {
  count,
  describeVerdict,
  type Entry,
  listSections,
  listSome,
  type Outcome,
  outcomeOf,
  renderPlace,
  type Section,
  type Status,
  withStatus,
} from "./summary.ts";
import { listAccepted, listTopics, type Topic, type TopicPlace } from "./topics.ts";

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
const SEE_ALL = "all of it: `--output report.html`";

const ICONS: Readonly<Record<Status | Outcome, string>> = {
  ...{ breaks: "❌", "changes types": "🔶", invalid: "❌", unaffected: "✅" },
  ...{ fails: "❌", changes: "🔶", incomplete: "❌", passes: "✅" },
};

/** Lets a script find its comment and replace it. */
const MARKER = "<!-- platform-graphql schema check -->";

/** Renders Markdown for pull request comments and job summaries. */
export function renderMarkdown(report: Report, { sources }: MarkdownOptions): string {
  const topics = listTopics(report);
  const head = [
    MARKER,
    `## ${ICONS[outcomeOf(report)]} ${describeVerdict(report)}`,
    `${renderOrigin(report.before)} → ${renderOrigin(report.after)}`,
    ...renderRemarks(report),
    ...renderTable(topics),
  ];
  const tail = [
    ...renderAccepted(report),
    ...renderUnaffected(report),
    ...listSections(report).map(renderSection),
    ...renderChangelog(report),
  ];
  const details = fillRoom(topics, {
    room: MAX_LENGTH - [...head, ...tail].join("\n\n").length - 4,
    separator: "\n\n",
    render: (topic) => renderTopic(topic, sources),
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

function renderRemarks({ remarks }: Report): string[] {
  if (remarks.length === 0) return [];
  const lines = fillRoom(remarks, {
    room: SECTION_ROOM,
    separator: "\n>\n",
    render: (remark) => `> ${text(remark)}`,
    renderRest: (rest) => `> ${countRest(rest, "other remark")}`,
  });
  return [`> [!WARNING]\n${lines}`];
}

function renderTable(topics: readonly Topic[]): string[] {
  if (topics.length === 0) return [];
  const rows = fillRoom(topics, {
    room: TABLE_ROOM,
    separator: "\n",
    render: renderRow,
    renderRest: (rest) => `| ${countRest(rest, "other")} | | |`,
  });
  return [`| Change | Effect | Place |\n| --- | --- | --- |\n${rows}`];
}

function renderRow({ status, subject, change, effect, places }: Topic): string {
  const [first, ...others] = places;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  const place = first ? locate(first.place) + more : "";
  return `| ${ICONS[status]} ${subject === "" ? "" : `${code(subject)} `}${text(change)} | ${effect} | ${place} |`;
}

function locate(place: Place): string {
  return code(renderPlace({ ...place, file: cut(place.file, MAX_LINE) }));
}

function renderTopic(topic: Topic, sources: Sources): string {
  const { status, subject, change, effect, labels, places } = topic;
  const title = `${subject === "" ? "" : `<b>${textInTag(subject)}</b> `}${textInTag(change)}`;
  const [first, ...others] = places;
  const blocks = [
    `<details><summary>${ICONS[status]} ${title}: ${effect}</summary>`,
    labels.map(code).join(" "),
    ...(first ? [renderTopicPlace(first), ...renderFrame(first, sources)] : []),
    ...renderTypes(topic),
    renderList(others, (place) => renderTopicPlace(place, first?.message)),
    "</details>",
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** @param known - A message that is already shown. */
function renderTopicPlace({ place, element, message, operations }: TopicPlace, known = ""): string {
  const changed = element === undefined ? "" : `${code(element)} in `;
  const suffix = message === "" || message === known ? "" : `: ${text(message)}`;
  return `- ${locate(place)} ${changed}${listSome(operations, MAX_NAMES, code)}${suffix}`;
}

/** Returns no frame if the file cannot be read. */
function renderFrame({ place }: TopicPlace, sources: Sources): string[] {
  const lines = createFrame(place, sources).flatMap(({ text: source, mark }) => {
    if (!mark) return [cut(source, MAX_LINE)];
    if (mark.start > MAX_LINE) return [cut(source, MAX_LINE), "# …"];
    const carets = "^".repeat(Math.max(1, mark.length - Number(mark.start === 0)));
    return [cut(source, MAX_LINE), cut(`#${" ".repeat(Math.max(0, mark.start - 1))}${carets}`, 2 * MAX_LINE)];
  });
  return lines.length > 0 ? [fence("graphql", lines)] : [];
}

const SIGNS = { same: "  ", removed: "- ", added: "+ " };

function renderTypes({ types, members }: Topic): string[] {
  if (!types) return [];
  const lines = diffTypes(types, 2, members).map((line) =>
    line.kind === "gap"
      ? `@@ ${count(Number(line.text), "line")} @@`
      : cut(`${SIGNS[line.kind]}${line.text}`, MAX_LINE),
  );
  const rest = lines.length - MAX_DIFF_LINES;
  return [fence("diff", rest > 1 ? [...lines.slice(0, MAX_DIFF_LINES), `@@ ${rest} more lines @@`] : lines)];
}

function renderUnaffected(report: Report): string[] {
  const operations = withStatus(report, "unaffected");
  if (operations.length === 0) return [];
  const names = fillRoom(operations, {
    room: NAMES_ROOM,
    separator: ", ",
    render: ({ name }) => code(name),
    renderRest: (rest) => countRest(rest, "other"),
  });
  const summary = `<details><summary>${ICONS.unaffected} ${count(operations.length, "operation")} unaffected</summary>`;
  return [[summary, names, "</details>"].join("\n\n")];
}

function renderAccepted(report: Report): string[] {
  const topics = listAccepted(report);
  if (topics.length === 0) return [];
  const list = renderList(topics, ({ change, reason }) => `- ${text(change)} · accepted ${text(reason)}`);
  return [`### Accepted changes\n${list}`];
}

function renderList<Item>(items: readonly Item[], render: (item: Item) => string): string {
  return fillRoom(items, {
    room: SECTION_ROOM,
    separator: "\n",
    render,
    renderRest: (rest) => `- ${countRest(rest, "other")}`,
  });
}

function renderSection({ id, title, entries }: Section): string {
  const list = renderList(entries, renderEntry);
  if (id === "changes") return `<details><summary>${title}</summary>\n\n${list}\n\n</details>`;
  return `### ${title}\n${list}`;
}

function renderEntry({ coordinate, labels, message, uses }: Entry): string {
  const names = listSome(uses, MAX_NAMES, ({ operation, place }) =>
    place ? `${code(operation)} (${locate(place)})` : code(operation),
  );
  const suffix = labels.length > 0 ? ` **${labels.map(text).join(", ")}**` : "";
  return `- ${code(coordinate)}${suffix}: ${text(message)}${names && ` Used by ${names}`}`;
}

/** Ready to be copied into a changelog. */
function renderChangelog({ changelog }: Report): string[] {
  if (changelog.trim() === "") return [];
  const lines = printableLines(cut(changelog.trim(), CHANGELOG_ROOM));
  const rest = changelog.trim().length > CHANGELOG_ROOM ? ` (its start, ${SEE_ALL.replaceAll("`", "")})` : "";
  return [`<details><summary>Changelog entry${rest}</summary>\n\n${fence("markdown", lines)}\n\n</details>`];
}
