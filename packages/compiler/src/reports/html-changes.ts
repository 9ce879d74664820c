/** Renders the schema changes of a report as HTML: places, code frames and types. */

import { groupBy } from "../check/compare/document-operations.ts";
import type { Place } from "../check/verdict/report.ts";
import { EMPTY, html, type Markup } from "../text/markup.ts";
import { count, listSome, renderPlace } from "../text/phrases.ts";
import type { ChangeBlock, PlaceBlock, Status } from "./blocks.ts";
import type { DiffLine, FrameLine } from "./frame.ts";
import { lookOf } from "./summary.ts";

/** Longer lists are collapsed. */
const MAX_OPEN_PLACES = 5;
const MAX_OPEN_LINES = 24;
/** Names above a code frame, and in the line of another place. The list of operations has all. */
const MAX_NAMES = 10;
const MAX_SHORT = 3;
const OPEN = html` open`;

/** @param number - Position of a change, from 1. */
export function idOf(number: number): string {
  return `change-${number}`;
}

export function renderBadge(status: Status, text: string): Markup {
  return html`<span class="badge ${lookOf(status).slug}"><span aria-hidden="true">${lookOf(status).mark}</span> ${text}</span>`;
}

export function locate(place: Place): Markup {
  return html`<code class="place">${renderPlace(place)}</code>`;
}

export function renderChange(block: ChangeBlock): Markup {
  const { number, status, subject, predicate, effect, labels, first, frame, types, others } = block;
  const id = idOf(number);
  const slug = lookOf(status).slug;
  const title = html`${subject === "" ? EMPTY : html`<code>${subject}</code> `}${predicate}`;
  return html`<article id="${id}" data-status="${slug}" aria-labelledby="${id}-name">
<header><h3 id="${id}-name"><a href="#${id}">${number}. ${title}</a></h3> ${renderBadge(status, effect)} <span class="quiet">${labels.join(" · ")}</span></header>
${renderFrame(first, frame, slug)}${renderDiff(types)}${renderPlaces(others, first.message)}</article>\n`;
}

/** One line per place. A message is above its places, unless it is the one of the frame. */
function renderPlaces(places: readonly PlaceBlock[], subject: string): Markup {
  if (places.length === 0) return EMPTY;
  const lists = [...groupBy(places, ({ message }) => message)].map(([message, group]) => {
    const items = group.map(({ place, element, operations }) => {
      const changed = element === undefined ? EMPTY : html` <b>${element}</b>`;
      return html`<li>${locate(place)}${changed} ${listSome(operations, MAX_SHORT, String)}</li>\n`;
    });
    return html`${message === "" || message === subject ? EMPTY : html`<p>${message}</p>\n`}<ul class="quiet">${items}</ul>`;
  });
  const { size } = new Set(places.flatMap(({ operations }) => operations));
  const title = `${count(places.length, "other place")} in ${count(size, "operation")}`;
  return html`<details class="places"${places.length <= MAX_OPEN_PLACES ? OPEN : EMPTY}><summary>${title}</summary>${lists}</details>\n`;
}

function renderFrame(
  { place, message, operations }: PlaceBlock,
  frame: readonly FrameLine[],
  slug: string,
): Markup {
  const note = message === "" ? EMPTY : html`<p class="finding ${slug}">${message}</p>\n`;
  return html`<figure class="box"><figcaption>${locate(place)} ${listSome(operations, MAX_NAMES, String)}</figcaption>
${frame.map((line) => renderLine(line, slug))}${note}</figure>\n`;
}

function renderLine({ number, text, mark }: FrameLine, slug: string): Markup {
  const end = mark && mark.start + mark.length;
  const code = mark
    ? html`${text.slice(0, mark.start)}<mark class="${slug}">${text.slice(mark.start, end)}</mark>${text.slice(end)}`
    : html`${text}`;
  return html`<div class="line${mark ? " hit" : ""}"><span class="number">${number}</span><code>${code}</code></div>\n`;
}

/** The sign of a changed line does not depend on color. */
function renderDiff(types: readonly DiffLine[]): Markup {
  if (types.length === 0) return EMPTY;
  const rows = types.map(({ kind, text }) => {
    if (kind === "gap") return html`<span>⋮ ${count(Number(text), "unchanged line")}</span>`;
    if (kind === "same") return html`<span>  ${text}</span>`;
    return kind === "removed" ? html`<del>− ${text}</del>` : html`<ins>+ ${text}</ins>`;
  });
  return html`<details class="box"${rows.length <= MAX_OPEN_LINES ? OPEN : EMPTY}><summary>Types before and after</summary>
<pre class="diff">${rows}</pre></details>\n`;
}
