/** The view of what a mutation changed. */

import type { Changes, RowChange } from "../protocol.ts";
import { load } from "./backend.ts";
import { fullCell, rowLink } from "./cell-views.ts";
import { count, formatNumber, formatTime, h } from "./dom.ts";
import { linkTo } from "./route.ts";

export async function renderChanges(): Promise<Node> {
  const changes = await load("changes");
  return h("div", {}, h("h2", { tabindex: -1 }, "What the last mutation changed"), describeChanges(changes));
}

function describeChanges(changes: Changes): Node {
  const { request } = changes;
  if (!request) return h("p", {}, "No mutation has changed a row since the start or the last reset.");
  const link = h(
    "a",
    { href: linkTo(["requests", request.id]) },
    request.operation ?? "A request without a name",
  );
  return h(
    "div",
    {},
    h("p", {}, link, ` · ${formatTime(request.at)} · ${count(changes.total, "row")}`),
    listChanges(changes),
  );
}

/** A table for each row. */
export function listChanges({ total, rows }: Changes): Node {
  const hidden = total - rows.length;
  const more = hidden > 0 && h("p", { class: "note" }, `${formatNumber(hidden)} more rows are not shown.`);
  return h("div", {}, rows.map(renderChange), more);
}

function renderChange({ kind, row, fields }: RowChange): HTMLElement {
  const names = kind === "changed" ? ["Field", "Before", "After"] : ["Field", "Value"];
  const head = h(
    "tr",
    {},
    names.map((name) => h("th", { scope: "col" }, name)),
  );
  const body = fields.map(({ name, before, after }) => {
    const values = [before, after].filter((cell) => cell !== undefined);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      values.map((cell) => h("td", {}, fullCell(cell))),
    );
  });
  const link = kind === "removed" ? h("span", {}, row.label ?? row.id) : rowLink(row);
  return h(
    "section",
    { class: `change ${kind}` },
    h("h3", {}, h("span", { class: "badge" }, kind), ` ${row.type} `, link),
    fields.length === 0
      ? h("p", { class: "dim" }, "The values are as before.")
      : h(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": `${row.type} ${row.id}` },
          h("table", {}, h("thead", {}, head), h("tbody", {}, body)),
        ),
  );
}
