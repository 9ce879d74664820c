/** Code frames for a terminal: the line, carets under the place, and what is the matter with it. */

import type { Finding } from "../../report.ts";
import type { Frame, FrameLine, Mark } from "../frame.ts";
import { printable } from "../printable.ts";
import type { Paint } from "./paint.ts";
import { clip, widthOf, wrap } from "./wrap.ts";

export interface Canvas {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
}

const NUMBER_WIDTH = 5;
/** Columns before the code. */
export const GUTTER_WIDTH: number = NUMBER_WIDTH + 3;
/** A message with less room beside its caret goes below it. */
const LEAST_ROOM = 36;

export function renderFrame(frame: Frame, canvas: Canvas): string[] {
  return frame.lines.flatMap((line) => renderLine(line, canvas));
}

function renderLine({ number, text, followsGap, marks }: FrameLine, canvas: Canvas): string[] {
  const { paint, width } = canvas;
  const code = clip(text, width - GUTTER_WIDTH);
  const gutter = paint("dim", `${String(number).padStart(NUMBER_WIDTH)} │`);
  const gap = followsGap ? [paint("dim", `${"⋮".padStart(NUMBER_WIDTH)} │`)] : [];
  const shown = code === "" ? gutter : `${gutter} ${marks.length > 0 ? code : paint("dim", code)}`;
  return [...gap, shown, ...marks.flatMap((mark) => renderMark(mark, text, canvas))];
}

function renderMark({ start, length, findings }: Mark, text: string, canvas: Canvas): string[] {
  const { paint, width } = canvas;
  const room = width - GUTTER_WIDTH;
  const indent = Math.min(widthOf(text.slice(0, start)), room - 1);
  const carets = "^".repeat(Math.min(widthOf(text.slice(start, start + length)), room - indent));
  const beside = indent + carets.length + 1;
  const isBeside = room - beside >= LEAST_ROOM;
  const margin = isBeside ? beside : Math.min(indent, Math.max(0, room - LEAST_ROOM));
  const said = findings.flatMap((finding) => renderFinding(finding, room - margin, canvas));
  const empty = paint("dim", `${" ".repeat(NUMBER_WIDTH)} │`);
  const pointer = " ".repeat(indent) + paint(colorOf(findings), carets);
  const lines = said.map((line) => " ".repeat(margin) + line);
  if (isBeside) lines[0] = `${pointer} ${said[0] ?? ""}`;
  else if (carets !== "") lines.unshift(pointer);
  return lines.map((line) => `${empty} ${line}`);
}

/** The message, and what did it: on the same line where there is room. */
function renderFinding(finding: Finding, room: number, { paint }: Canvas): string[] {
  const lines = wrap(printable(finding.message), room);
  const cause = describeCause(finding);
  const last = lines.at(-1) ?? "";
  const painted = lines.map((line) => paint(finding.verdict === "breaks" ? "red" : "yellow", line));
  if (widthOf(last) + 2 + widthOf(cause) > room) return [...painted, paint("dim", cause)];
  return [...painted.slice(0, -1), `${painted.at(-1)}  ${paint("dim", cause)}`];
}

/** The coordinate, unless the message names it, and the rule: what an acceptance of it would name. */
export function describeCause({ message, coordinate, rule }: Finding): string {
  const words = message.split(/[\s,;"']+/).map((word) => word.replace(/[.:]$/, ""));
  return coordinate === "" || words.includes(coordinate) ? rule : `${printable(coordinate)} · ${rule}`;
}

function colorOf(findings: readonly Finding[]): "red" | "yellow" {
  return findings.some(({ verdict }) => verdict === "breaks") ? "red" : "yellow";
}
