/**
 * A terminal emulator as a judge of output: whatever the output contains, the terminal must print it, and do
 * nothing else.
 */

import { type IBufferCell, type IBufferLine, Terminal } from "@xterm/headless";
import { expect } from "vitest";

/** Styles that commands print: bold, dim, red, green, yellow, cyan, and their ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the styles start with one
const OWN_STYLE = /\u001b\[(?:1|2|22|31|32|33|36|39)m/g;
/** Palette of these colors. */
const OWN_COLORS = [1, 2, 3, 6];

export const withoutStyles = (output: string): string => output.replaceAll(OWN_STYLE, "");

/**
 * Expects that each line of the output is on the screen, that no other cell is, and that no title, mode,
 * link, answer or bell was set or sent. Spaces are not compared, because a wide character does not fit the
 * end of a line.
 */
export async function expectPrinted(output: string): Promise<void> {
  const terminal = new Terminal({
    cols: 400,
    rows: 5,
    scrollback: 100_000,
    allowProposedApi: true,
    convertEol: true,
  });
  const events: unknown[] = [];
  terminal.onTitleChange((title) => events.push({ title }));
  terminal.onData((answer) => events.push({ answer }));
  terminal.onBell(() => events.push("bell"));
  const modes = structuredClone({ ...terminal.modes });
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const screen = readScreen(terminal);
  expect(screen.lines).toEqual(withoutStyles(output).replace(/\n$/, "").split("\n").map(withoutSpaces));
  expect(screen.styles).toEqual([]);
  expect({ events, modes: { ...terminal.modes }, buffer: terminal.buffer.active.type }).toEqual({
    events: [],
    modes,
    buffer: "normal",
  });
  terminal.dispose();
}

const withoutSpaces = (line: string) => line.replaceAll(" ", "");

function readScreen(terminal: Terminal): { readonly lines: string[]; readonly styles: string[] } {
  const { active } = terminal.buffer;
  const lines: string[] = [];
  const styles = new Set<string>();
  const cell = active.getNullCell();
  for (let row = 0; row <= active.baseY + active.cursorY; row++) {
    const line = active.getLine(row);
    if (!line) continue;
    const text = withoutSpaces(line.translateToString(true));
    if (line.isWrapped) lines.push(lines.pop() + text);
    else lines.push(text);
    for (const style of listStyles(line, cell)) styles.add(style);
  }
  // The last line break moves the cursor to an empty line.
  if (active.cursorX === 0 && lines.length > 1) lines.pop();
  return { lines, styles: [...styles] };
}

/** Styles that no command has. */
function listStyles(line: IBufferLine, cell: IBufferCell): string[] {
  const styles: string[] = [];
  for (let column = 0; column < line.length; column++) {
    line.getCell(column, cell);
    if (cell.isAttributeDefault()) continue;
    const hasOwnColor = cell.isFgDefault() || (cell.isFgPalette() && OWN_COLORS.includes(cell.getFgColor()));
    if (!hasOwnColor) styles.push(`color ${cell.getFgColor()}`);
    if (!cell.isBgDefault()) styles.push(`background ${cell.getBgColor()}`);
    const others = [
      cell.isInverse(),
      cell.isUnderline(),
      cell.isBlink(),
      cell.isInvisible(),
      cell.isItalic(),
      cell.isStrikethrough(),
    ];
    if (others.some((isSet) => isSet !== 0)) styles.push("another attribute");
  }
  return styles;
}
