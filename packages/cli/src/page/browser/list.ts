/** A list of links with a filter. One link is in the tab order; arrow keys move between all of them. */

import { type Child, count, h, replace } from "./dom.ts";

export interface Entry {
  readonly key: string;
  readonly href: string;
  /** The filter searches it. */
  readonly title: string;
  /** Under or after the title. */
  readonly detail: readonly Child[];
  /** Changes if the entry looks different. */
  readonly version: string;
}

export interface List {
  readonly element: HTMLElement;
  update(entries: readonly Entry[], currentKey: string | undefined): void;
  /** Moves the focus to the current link, or to the first one. */
  focus(): void;
}

/** Shorter lists have no filter. */
const MIN_FILTERED = 8;

interface State {
  readonly links: Map<
    string,
    { readonly version: string; readonly item: HTMLLIElement; readonly link: HTMLElement }
  >;
  readonly items: HTMLUListElement;
  readonly filter: HTMLInputElement;
  readonly note: HTMLElement;
  entries: readonly Entry[];
  currentKey: string | undefined;
}

export function createList(label: string, empty: string): List {
  const filter = h("input", {
    type: "search",
    "aria-label": `Filter ${label.toLowerCase()}`,
    placeholder: "Filter",
  });
  const items = h("ul", { class: "links" });
  const note = h("p", { class: "note" });
  const state: State = { links: new Map(), items, filter, note, entries: [], currentKey: undefined };
  const element = h("nav", { "aria-label": label, class: "list" }, filter, items, note);
  filter.addEventListener("input", () => render(state, empty));
  element.addEventListener("keydown", (event) => moveFocus(state, event, () => render(state, empty)));
  return {
    element,
    update(entries, currentKey) {
      Object.assign(state, { entries, currentKey });
      render(state, empty);
    },
    focus: () => findTabStop(state)?.focus(),
  };
}

function render(state: State, empty: string): void {
  const { links, items, filter, note, entries, currentKey } = state;
  const text = filter.value.trim().toLowerCase();
  filter.hidden = entries.length < MIN_FILTERED;
  const shown = filter.hidden ? entries : entries.filter(({ title }) => title.toLowerCase().includes(text));
  const wanted = shown.map((entry) => itemOf(state, entry));
  for (const [index, item] of wanted.entries()) {
    const present = items.children[index];
    if (present !== item) items.insertBefore(item, present ?? null);
  }
  while (items.children.length > wanted.length) items.lastElementChild?.remove();
  const keys = new Set(entries.map(({ key }) => key));
  for (const [key, { link }] of links) {
    if (!keys.has(key)) links.delete(key);
    else if (key === currentKey) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const tabStop = findTabStop(state);
  for (const { link } of links.values()) link.tabIndex = link === tabStop ? 0 : -1;
  const hidden = entries.length - shown.length;
  replace(
    note,
    entries.length === 0
      ? empty
      : hidden > 0 && `${count(shown.length, "match", "matches")} of ${entries.length}`,
  );
}

/** The same element while an entry looks the same, so that it keeps the focus. */
function itemOf({ links }: State, { key, href, title, detail, version }: Entry): HTMLLIElement {
  const shown = links.get(key);
  if (shown?.version === version) return shown.item;
  const content = [h("span", { class: "title" }, title), ...detail];
  if (shown) {
    replace(shown.link, ...content);
    links.set(key, { ...shown, version });
    return shown.item;
  }
  const link = h("a", { href }, ...content);
  const item = h("li", {}, link);
  links.set(key, { version, item, link });
  return item;
}

function listLinks({ items }: State): HTMLElement[] {
  return [...items.querySelectorAll("a")];
}

function findTabStop(state: State): HTMLElement | undefined {
  const all = listLinks(state);
  const focused = all.find((link) => link === document.activeElement);
  return focused ?? all.find((link) => link.hasAttribute("aria-current")) ?? all[0];
}

function moveFocus(state: State, event: KeyboardEvent, refresh: () => void): void {
  const { filter } = state;
  if (event.key === "Escape" && event.target === filter && filter.value !== "") {
    filter.value = "";
    event.stopPropagation();
    refresh();
    return;
  }
  const all = listLinks(state);
  const index = all.indexOf(document.activeElement as HTMLElement);
  const isFilter = event.target === filter;
  const targets: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: all[index + 1],
    ArrowUp: index === 0 && !filter.hidden ? filter : all[index - 1],
    ...(!isFilter && { Home: all[0], End: all.at(-1) }),
  };
  const target = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined;
  if (!target) return;
  event.preventDefault();
  target.focus();
  for (const link of all) link.tabIndex = link === target ? 0 : -1;
}
