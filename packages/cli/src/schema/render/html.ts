/** Renders a report as one HTML file: no scripts, no requests, light and dark, usable by keyboard. */

import type { OperationReport, Place, Report } from "../report.ts";
import { createFrame, diffTypes, type FrameLine, type Sources } from "./frame.ts";
import { EMPTY, html, type Markup } from "./markup.ts";
import { printableLines } from "./printable.ts";
import { STYLE, STYLE_HASH } from "./style.ts";
import {
  count,
  describeVerdict,
  type Entry,
  listSections,
  listSome,
  markOf,
  outcomeOf,
  STATUSES,
  type Status,
  statusOf,
  withStatus,
} from "./summary.ts";
import { type AcceptedTopic, listAccepted, listTopics, type Topic, type TopicPlace } from "./topics.ts";

export interface HtmlOptions {
  /** Text of each operation file, by its path in the report. Without it, the report has no code frames. */
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

/** Longer lists are collapsed. */
const MAX_OPEN_PLACES = 5;
const MAX_OPEN_LINES = 24;
/** Names above a code frame. The list of operations has all. */
const MAX_NAMES = 10;

export function renderHtml(report: Report, { sources }: HtmlOptions): string {
  const topics = listTopics(report);
  const verdict = `${markOf(outcomeOf(report))} ${describeVerdict(report)}`;
  const sections = [
    ...(topics.length > 0 ? [renderTopics(topics, sources)] : []),
    ...renderAccepted(listAccepted(report)),
    ...(report.operations.length > 0 ? [renderOperations(report.operations, topics)] : []),
    ...listSections(report).map(renderSection),
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
</html>
`;
  return page.markup;
}

function idOf(index: number): string {
  return `change-${index + 1}`;
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

/** Radio buttons work with arrow keys. The style hides the changes and operations that are not selected. */
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

function renderLinks(topics: readonly Topic[]): Markup {
  if (topics.length === 0) return EMPTY;
  const links = topics.map(({ status, subject, change }, index) => {
    const mark = html`<span class="mark ${SLUGS[status]}" aria-hidden="true">${markOf(status)}</span>`;
    return html`<li data-status="${SLUGS[status]}"><a href="#${idOf(index)}">${mark}<span>${index + 1}. ${subject || change}</span></a></li>
`;
  });
  return html`<nav aria-label="Changes"><h2>Changes</h2><ul>${links}</ul></nav>
`;
}

function renderTopics(topics: readonly Topic[], sources: Sources): Markup {
  return html`<section aria-labelledby="effects-title"><h2 id="effects-title">Changes that affect operations</h2>
${topics.map((topic, index) => renderTopic(topic, index, sources))}</section>
`;
}

function renderTopic(topic: Topic, index: number, sources: Sources): Markup {
  const { status, subject, change, effect, labels, places } = topic;
  const id = idOf(index);
  const slug = SLUGS[status];
  const title = html`${subject === "" ? EMPTY : html`<code>${subject}</code> `}${change}`;
  const badge = html`<span class="badge ${slug}"><span aria-hidden="true">${markOf(status)}</span> ${effect}</span>`;
  const [first, ...others] = places;
  return html`<article id="${id}" data-status="${slug}" aria-labelledby="${id}-name">
<header><h3 id="${id}-name"><a href="#${id}">${index + 1}. ${title}</a></h3> ${badge} <span class="quiet">${labels.join(" · ")}</span></header>
${first ? renderFrame(first, slug, sources) : EMPTY}${renderDiff(topic)}${renderPlaces(others)}</article>
`;
}

function renderPlaces(places: readonly TopicPlace[]): Markup {
  if (places.length === 0) return EMPTY;
  const items = places.map(
    ({ place, message, operations }) => html`<li>${renderPlace(place)} ${operations.join(", ")} ${message}</li>
`,
  );
  const { size } = new Set(places.flatMap(({ operations }) => operations));
  const title = `${count(places.length, "other place")} in ${count(size, "operation")}`;
  return html`<details${places.length <= MAX_OPEN_PLACES ? OPEN : EMPTY}><summary>${title}</summary><ul class="quiet">${items}</ul></details>
`;
}

const OPEN = html` open`;

function renderAccepted(topics: readonly AcceptedTopic[]): Markup[] {
  if (topics.length === 0) return [];
  const items = topics.map(
    ({ change, reason }) => html`<li>${change} <span class="quiet">accepted ${reason}</span></li>
`,
  );
  return [
    html`<section aria-labelledby="accepted-changes-title"><h2 id="accepted-changes-title">Accepted changes</h2>
<ul class="cards">${items}</ul>
</section>
`,
  ];
}

/** One line per operation, with links to the changes that affect it. */
function renderOperations(operations: readonly OperationReport[], topics: readonly Topic[]): Markup {
  const changes = new Map<string, number[]>();
  for (const [index, { places }] of topics.entries()) {
    for (const name of new Set(places.flatMap((place) => place.operations)))
      changes.set(name, [...(changes.get(name) ?? []), index]);
  }
  const items = operations.map((operation) => {
    const { name, kind, place } = operation;
    const status = statusOf(operation);
    const slug = SLUGS[status];
    const links = (changes.get(name) ?? []).map((index) => html` <a href="#${idOf(index)}">${index + 1}</a>`);
    const badge = html`<span class="badge ${slug}"><span aria-hidden="true">${markOf(status)}</span> ${status}</span>`;
    return html`<li data-status="${slug}"><b>${name}</b> <span class="quiet">${kind}</span> ${badge} ${renderPlace(place)}${links.length > 0 ? html` <span>Changes${links}</span>` : EMPTY}</li>
`;
  });
  return html`<section id="operations" aria-labelledby="operations-title"><h2 id="operations-title">Operations</h2>
<ul class="operations">${items}</ul>
</section>
`;
}

function renderPlace({ file, line, column }: Place): Markup {
  return html`<code class="place">${file}:${line}:${column}</code>`;
}

function renderFrame({ place, message, operations }: TopicPlace, slug: string, sources: Sources): Markup {
  const note =
    message === ""
      ? EMPTY
      : html`<p class="finding ${slug}">${message}</p>
`;
  return html`<figure class="box"><figcaption>${renderPlace(place)} ${listSome(operations, MAX_NAMES, String)}</figcaption>
${createFrame(place, sources).map((line) => renderLine(line, slug))}${note}</figure>
`;
}

function renderLine({ number, text, mark }: FrameLine, slug: string): Markup {
  const end = mark && mark.start + mark.length;
  const code = mark
    ? html`${text.slice(0, mark.start)}<mark class="${slug}">${text.slice(mark.start, end)}</mark>${text.slice(end)}`
    : html`${text}`;
  return html`<div class="line${mark ? " hit" : ""}"><span class="number">${number}</span><code>${code}</code></div>
`;
}

/** The sign of a changed line does not depend on color. */
function renderDiff({ types, members }: Topic): Markup {
  if (!types) return EMPTY;
  const rows = diffTypes(types, 3, members).map(({ kind, text }) => {
    if (kind === "gap") return html`<span class="gap">⋮ ${count(Number(text), "unchanged line")}</span>`;
    if (kind === "same") return html`<span>  ${text}</span>`;
    return kind === "removed" ? html`<del>− ${text}</del>` : html`<ins>+ ${text}</ins>`;
  });
  return html`<details class="box"${rows.length <= MAX_OPEN_LINES ? OPEN : EMPTY}><summary>Types before and after</summary>
<pre class="diff">${rows}</pre></details>
`;
}

function renderSection({ id, title, entries }: { id: string; title: string; entries: readonly Entry[] }): Markup {
  return html`<section aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
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
    html`<section aria-labelledby="changelog-title"><h2 id="changelog-title">Changelog entry</h2>
<pre class="box">${lines}</pre>
</section>
`,
  ];
}
