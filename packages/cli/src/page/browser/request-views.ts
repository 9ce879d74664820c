/** Views of the requests. */

import type { RequestSummary } from "../protocol.ts";
import { load } from "./backend.ts";
import { listChanges } from "./change-views.ts";
import { type Child, count, formatDuration, formatTime, h, textBlock } from "./dom.ts";
import type { Entry } from "./list.ts";
import type { Live } from "./live.ts";
import { linkTo, type Route } from "./route.ts";

/** Newest first. */
export function requestEntries({ requests }: Live): Entry[] {
  return [...requests.values()].reverse().map((request) => ({
    key: String(request.id),
    href: linkTo(["requests", request.id]),
    title: nameOf(request),
    detail: [statusBadge(request), h("span", { class: "dim more" }, describe(request))],
    version: JSON.stringify(request),
  }));
}

const nameOf = ({ operation, method, path }: RequestSummary): string => operation ?? `${method} ${path}`;

function describe({ at, durationMs, changes, scenario, problem }: RequestSummary): string {
  const parts = [
    formatTime(at),
    durationMs !== undefined && formatDuration(durationMs),
    changes > 0 && `${count(changes, "row")} changed`,
    scenario,
    problem !== undefined && "mistake in the rules or the test",
  ];
  return parts.filter((part) => part).join(" · ");
}

function statusBadge({ status, hasErrors }: RequestSummary): HTMLElement {
  if (status === undefined) return h("span", { class: "badge" }, "pending");
  const isError = status === 0 || status >= 400 || hasErrors;
  const text = status === 0 ? "cut" : `${status}${hasErrors && status < 400 ? " errors" : ""}`;
  return h("span", { class: isError ? "badge bad" : "badge good" }, text);
}

export async function renderRequests({ path: [id] }: Route, { total, requests }: Live): Promise<Node> {
  if (id !== undefined) return renderRequest(id);
  const kept = total > requests.size && ` The page keeps the last ${requests.size}.`;
  return h(
    "div",
    {},
    h("h2", { tabindex: -1 }, "Requests"),
    h("p", {}, `${count(total, "request")} since the start or the last reset.`, kept),
    h(
      "p",
      { class: "dim" },
      "Choose one to see its variables, its response and what it changed. Tokens are never shown.",
    ),
  );
}

async function renderRequest(id: string): Promise<Node> {
  const { request, tenant, query, variables, response } = await load("request", { id });
  const changes = request.changes > 0 ? await load("changes", { id }) : undefined;
  const section = (title: string, ...content: readonly Child[]) => [h("h3", {}, title), ...content];
  return h(
    "div",
    {},
    h("h2", { tabindex: -1 }, nameOf(request), " ", statusBadge(request)),
    h(
      "p",
      { class: "dim" },
      `${request.method} ${request.path} · ${describe(request)}`,
      tenant !== undefined && ` · tenant ${tenant}`,
    ),
    request.problem !== undefined && h("p", { class: "alert" }, request.problem),
    changes && section("Changed rows", listChanges(changes)),
    variables !== undefined &&
      section("Variables", textBlock(JSON.stringify(variables, null, 2), "Variables")),
    response &&
      section(
        "Response",
        formatResponse(response.text, "Response"),
        response.isCut && h("p", { class: "note" }, "The page keeps only the start of this response."),
      ),
    query !== undefined && section("Document", textBlock(query, "Document")),
  );
}

export function formatResponse(text: string, label: string): HTMLElement {
  return textBlock(text === "" ? "(no body)" : indentJson(text), label);
}

/** JSON with an indent, or the text as it is. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
