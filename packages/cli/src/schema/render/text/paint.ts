/** Colours of a terminal, or none: then not one escape code. */

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
export type Paint = (style: Style, text: string) => string;

/** SGR parameters: on, off. */
const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

export function createPaint(colors: boolean): Paint {
  if (!colors) return (_style, text) => text;
  return (style, text) => {
    const [on, off] = CODES[style];
    return text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`;
  };
}
