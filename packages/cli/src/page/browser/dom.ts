/** Creates elements. All text is set as text, never as HTML. */

export type Child = Node | string | number | false | undefined | readonly Child[];
type Listener = (event: Event) => void;
type Attributes = Readonly<Record<string, string | number | boolean | undefined | Listener>>;

/** Functions are listeners: `{ click: run }`. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (typeof child === "string" || typeof child === "number") element.append(toVisible(String(child)));
    else if (child instanceof Node) element.append(child);
  }
}

export function replace(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Control characters, and those that change the direction of other text, as escapes. */
function toVisible(text: string): string {
  return text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** @throws TypeError if the page has no such element. */
export function find<Type extends HTMLElement>(id: string, type: abstract new () => Type): Type {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new TypeError(`The page has no #${id}.`);
}

/** A text that screen readers say. */
export function announce(text: string): void {
  find("announcement", HTMLElement).textContent = text;
}

export function formatNumber(value: number): string {
  return value.toLocaleString("en-US");
}

/** `1 row`, `2 rows`. */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(value)} ${value === 1 ? noun : plural}`;
}

export function formatTime(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB");
}

export function formatDuration(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${formatNumber(Math.round(ms))} ms`;
}

const MAX_TEXT = 200_000;

/** A text that scrolls in both directions. Longer ones are cut, so that the page stays fast. */
export function textBlock(text: string, label: string): HTMLElement {
  const isCut = text.length > MAX_TEXT;
  const pre = h("pre", { tabindex: 0, role: "region", "aria-label": label }, text.slice(0, MAX_TEXT));
  const note =
    isCut &&
    h(
      "p",
      { class: "note" },
      `The first ${formatNumber(MAX_TEXT)} of ${formatNumber(text.length)} characters.`,
    );
  return h("div", {}, pre, note);
}
