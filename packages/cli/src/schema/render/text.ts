/** A report for people at a terminal: worst first, and the verdict last, where the eye is when the command ends. */

import type { Report, SchemaOrigin } from "../report.ts";
import type { Sources } from "./frame.ts";
import { printable } from "./printable.ts";
import { count, describeVerdict, markOf, type Outcome, outcomeOf, statusOf, withStatus } from "./tally.ts";
import type { Canvas } from "./text/frame.ts";
import { renderAccepted, renderOperation } from "./text/operation.ts";
import { createPaint, type Style } from "./text/paint.ts";
import {
  renderChanges,
  renderDeprecations,
  renderDrift,
  renderRemarks,
  renderStale,
  renderUnpaged,
} from "./text/sections.ts";
import { wrap } from "./text/wrap.ts";

export interface TextOptions {
  /** Text of every operation file, by its path as the report names it. A missing one costs its code frames. */
  readonly sources: Sources;
  /** Whether to style the text with escape codes. Without, there are none. */
  readonly colors: boolean;
  /** Columns; lines of text are wrapped to them. At least 40. @default 100 */
  readonly width?: number;
}

const DEFAULT_WIDTH = 100;
const LEAST_WIDTH = 40;
const MOST_NAMES = 12;

const COLORS: Readonly<Record<Outcome, Style>> = {
  fails: "red",
  incomplete: "yellow",
  changes: "yellow",
  passes: "green",
};

export function renderText(report: Report, { sources, colors, width = DEFAULT_WIDTH }: TextOptions): string {
  const canvas: Canvas = { paint: createPaint(colors), width: Math.max(LEAST_WIDTH, width) };
  const affected = report.operations.filter((operation) => statusOf(operation) !== "unaffected");
  const blocks = [
    [renderOrigins(report, canvas), ...renderRemarks(report, canvas)],
    ...affected.map((operation) => renderOperation(operation, sources, canvas)),
    renderUnaffected(report, canvas),
    renderDeprecations(report, canvas),
    renderUnpaged(report, canvas),
    renderDrift(report, canvas),
    renderChanges(report, canvas),
    renderStale(report, canvas),
    [renderVerdict(report, canvas)],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

function renderOrigins({ before, after }: Report, { paint }: Canvas): string {
  return `${renderOrigin(before, paint)} ${paint("dim", "→")} ${renderOrigin(after, paint)}`;
}

function renderOrigin({ label, how }: SchemaOrigin, paint: Canvas["paint"]): string {
  return `${printable(label)}${how ? paint("dim", ` (${printable(how)})`) : ""}`;
}

/** Their names where they are few, and what was accepted of them. Where all are, the verdict says it. */
function renderUnaffected(report: Report, canvas: Canvas): string[] {
  const operations = withStatus(report, "unaffected");
  const accepted = operations.flatMap(({ findings }) => findings.flatMap((finding) => renderAccepted(finding, canvas)));
  if (operations.length === 0 || operations.length === report.operations.length) return accepted;
  const names = operations.length > MOST_NAMES ? "" : `: ${operations.map(({ name }) => printable(name)).join(", ")}`;
  const lines = wrap(`✓ ${count(operations.length, "operation")} unaffected${names}`, canvas.width - 2);
  return [...lines.map((line, index) => canvas.paint("dim", index === 0 ? line : `  ${line}`)), ...accepted];
}

function renderVerdict(report: Report, { paint }: Canvas): string {
  const outcome = outcomeOf(report);
  return paint("bold", paint(COLORS[outcome], `${markOf(outcome)} ${describeVerdict(report)}`));
}
