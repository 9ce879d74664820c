/**
 * The page of the local platform: chooses the view of the address, and shows it again when rows or requests
 * change.
 */

import type { OperationSummary, StreamMessage, TableSummary } from "../protocol.ts";
import { act, load, PageError } from "./backend.ts";
import { renderChanges } from "./change-views.ts";
import { renderData, tableEntries } from "./data-views.ts";
import { announce, find, formatNumber, h, replace } from "./dom.ts";
import { forgetInputTypes } from "./input-types.ts";
import { createList, type Entry, type List } from "./list.ts";
import { connect, type Live } from "./live.ts";
import { forgetForms, operationEntries, renderOperations } from "./operation-views.ts";
import { renderRequests, requestEntries } from "./request-views.ts";
import { linkTo, type Route, readRoute } from "./route.ts";

interface App {
  readonly live: Live;
  tables: readonly TableSummary[];
  operations: readonly OperationSummary[];
  /** The list of the current view. */
  list: { readonly view: string; readonly element: List } | undefined;
  /** The newest view that was asked for. An older one that arrives later is not shown. */
  latest: number;
  /** Whether the address changed since a view was shown: the focus moves to the heading of the next one. */
  hasNavigated: boolean;
}

interface View {
  readonly title: string;
  /** Title of its list, and the text of an empty one. Absent without a list. */
  readonly list?: readonly [label: string, empty: string];
  entries(app: App): readonly Entry[];
  /** Loads what the list needs, when the view is opened. */
  prepare?(app: App): Promise<void>;
  render(route: Route, app: App): Promise<Node>;
  /** Whether a message of the stream can change what is shown. */
  isAffected(route: Route, message: StreamMessage): boolean;
}

const VIEWS: Readonly<Record<string, View>> = {
  data: {
    title: "Data",
    list: ["Tables", "The schema has no types with an ID."],
    entries: ({ tables }) => tableEntries(tables),
    prepare: loadTables,
    render: (route) => renderData(route),
    isAffected: (_, { hasChanges }) => hasChanges,
  },
  changes: {
    title: "Changes",
    entries: () => [],
    render: () => renderChanges(),
    isAffected: (_, { hasChanges }) => hasChanges,
  },
  operations: {
    title: "Operations",
    list: ["Operations", "None yet."],
    entries: ({ operations }) => operationEntries(operations),
    async prepare(app) {
      app.operations = await load("operations");
    },
    render: (route) => renderOperations(route),
    isAffected: () => false,
  },
  requests: {
    title: "Requests",
    list: ["Requests", "No requests yet."],
    entries: ({ live }) => requestEntries(live),
    render: (route, { live }) => renderRequests(route, live),
    isAffected: ({ path: [id] }, { requests }) =>
      id === undefined || requests.some((request) => String(request.id) === id),
  },
};

async function loadTables(app: App): Promise<void> {
  app.tables = await load("tables");
}

/** Shows the view of the address. */
async function show(app: App): Promise<void> {
  app.latest += 1;
  const { latest } = app;
  const route = readRoute(location.hash);
  const view = VIEWS[route.view];
  showNavigation(app, route);
  let content: Node;
  try {
    if (!view) throw new PageError(`There is no view "${route.view}".`);
    if (app.list?.view !== route.view) await view.prepare?.(app);
    content = await view.render(route, app);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    content = renderProblem(route, error.message);
  }
  if (app.latest !== latest) return;
  showList(app, route);
  showContent(app, route, content);
}

function showContent(app: App, route: Route, content: Node): void {
  const isNavigation = app.hasNavigated;
  app.hasNavigated = false;
  const main = find("main", HTMLElement);
  if (main.lastChild === content) return;
  const focused = document.activeElement;
  const wasInside = main.contains(focused);
  const places = isNavigation
    ? []
    : listScrollers(main).map(({ scrollTop, scrollLeft }) => [scrollLeft, scrollTop]);
  const back = route.path.length > 0 && h("p", { class: "back" }, backLink(route));
  replace(main, back, content);
  for (const [index, element] of listScrollers(main).entries()) {
    const [left = 0, top = 0] = places[index] ?? [];
    element.scrollTo(left, top);
  }
  document.title = `${main.querySelector("h2")?.textContent ?? "Local platform"} · Local platform`;
  if (!isNavigation && !wasInside) return;
  const target = focusAgain(main, keyOf(focused));
  if (!isNavigation) keepTyped(focused, target);
}

function listScrollers(main: HTMLElement): HTMLElement[] {
  return [main, ...main.querySelectorAll<HTMLElement>(".scroll")];
}

/** A search can be half typed when rows change. */
function keepTyped(from: Element | null, to: Element): void {
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement)) return;
  to.value = from.value;
  to.setSelectionRange(from.selectionStart, from.selectionEnd);
}

function renderProblem(route: Route, message: string): Node {
  return h(
    "div",
    {},
    h("h2", { tabindex: -1 }, "This cannot be shown"),
    h("p", { class: "alert" }, message),
    backLink(route),
  );
}

/** To the list of the view, or to the start. */
function backLink({ view }: Route): HTMLElement {
  const { title = "Data" } = VIEWS[view] ?? {};
  return h("a", { href: linkTo([title.toLowerCase()]) }, `‹ ${title}`);
}

/** Identifies an element when a view is shown again. */
function keyOf(element: Element | null): string | undefined {
  if (!(element instanceof HTMLElement)) return undefined;
  return element.dataset.key ?? (element.id || element.getAttribute("href") || undefined);
}

/** Focuses the element that had the focus, or else the heading. */
function focusAgain(main: HTMLElement, key: string | undefined): HTMLElement {
  const all = [...main.querySelectorAll<HTMLElement>("a[href], input, button, select")];
  const same = key === undefined ? undefined : all.find((element) => keyOf(element) === key);
  const target = same ?? main.querySelector<HTMLElement>("h2") ?? main;
  target.focus({ preventScroll: same !== undefined });
  return target;
}

function showNavigation({ live }: App, { view: current, path }: Route): void {
  document.body.classList.toggle("selected", path.length > 0);
  const links = Object.entries(VIEWS).map(([name, { title }]) => {
    const isCurrent = name === current;
    const total =
      name === "requests" && live.total > 0 && h("span", { class: "count" }, formatNumber(live.total));
    return h(
      "a",
      { href: linkTo([name]), "aria-current": isCurrent && "page" },
      title,
      total && [" ", total],
    );
  });
  const views = find("views", HTMLElement);
  const key = views.contains(document.activeElement) ? keyOf(document.activeElement) : undefined;
  replace(views, links);
  if (key !== undefined) links.find((link) => keyOf(link) === key)?.focus();
}

function showList(app: App, route: Route): void {
  const { view, path } = route;
  const { list, title, entries } = VIEWS[view] ?? {};
  const pane = find("pane", HTMLElement);
  pane.hidden = list === undefined;
  if (!list || !entries) {
    app.list = undefined;
    replace(pane);
    return;
  }
  if (app.list?.view !== view) {
    app.list = { view, element: createList(list[0], list[1]) };
    replace(pane, h("h2", {}, title), app.list.element.element);
  }
  app.list.element.update(entries(app), path[0]);
}

async function receive(app: App, message: StreamMessage): Promise<void> {
  const route = readRoute(location.hash);
  const view = VIEWS[route.view];
  if (message.hasChanges && route.view === "data") await loadTables(app).catch(() => {});
  showNavigation(app, route);
  if (app.list?.view === route.view) showList(app, route);
  if (view?.isAffected(route, message)) await show(app);
}

function showConnection({ live: { isConnected } }: App): void {
  const connection = find("connection", HTMLElement);
  connection.className = isConnected ? "live" : "stopped";
  connection.textContent = isConnected ? "Live" : "Disconnected: waiting for the server";
}

/** Escape leads from the content to the list, and from a row or a request to the list on narrow screens. */
function leave(app: App, event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented || find("confirm", HTMLDialogElement).open) return;
  const { view, path } = readRoute(location.hash);
  if (getComputedStyle(find("pane", HTMLElement)).display !== "none") app.list?.element.focus();
  else location.hash = linkTo([view, ...path.slice(0, -1)]);
}

async function reset(): Promise<void> {
  try {
    await act("reset");
    announce("The platform is as at the start.");
  } catch (error) {
    announce(error instanceof Error ? error.message : String(error));
  }
}

function start(): void {
  const dialog = find("confirm", HTMLDialogElement);
  find("reset", HTMLButtonElement).addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "reset") void reset();
    dialog.returnValue = "";
  });
  find("skip", HTMLButtonElement).addEventListener("click", () => find("main", HTMLElement).focus());
  const live = connect({
    onConnection: () => showConnection(app),
    onRestart() {
      forgetForms();
      forgetInputTypes();
      app.list = undefined;
    },
    onMessage: (message) => void receive(app, message),
  });
  const app: App = { live, tables: [], operations: [], list: undefined, latest: 0, hasNavigated: false };
  window.addEventListener("hashchange", () => {
    app.hasNavigated = true;
    void show(app);
  });
  document.addEventListener("keydown", (event) => leave(app, event));
  void show(app);
}

start();
