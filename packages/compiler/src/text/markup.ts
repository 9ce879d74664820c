/**
 * A template tag for HTML and XML that is safe by construction: strings are escaped when they are inserted.
 */

import { escapeLineCommands, printableLine } from "./printable.ts";

export interface Markup {
  readonly markup: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Template tag. Escapes values for content and for quoted attributes; concatenates lists. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Markup | readonly Markup[])[]
): Markup {
  const rendered = values.map((value) => {
    if (typeof value === "number") return String(value);
    if (typeof value === "string") return escapeText(value);
    return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
  });
  return { markup: strings.map((text, index) => text + (rendered[index] ?? "")).join("") };
}

/** Also escapes a workflow command at the start of a line, if the log of a CI job shows the report. */
function escapeText(text: string): string {
  const escaped = printableLine(text).replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? "");
  return escapeLineCommands(escaped, "&#58;");
}

export const EMPTY: Markup = { markup: "" };
