/** Parses JSON that a user wrote. The messages of JavaScript quote the text, so only the position is used. */

/** Returns the value, or the place of the error as `line:column`, or "" if JavaScript does not report it. */
export function parseJson(
  text: string,
  reviver?: (key: string, value: unknown) => unknown,
): { readonly value: unknown } | { readonly place: string } {
  try {
    return { value: JSON.parse(text, reviver) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, position] = /at position (\d+)/.exec(error.message) ?? [];
    const lines = text.slice(0, Number(position)).split("\n");
    return { place: position === undefined ? "" : `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}` };
  }
}
