/** Figures and tables as the page shows them. */

import type { Summary } from "./statistics.ts";

/** A table whose first column is words and whose other columns are figures. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, index) => (index === 0 ? "---" : "--:")), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** `1.23 (1.20–1.31)`: the median, and the quartiles. */
export function renderSummary({ median, quartiles }: Summary, digits = 2): string {
  const [low, high] = quartiles.map((value) => value.toFixed(digits));
  return `${median.toFixed(digits)} (${low}–${high})`;
}

/** Three significant digits of a number, with separators for thousands. */
export function renderNumber(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : `${Number(value.toPrecision(3))}`;
}

/** Whether a figure keeps a goal. */
export function renderVerdict(value: number, limit: number): string {
  return value <= limit ? "met" : "**not met**";
}
