/** Tables: rounded, and cut to the width of the terminal where there is one. In a pipe nothing is cut. */

import Table from "cli-table3";
import { paint, printable, printableJson } from "../terminal.ts";

const CHARS = { "top-left": "╭", "top-right": "╮", "bottom-left": "╰", "bottom-right": "╯" };
/** Left border, and a border after each column. */
const borders = (columns: number) => columns + 1;
/** Two of padding, one letter, and the mark that says something was cut. */
const NARROWEST = 4;

/** Renders rows of values under their columns, for a stream. */
export function renderTable(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  stream: NodeJS.WriteStream,
): string {
  const head = columns.map((column) => paint(stream, "bold", printable(column)));
  const cells = rows.map((row) => row.map((value) => renderValue(value, stream)));
  const colAligns = columns.map((_, index) => (rows.every((row) => isNumeric(row[index])) ? "right" : "left"));
  const draw = (colWidths: number[]) => {
    // cli-table3 writes the widths it arrives at into the list it is given.
    const table = new Table({
      head,
      colAligns,
      colWidths,
      chars: CHARS,
      style: { head: [], border: [], compact: true },
    });
    table.push(...cells);
    return table.toString();
  };
  const widths: number[] = [];
  const whole = draw(widths);
  // A pipe has no columns, and some terminals say 0.
  const room = (stream.columns || Number.POSITIVE_INFINITY) - borders(columns.length);
  const text = sum(widths) <= room ? whole : draw(narrow(widths, room));
  return text.replaceAll(/[─│╭╮╰╯├┤┬┴┼]+/g, (border) => paint(stream, "dim", border));
}

/** One value as text: nothing is a dash, and what is neither text nor number is JSON. */
export function renderValue(value: unknown, stream: NodeJS.WriteStream): string {
  if (value === null || value === undefined) return paint(stream, "dim", "—");
  return typeof value === "string" ? printable(value) : printableJson(value);
}

function isNumeric(value: unknown): boolean {
  return typeof value === "number" || value === null || value === undefined;
}

/** Takes from the widest column until all fit. */
function narrow(widths: readonly number[], room: number): number[] {
  const narrowed = [...widths];
  while (sum(narrowed) > room) {
    const widest = narrowed.indexOf(Math.max(...narrowed));
    if ((narrowed[widest] ?? 0) <= NARROWEST) break;
    narrowed[widest] = (narrowed[widest] ?? 0) - 1;
  }
  return narrowed;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
