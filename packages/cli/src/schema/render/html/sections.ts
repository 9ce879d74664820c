/** What follows the operations in HTML: deprecations, connections, drift, changes of the schema, acceptances, the changelog. */

import type { Report } from "../../report.ts";
import { printableLines } from "../printable.ts";
import { count, UNPAGED_TITLE } from "../tally.ts";
import { html, type Markup, NOTHING } from "./markup.ts";
import { renderPlace } from "./operation.ts";

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Absent where it has no number. */
  readonly size?: number;
  readonly content: Markup;
}

/** Those that have something to say. */
export function listSections(report: Report): Section[] {
  return [
    createStale(report),
    createDeprecations(report),
    createUnpaged(report),
    createDrift(report),
    createChanges(report),
    ...createChangelog(report),
  ].filter(({ size }) => size !== 0);
}

export function renderSection({ id, title, content }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>
`;
}

function createStale({ staleAcceptances }: Report): Section {
  const rows = staleAcceptances.map(({ coordinate, rule, operation, reason, expires, problem }) => {
    const state = problem === "expired" ? `Expired on ${expires}: it counts again.` : "Matches nothing any more.";
    const only = [rule, operation && `in ${operation}`].filter(Boolean).join(" ");
    return html`<li><code>${coordinate}</code> <span class="quiet">${only}</span><p><b>${state}</b> ${reason}</p></li>
`;
  });
  return createList("acceptances", "Acceptances to renew or remove", rows);
}

function createDeprecations({ deprecations }: Report): Section {
  const rows = deprecations.map(({ coordinate, reason, announced, isNew, uses }) => {
    const badge = isNew ? html` <span class="badge changes">new</span>` : NOTHING;
    const how = announced === "description" ? html` <span class="quiet">announced in words only</span>` : NOTHING;
    const users = uses.map(
      ({ operation, place }) => html`<li>${operation} ${renderPlace(place)}</li>
`,
    );
    return html`<li><code>${coordinate}</code>${badge}${how}<p>${reason}</p><ul class="quiet">${users}</ul></li>
`;
  });
  return createList("deprecations", "Deprecated, and used by us", rows);
}

function createUnpaged({ unpaged }: Report): Section {
  const rows = unpaged.map(({ coordinate, missing, place, operations }) => {
    return html`<li><code>${coordinate}</code> without <code>${missing}</code><p class="quiet">${operations.join(", ")} ${renderPlace(place)}</p></li>
`;
  });
  return createList("unpaged", UNPAGED_TITLE, rows);
}

function createDrift({ drift }: Report): Section {
  const rows = drift.map(({ coordinate, message, operations }) => {
    const who =
      operations.length > 0 ? html` <span class="quiet">Selected by ${operations.join(", ")}</span>` : NOTHING;
    return html`<li><code>${coordinate}</code><p>${message}${who}</p></li>
`;
  });
  return createList("drift", "New on types that we select", rows);
}

const LEVELS = { breaking: "breaks", dangerous: "changes", safe: "unaffected" };

function createChanges({ changes }: Report): Section {
  const rows = changes.map(({ coordinate, level, message, folded }) => {
    const others = folded > 0 ? html` <span class="quiet">and ${count(folded, "change")} that follow</span>` : NOTHING;
    return html`<tr><th scope="row"><code>${coordinate}</code></th><td><span class="badge ${LEVELS[level]}">${level}</span></td><td>${message}${others}</td></tr>
`;
  });
  const content = html`<p class="quiet">For the schema as a whole, whether it concerns us or not.</p>
<table><thead><tr><th scope="col">Coordinate</th><th scope="col">Level</th><th scope="col">Change</th></tr></thead>
<tbody>${rows}</tbody></table>
`;
  return { id: "changes", title: "Changes of the schema", size: changes.length, content };
}

function createChangelog({ changelog }: Report): Section[] {
  if (changelog.trim() === "") return [];
  const text = printableLines(changelog.trim()).map((line) => html`${line}\n`);
  return [
    {
      id: "changelog",
      title: "Changelog entry",
      content: html`<pre class="box">${text}</pre>
`,
    },
  ];
}

function createList(id: string, title: string, rows: readonly Markup[]): Section {
  return {
    id,
    title,
    size: rows.length,
    content: html`<ul class="cards">${rows}</ul>
`,
  };
}
