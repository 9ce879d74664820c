/** One operation on a terminal: its verdict, where it meets the change, and its types before and after. */

import type { Finding, OperationReport, Place } from "../../report.ts";
import { createFrames, type Frame, type Sources } from "../frame.ts";
import { printable } from "../printable.ts";
import { markOf, type Status, statusOf } from "../tally.ts";
import { diffTypes } from "../type-diff.ts";
import { type Canvas, describeCause, GUTTER_WIDTH, renderFrame } from "./frame.ts";
import type { Style } from "./paint.ts";
import { clip, wrap } from "./wrap.ts";

const COLORS: Readonly<Record<Status, Style>> = {
  breaks: "red",
  "changes types": "yellow",
  "not compared": "yellow",
  unaffected: "green",
};

/** Where a diff is longer, the other formats show the rest. */
const MOST_DIFF_LINES = 14;
const INDENT = "    ";

export function renderOperation(operation: OperationReport, sources: Sources, canvas: Canvas): string[] {
  const { paint } = canvas;
  const status = statusOf(operation);
  const counted = operation.findings.filter(({ accepted }) => !accepted);
  const accepted = operation.findings.filter(({ accepted }) => accepted);
  const heading = paint(COLORS[status], `${paint("bold", `${markOf(status)} ${printable(operation.name)}`)} ${status}`);
  const [worst = operation] = counted;
  return [
    `${heading}  ${paint("dim", `${operation.kind} ·`)} ${paint("cyan", renderPlace(worst.place))}`,
    ...(operation.invalidBefore ? [paint("dim", "  did not fit the schema before the change either")] : []),
    ...createFrames(counted, sources).flatMap((frame, index) => renderFile(frame, index, canvas)),
    ...accepted.flatMap((finding) => renderAccepted(finding, canvas)),
    ...renderTypes(operation, canvas),
  ];
}

export function renderPlace({ file, line, column }: Place): string {
  return `${printable(file)}:${line}:${column}`;
}

/** The first file is named in the heading. */
function renderFile(frame: Frame, index: number, canvas: Canvas): string[] {
  const lines = renderFrame(frame, canvas);
  const [met] = frame.lines.flatMap(({ marks }) => marks.flatMap(({ findings }) => findings));
  return index === 0 || !met ? lines : [`  ${canvas.paint("cyan", renderPlace(met.place))}`, ...lines];
}

export function renderAccepted(finding: Finding, { paint, width }: Canvas): string[] {
  const reason = `Accepted until ${finding.accepted?.expires}: ${printable(finding.accepted?.reason ?? "")}`;
  const cause = `${printable(finding.message)} ${describeCause(finding)}`;
  const lines = [cause, reason].flatMap((text) => wrap(text, width - 4));
  return lines.map((line, index) => paint("dim", `${index === 0 ? "  ○ " : "    "}${line}`));
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
  const rest = lines.length - MOST_DIFF_LINES;
  const shown =
    rest > 1 ? [...lines.slice(0, MOST_DIFF_LINES), paint("dim", `${INDENT}  │ … ${rest} more lines`)] : lines;
  return [paint("dim", "  types"), ...shown];
}
