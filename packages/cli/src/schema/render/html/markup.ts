/** HTML that is safe by construction: whatever is put into it is text, unless it is such HTML already. */

import { printableLine } from "../printable.ts";

export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Tag of a template. Its values are escaped for content and for quoted attributes; lists of HTML are joined. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const filled = strings.map((text, index) => text + render(values[index] ?? ""));
  return { markup: filled.join("") };
}

/** Text of ours that is HTML, or CSS, as it stands. */
export function trusted(markup: string): Markup {
  return { markup };
}

export const NOTHING: Markup = trusted("");

function render(value: Value): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return printableLine(value).replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? "");
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}
