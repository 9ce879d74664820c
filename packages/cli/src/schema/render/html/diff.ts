/** The line diff of an operation's types, with the words that changed within a line. */

import { diffWordsWithSpace } from "diff";
import type { OperationReport } from "../../report.ts";
import { count } from "../tally.ts";
import { type DiffLine, diffTypes } from "../type-diff.ts";
import { html, type Markup, NOTHING } from "./markup.ts";

const CONTEXT = 3;

export function renderDiff({ types }: OperationReport): Markup {
  if (!types) return NOTHING;
  const lines = diffTypes(types, CONTEXT);
  const rows = lines.map((line, index) => renderLine(line, findCounterpart(lines, index)));
  return html`<figure class="box"><figcaption>Its types, before and after</figcaption>
<pre class="diff">${rows}</pre></figure>
`;
}

/** A changed line is shown with its sign, which people who do not see colours read too. */
function renderLine({ kind, text }: DiffLine, counterpart: string | undefined): Markup {
  if (kind === "gap") return html`<span class="gap">⋮ ${count(Number(text), "line")} the same</span>`;
  if (kind === "same") return html`<span>  ${text}</span>`;
  if (kind === "removed") return html`<del>− ${markWords(text, counterpart, "removed")}</del>`;
  return html`<ins>+ ${markWords(text, counterpart, "added")}</ins>`;
}

function markWords(text: string, counterpart: string | undefined, kind: "removed" | "added"): Markup[] {
  if (counterpart === undefined) return [html`${text}`];
  const [before, after] = kind === "removed" ? [text, counterpart] : [counterpart, text];
  return diffWordsWithSpace(before, after)
    .filter(({ added, removed }) => (kind === "removed" ? !added : !removed))
    .map(({ value, added, removed }) => (added || removed ? html`<b>${value}</b>` : html`${value}`));
}

const PROPERTY = /^\s*(?:type )?(\w+)/;

/** The line of the same property or type on the other side of the change. */
function findCounterpart(lines: readonly DiffLine[], index: number): string | undefined {
  const line = lines[index];
  const name = PROPERTY.exec(line?.text ?? "")?.[1];
  if (!line || name === undefined || line.kind === "same" || line.kind === "gap") return undefined;
  const step = line.kind === "removed" ? 1 : -1;
  for (let at = index + step; ; at += step) {
    const other = lines[at];
    if (other?.kind !== "removed" && other?.kind !== "added") return undefined;
    if (other.kind !== line.kind && PROPERTY.exec(other.text)?.[1] === name) return other.text;
  }
}
