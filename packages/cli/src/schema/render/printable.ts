/** Text from elsewhere, made harmless: it can neither break a line, speak to a terminal nor turn the reading direction. */

/** Controls, invisible formatting (bidirectional controls, tags), line separators, lone surrogates; not the joiners that scripts and emoji need. */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const LINE_BREAK = /\r\n|[\n\r]/;

/** On one line: white space is a space, and what cannot be seen is written out. */
export function printable(text: string): string {
  return writeOutUnseen(text.replaceAll(/\s+/g, " ").trim());
}

/** What cannot be seen is written out, as `short` has it or by its number; white space that is no plain space too. */
export function writeOutUnseen(text: string, short: Readonly<Record<string, string>> = {}): string {
  return text.replaceAll(UNPRINTABLE, (character) => short[character] ?? writeOut(character));
}

/** Line by line, as GraphQL counts them. Indentation stays, tabs as two spaces. */
export function printableLines(text: string): string[] {
  return text.split(LINE_BREAK).map(printableLine);
}

/** One line, its white space kept. */
export function printableLine(line: string): string {
  return writeOutUnseen(line.replaceAll("\t", "  "));
}

/** JSON is already escaped but for characters that it lets through: these too, in its own way. */
export function printableJson(json: string): string {
  return json.replaceAll(UNPRINTABLE, (character) =>
    character === "\n" ? character : character.replaceAll(/[\s\S]/g, writeOutUnit),
  );
}

function writeOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : writeOutUnit(character);
}

function writeOutUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
