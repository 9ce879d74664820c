/**
 * Foreign text in GitHub's Markdown: escaped, so that it cannot mention anyone or add markup, and cut to a
 * length.
 */

import { largestOf } from "./long-lists.ts";
import { cut } from "./phrases.ts";
import { escapeLineCommands, printable } from "./printable.ts";

/** In characters. Longer text of the schema or the platform is cut. */
const MAX_TEXT = 600;
const MAX_CODE = 200;
/** Room for the sentence that counts the rest. */
const RESERVE = 120;

interface RoomOptions<Value> {
  /** Maximum length of the result, in characters. */
  readonly room: number;
  readonly separator: string;
  /** Called only for values that can fit. */
  readonly render: (value: Value) => string;
  /** Renders the number of values that do not fit. */
  readonly renderRest: (count: number) => string;
}

/** Renders as many values as fit, in order. */
export function fillRoom<Value>(
  values: readonly Value[],
  { room, separator, render, renderRest }: RoomOptions<Value>,
): string {
  const blocks: string[] = [];
  let used = 0;
  for (const [index, value] of values.entries()) {
    const block = render(value);
    used += block.length + separator.length;
    const isLast = index === values.length - 1;
    if (used > (isLast ? room : room - RESERVE))
      return [...blocks, renderRest(values.length - index)].join(separator);
    blocks.push(block);
  }
  return blocks.join(separator);
}

/** Escapes text for prose and for the cells of a table. */
export function text(value: string): string {
  return printable(cut(value, MAX_TEXT))
    .replaceAll(/[\\`*_[\]>|~$]|^[#+=-]|(?<=^\d+)[.)]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[@#](?=\w)/g, "$&&#8203;");
}

/** Renders code in prose or in a cell: in backticks if it has no special characters, otherwise in a tag. */
export function code(value: string): string {
  const shown = printable(cut(value, MAX_CODE));
  return /^[\w.:/()@${} -]+$/.test(shown) ? `\`${shown}\`` : `<code>${escapeEntities(shown)}</code>`;
}

/** Escapes text inside of an HTML tag. */
export function textInTag(value: string): string {
  return escapeEntities(printable(cut(value, MAX_CODE))).replaceAll(/(?<=@|&#35;)(?=\w)/g, "&#8203;");
}

/** Renders a code block. Its fence is longer than all backticks in the lines. */
export function fence(language: string, lines: readonly string[]): string {
  const lengths = lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length);
  const ticks = "`".repeat(Math.max(2, largestOf(lengths)) + 1);
  // A line of a block string can look like a workflow command, if the log of a CI job shows the report.
  const safe = lines.map((line) => escapeLineCommands(line));
  return [`${ticks}${language}`, ...safe, ticks].join("\n");
}

function escapeEntities(value: string): string {
  return value.replaceAll(/[^\w\s.,:;/()@-]|_/gu, (mark) =>
    /[!-~]/.test(mark) ? `&#${mark.codePointAt(0)};` : mark,
  );
}
