/** A report as one page that needs nothing else: no script, no request, readable by day and night and by keyboard. */

import type { OperationReport, Report } from "../report.ts";
import type { Sources } from "./frame.ts";
import { html, type Markup, NOTHING, trusted } from "./html/markup.ts";
import { renderOperation, SLUGS } from "./html/operation.ts";
import { listSections, renderSection, type Section } from "./html/sections.ts";
import { STYLE, STYLE_HASH } from "./html/style.ts";
import { describeVerdict, markOf, outcomeOf, STATUSES, statusOf, withStatus } from "./tally.ts";

export interface HtmlOptions {
  /** Text of every operation file, by its path as the report names it. A missing one costs its code frames. */
  readonly sources: Sources;
}

export function renderHtml(report: Report, { sources }: HtmlOptions): string {
  const verdict = `${markOf(outcomeOf(report))} ${describeVerdict(report)}`;
  const sections = listSections(report);
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${verdict} · Schema check</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
${renderBanner(report)}<div class="layout">
<aside class="side" aria-label="Filter and contents">
${renderFilter(report)}${renderOperationLinks(report.operations)}${renderSectionLinks(sections)}</aside>
<main>
<section id="operations" aria-labelledby="operations-title"><h2 id="operations-title">Operations</h2>
${report.operations.map((operation, index) => renderOperation(operation, idOf(index), sources))}${report.operations.length === 0 ? html`<p class="quiet">There are none.</p>` : NOTHING}</section>
${sections.map(renderSection)}</main>
</div>
</body>
</html>
`;
  return page.markup;
}

function renderBanner(report: Report): Markup {
  const { before, after, remarks } = report;
  const outcome = outcomeOf(report);
  const how = (text?: string) => (text === undefined ? NOTHING : html` (${text})`);
  return html`<header class="banner ${outcome}">
<p>Schema check</p>
<h1><span aria-hidden="true">${markOf(outcome)}</span> ${describeVerdict(report)}</h1>
<p><code>${before.label}</code>${how(before.how)} → <code>${after.label}</code>${how(after.how)}</p>
${remarks.length > 0 ? html`<ul class="remarks">${remarks.map((remark) => html`<li>${remark}</li>`)}</ul>` : NOTHING}
</header>
`;
}

/** Radio buttons: a browser lets them be chosen by arrow keys, and the style hides what is not chosen. */
function renderFilter(report: Report): Markup {
  const options = STATUSES.flatMap((status) => {
    const { length } = withStatus(report, status);
    return length > 0 ? [renderOption(SLUGS[status], `${markOf(status)} ${status}`, length, false)] : [];
  });
  return html`<fieldset class="filter"><legend>Show operations</legend>
${renderOption("all", "all", report.operations.length, true)}${options}</fieldset>
`;
}

function renderOption(slug: string, label: string, size: number, isChecked: boolean): Markup {
  const checked = isChecked ? html` checked` : NOTHING;
  return html`<label><input type="radio" name="show" id="show-${slug}" autocomplete="off"${checked}>${label} <b>${size}</b></label>
`;
}

function renderOperationLinks(operations: readonly OperationReport[]): Markup {
  if (operations.length === 0) return NOTHING;
  const links = operations.map((operation, index) => {
    const status = statusOf(operation);
    const mark = html`<span class="mark ${SLUGS[status]}" aria-hidden="true">${markOf(status)}</span>`;
    return html`<li data-status="${SLUGS[status]}"><a href="#${idOf(index)}">${mark}<span>${operation.name}</span></a></li>
`;
  });
  return html`<nav aria-label="Operations"><h2>Operations</h2><ul>${links}</ul></nav>
`;
}

function renderSectionLinks(sections: readonly Section[]): Markup {
  if (sections.length === 0) return NOTHING;
  const links = sections.map(({ id, title, size }) => {
    const number = size === undefined ? NOTHING : html`<span class="count">${size}</span>`;
    return html`<li><a href="#${id}"><span>${title}</span>${number}</a></li>
`;
  });
  return html`<nav aria-label="The rest of the report"><h2>And</h2><ul>${links}</ul></nav>
`;
}

function idOf(index: number): string {
  return `operation-${index + 1}`;
}
