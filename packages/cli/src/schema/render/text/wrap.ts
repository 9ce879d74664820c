/** How wide text is on a terminal, and how it is broken into lines. */

/** Scripts and emoji that take two columns. */
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
/** Marks that sit on the letter before them, and joiners. */
const NARROW = /[\p{M}\u200c\u200d]/u;

/** Columns that printable text takes. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : NARROW.test(character) ? 0 : 1;
  return width;
}

export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Breaks at spaces. A word that is longer than a line keeps it to itself: names and addresses stay whole. */
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

/** Cuts the end off text that is too wide. */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let clipped = "";
  for (const character of text) {
    if (widthOf(clipped + character) >= width) break;
    clipped += character;
  }
  return `${clipped}…`;
}
