/** Layout for terminals: colors, column widths and line breaks. */

import { applyStyle, type Style } from "../text/ink.ts";

type Paint = (style: Style, text: string) => string;

export interface Canvas {
  readonly paint: Paint;
  /** Width of the terminal, in columns. Infinite outside of one: lines stay whole. */
  readonly width: number;
}

export function createPaint(colors: boolean): Paint {
  return colors ? applyStyle : (_style, text) => text;
}

/** Scripts and emoji that take two columns. */
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
/** Combining marks and joiners. */
const ZERO_WIDTH = /[\p{M}\u200c\u200d]/u;

/** Columns that printable text takes. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

function widthOfCharacter(character: string): number {
  if (WIDE.test(character)) return 2;
  return ZERO_WIDTH.test(character) ? 0 : 1;
}

/** Breaks text at spaces. A word that is longer than a line is not broken: names and URLs stay whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Cuts the middle of text that is too wide: its start names the element, and its end the change. */
export function clipMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const end = clipStart(text, Math.floor(width / 2));
  // Both parts have "…" at the cut.
  const start = clip(text, width - widthOf(end) + 1).slice(0, -1);
  return start + end;
}

/** Cuts the start of text that is too wide, such as the folders of a path. */
export function clipStart(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let clipped = "";
  for (const character of [...text].reverse()) {
    if (widthOf(character + clipped) >= width) break;
    clipped = character + clipped;
  }
  return `…${clipped}`;
}

/** Cuts text that is too wide, and adds "…". */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let clipped = "";
  for (const character of text) {
    if (widthOf(clipped + character) >= width) break;
    clipped += character;
  }
  return `${clipped}…`;
}

interface Row {
  readonly name: string;
  /** Each starts a line. */
  readonly sentences: readonly string[];
}

/** Maximum share of the width for the names. A wider name has lines of its own. */
const NAME_SHARE = 0.4;

/** Lays out a name column and a text column. The text of a wide name is below it. */
export function renderRows(rows: readonly Row[], { paint, width }: Canvas): string[] {
  const widest = Math.floor(width * NAME_SHARE);
  const widths = rows.map(({ name }) => widthOf(name)).filter((nameWidth) => nameWidth <= widest);
  const widestName = widths.reduce((most, nameWidth) => Math.max(most, nameWidth), 0);
  const column = widestName === 0 ? 0 : Math.max(2, widestName) + 2;
  const wrapText = (sentences: readonly string[], indent: number) => {
    const lines = sentences.flatMap((sentence) => wrap(sentence, width - 2 - indent));
    return lines.map((line) => paint("dim", line));
  };
  const lines = rows.flatMap(({ name, sentences }) => {
    if (widthOf(name) > widest)
      return [...wrap(name, width - 2), ...wrapText(sentences, 2).map((line) => `  ${line}`)];
    const [first = "", ...below] = wrapText(sentences, column);
    const padding = " ".repeat(column - widthOf(name));
    return [`${name}${padding}${first}`.trimEnd(), ...below.map((line) => " ".repeat(column) + line)];
  });
  return lines.map((line) => `  ${line}`);
}
