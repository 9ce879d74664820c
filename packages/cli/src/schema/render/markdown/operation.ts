/** One operation in Markdown: a row of the table, and its findings to unfold. */

import type { Finding, OperationReport, Place } from "../../report.ts";
import { createFrames, type Frame, type Sources } from "../frame.ts";
import { printable } from "../printable.ts";
import { count, markOf, type Status, statusOf } from "../tally.ts";
import { diffTypes } from "../type-diff.ts";
import { cut } from "./budget.ts";
import { escapeCode, escapeMarkup, escapeText, fence } from "./escape.ts";

/** Emoji, for those who skim. */
export const ICONS: Readonly<Record<Status, string>> = {
  breaks: "❌",
  "changes types": "🔶",
  "not compared": "❔",
  unaffected: "✅",
};

const LONGEST_TEXT = 600;
const LONGEST_LINE = 200;
const MOST_LINES = 60;

export function renderRow(operation: OperationReport): string {
  const status = statusOf(operation);
  const [worst] = operation.findings.filter(({ accepted }) => !accepted);
  const more = operation.findings.filter(({ accepted }) => !accepted).length - 1;
  const because = worst
    ? `${escapeCode(cut(worst.coordinate, LONGEST_LINE))} ${worst.rule}${more > 0 ? ` and ${more} more` : ""}`
    : "did not fit before either";
  const place = renderPlace((worst ?? operation).place);
  return `| ${ICONS[status]} ${escapeCode(operation.name)} | ${status} | ${because} | ${place} |`;
}

export function renderDetails(operation: OperationReport, sources: Sources): string {
  const status = statusOf(operation);
  const counted = operation.findings.filter(({ accepted }) => !accepted);
  const reasons = counted.length > 0 ? `: ${count(counted.length, "reason")}` : "";
  const name = escapeMarkup(cut(operation.name, LONGEST_LINE));
  return [
    `<details><summary>${ICONS[status]} <b>${name}</b> ${status}${reasons}</summary>`,
    operation.findings.map(renderFinding).join("\n"),
    ...createFrames(counted, sources).flatMap(renderFrame),
    ...renderTypes(operation),
    "</details>",
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

export function renderPlace({ file, line, column }: Place): string {
  return escapeCode(`${cut(file, LONGEST_LINE)}:${line}:${column}`);
}

export function renderFinding({ verdict, rule, coordinate, message, place, accepted }: Finding): string {
  const mark = accepted ? "○" : markOf(verdict);
  const until = accepted
    ? ` *Accepted until ${accepted.expires}: ${escapeText(cut(accepted.reason, LONGEST_TEXT))}*`
    : "";
  const said = escapeText(cut(message, LONGEST_TEXT));
  return `- ${mark} ${escapeCode(cut(coordinate, LONGEST_LINE))} ${rule}: ${said} (${renderPlace(place)})${until}`;
}

/** Without its source there is nothing to frame: the findings above name the place. */
function renderFrame({ file, lines }: Frame): string[] {
  if (lines.every(({ text }) => text === "")) return [];
  const code = lines.flatMap(({ text, followsGap, marks }) => [
    ...(followsGap ? ["# ⋮"] : []),
    cut(text, LONGEST_LINE),
    ...marks.map(({ start, length, findings }) => {
      const carets = `#${" ".repeat(Math.max(0, start - 1))}${"^".repeat(Math.max(1, length - Number(start === 0)))}`;
      return start > LONGEST_LINE
        ? "# …"
        : `${carets} ${findings.map(({ coordinate }) => printable(coordinate)).join(", ")}`;
    }),
  ]);
  return [
    fence(
      "graphql",
      [`# ${printable(file)}`, ...code].map((line) => cut(line, 2 * LONGEST_LINE)),
    ),
  ];
}

const SIGNS = { same: "  ", removed: "- ", added: "+ ", gap: "@@ " };

function renderTypes({ types }: OperationReport): string[] {
  if (!types) return [];
  const lines = diffTypes(types, 2).map(({ kind, text }) =>
    kind === "gap" ? `@@ ${count(Number(text), "line")} @@` : cut(`${SIGNS[kind]}${text}`, LONGEST_LINE),
  );
  const rest = lines.length - MOST_LINES;
  return [fence("diff", rest > 1 ? [...lines.slice(0, MOST_LINES), `@@ ${rest} more lines @@`] : lines)];
}
