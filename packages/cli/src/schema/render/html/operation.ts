/** One operation in HTML: verdict and place, its lines with what they meet, its types before and after. */

import type { Finding, OperationReport, Place } from "../../report.ts";
import { createFrames, type Frame, type FrameLine, type Sources } from "../frame.ts";
import { markOf, type Status, statusOf } from "../tally.ts";
import { renderDiff } from "./diff.ts";
import { html, type Markup, NOTHING } from "./markup.ts";

/** Names of the classes and attribute values that stand for a status. */
export const SLUGS: Readonly<Record<Status, string>> = {
  breaks: "breaks",
  "changes types": "changes",
  "not compared": "incomplete",
  unaffected: "unaffected",
};

export function renderOperation(operation: OperationReport, id: string, sources: Sources): Markup {
  const { name, kind, findings, invalidBefore } = operation;
  const status = statusOf(operation);
  const counted = findings.filter(({ accepted }) => !accepted);
  const [worst = operation] = counted;
  const note = html`<p>It did not fit the schema before the change either: there is nothing to compare.</p>`;
  return html`<article id="${id}" data-status="${SLUGS[status]}" aria-labelledby="${id}-name">
<header><h3 id="${id}-name"><a href="#${id}">${name}</a></h3> ${renderBadge(status)} <span class="quiet">${kind}</span> ${renderPlace(worst.place)}</header>
${invalidBefore ? note : NOTHING}${createFrames(counted, sources).map((frame) => renderFrame(frame))}${findings.filter(({ accepted }) => accepted).map(renderAccepted)}${renderDiff(operation)}</article>
`;
}

export function renderBadge(status: Status): Markup {
  return html`<span class="badge ${SLUGS[status]}"><span aria-hidden="true">${markOf(status)}</span> ${status}</span>`;
}

export function renderPlace({ file, line, column }: Place): Markup {
  return html`<code class="place">${file}:${line}:${column}</code>`;
}

function renderFrame({ file, lines }: Frame): Markup {
  return html`<figure class="box"><figcaption><code>${file}</code></figcaption>
${lines.map(renderLine)}</figure>
`;
}

function renderLine({ number, followsGap, text, marks }: FrameLine): Markup {
  const gap = followsGap
    ? html`<div class="line quiet" aria-hidden="true"><span class="number">⋮</span></div>`
    : NOTHING;
  const findings = marks.flatMap((mark) => mark.findings);
  const hit = findings.length > 0 ? " hit" : "";
  return html`${gap}<div class="line${hit}"><span class="number">${number}</span><code>${renderCode(text, marks)}</code></div>
${findings.map(renderFinding)}`;
}

function renderCode(text: string, marks: FrameLine["marks"]): Markup[] {
  let at = 0;
  const parts: Markup[] = [];
  for (const { start, length, findings } of marks) {
    // Places that overlap are underlined once.
    if (start < at || length === 0) continue;
    const worst = findings.some(({ verdict }) => verdict === "breaks") ? "breaks" : "changes types";
    const end = start + length;
    parts.push(html`${text.slice(at, start)}<mark class="${SLUGS[worst]}">${text.slice(start, end)}</mark>`);
    at = end;
  }
  return [...parts, html`${text.slice(at)}`];
}

function renderFinding({ verdict, message, coordinate, rule }: Finding): Markup {
  return html`<p class="finding ${SLUGS[verdict]}">${message} <span class="cause"><code>${coordinate}</code> · ${rule}</span></p>
`;
}

function renderAccepted({ message, coordinate, rule, place, accepted }: Finding): Markup {
  return html`<p class="accepted"><b>Accepted until ${accepted?.expires ?? ""}:</b> ${accepted?.reason ?? ""}<br>
${message} <code>${coordinate}</code> · ${rule} · ${renderPlace(place)}</p>
`;
}
