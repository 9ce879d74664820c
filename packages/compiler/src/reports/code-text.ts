/** Renders code in a terminal: the lines of an operation with carets, and the types before and after. */

import type { Style } from "../text/ink.ts";
import { printable } from "../text/printable.ts";
import type { DiffLine, FrameLine, Mark } from "./frame.ts";
import { type Canvas, clip, widthOf, wrap } from "./text-layout.ts";

const NUMBER_WIDTH = 5;
/** Columns before the code. */
const GUTTER_WIDTH = NUMBER_WIDTH + 3;
/** Minimum width of a message to the right of its carets. */
const MIN_MESSAGE_WIDTH = 36;
const INDENT = "    ";

/**
 * Renders the lines around a place, with the message at its carets. Without lines, renders the message alone.
 */
export function renderFrame(
  lines: readonly FrameLine[],
  message: string,
  color: Style,
  canvas: Canvas,
): string[] {
  const { paint, width } = canvas;
  if (!lines.some(({ mark }) => mark)) {
    return message === ""
      ? []
      : wrap(printable(message), width - 4).map((line) => INDENT + paint(color, line));
  }
  return lines.flatMap(({ number, text, mark }) => {
    const clipped = clip(text, width - GUTTER_WIDTH);
    const gutter = paint("dim", `${String(number).padStart(NUMBER_WIDTH)} │`);
    if (!mark) return [`${gutter} ${paint("dim", clipped)}`];
    return [`${gutter} ${clipped}`, ...renderMark(mark, text, message, color, canvas)];
  });
}

/** The message is to the right of the carets, or below them if the room is small. */
function renderMark(
  { start, length }: Mark,
  text: string,
  message: string,
  color: Style,
  canvas: Canvas,
): string[] {
  const { paint, width } = canvas;
  const room = width - GUTTER_WIDTH;
  const indent = Math.min(widthOf(text.slice(0, start)), room - 1);
  const carets = "^".repeat(Math.min(widthOf(text.slice(start, start + length)), room - indent));
  const right = indent + carets.length + 1;
  const isRight = room - right >= MIN_MESSAGE_WIDTH;
  const margin = isRight ? right : Math.min(indent, Math.max(0, room - MIN_MESSAGE_WIDTH));
  const messages =
    message === "" ? [] : wrap(printable(message), room - margin).map((line) => paint(color, line));
  const pointer = " ".repeat(indent) + paint(color, carets);
  const lines = messages.map((line) => " ".repeat(margin) + line);
  if (isRight) lines[0] = `${pointer} ${messages[0] ?? ""}`.trimEnd();
  else lines.unshift(pointer);
  const empty = paint("dim", `${" ".repeat(NUMBER_WIDTH)} │`);
  return lines.map((line) => `${empty} ${line}`);
}

/** @param max - Maximum number of lines. */
export function renderDiff(diff: readonly DiffLine[], max: number, { paint, width }: Canvas): string[] {
  const lines = diff.map(({ kind, text }) => {
    const clipped = clip(text, width - GUTTER_WIDTH);
    if (kind === "removed") return paint("red", `${INDENT}- │ ${clipped}`.trimEnd());
    if (kind === "added") return paint("green", `${INDENT}+ │ ${clipped}`.trimEnd());
    return paint("dim", kind === "gap" ? `${INDENT}⋮ │` : `${INDENT}  │ ${clipped}`.trimEnd());
  });
  const rest = lines.length - max;
  return rest > 1 ? [...lines.slice(0, max), paint("dim", `${INDENT}  │ … ${rest} more lines`)] : lines;
}
