/** What follows the operations on a terminal: deprecations, drift, the schema's changes and acceptances, in short. */

import type { Report } from "../../report.ts";
import { printable } from "../printable.ts";
import { count, listSome, UNPAGED_TITLE } from "../tally.ts";
import type { Canvas } from "./frame.ts";
import { renderPlace } from "./operation.ts";
import { padTo, widthOf, wrap } from "./wrap.ts";

/** Of the width. Names that are wider stand alone. */
const NAME_SHARE = 0.4;
/** The rest is counted. */
const MOST_ROWS = 8;
const MOST_NAMES = 3;

/** A name, and sentences about it: each begins a line. */
interface Row {
  readonly name: string;
  readonly sentences: readonly string[];
}

export function renderDeprecations({ deprecations }: Report, canvas: Canvas): string[] {
  const rows = deprecations.map(({ coordinate, reason, announced, isNew, uses }) => {
    const how = [isNew ? "new" : "", announced === "description" ? "announced in words only" : ""].filter(Boolean);
    const shown = uses
      .slice(0, MOST_NAMES)
      .map(({ operation, place }) => `${printable(operation)} ${renderPlace(place)}`);
    const more = uses.length - shown.length;
    return {
      name: printable(coordinate),
      sentences: [
        `${printable(reason)}${how.length > 0 ? ` (${how.join(", ")})` : ""}`,
        ...shown,
        ...(more > 0 ? [`and ${count(more, "other use")}`] : []),
      ],
    };
  });
  return renderSection("Deprecated, and used by us", rows, canvas);
}

export function renderUnpaged({ unpaged }: Report, canvas: Canvas): string[] {
  const rows = unpaged.map(({ coordinate, missing, place, operations }) => ({
    name: printable(coordinate),
    sentences: [
      `without ${printable(missing)}`,
      `${listSome(operations, MOST_NAMES, printable)} ${renderPlace(place)}`,
    ],
  }));
  return renderSection(UNPAGED_TITLE, rows, canvas);
}

export function renderDrift({ drift }: Report, canvas: Canvas): string[] {
  const rows = drift.map(({ coordinate, message, operations }) => ({
    name: printable(coordinate),
    sentences: [
      printable(message),
      ...(operations.length > 0 ? [`selected by ${listSome(operations, MOST_NAMES, printable)}`] : []),
    ],
  }));
  return renderSection("New on types that we select", rows, canvas);
}

export function renderChanges({ changes }: Report, canvas: Canvas): string[] {
  if (changes.length === 0) return [];
  const parts = (["breaking", "dangerous", "safe"] as const).flatMap((level) => {
    const number = changes.filter((change) => change.level === level).length;
    return number > 0 ? [`${number} ${level}`] : [];
  });
  const rows = changes
    .filter(({ level }) => level !== "safe")
    .map(({ coordinate, message }) => ({ name: printable(coordinate), sentences: [printable(message)] }));
  return renderSection(`Schema: ${parts.join(", ")}`, rows, canvas);
}

export function renderStale({ staleAcceptances }: Report, canvas: Canvas): string[] {
  const rows = staleAcceptances.map(({ coordinate, rule, operation, reason, expires, problem }) => {
    const what = [printable(coordinate), rule, operation && `in ${printable(operation)}`].filter(Boolean).join(" ");
    const state = problem === "expired" ? `expired on ${expires}, so it counts again` : "matches nothing any more";
    return { name: what, sentences: [`${state}: ${printable(reason)}`] };
  });
  return renderSection("Acceptances to renew or remove", rows, canvas);
}

export function renderRemarks({ remarks }: Report, { paint, width }: Canvas): string[] {
  return remarks.flatMap((remark) =>
    wrap(printable(remark), width - 2).map((line, index) => paint("yellow", `${index === 0 ? "! " : "  "}${line}`)),
  );
}

function renderSection(title: string, rows: readonly Row[], { paint, width }: Canvas): string[] {
  if (rows.length === 0) return title.startsWith("Schema:") ? [paint("bold", title)] : [];
  const shown = rows.length > MOST_ROWS + 1 ? rows.slice(0, MOST_ROWS) : rows;
  const widest = Math.floor(width * NAME_SHARE);
  const fitting = shown.map(({ name }) => widthOf(name)).filter((length) => length <= widest);
  const column = Math.max(2, ...fitting) + 2;
  const lines = shown.flatMap(({ name, sentences }) => {
    const indent = widthOf(name) <= widest ? column : 2;
    const names = wrap(name, width - 2);
    const said = sentences.flatMap((sentence) => wrap(sentence, width - 2 - indent)).map((line) => paint("dim", line));
    const [first = "", ...below] = indent === column ? said : ["", ...said];
    const head = names.length > 1 ? names.map((line) => `  ${line}`) : [`  ${padTo(name, indent)}${first}`.trimEnd()];
    return [...head, ...below.map((line) => `  ${" ".repeat(indent)}${line}`)];
  });
  const more = rows.length - shown.length;
  return [paint("bold", title), ...lines, ...(more > 0 ? [paint("dim", `  and ${count(more, "other")}`)] : [])];
}
