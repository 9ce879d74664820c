/** Views of tables and rows. */

import type { About, RowDetails, RowsPage, TableSummary } from "../protocol.ts";
import { load } from "./backend.ts";
import { fullCell, rowLink, shortCell } from "./cell-views.ts";
import { count, formatNumber, h } from "./dom.ts";
import type { Entry } from "./list.ts";
import { linkTo, type Route } from "./route.ts";

export function tableEntries(tables: readonly TableSummary[]): Entry[] {
  return tables.map(({ type, count: rows }) => ({
    key: type,
    href: linkTo(["data", type]),
    title: type,
    detail: [h("span", { class: "dim" }, formatNumber(rows))],
    version: String(rows),
  }));
}

/** The start, a table, or a row. */
export async function renderData({ path: [type, id], query }: Route): Promise<Node> {
  if (type === undefined) return renderStart(await load("about"));
  if (id === undefined) {
    const search = query.get("search") ?? "";
    const offset = query.get("offset") ?? "0";
    return renderTable(await load("rows", { type, search, offset }), search);
  }
  return renderRow(await load("row", { type, id, ...(query.has("all") && { all: 1 }) }));
}

function renderStart({ schema, scenarios, baseUrl, userName }: About): Node {
  const fact = (name: string, ...value: Parameters<typeof h>[2][]) =>
    h("div", {}, h("dt", {}, name), h("dd", {}, ...value));
  return h(
    "div",
    {},
    h("h2", { tabindex: -1 }, "A platform on this machine"),
    h("p", {}, "It simulates the platform, with the rows of the list and the rules of your project."),
    h(
      "dl",
      { class: "facts" },
      fact("Schema", schema),
      fact("Requests go to", h("code", {}, `POST ${baseUrl}/api`)),
      fact("Scenarios", scenarios.length === 0 ? "none" : scenarios.join(", ")),
      fact(
        "Token",
        "The ",
        h("a", { href: "get_auth_token/" }, "token page"),
        " shows an access token of ",
        h("code", {}, userName),
        ". The terminal of serve has a refresh token, and commands that use it.",
      ),
      fact(
        "Editors",
        "Point GraphiQL, Altair or an embedded Apollo Sandbox at the address, with the header ",
        h("code", {}, "Authorization: Bearer <token>"),
        ". It works from a desktop app, an extension, or a page on localhost. Pages of other sites get a 403.",
      ),
    ),
  );
}

function renderTable(page: RowsPage, search: string): Node {
  const { type, description, total, keyName, columns, hiddenColumns, rows } = page;
  const heads = [keyName, ...columns].map((name) => h("th", { scope: "col" }, name));
  const body = rows.map(({ id, cells }) => {
    const key = h("th", { scope: "row" }, rowLink({ type, id }));
    return h(
      "tr",
      {},
      key,
      cells.map((cell) => h("td", {}, shortCell(cell))),
    );
  });
  const note = hiddenColumns > 0 && ` · ${count(hiddenColumns, "more field")} in each row`;
  const table = h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, body));
  return h(
    "div",
    {},
    h("h2", { tabindex: -1 }, type),
    description !== undefined && h("p", { class: "dim" }, description),
    h("div", { class: "bar" }, searchField(type, search), pager(page, search)),
    total === 0
      ? h("p", {}, search === "" ? "This table has no rows." : "No row contains this text.")
      : h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Rows of ${type}` }, table),
    h("p", { class: "note" }, count(total, "row"), note),
  );
}

/** The search is part of the address, so that "back" and a reload keep it. */
function searchField(type: string, search: string): HTMLElement {
  const input = h("input", {
    type: "search",
    id: "search",
    value: search,
    "aria-label": `Search ${type}`,
    placeholder: "Search rows",
  });
  const submit = (event: Event) => {
    event.preventDefault();
    location.hash = linkTo(["data", type], { search: input.value });
  };
  return h("form", { role: "search", submit }, input, h("button", {}, "Search"));
}

function pager({ type, total, offset, limit }: RowsPage, search: string): HTMLElement | false {
  if (total <= limit) return false;
  const link = (text: string, to: number, isEnabled: boolean) => {
    const query = { search, offset: Math.max(0, to) };
    return h(
      "a",
      isEnabled ? { href: linkTo(["data", type], query), "data-key": text } : { "aria-disabled": true },
      text,
    );
  };
  const last = Math.min(offset + limit, total);
  return h(
    "nav",
    { class: "pager", "aria-label": "Pages" },
    link("Previous", offset - limit, offset > 0),
    h("span", {}, `${formatNumber(offset + 1)}–${formatNumber(last)} of ${formatNumber(total)}`),
    link("Next", offset + limit, last < total),
  );
}

function renderRow({ row, fields, referring }: RowDetails): Node {
  const { type, id, label } = row;
  const all = linkTo(["data", type, id], { all: 1 });
  const line = (name: string, kind: string, value: Parameters<typeof h>[2]) =>
    h("tr", {}, h("th", { scope: "row" }, name, " ", h("span", { class: "type" }, kind)), h("td", {}, value));
  return h(
    "div",
    {},
    h("p", { class: "crumbs" }, h("a", { href: linkTo(["data", type]) }, type), " / ", id),
    h("h2", { tabindex: -1 }, label ?? `${type} ${id}`),
    h(
      "table",
      { class: "fields" },
      h(
        "tbody",
        {},
        fields.map((field) => line(field.name, field.type, fullCell(field.cell, all))),
      ),
    ),
    referring.length > 0 && [
      h("h3", {}, "Rows that refer to it"),
      h(
        "table",
        { class: "fields" },
        h(
          "tbody",
          {},
          referring.map(({ coordinate, cell }) => line(coordinate, "", fullCell(cell, all))),
        ),
      ),
    ],
  );
}
