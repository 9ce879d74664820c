/** Renders a report for a terminal: the worst operation first, the verdict in the last line. */

import type { Finding, OperationReport, Place, Report, SchemaOrigin } from "../report.ts";
import {
  type Annotation,
  annotationsOf,
  createFrames,
  diffTypes,
  type Frame,
  type Mark,
  type Sources,
} from "./frame.ts";
import { printable } from "./printable.ts";
import {
  count,
  describeStatus,
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
import { type Canvas, clip, createPaint, renderRows, type Style, widthOf, wrap } from "./text-layout.ts";

export interface TextOptions {
  /** Text of each operation file, by its path in the report. Without it, the report has no code frames of the file. */
  readonly sources: Sources;
  /** Whether to use terminal colors. */
  readonly colors: boolean;
  /** Width in columns, at least 40. @default 100 */
  readonly width?: number;
}

const MIN_WIDTH = 40;
const MAX_NAMES = 12;
const MAX_ROWS = 8;
const MAX_USES = 3;
/** The other formats show longer diffs. */
const MAX_DIFF_LINES = 14;
const NUMBER_WIDTH = 5;
/** Columns before the code. */
const GUTTER_WIDTH = NUMBER_WIDTH + 3;
/** Minimum width of a message to the right of its carets. */
const MIN_MESSAGE_WIDTH = 36;
const INDENT = "    ";

const COLORS: Readonly<Record<Status | Outcome, Style>> = {
  ...{ breaks: "red", "changes types": "yellow", invalid: "red", unaffected: "green" },
  ...{ fails: "red", incomplete: "red", changes: "yellow", passes: "green" },
};

export function renderText(report: Report, { sources, colors, width = 100 }: TextOptions): string {
  const canvas: Canvas = { paint: createPaint(colors), width: Math.max(MIN_WIDTH, width) };
  const { paint } = canvas;
  const affected = report.operations.filter((operation) => statusOf(operation) !== "unaffected");
  const outcome = outcomeOf(report);
  const verdict = paint("bold", paint(COLORS[outcome], `${markOf(outcome)} ${describeVerdict(report)}`));
  const origins = `${renderOrigin(report.before, canvas)} ${paint("dim", "→")} ${renderOrigin(report.after, canvas)}`;
  const blocks = [
    [origins, ...renderRemarks(report, canvas)],
    ...affected.map((operation) => renderOperation(operation, sources, canvas)),
    renderUnaffected(report, canvas),
    ...listSections(report).map((section) => renderSection(section, canvas)),
    [verdict],
  ];
  const filled = blocks.filter((block) => block.length > 0).map((block) => block.join("\n"));
  return `${filled.join("\n\n")}\n`;
}

function renderOrigin({ label, how }: SchemaOrigin, { paint }: Canvas): string {
  return `${printable(label)}${how ? paint("dim", ` (${printable(how)})`) : ""}`;
}

function renderRemarks({ remarks }: Report, { paint, width }: Canvas): string[] {
  return remarks.flatMap((remark) =>
    wrap(printable(remark), width - 2).map((line, index) => paint("yellow", `${index === 0 ? "! " : "  "}${line}`)),
  );
}

/** Shows the names if they are few, and the accepted findings. If all operations are unaffected, the verdict contains that. */
function renderUnaffected(report: Report, canvas: Canvas): string[] {
  const operations = withStatus(report, "unaffected");
  const accepted = operations.flatMap(({ findings }) => findings.flatMap((finding) => renderAccepted(finding, canvas)));
  if (operations.length === 0 || operations.length === report.operations.length) return accepted;
  const names = operations.length > MAX_NAMES ? "" : `: ${operations.map(({ name }) => printable(name)).join(", ")}`;
  const lines = wrap(`✓ ${count(operations.length, "operation")} unaffected${names}`, canvas.width - 2);
  return [...lines.map((line, index) => canvas.paint("dim", index === 0 ? line : `  ${line}`)), ...accepted];
}

function renderSection({ id, title, entries }: Section, canvas: Canvas): string[] {
  const { paint } = canvas;
  const all = id === "changes" ? entries.filter(({ labels }) => !labels.includes("safe")) : entries;
  const shown = all.length > MAX_ROWS + 1 ? all.slice(0, MAX_ROWS) : all;
  const rows = shown.map((entry) => ({ name: printable(entry.coordinate), sentences: describeEntry(entry, id) }));
  const rest = all.length - shown.length;
  const more = rest > 0 ? [paint("dim", `  and ${count(rest, "other")}`)] : [];
  return [paint("bold", title), ...renderRows(rows, canvas), ...more];
}

function describeEntry({ labels, message, uses }: Entry, id: Section["id"]): string[] {
  const suffix = labels.length > 0 && id !== "changes" ? ` (${labels.map(printable).join(", ")})` : "";
  const text = `${printable(message)}${suffix}`;
  if (uses.length === 0) return [text];
  if (uses.every(({ place }) => !place)) return [text, `used by ${listSome(uses, MAX_USES, renderUse)}`];
  const rest = uses.length - MAX_USES;
  return [text, ...uses.slice(0, MAX_USES).map(renderUse), ...(rest > 0 ? [`and ${count(rest, "other use")}`] : [])];
}

function renderUse({ operation, place }: Entry["uses"][number]): string {
  return place ? `${printable(operation)} ${renderPlace(place)}` : printable(operation);
}

function renderPlace({ file, line, column }: Place): string {
  return `${printable(file)}:${line}:${column}`;
}

function renderOperation(operation: OperationReport, sources: Sources, canvas: Canvas): string[] {
  const { paint } = canvas;
  const status = statusOf(operation);
  const annotations = annotationsOf(operation);
  const [first = operation] = annotations;
  const name = paint("bold", `${markOf(status)} ${printable(operation.name)}`);
  const heading = paint(COLORS[status], `${name} ${describeStatus(status)}`);
  return [
    `${heading}  ${paint("dim", `${operation.kind} ·`)} ${paint("cyan", renderPlace(first.place))}`,
    ...createFrames(annotations, sources).flatMap((frame, index) => renderFrame(frame, index, canvas)),
    ...operation.findings.filter(({ accepted }) => accepted).flatMap((finding) => renderAccepted(finding, canvas)),
    ...renderTypes(operation, canvas),
  ];
}

/** The file of the first frame is in the heading. */
function renderFrame(frame: Frame, index: number, canvas: Canvas): string[] {
  const { paint, width } = canvas;
  const [first] = frame.lines.flatMap(({ marks }) => marks.flatMap(({ annotations }) => annotations));
  const file = index > 0 && first ? [`  ${paint("cyan", renderPlace(first.place))}`] : [];
  const lines = frame.lines.flatMap(({ number, text, followsGap, marks }) => {
    const code = clip(text, width - GUTTER_WIDTH);
    const gutter = paint("dim", `${String(number).padStart(NUMBER_WIDTH)} │`);
    const gap = followsGap ? [paint("dim", `${"⋮".padStart(NUMBER_WIDTH)} │`)] : [];
    const shown = code === "" ? gutter : `${gutter} ${marks.length > 0 ? code : paint("dim", code)}`;
    return [...gap, shown, ...marks.flatMap((mark) => renderMark(mark, text, canvas))];
  });
  return [...file, ...lines];
}

function renderMark({ start, length, annotations }: Mark, text: string, canvas: Canvas): string[] {
  const { paint, width } = canvas;
  const room = width - GUTTER_WIDTH;
  const indent = Math.min(widthOf(text.slice(0, start)), room - 1);
  const carets = "^".repeat(Math.min(widthOf(text.slice(start, start + length)), room - indent));
  const right = indent + carets.length + 1;
  const isRight = room - right >= MIN_MESSAGE_WIDTH;
  const margin = isRight ? right : Math.min(indent, Math.max(0, room - MIN_MESSAGE_WIDTH));
  const messages = annotations.flatMap((annotation) => renderMessage(annotation, room - margin, canvas));
  const color = annotations.some((one) => colorOf(one) === "red") ? "red" : "yellow";
  const pointer = " ".repeat(indent) + paint(color, carets);
  const lines = messages.map((line) => " ".repeat(margin) + line);
  if (isRight) lines[0] = `${pointer} ${messages[0] ?? ""}`;
  else if (carets !== "") lines.unshift(pointer);
  const empty = paint("dim", `${" ".repeat(NUMBER_WIDTH)} │`);
  return lines.map((line) => `${empty} ${line}`);
}

function colorOf(annotation: Annotation): Style {
  return "verdict" in annotation && annotation.verdict !== "breaks" ? "yellow" : "red";
}

/** The message, and its cause on the same line if there is room. */
function renderMessage(annotation: Annotation, room: number, { paint }: Canvas): string[] {
  const lines = wrap(printable(annotation.message), room);
  const painted = lines.map((line) => paint(colorOf(annotation), line));
  if (!("rule" in annotation)) return painted;
  const cause = describeCause(annotation);
  if (widthOf(lines.at(-1) ?? "") + 2 + widthOf(cause) > room) return [...painted, paint("dim", cause)];
  return [...painted.slice(0, -1), `${painted.at(-1)}  ${paint("dim", cause)}`];
}

/** The rule, and the coordinate if the message does not contain it: both can be named in an accepted change. */
function describeCause({ message, coordinate, rule }: Finding): string {
  const words = message.split(/[\s,;"']+/).map((word) => word.replace(/[.:]$/, ""));
  return coordinate === "" || words.includes(coordinate) ? rule : `${printable(coordinate)} · ${rule}`;
}

function renderAccepted(finding: Finding, { paint, width }: Canvas): string[] {
  const reason = `Accepted until ${finding.accepted?.expires}: ${printable(finding.accepted?.reason ?? "")}`;
  const cause = `${printable(finding.message)} ${describeCause(finding)}`;
  const lines = [cause, reason].flatMap((text) => wrap(text, width - 4));
  return lines.map((line, index) => paint("dim", `${index === 0 ? "  ○ " : INDENT}${line}`));
}

function renderTypes({ types }: OperationReport, { paint, width }: Canvas): string[] {
  if (!types) return [];
  const diff = diffTypes(types, 1).filter(
    ({ kind }, index, all) => kind !== "gap" || (index > 0 && index < all.length - 1),
  );
  const lines = diff.map(({ kind, text }) => {
    const code = clip(text, width - GUTTER_WIDTH);
    if (kind === "removed") return paint("red", `${INDENT}- │ ${code}`);
    if (kind === "added") return paint("green", `${INDENT}+ │ ${code}`);
    return paint("dim", kind === "gap" ? `${INDENT}⋮ │` : `${INDENT}  │ ${code}`.trimEnd());
  });
  const rest = lines.length - MAX_DIFF_LINES;
  const more = paint("dim", `${INDENT}  │ … ${rest} more lines`);
  return [paint("dim", "  types"), ...(rest > 1 ? [...lines.slice(0, MAX_DIFF_LINES), more] : lines)];
}
