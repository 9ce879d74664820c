/** Numbers, lists and places in sentences. */

/** `1 operation`, `2 operations`. */
export function count(number: number, singular: string, many = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : many}`;
}

/** A place in a file. Lines and columns start at 1. */
export interface Place {
  /** Relative to the working directory, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function renderPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** The first values, and the number of the others. */
export function listSome<Value>(
  values: readonly Value[],
  max: number,
  render: (value: Value) => string,
): string {
  const shown = values.slice(0, max).map(render).join(", ");
  return values.length > max ? `${shown} and ${values.length - max} more` : shown;
}

/** Cuts text to a number of characters, and adds "…". */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Joins the lines of a message. */
export function onOneLine(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
