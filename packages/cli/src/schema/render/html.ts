/** Renders a report as one HTML file: no scripts, no requests, light and dark, usable by keyboard. */

import type { Finding, OperationError, OperationReport, Place, Report } from "../report.ts";
import { annotationsOf, createFrames, diffTypes, type FrameLine, type Sources } from "./frame.ts";
import { EMPTY, html, type Markup } from "./markup.ts";
import { printableLines } from "./printable.ts";
import { STYLE, STYLE_HASH } from "./style.ts";
import {
  count,
  describeVerdict,
  type Entry,
  listSections,
  markOf,
  outcomeOf,
  STATUSES,
  type Status,
  statusOf,
  withStatus,
} from "./summary.ts";

export interface HtmlOptions {
  /** Text of each operation file, by its path in the report. Without it, the report has no code frames of the file. */
  readonly sources: Sources;
}

/** Class names and attribute values of the statuses. */
const SLUGS: Readonly<Record<Status, string>> = {
  breaks: "breaks",
  "changes types": "changes",
  invalid: "invalid",
  unaffected: "unaffected",
};

/** Classes of the labels that have a color. */
const LABELS: Partial<Record<string, string>> = {
  breaking: "breaks",
  dangerous: "changes",
  safe: "unaffected",
  new: "changes",
};

export function renderHtml(report: Report, { sources }: HtmlOptions): string {
  const { operations } = report;
  const verdict = `${markOf(outcomeOf(report))} ${describeVerdict(report)}`;
  const sections = [...listSections(report).map(renderSection), ...renderChangelog(report)];
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${verdict} · Schema check</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
${renderBanner(report)}<div class="layout">
<aside class="side" aria-label="Filter and contents">
${renderFilter(report)}${renderLinks(operations)}</aside>
<main>
<section id="operations" aria-labelledby="operations-title"><h2 id="operations-title">Operations</h2>
${operations.map((operation, index) => renderOperation(operation, idOf(index), sources))}</section>
${sections}</main>
</div>
</body>
</html>
`;
  return page.markup;
}

function idOf(index: number): string {
  return `operation-${index + 1}`;
}

function renderBanner(report: Report): Markup {
  const { before, after, remarks } = report;
  const outcome = outcomeOf(report);
  const how = (text?: string) => (text === undefined ? EMPTY : html` (${text})`);
  return html`<header class="banner ${outcome}">
<p>Schema check</p>
<h1><span aria-hidden="true">${markOf(outcome)}</span> ${describeVerdict(report)}</h1>
<p><code>${before.label}</code>${how(before.how)} → <code>${after.label}</code>${how(after.how)}</p>
${remarks.length > 0 ? html`<ul class="remarks">${remarks.map((remark) => html`<li>${remark}</li>`)}</ul>` : EMPTY}
</header>
`;
}

/** Radio buttons work with arrow keys. The style hides the operations that are not selected. */
function renderFilter(report: Report): Markup {
  const renderOption = (slug: string, label: string, size: number, checked: Markup) =>
    html`<label><input type="radio" name="show" id="show-${slug}" autocomplete="off"${checked}>${label} <b>${size}</b></label>
`;
  const options = STATUSES.flatMap((status) => {
    const { length } = withStatus(report, status);
    return length > 0 ? [renderOption(SLUGS[status], `${markOf(status)} ${status}`, length, EMPTY)] : [];
  });
  return html`<fieldset class="filter"><legend>Show operations</legend>
${renderOption("all", "all", report.operations.length, html` checked`)}${options}</fieldset>
`;
}

function renderLinks(operations: readonly OperationReport[]): Markup {
  if (operations.length === 0) return EMPTY;
  const links = operations.map((operation, index) => {
    const status = statusOf(operation);
    const mark = html`<span class="mark ${SLUGS[status]}" aria-hidden="true">${markOf(status)}</span>`;
    return html`<li data-status="${SLUGS[status]}"><a href="#${idOf(index)}">${mark}<span>${operation.name}</span></a></li>
`;
  });
  return html`<nav aria-label="Operations"><h2>Operations</h2><ul>${links}</ul></nav>
`;
}

function renderOperation(operation: OperationReport, id: string, sources: Sources): Markup {
  const { name, kind, findings } = operation;
  const status = statusOf(operation);
  const slug = SLUGS[status];
  const annotations = annotationsOf(operation);
  const [first = operation] = annotations;
  const badge = html`<span class="badge ${slug}"><span aria-hidden="true">${markOf(status)}</span> ${status}</span>`;
  const frames = createFrames(annotations, sources).map(
    ({ file, lines }) => html`<figure class="box"><figcaption><code>${file}</code></figcaption>
${lines.map(renderLine)}</figure>
`,
  );
  return html`<article id="${id}" data-status="${slug}" aria-labelledby="${id}-name">
<header><h3 id="${id}-name"><a href="#${id}">${name}</a></h3> ${badge} <span class="quiet">${kind}</span> ${renderPlace(first.place)}</header>
${frames}${findings.filter(({ accepted }) => accepted).map(renderAccepted)}${renderDiff(operation)}</article>
`;
}

function renderPlace({ file, line, column }: Place): Markup {
  return html`<code class="place">${file}:${line}:${column}</code>`;
}

function renderLine({ number, followsGap, text, marks }: FrameLine): Markup {
  const gap = html`<div class="line quiet" aria-hidden="true"><span class="number">⋮</span></div>`;
  const annotations = marks.flatMap((mark) => mark.annotations);
  const hit = annotations.length > 0 ? " hit" : "";
  return html`${followsGap ? gap : EMPTY}<div class="line${hit}"><span class="number">${number}</span><code>${renderCode(text, marks)}</code></div>
${annotations.map(renderAnnotation)}`;
}

function renderCode(text: string, marks: FrameLine["marks"]): Markup[] {
  let at = 0;
  const parts: Markup[] = [];
  for (const { start, length, annotations } of marks) {
    // Overlapping places are underlined once.
    if (start < at || length === 0) continue;
    const changes = annotations.every((one) => "verdict" in one && one.verdict === "changes types");
    const end = start + length;
    parts.push(
      html`${text.slice(at, start)}<mark class="${changes ? "changes" : "breaks"}">${text.slice(start, end)}</mark>`,
    );
    at = end;
  }
  return [...parts, html`${text.slice(at)}`];
}

function renderAnnotation(annotation: Finding | OperationError): Markup {
  if (!("rule" in annotation)) {
    return html`<p class="finding breaks">${annotation.message}</p>
`;
  }
  const { verdict, message, coordinate, rule } = annotation;
  return html`<p class="finding ${SLUGS[verdict]}">${message} <span class="cause"><code>${coordinate}</code> · ${rule}</span></p>
`;
}

function renderAccepted({ message, coordinate, rule, place, accepted }: Finding): Markup {
  return html`<p class="accepted"><b>Accepted until ${accepted?.expires ?? ""}:</b> ${accepted?.reason ?? ""}<br>
${message} <code>${coordinate}</code> · ${rule} · ${renderPlace(place)}</p>
`;
}

/** The sign of a changed line does not depend on color. */
function renderDiff({ types }: OperationReport): Markup {
  if (!types) return EMPTY;
  const rows = diffTypes(types, 3).map(({ kind, text }) => {
    if (kind === "gap") return html`<span class="gap">⋮ ${count(Number(text), "unchanged line")}</span>`;
    if (kind === "same") return html`<span>  ${text}</span>`;
    return kind === "removed" ? html`<del>− ${text}</del>` : html`<ins>+ ${text}</ins>`;
  });
  return html`<figure class="box"><figcaption>Types before and after</figcaption>
<pre class="diff">${rows}</pre></figure>
`;
}

function renderSection({ id, title, entries }: { id: string; title: string; entries: readonly Entry[] }): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
<ul class="cards">${entries.map(renderEntry)}</ul>
</section>
`;
}

function renderEntry({ coordinate, labels, message, uses }: Entry): Markup {
  const badges = labels.map((label) => html` <span class="badge ${LABELS[label] ?? "quiet"}">${label}</span>`);
  const users = uses.map(
    ({ operation, place }) => html`<li>${operation} ${place ? renderPlace(place) : EMPTY}</li>
`,
  );
  return html`<li><code>${coordinate}</code>${badges}<p>${message}</p>${uses.length > 0 ? html`<ul class="quiet">${users}</ul>` : EMPTY}</li>
`;
}

function renderChangelog({ changelog }: Report): Markup[] {
  if (changelog.trim() === "") return [];
  const lines = printableLines(changelog.trim()).map((line) => html`${line}\n`);
  return [
    html`<section id="changelog" aria-labelledby="changelog-title"><h2 id="changelog-title">Changelog entry</h2>
<pre class="box">${lines}</pre>
</section>
`,
  ];
}
