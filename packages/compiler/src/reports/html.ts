/** Renders a report as one HTML file: no scripts, no requests, light and dark, usable by keyboard. */

import type { OperationReport, Report } from "../check/report.ts";
import { EMPTY, html, type Markup } from "../text/markup.ts";
import { printableLines } from "../text/printable.ts";
import { idOf, locate, renderBadge, renderSection, renderTopics, SLUGS } from "./html-topics.ts";
import type { HtmlOptions } from "./options.ts";
import { STYLE, STYLE_HASH } from "./style.ts";
import {
  describeVerdict,
  type Entry,
  listSections,
  markOf,
  outcomeOf,
  STATUSES,
  statusOf,
  withStatus,
} from "./summary.ts";
import { type AcceptedTopic, listAccepted, listTopics, type Topic } from "./topics.ts";

/** Classes of the labels that have a color. */
const LABELS: Partial<Record<string, string>> = {
  breaking: "breaks",
  dangerous: "changes",
  safe: "unaffected",
  new: "changes",
};

/** Renders a web page: one file without scripts and requests. */
export function renderHtml(report: Report, { sources }: HtmlOptions): string {
  const topics = listTopics(report);
  const verdict = `${markOf(outcomeOf(report))} ${describeVerdict(report)}`;
  const sections = [
    ...(topics.length > 0 ? [renderTopics(topics, sources)] : []),
    ...renderAccepted(listAccepted(report)),
    ...(report.operations.length > 0 ? [renderOperations(report.operations, topics)] : []),
    ...listSections(report).map(({ id, title, entries }) =>
      renderSection(id, title, renderCards(entries.map(renderEntry))),
    ),
    ...renderChangelog(report),
  ];
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
<a class="skip" href="#main">Skip to the report</a>
${renderBanner(report)}<div class="layout">
<aside class="side" aria-label="Filter and contents">
${renderFilter(report)}${renderLinks(topics)}</aside>
<main id="main">
${sections}</main>
</div>
</body>
</html>\n`;
  return page.markup;
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
</header>\n`;
}

/** Radio buttons work with arrow keys. The style hides the changes and operations that are not selected. */
function renderFilter(report: Report): Markup {
  const renderOption = (slug: string, label: string, size: number, checked: Markup) =>
    html`<label><input type="radio" name="show" id="show-${slug}" autocomplete="off"${checked}>${label} <b>${size}</b></label>\n`;
  const options = STATUSES.flatMap((status) => {
    const { length } = withStatus(report, status);
    return length > 0 ? [renderOption(SLUGS[status], `${markOf(status)} ${status}`, length, EMPTY)] : [];
  });
  return html`<fieldset class="filter"><legend>Show operations</legend>
${renderOption("all", "all", report.operations.length, html` checked`)}${options}</fieldset>\n`;
}

function renderLinks(topics: readonly Topic[]): Markup {
  if (topics.length === 0) return EMPTY;
  const links = topics.map(({ status, subject, change }, index) => {
    const mark = html`<span class="mark ${SLUGS[status]}" aria-hidden="true">${markOf(status)}</span>`;
    return html`<li data-status="${SLUGS[status]}"><a href="#${idOf(index)}">${mark}<span>${index + 1}. ${subject || change}</span></a></li>\n`;
  });
  return html`<nav aria-label="Changes"><h2>Changes</h2><ul>${links}</ul></nav>\n`;
}

function renderAccepted(topics: readonly AcceptedTopic[]): Markup[] {
  if (topics.length === 0) return [];
  const items = topics.map(
    ({ change, reason }) => html`<li>${change} <span class="quiet">accepted ${reason}</span></li>\n`,
  );
  return [renderSection("accepted-changes", "Accepted changes", renderCards(items))];
}

function renderCards(items: readonly Markup[]): Markup {
  return html`<ul class="cards">${items}</ul>\n`;
}

/** One line per operation, with links to the changes that affect it. */
function renderOperations(operations: readonly OperationReport[], topics: readonly Topic[]): Markup {
  const changes = new Map<string, number[]>();
  for (const [index, { places }] of topics.entries()) {
    for (const name of new Set(places.flatMap((place) => place.operations)))
      changes.set(name, [...(changes.get(name) ?? []), index]);
  }
  const items = operations.map((operation) => {
    const { name, kind, place, consumers } = operation;
    const users =
      consumers &&
      html` <span class="quiet">${consumers.length > 0 ? `used by ${consumers.join(", ")}` : "not used by a consumer"}</span>`;
    const status = statusOf(operation);
    const links = (changes.get(name) ?? []).map((index) => html` <a href="#${idOf(index)}">${index + 1}</a>`);
    return html`<li data-status="${SLUGS[status]}"><b>${name}</b> <span class="quiet">${kind}</span> ${renderBadge(status, status)} ${locate(place)}${links.length > 0 ? html` <span>Changes${links}</span>` : EMPTY}${users ?? EMPTY}</li>\n`;
  });
  const list = html`<ul class="operations">${items}</ul>\n`;
  return renderSection("operations", "Operations", list, html` id="operations"`);
}

function renderEntry({ coordinate, labels, message, uses }: Entry): Markup {
  const badges = labels.map((label) => html` <span class="badge ${LABELS[label] ?? "quiet"}">${label}</span>`);
  const users = uses.map(({ operation, place }) => html`<li>${operation} ${place ? locate(place) : EMPTY}</li>\n`);
  return html`<li><code>${coordinate}</code>${badges}<p>${message}</p>${uses.length > 0 ? html`<ul class="quiet">${users}</ul>` : EMPTY}</li>\n`;
}

function renderChangelog({ changelog }: Report): Markup[] {
  if (changelog.trim() === "") return [];
  const lines = printableLines(changelog.trim()).map((line) => html`${line}\n`);
  const entry = html`<pre class="box">${lines}</pre>\n`;
  return [renderSection("changelog", "Changelog entry", entry)];
}
