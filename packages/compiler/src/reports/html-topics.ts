/** Renders the schema changes of a report as HTML: places, code frames and types. */

import { groupBy } from "../check/document.ts";
import type { Place } from "../check/report.ts";
import { EMPTY, html, type Markup } from "../text/markup.ts";
import { createFrame, diffTypes, type FrameLine } from "./frame.ts";
import type { Sources } from "./options.ts";
import { count, listSome, markOf, renderPlace, type Status } from "./summary.ts";
import type { Topic, TopicPlace } from "./topics.ts";

/** Class names and attribute values of the statuses. */
export const SLUGS: Readonly<Record<Status, string>> = {
  breaks: "breaks",
  "changes types": "changes",
  invalid: "invalid",
  unaffected: "unaffected",
};

/** Longer lists are collapsed. */
const MAX_OPEN_PLACES = 5;
const MAX_OPEN_LINES = 24;
/** Names above a code frame, and in the line of another place. The list of operations has all. */
const MAX_NAMES = 10;
const MAX_SHORT = 3;

export function idOf(index: number): string {
  return `change-${index + 1}`;
}

export function renderTopics(topics: readonly Topic[], sources: Sources): Markup {
  const articles = topics.map((topic, index) => renderTopic(topic, index, sources));
  return renderSection("effects", "Changes that affect operations", html`${articles}`);
}

/** @param content - Ends with a line break. */
export function renderSection(id: string, title: string, content: Markup, attributes: Markup = EMPTY): Markup {
  return html`<section${attributes} aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>\n`;
}

export function renderBadge(status: Status, text: string): Markup {
  return html`<span class="badge ${SLUGS[status]}"><span aria-hidden="true">${markOf(status)}</span> ${text}</span>`;
}

function renderTopic(topic: Topic, index: number, sources: Sources): Markup {
  const { status, subject, change, effect, labels, places } = topic;
  const id = idOf(index);
  const slug = SLUGS[status];
  const title = html`${subject === "" ? EMPTY : html`<code>${subject}</code> `}${change}`;
  const [first, ...others] = places;
  return html`<article id="${id}" data-status="${slug}" aria-labelledby="${id}-name">
<header><h3 id="${id}-name"><a href="#${id}">${index + 1}. ${title}</a></h3> ${renderBadge(status, effect)} <span class="quiet">${labels.join(" · ")}</span></header>
${first ? renderFrame(first, slug, sources) : EMPTY}${renderDiff(topic)}${renderPlaces(others, first?.message)}</article>\n`;
}

/** One line per place. A message is above its places, unless it is the one of the frame. */
function renderPlaces(places: readonly TopicPlace[], known = ""): Markup {
  if (places.length === 0) return EMPTY;
  const lists = [...groupBy(places, ({ message }) => message)].map(([message, group]) => {
    const items = group.map(({ place, element, operations }) => {
      const changed = element === undefined ? EMPTY : html` <b>${element}</b>`;
      return html`<li>${locate(place)}${changed} ${listSome(operations, MAX_SHORT, String)}</li>\n`;
    });
    return html`${message === "" || message === known ? EMPTY : html`<p>${message}</p>\n`}<ul class="quiet">${items}</ul>`;
  });
  const { size } = new Set(places.flatMap(({ operations }) => operations));
  const title = `${count(places.length, "other place")} in ${count(size, "operation")}`;
  return html`<details class="places"${places.length <= MAX_OPEN_PLACES ? OPEN : EMPTY}><summary>${title}</summary>${lists}</details>\n`;
}

const OPEN = html` open`;

export function locate(place: Place): Markup {
  return html`<code class="place">${renderPlace(place)}</code>`;
}

function renderFrame({ place, message, operations }: TopicPlace, slug: string, sources: Sources): Markup {
  const note = message === "" ? EMPTY : html`<p class="finding ${slug}">${message}</p>\n`;
  return html`<figure class="box"><figcaption>${locate(place)} ${listSome(operations, MAX_NAMES, String)}</figcaption>
${createFrame(place, sources).map((line) => renderLine(line, slug))}${note}</figure>\n`;
}

function renderLine({ number, text, mark }: FrameLine, slug: string): Markup {
  const end = mark && mark.start + mark.length;
  const code = mark
    ? html`${text.slice(0, mark.start)}<mark class="${slug}">${text.slice(mark.start, end)}</mark>${text.slice(end)}`
    : html`${text}`;
  return html`<div class="line${mark ? " hit" : ""}"><span class="number">${number}</span><code>${code}</code></div>\n`;
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
<pre class="diff">${rows}</pre></details>\n`;
}
