/** The words of text files. */

/** Words as in names of GraphQL. An escape, as in `"\nName"`, is not a part of a word. */
const WORD = /[A-Za-z_]\w*/g;
const ESCAPE = /\\[bfnrtv]/g;

export function readWords(text: string): Set<string> {
  return new Set(text.replaceAll(ESCAPE, "  ").match(WORD));
}

/** Place in a text, as an index, of the first word that a test accepts. */
export function findWord(text: string, isMatch: (word: string) => boolean): number | undefined {
  const clean = text.replaceAll(ESCAPE, "  ");
  for (const { 0: word, index } of clean.matchAll(WORD)) if (isMatch(word)) return index;
  return undefined;
}
