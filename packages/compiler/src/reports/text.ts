/** Renders a report for a terminal: the verdict, an overview of the changes, then each of them. */

import type { SchemaOrigin } from "../check/verdict/report.ts";
import { joinTitle } from "../check/verdict/sentences.ts";
import { count, listSome, renderPlace } from "../text/phrases.ts";
import { printable } from "../text/printable.ts";
import type { ChangeBlock, Item, List, PlaceBlock, ReportDocument } from "./blocks.ts";
import { renderDiff, renderFrame } from "./code-text.ts";
import { createOverview } from "./overview.ts";
import type { TextOptions } from "./report-options.ts";
import { lookOf } from "./summary.ts";
import { type Canvas, clipMiddle, clipStart, createPaint, renderRows, widthOf, wrap } from "./text-layout.ts";

/** In columns. Narrower terminals wrap lines themselves. */
const MIN_WIDTH = 40;
/** Lines of a terminal. A longer report starts with an overview, and repeats the verdict at its end. */
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
  readonly limits: Limits;
}

/** Renders text for a terminal, with colors and a width if the options have them. */
export function renderText(report: ReportDocument, options: TextOptions): string {
  const { colors = false, width = ALL, verbose = false } = options;
  const paint = createPaint(colors);
  const context: Context = { paint, width: Math.max(MIN_WIDTH, width), limits: verbose ? VERBOSE : BRIEF };
  const { outcome, groups, lists } = report;
  const verdict = paint(
    "bold",
    paint(lookOf(outcome).color, `${lookOf(outcome).mark} ${printable(report.verdict)}`),
  );
  const origins = `${renderOrigin(report.before, context)} ${paint("dim", "→")} ${renderOrigin(report.after, context)}`;
  const head = [verdict, origins, ...renderRemarks(report, context)];
  const blocks = [
    head,
    renderNotCompared(report, context),
    ...groups.flatMap(({ changes }) => changes.map((change) => renderChange(change, context))),
    renderUnaffected(report, context),
    ...lists.map((list) => renderList(list, context)),
    // At the end, above the prompt of a terminal.
    renderSteps(report, context),
  ].filter((block) => block.length > 0);
  const length = blocks.reduce((sum, block) => sum + block.length + 1, -1);
  if (length > SCREEN) {
    const overview = renderOverview(report, SCREEN - head.length - 2, context);
    if (overview.length > 0) blocks.splice(1, 0, overview);
    blocks.push([verdict]);
  }
  return `${blocks.map((block) => block.join("\n")).join("\n\n")}\n`;
}

function renderOrigin({ label, how }: SchemaOrigin, { paint }: Canvas): string {
  return `${printable(label)}${how ? paint("dim", ` (${printable(how)})`) : ""}`;
}

function renderRemarks({ remarks }: ReportDocument, { paint, width }: Canvas): string[] {
  return remarks.flatMap((remark) =>
    wrap(printable(remark), width - 2).map((line, index) =>
      paint("yellow", `${index === 0 ? "! " : "  "}${line}`),
    ),
  );
}

function renderNotCompared({ notCompared }: ReportDocument, context: Context): string[] {
  if (notCompared.length === 0) return [];
  const { paint } = context;
  const [title = "", ...rows] = renderItems("Not compared", notCompared, context);
  return [paint("bold", paint("yellow", `${lookOf("not compared").mark} ${title}`)), ...rows];
}

function renderSteps({ steps }: ReportDocument, { paint, width }: Context): string[] {
  if (steps.length === 0) return [];
  const lines = steps.flatMap((step) =>
    wrap(printable(step), width - 4).map((line, index) => `  ${index === 0 ? "-" : " "} ${line}`),
  );
  return [paint("bold", "What you can do"), ...lines];
}

/**
 * One line for each change: the number of operations, the change and its first place. In at most `room`
 * lines.
 */
function renderOverview({ groups }: ReportDocument, room: number, { paint, width }: Canvas): string[] {
  const changes = groups.flatMap((group) => group.changes);
  if (changes.length < 2) return [];
  const column = String(changes.reduce((most, { size }) => Math.max(most, size), 0)).length;
  const legend = widthOf(LEGEND) <= width ? [paint("dim", LEGEND)] : [];
  const lines = createOverview(groups, room - legend.length).flatMap(({ status, title, shown, rest }) => [
    paint("bold", paint(lookOf(status).color, `${lookOf(status).mark} ${printable(title)}`)),
    ...shown.map(({ size, subject, predicate, first }) => {
      const place = clipStart(printable(renderPlace(first.place)), Math.floor(width * PLACE_SHARE));
      const number = `  ${String(size).padStart(column)}  `;
      const title = clipMiddle(
        printable(joinTitle({ subject, predicate })),
        width - 2 - widthOf(number) - widthOf(place),
      );
      return `${number}${title}  ${paint("cyan", place)}`.trimEnd();
    }),
    ...(rest === "" ? [] : [paint("dim", `  ${printable(rest)}`)]),
  ]);
  return [...lines, ...legend];
}

/** Maximum share of the width for a place in the overview. */
const PLACE_SHARE = 0.45;

const LEGEND =
  "Each line: number of operations, change, first place. Details follow; --verbose shows all of them.";

/** Shows the names if they are few. If all operations are unaffected, the verdict contains that. */
function renderUnaffected({ operations }: ReportDocument, { paint, width, limits }: Context): string[] {
  const unaffected = operations.filter(({ status }) => status === "unaffected");
  if (unaffected.length === 0 || unaffected.length === operations.length) return [];
  const isFew = unaffected.length <= limits.unaffected;
  const names = isFew ? `: ${unaffected.map(({ name }) => name).join(", ")}` : "";
  const lines = wrap(`✓ ${count(unaffected.length, "operation")} unaffected${printable(names)}`, width - 2);
  return lines.map((line, index) => paint("dim", index === 0 ? line : `  ${line}`));
}

function renderList({ title, isDetail, items }: List, context: Context): string[] {
  const { paint, width, limits } = context;
  if (isDetail && limits === BRIEF)
    return wrap(`${printable(title)} (listed with --verbose)`, width).map((line) => paint("bold", line));
  const [first = "", ...rows] = renderItems(title, items, context);
  return [paint("bold", first), ...rows];
}

/** A title that is not painted, and its rows. */
function renderItems(title: string, items: readonly Item[], context: Context): string[] {
  const { paint, limits } = context;
  const shown = items.length > limits.rows + 1 ? items.slice(0, limits.rows) : items;
  const rows = shown.map((item) => ({
    name: printable(item.subject),
    sentences: describeItem(item, limits),
  }));
  const rest = items.length - shown.length;
  const more = rest > 0 ? [paint("dim", `  and ${count(rest, "other")}`)] : [];
  return [printable(title), ...renderRows(rows, context), ...more];
}

function describeItem({ labels, message, uses }: Item, { names }: Limits): string[] {
  const suffix = labels.length > 0 ? ` (${labels.join(", ")})` : "";
  const text = printable(`${message}${suffix}`);
  if (uses.length === 0) return [text];
  if (uses.every(({ place }) => !place))
    return [text, printable(`used by ${listSome(uses, names, ({ operation }) => operation)}`)];
  const rest = uses.length - names;
  const places = uses
    .slice(0, names)
    .map(({ operation, place }) => printable(`${operation} ${place ? renderPlace(place) : ""}`));
  return [text, ...places, ...(rest > 0 ? [`and ${count(rest, "other use")}`] : [])];
}

/** The title, the first place with its lines, the types, and the other places. */
function renderChange(change: ChangeBlock, context: Context): string[] {
  const { paint, limits } = context;
  const { status, first, frame, types, others } = change;
  const color = lookOf(status).color;
  // The check compares no operation that is invalid in both schemas, so its first error is enough.
  const isShort = status === "invalid" && limits === BRIEF;
  const shown = others.length > limits.places + 1 ? others.slice(0, limits.places) : others;
  const rest = others.slice(shown.length);
  const operations = new Set(rest.flatMap((place) => place.operations)).size;
  const more = `  and ${count(rest.length, "other place")} in ${count(operations, "operation")}`;
  return [
    ...renderTitle(change, context),
    ...renderPlaceLine(first, context, isShort ? first.message : ""),
    ...(isShort ? [] : renderFrame(frame, first.message, color, context)),
    ...(isShort ? [] : renderDiff(types, limits.diffLines, context)),
    ...shown.flatMap((place) => renderPlaceLine(place, context)),
    ...(rest.length > 0 ? [paint("dim", more)] : []),
  ];
}

function renderTitle(
  { status, subject, predicate, effect, labels }: ChangeBlock,
  { paint, width }: Context,
): string[] {
  const text = printable(`${joinTitle({ subject, predicate })}: ${effect}`);
  const [title = "", ...below] = wrap(text, width - 2);
  const suffix = printable(labels.join(" · "));
  const lines = [`${lookOf(status).mark} ${title}`, ...below.map((line) => `  ${line}`)];
  const painted = lines.map((line) => paint("bold", paint(lookOf(status).color, line)));
  if (suffix === "") return painted;
  const isRight = widthOf(lines.at(-1) ?? "") + 2 + widthOf(suffix) <= width;
  if (isRight) return [...painted.slice(0, -1), `${painted.at(-1)}  ${paint("dim", suffix)}`];
  return [...painted, ...wrap(suffix, width - 2).map((line) => `  ${paint("dim", line)}`)];
}

/** @param message - Shown after the names. Can be empty. */
function renderPlaceLine(
  { place, element, operations }: PlaceBlock,
  { paint, width, limits }: Context,
  message = "",
): string[] {
  const shown = printable(renderPlace(place));
  const changed = element === undefined ? "" : `${element} in `;
  const text = printable(
    [changed + listSome(operations, limits.names, String), message].filter(Boolean).join(". "),
  );
  const room = width - widthOf(shown) - 4;
  if (widthOf(text) <= room) return [`  ${paint("cyan", shown)}  ${paint("dim", text)}`];
  return [`  ${paint("cyan", shown)}`, ...wrap(text, width - 4).map((line) => `    ${paint("dim", line)}`)];
}
