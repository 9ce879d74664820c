/**
 * Makes foreign text safe to print: it cannot break lines, control a terminal or CI, or change the text
 * direction.
 */

/**
 * Controls, invisible formatting, line separators, lone surrogates, and what XML excludes. Joiners, which
 * scripts and emoji need, are kept.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\ufffe\uffff]/gu;
const LINE_BREAK = /\r\n|[\n\r]/;
/**
 * The first colon of a workflow command, which a system of CI finds at the start of a line, after white
 * space.
 */
const LINE_COMMAND = /^([^\S\n\r\u2028\u2029]*):(?=:)/gm;
const COLON = "\\u003a";

/** Returns one line for prose. Wrapping cannot put a workflow command (`::name::`) at the start of a line. */
export function printable(text: string): string {
  return printableLine(text.replaceAll(/\s+/g, " ").trim()).replaceAll(/(?<=^| ):(?=:)/g, COLON);
}

/** Returns one line of code. White space is kept; a tab becomes two spaces. */
export function printableLine(line: string): string {
  return writeOutUnseen(line.replaceAll("\t", "  "));
}

/** Splits text at the line breaks of GraphQL. */
export function splitLines(text: string): string[] {
  return text.split(LINE_BREAK);
}

/** Returns the lines of a text, each as {@link printableLine} does. */
export function printableLines(text: string): string[] {
  return splitLines(text).map(printableLine);
}

/**
 * Escapes unprintable characters, by `short` or by number, and the workflow commands that work anywhere in a
 * line.
 */
export function writeOutUnseen(text: string, short: Readonly<Record<string, string>> = {}): string {
  if (PLAIN.test(text)) return escapeCommands(text);
  return escapeCommands(
    text.replaceAll(UNPRINTABLE, (character) => short[character] ?? escapeCharacter(character)),
  );
}

/** Most text: this test takes less time than the search. */
const PLAIN = /^[ -~]*$/;
const PLAIN_LINES = /^[\n\t -~]*$/;

/** Escapes unprintable characters in a text whose line breaks and tabs stay. */
export function escapeUnseen(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.replaceAll(UNPRINTABLE, (character) =>
    /[\n\t]/.test(character) ? character : escapeCharacter(character),
  );
}

/** Escapes what JSON leaves unescaped, in JSON's own way. */
export function printableJson(json: string): string {
  return escapeCommands(
    json.replaceAll(UNPRINTABLE, (character) =>
      // White space between the values.
      /[\n\t]/.test(character) ? character : character.replaceAll(/[\s\S]/g, escapeUnit),
    ),
  );
}

/** Escapes `::…` at the start of each line. @param colon - Another escape of the colon, such as an entity. */
export function escapeLineCommands(text: string, colon: string = COLON): string {
  return text.replaceAll(LINE_COMMAND, (_, space: string) => space + colon);
}

/** Escapes `##[…]` and `##vso[…]`, which work anywhere in a line. */
export function escapeCommands(text: string): string {
  return text.replaceAll(/#(?=#(?:vso)?\[)/gi, "\\u0023");
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : escapeUnit(character);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
