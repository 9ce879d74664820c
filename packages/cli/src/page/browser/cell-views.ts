/** Shows values of rows. */

import type { Cell, LeafValue, NamedCell, RowLink } from "../protocol.ts";
import { type Child, count, formatNumber, h } from "./dom.ts";
import { linkTo } from "./route.ts";

/** Longer texts scroll in a box of their own. */
const LONG_TEXT = 400;

export function rowLink({ type, id, label }: RowLink): HTMLElement {
  const name = label === undefined ? id : [label, " ", h("span", { class: "dim" }, id)];
  return h("a", { href: linkTo(["data", type, id]), title: `${type} ${id}`, class: "row" }, name);
}

/** A value in a table: one line. */
export function shortCell(cell: Cell): Child {
  switch (cell.kind) {
    case "row":
      return rowLink(cell.row);
    case "rows":
      return count(cell.total, "row");
    case "value-object":
      return joined(cell.fields.map((field) => field.cell));
    case "list":
      return cell.total > cell.entries.length ? count(cell.total, "value") : joined(cell.entries);
    case "missing":
      return h("span", { class: "missing", title: cell.message }, "no value");
    case "leaf":
      return leaf(cell.value, cell.cutAt);
  }
}

function joined(cells: readonly Cell[]): HTMLElement {
  const texts = cells.map((cell) => (cell.kind === "leaf" ? String(cell.value) : "…"));
  return h("span", { class: "dim" }, texts.join(" · "));
}

/** A value in the view of a row. @param all - Address of the view with all rows of its lists. */
export function fullCell(cell: Cell, all?: string): Child {
  switch (cell.kind) {
    case "rows":
      return rows(cell.total, cell.rows, all);
    case "value-object":
      return cell.fields.length === 0 ? h("span", { class: "dim" }, "…") : valueObject(cell.fields);
    case "list":
      return list(cell.total, cell.entries);
    case "missing":
      return h("p", { class: "missing" }, cell.message);
    case "leaf": {
      const shown = leaf(cell.value, cell.cutAt);
      const isLong = typeof cell.value === "string" && cell.value.length > LONG_TEXT;
      return isLong
        ? h("div", { class: "long", tabindex: 0, role: "region", "aria-label": "Long text" }, shown)
        : shown;
    }
    default:
      return shortCell(cell);
  }
}

function leaf(value: LeafValue, cutAt: number | undefined): HTMLElement {
  if (value === null) return h("span", { class: "null" }, "null");
  if (value === "") return h("span", { class: "null" }, "empty text");
  const note =
    cutAt !== undefined && h("span", { class: "dim" }, ` … (the first ${formatNumber(cutAt)} characters)`);
  return h("span", { class: typeof value === "string" ? "text" : "number" }, String(value), note);
}

function rows(total: number, links: readonly RowLink[], all: string | undefined): HTMLElement {
  if (total === 0) return h("span", { class: "null" }, "no rows");
  const hidden = total - links.length;
  const more =
    hidden > 0 &&
    h(
      "li",
      {},
      all === undefined
        ? `and ${formatNumber(hidden)} more`
        : h("a", { href: all }, `Show all ${formatNumber(total)}`),
    );
  return h(
    "ul",
    { class: "rows" },
    links.map((link) => h("li", {}, rowLink(link))),
    more,
  );
}

function list(total: number, entries: readonly Cell[]): HTMLElement {
  if (total === 0) return h("span", { class: "null" }, "no values");
  const more = total > entries.length && h("li", {}, `and ${formatNumber(total - entries.length)} more`);
  return h(
    "ul",
    { class: "rows" },
    entries.map((entry) => h("li", {}, fullCell(entry))),
    more,
  );
}

function valueObject(fields: readonly NamedCell[]): HTMLElement {
  return h(
    "dl",
    { class: "value-object" },
    fields.map(({ name, cell }) => h("div", {}, h("dt", {}, name), h("dd", {}, fullCell(cell)))),
  );
}
