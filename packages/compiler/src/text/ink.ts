/**
 * Foreign text on a terminal: a template tag that is safe by construction. Styles are data until they are
 * printed.
 */

import { escapeCommands, escapeLineCommands, writeOutUnseen } from "./printable.ts";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** SGR parameters: on, off. */
const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

/** Styles text that is printable. */
export function applyStyle(style: Style, text: string): string {
  const [on, off] = CODES[style];
  return text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`;
}

declare const escaped: unique symbol;

/** Text for a terminal whose foreign parts are escaped. Only this file creates it. */
export interface Ink {
  readonly [escaped]: true;
  readonly parts: readonly Part[];
}

type Part = string | { readonly style: Style; readonly ink: Ink };

type Value = string | Ink;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Escapes text for one line, such as a column that is padded. Escaping it again does not change it. */
export function printableText(text: string): string {
  return writeOutUnseen(text, SHORT);
}

/** Template tag. Escapes strings for one line, and keeps its own text, which can have line breaks. */
export function ink(strings: TemplateStringsArray, ...values: readonly (Value | readonly Ink[])[]): Ink {
  const parts = strings.flatMap((text, index) => [text, ...listParts(values[index] ?? "")]);
  return createInk(parts);
}

/** Applies a style if the output has colors. */
export function paint(style: Style, value: Value): Ink {
  return createInk([{ style, ink: createInk(listParts(value)) }]);
}

export function joinInk(values: readonly Value[], separator: Value): Ink {
  const parts = values.flatMap((value, index) =>
    index === 0 ? listParts(value) : [...listParts(separator), ...listParts(value)],
  );
  return createInk(parts);
}

/** Ends each line with a line break. */
export function toLines(lines: readonly Value[]): Ink {
  return createInk(lines.flatMap((line) => [...listParts(line), "\n"]));
}

/** Renders text for a stream. No part of it starts a workflow command of CI. */
export function renderInk(text: Ink, colors: boolean): string {
  return escapeLineCommands(escapeCommands(renderParts(text, colors)));
}

function renderParts({ parts }: Ink, colors: boolean): string {
  const rendered = parts.map((part) => {
    if (typeof part === "string") return part;
    const text = renderParts(part.ink, colors);
    return colors ? applyStyle(part.style, text) : text;
  });
  return rendered.join("");
}

function listParts(value: Value | readonly Ink[]): readonly Part[] {
  if (typeof value === "string") return [printableText(value)];
  return "parts" in value ? value.parts : value.flatMap(({ parts }) => parts);
}

function createInk(parts: readonly Part[]): Ink {
  return { parts } as Ink;
}
