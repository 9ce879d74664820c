/** Renders a report for a terminal: the verdict, then the schema changes, the one with the largest effect first. */

import { groupBy } from "../check/document.ts";
import type { Report, SchemaOrigin } from "../check/report.ts";
import { joinTitle } from "../check/sentences.ts";
import { printable } from "../text/printable.ts";
import { createFrame, diffTypes, type FrameLine, type Mark } from "./frame.ts";
import type { Sources, TextOptions } from "./options.ts";
import {
  count,
  describeVerdict,
  type Entry,
  listSections,
  listSome,
  markOf,
  type Outcome,
  outcomeOf,
  renderPlace,
  type Section,
  type Status,
  withStatus,
} from "./summary.ts";
import { type Canvas, clip, createPaint, renderRows, type Style, widthOf, wrap } from "./text-layout.ts";
import { type AcceptedTopic, listAccepted, listTopics, type Topic, type TopicPlace } from "./topics.ts";

/** In columns. Narrower terminals wrap lines themselves. */
const MIN_WIDTH = 40;
const NUMBER_WIDTH = 5;
/** Columns before the code. */
const GUTTER_WIDTH = NUMBER_WIDTH + 3;
/** Minimum width of a message to the right of its carets. */
const MIN_MESSAGE_WIDTH = 36;
const INDENT = "    ";
/** Lines of a terminal. A longer report starts with a list of the changes, and repeats the verdict at its end. */
const SCREEN = 40;

/** Maximum numbers of lines and names. The other formats show more. */
interface Limits {
  readonly places: number;
  readonly names: number;
  readonly unaffected: number;
  readonly rows: number;
  readonly diffLines: number;
}

const BRIEF: Limits = { places: 2, names: 3, unaffected: 12, rows: 4, diffLines: 8 };
const ALL = Number.POSITIVE_INFINITY;
const VERBOSE: Limits = { places: ALL, names: ALL, unaffected: ALL, rows: ALL, diffLines: ALL };

interface Context extends Canvas {
  readonly sources: Sources;
  readonly limits: Limits;
}

const COLORS: Readonly<Record<Status | Outcome, Style>> = {
  ...{ breaks: "red", "changes types": "yellow", invalid: "red", unaffected: "green" },
  ...{ fails: "red", incomplete: "red", changes: "yellow", passes: "green" },
};

/** Renders text for a terminal, with colors and a width if the options have them. */
export function renderText(
  report: Report,
  { sources, colors = false, width = 100, verbose = false }: TextOptions,
): string {
  const limits = verbose ? VERBOSE : BRIEF;
  const context: Context = { paint: createPaint(colors), width: Math.max(MIN_WIDTH, width), sources, limits };
  const { paint } = context;
  const outcome = outcomeOf(report);
  const verdict = paint("bold", paint(COLORS[outcome], `${markOf(outcome)} ${describeVerdict(report)}`));
  const origins = `${renderOrigin(report.before, context)} ${paint("dim", "→")} ${renderOrigin(report.after, context)}`;
  const topics = listTopics(report);
  const head = [verdict, origins, ...renderRemarks(report, context)];
  const blocks = [
    head,
    ...topics.map((topic) => renderTopic(topic, context)),
    listAccepted(report).map((topic) => renderAccepted(topic, context)),
    renderUnaffected(report, context),
    ...listSections(report).map((section) => renderSection(section, context)),
  ].filter((block) => block.length > 0);
  const length = blocks.reduce((sum, block) => sum + block.length + 1, -1);
  if (length > SCREEN) {
    const overview = renderOverview(topics, SCREEN - head.length - 2, context);
    if (overview.length > 0) blocks.splice(1, 0, overview);
    blocks.push([verdict]);
  }
  return `${blocks.map((block) => block.join("\n")).join("\n\n")}\n`;
}

/** One line for each change, with its first place, in at most `room` lines. */
function renderOverview(topics: readonly Topic[], room: number, { paint, width }: Context): string[] {
  if (topics.length < 2) return [];
  const shown = topics.length > room ? topics.slice(0, room - 1) : topics;
  const rest = topics.length - shown.length;
  const lines = shown.map((topic) => {
    const [first] = topic.places;
    const place = first ? printable(renderPlace(first.place)) : "";
    const title = clip(`  ${markOf(topic.status)} ${printable(joinTitle(topic))}`, width - 2 - widthOf(place));
    return `${paint(COLORS[topic.status], title)}  ${paint("cyan", place)}`.trimEnd();
  });
  const rules = groupBy(topics.slice(shown.length), ({ places: [first] }) => first?.rule ?? "");
  const kinds = [...rules].map(([rule, { length }]) => `${length} ${rule}`).join(", ");
  return [...lines, ...(rest > 0 ? [paint("dim", `  and ${count(rest, "other change")}: ${kinds}`)] : [])];
}

function renderOrigin({ label, how }: SchemaOrigin, { paint }: Canvas): string {
  return `${printable(label)}${how ? paint("dim", ` (${printable(how)})`) : ""}`;
}

function renderRemarks({ remarks }: Report, { paint, width }: Canvas): string[] {
  return remarks.flatMap((remark) =>
    wrap(printable(remark), width - 2).map((line, index) => paint("yellow", `${index === 0 ? "! " : "  "}${line}`)),
  );
}

/** Shows the names if they are few. If all operations are unaffected, the verdict contains that. */
function renderUnaffected(report: Report, { paint, width, limits }: Context): string[] {
  const operations = withStatus(report, "unaffected");
  if (operations.length === 0 || operations.length === report.operations.length) return [];
  const isFew = operations.length <= limits.unaffected;
  const names = isFew ? `: ${operations.map(({ name }) => printable(name)).join(", ")}` : "";
  const lines = wrap(`✓ ${count(operations.length, "operation")} unaffected${names}`, width - 2);
  return lines.map((line, index) => paint("dim", index === 0 ? line : `  ${line}`));
}

function renderSection({ id, title, entries }: Section, context: Context): string[] {
  const { paint, width, limits } = context;
  if (id === "changes" && limits === BRIEF)
    return wrap(`${title} (listed with --verbose)`, width).map((line) => paint("bold", line));
  const shown = entries.length > limits.rows + 1 ? entries.slice(0, limits.rows) : entries;
  const rows = shown.map((entry) => ({ name: printable(entry.coordinate), sentences: describeEntry(entry, limits) }));
  const rest = entries.length - shown.length;
  const more = rest > 0 ? [paint("dim", `  and ${count(rest, "other")}`)] : [];
  return [paint("bold", title), ...renderRows(rows, context), ...more];
}

function describeEntry({ labels, message, uses }: Entry, { names }: Limits): string[] {
  const suffix = labels.length > 0 ? ` (${labels.map(printable).join(", ")})` : "";
  const text = `${printable(message)}${suffix}`;
  if (uses.length === 0) return [text];
  if (uses.every(({ place }) => !place)) return [text, `used by ${listSome(uses, names, renderUse)}`];
  const rest = uses.length - names;
  return [text, ...uses.slice(0, names).map(renderUse), ...(rest > 0 ? [`and ${count(rest, "other use")}`] : [])];
}

function renderUse({ operation, place }: Entry["uses"][number]): string {
  return printable(place ? `${operation} ${renderPlace(place)}` : operation);
}

/** The title, the first place with its lines, the types, and the other places. */
function renderTopic(topic: Topic, context: Context): string[] {
  const { paint, width, limits } = context;
  const { status, effect, labels, places } = topic;
  const color = COLORS[status];
  const text = `${printable(joinTitle(topic))}: ${effect}`;
  // The check compares no operation that is invalid in both schemas, so its first error is enough.
  const isShort = status === "invalid" && limits === BRIEF;
  const [title = "", ...below] = wrap(text, width - 2);
  const last = widthOf(below.at(-1) ?? title) + 2;
  const rules = printable(labels.join(" · "));
  const isRight = last + 2 + widthOf(rules) <= width;
  const lines = [`${markOf(status)} ${title}`, ...below.map((line) => `  ${line}`)].map((line) =>
    paint("bold", paint(color, line)),
  );
  if (rules !== "") {
    if (isRight) lines.push(`${lines.pop()}  ${paint("dim", rules)}`);
    else lines.push(...wrap(rules, width - 2).map((line) => `  ${paint("dim", line)}`));
  }
  const [first, ...others] = places;
  if (!first) return lines;
  const shown = others.length > limits.places + 1 ? others.slice(0, limits.places) : others;
  const rest = others.slice(shown.length);
  const restOperations = new Set(rest.flatMap(({ operations }) => operations)).size;
  return [
    ...lines,
    ...renderTopicPlace(first, context, isShort ? first.message : ""),
    ...(isShort ? [] : [...renderFrame(first, color, context), ...renderTypes(topic, context)]),
    ...shown.flatMap((place) => renderTopicPlace(place, context)),
    ...(rest.length > 0
      ? [paint("dim", `  and ${count(rest.length, "other place")} in ${count(restOperations, "operation")}`)]
      : []),
  ];
}

function renderTopicPlace(
  { place, element, operations }: TopicPlace,
  { paint, width, limits }: Context,
  message = "",
): string[] {
  const shown = printable(renderPlace(place));
  const changed = element === undefined ? "" : `${printable(element)} in `;
  const names = [changed + listSome(operations, limits.names, printable), message].filter(Boolean).join(". ");
  const room = width - widthOf(shown) - 4;
  if (widthOf(names) <= room) return [`  ${paint("cyan", shown)}  ${paint("dim", names)}`];
  return [`  ${paint("cyan", shown)}`, ...wrap(names, width - 4).map((line) => INDENT + paint("dim", line))];
}

function renderFrame({ place, message }: TopicPlace, color: Style, context: Context): string[] {
  const { paint, width, sources } = context;
  const lines = createFrame(place, sources);
  if (!lines.some(({ mark }) => mark)) {
    return message === "" ? [] : wrap(printable(message), width - 4).map((line) => INDENT + paint(color, line));
  }
  return lines.flatMap(({ number, text, mark }: FrameLine) => {
    const code = clip(text, width - GUTTER_WIDTH);
    const gutter = paint("dim", `${String(number).padStart(NUMBER_WIDTH)} │`);
    if (!mark) return [`${gutter} ${paint("dim", code)}`];
    return [`${gutter} ${code}`, ...renderMark(mark, text, message, color, context)];
  });
}

/** The message is to the right of the carets, or below them if the room is small. */
function renderMark({ start, length }: Mark, text: string, message: string, color: Style, context: Context): string[] {
  const { paint, width } = context;
  const room = width - GUTTER_WIDTH;
  const indent = Math.min(widthOf(text.slice(0, start)), room - 1);
  const carets = "^".repeat(Math.min(Math.max(1, widthOf(text.slice(start, start + length))), room - indent));
  const right = indent + carets.length + 1;
  const isRight = room - right >= MIN_MESSAGE_WIDTH;
  const margin = isRight ? right : Math.min(indent, Math.max(0, room - MIN_MESSAGE_WIDTH));
  const messages = message === "" ? [] : wrap(printable(message), room - margin).map((line) => paint(color, line));
  const pointer = " ".repeat(indent) + paint(color, carets);
  const lines = messages.map((line) => " ".repeat(margin) + line);
  if (isRight) lines[0] = `${pointer} ${messages[0] ?? ""}`.trimEnd();
  else lines.unshift(pointer);
  const empty = paint("dim", `${" ".repeat(NUMBER_WIDTH)} │`);
  return lines.map((line) => `${empty} ${line}`);
}

function renderTypes({ types, members }: Topic, { paint, width, limits }: Context): string[] {
  if (!types) return [];
  const lines = diffTypes(types, 1, members).map(({ kind, text }) => {
    const code = clip(text, width - GUTTER_WIDTH);
    if (kind === "removed") return paint("red", `${INDENT}- │ ${code}`.trimEnd());
    if (kind === "added") return paint("green", `${INDENT}+ │ ${code}`.trimEnd());
    return paint("dim", kind === "gap" ? `${INDENT}⋮ │` : `${INDENT}  │ ${code}`.trimEnd());
  });
  const rest = lines.length - limits.diffLines;
  const more = paint("dim", `${INDENT}  │ … ${rest} more lines`);
  return rest > 1 ? [...lines.slice(0, limits.diffLines), more] : lines;
}

/** Always one line, even if it is wider than the terminal. */
function renderAccepted({ change, reason }: AcceptedTopic, { paint }: Canvas): string {
  return paint("dim", `○ ${printable(change)} · accepted ${printable(reason)}`);
}
