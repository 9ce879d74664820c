/** Renders a report as one HTML file: no scripts, no requests, light and dark, usable by keyboard. */

import type { SchemaOrigin } from "../check/verdict/report.ts";
import { joinTitle } from "../check/verdict/sentences.ts";
import { EMPTY, html, type Markup } from "../text/markup.ts";
import { printableLines } from "../text/printable.ts";
import type { Group, Item, List, OperationBlock, ReportDocument } from "./blocks.ts";
import { idOf, locate, renderBadge, renderChange } from "./html-changes.ts";
import { STYLE, STYLE_HASH } from "./style.ts";
import { lookOf, STATUSES } from "./summary.ts";

/** Classes of the labels that have a color. Other labels are foreign text, such as a version. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["breaking", "breaks"],
  ["dangerous", "changes"],
  ["safe", "unaffected"],
  ["new", "changes"],
]);

/** Longer lists of links are collapsed, so that all kinds of effects are on the first screen. */
const MAX_OPEN_LINKS = 20;

/** Renders a web page: one file without scripts and requests. */
export function renderHtml(report: ReportDocument): string {
  const { outcome, groups, operations, lists } = report;
  const sections = [
    ...renderNotCompared(report),
    ...renderSteps(report),
    ...groups.map(renderGroup),
    ...(operations.length > 0 ? [renderOperations(operations)] : []),
    ...lists.map(renderList),
    ...renderChangelog(report),
  ];
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${lookOf(outcome).mark} ${report.verdict} · Schema check</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
${renderBanner(report)}<div class="layout">
<aside class="side" aria-label="Filter and contents">
${renderFilter(report)}${renderLinks(groups)}</aside>
<main id="main">
${sections}</main>
</div>
</body>
</html>\n`;
  return page.markup;
}

function renderBanner({ outcome, verdict, before, after, remarks }: ReportDocument): Markup {
  return html`<header class="banner ${outcome}">
<p>Schema check</p>
<h1><span aria-hidden="true">${lookOf(outcome).mark}</span> ${verdict}</h1>
<p>${renderOrigin(before)} → ${renderOrigin(after)}</p>
${remarks.length > 0 ? html`<ul class="remarks">${remarks.map((remark) => html`<li>${remark}</li>`)}</ul>` : EMPTY}
</header>\n`;
}

function renderOrigin({ label, how }: SchemaOrigin): Markup {
  return html`<code>${label}</code>${how === undefined ? EMPTY : html` (${how})`}`;
}

/** Radio buttons work with arrow keys. The style hides the changes and operations that are not selected. */
function renderFilter({ operations, groups }: ReportDocument): Markup {
  const renderOption = (slug: string, label: string, size: number, checked: Markup) =>
    html`<label><input type="radio" name="show" id="show-${slug}" autocomplete="off"${checked}>${label} <b>${size}</b></label>\n`;
  const options = STATUSES.flatMap((status) => {
    const { length } = operations.filter((operation) => operation.status === status);
    const isShown = length > 0 || groups.some((group) => group.status === status);
    return isShown
      ? [renderOption(lookOf(status).slug, `${lookOf(status).mark} ${status}`, length, EMPTY)]
      : [];
  });
  return html`<fieldset class="filter"><legend>Show operations</legend>
${renderOption("all", "all", operations.length, html` checked`)}${options}</fieldset>\n`;
}

function renderLinks(groups: readonly Group[]): Markup {
  if (groups.length === 0) return EMPTY;
  const lists = groups.map(({ status, title, changes }) => {
    const slug = lookOf(status).slug;
    const mark = html`<span class="mark ${slug}" aria-hidden="true">${lookOf(status).mark}</span>`;
    const links = changes.map(({ number, subject, predicate }) => {
      return html`<li data-status="${slug}"><a href="#${idOf(number)}">${mark}<span>${number}. ${joinTitle({ subject, predicate })}</span></a></li>\n`;
    });
    const open = changes.length <= MAX_OPEN_LINKS ? html` open` : EMPTY;
    return html`<details data-status="${slug}"${open}><summary>${title}</summary><ul>${links}</ul></details>\n`;
  });
  return html`<nav aria-label="Changes"><h2>Changes</h2>${lists}</nav>\n`;
}

function renderNotCompared({ notCompared }: ReportDocument): Markup[] {
  if (notCompared.length === 0) return [];
  const title = `${lookOf("not compared").mark} Not compared`;
  return [
    renderSection("not-compared", title, html`<ul class="cards">${notCompared.map(renderItem)}</ul>\n`),
  ];
}

function renderSteps({ steps }: ReportDocument): Markup[] {
  if (steps.length === 0) return [];
  const items = steps.map((step) => html`<li>${step}</li>\n`);
  return [renderSection("steps", "What you can do", html`<ul class="steps">${items}</ul>\n`)];
}

/** @param content - Ends with a line break. */
function renderSection(id: string, title: string, content: Markup, attributes: Markup = EMPTY): Markup {
  return html`<section${attributes} aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>\n`;
}

function renderGroup({ status, title, changes }: Group): Markup {
  return renderSection(
    `effect-${lookOf(status).slug}`,
    title,
    html`${changes.map(renderChange)}`,
    html` data-status="${lookOf(status).slug}"`,
  );
}

/** One line per operation, with links to the changes that affect it. */
function renderOperations(operations: readonly OperationBlock[]): Markup {
  const items = operations.map(({ name, kind, status, place, changes, users }) => {
    const links = changes.map((number) => html` <a href="#${idOf(number)}">${number}</a>`);
    const list = links.length > 0 ? html` <span>Changes${links}</span>` : EMPTY;
    const note = users === undefined ? EMPTY : html` <span class="quiet">${users}</span>`;
    return html`<li data-status="${lookOf(status).slug}"><b>${name}</b> <span class="quiet">${kind}</span> ${renderBadge(status, status)} ${locate(place)}${list}${note}</li>\n`;
  });
  return renderSection(
    "operations",
    "Operations",
    html`<ul class="operations">${items}</ul>\n`,
    html` id="operations"`,
  );
}

function renderList({ id, title, items }: List): Markup {
  return renderSection(id, title, html`<ul class="cards">${items.map(renderItem)}</ul>\n`);
}

function renderItem({ subject, labels, message, uses }: Item): Markup {
  const badges = labels.map(
    (label) => html` <span class="badge ${LABELS.get(label) ?? "quiet"}">${label}</span>`,
  );
  const users = uses.map(
    ({ operation, place }) => html`<li>${operation} ${place ? locate(place) : EMPTY}</li>\n`,
  );
  const title = subject === "" ? EMPTY : html`<code>${subject}</code>`;
  const list = uses.length > 0 ? html`<ul class="quiet">${users}</ul>` : EMPTY;
  return html`<li>${title}${badges}<p>${message}</p>${list}</li>\n`;
}

function renderChangelog({ changelog }: ReportDocument): Markup[] {
  const entry = changelog.trim();
  if (entry === "") return [];
  const lines = printableLines(entry).map((line) => html`${line}\n`);
  return [renderSection("changelog", "Changelog entry", html`<pre class="box">${lines}</pre>\n`)];
}
