/**
 * The request of several items: its text, its variables, and the data of each item. Item 7 has the prefix
 * `_7_`.
 */

/** Variables or data of one item. */
export type Members = Record<string, unknown>;

/**
 * Repeats an operation for each item. The insertions are those of codegen: `$` inserts the prefix, `:` writes
 * the text since the last insertion again after a colon, and each `|` starts or ends a part that is repeated.
 *
 * For example, `8|1$7|` begins the insertions of `query A($id: ID!) {…}`. A part that is repeated starts
 * after 8 characters, the prefix is inserted after the next one, and the part ends 7 characters later. The
 * result begins with `query A($_0_id: ID!`.
 *
 * @returns `undefined` if the insertions do not belong to the text.
 */
export function mergeText(text: string, insertions: string, count: number): string | undefined {
  /**
   * The first part is written once, the second one for each item, and so on. The prefix is between the pieces
   * of a part.
   */
  const parts = [[""]];
  let last = 0;
  for (const [, step, mark] of insertions.matchAll(/(\d{1,9})(\D)/g)) {
    const end = last + Number(step);
    const piece = text.slice(last, end);
    last = end;
    const part = parts.at(-1) as string[];
    part.push(part.pop() + (mark === ":" ? `${piece}: ${piece}` : piece));
    if (mark === "$") part.push("");
    if (mark === "|") parts.push([""]);
  }
  if (last !== text.length) return undefined;
  const repeat = (part: readonly string[]) =>
    Array.from({ length: count }, (_, index) => part.join(`_${index}_`));
  return parts.map((part, index) => (index % 2 ? repeat(part).join("\n") : part[0])).join("");
}

export function mergeVariables(items: readonly object[]): Members {
  return Object.fromEntries(
    items.flatMap((item, index) => Object.entries(item).map(([name, value]) => [`_${index}_${name}`, value])),
  );
}

/** Returns the data of each item, without the prefix. */
export function splitData(data: unknown, count: number): Members[] {
  const items = Array.from({ length: count }, (): Members => ({}));
  for (const [key, value] of Object.entries(data ?? {})) {
    const [index, name] = splitKey(key);
    const item = items[index];
    if (item) item[name] = value;
  }
  return items;
}

/** Splits `_7_customer` into 7 and `customer`. The index of any other key is `NaN`. */
export function splitKey(key: unknown): readonly [index: number, name: string] {
  const [, index, name = ""] = /^_(\d+)_(.*)/.exec(String(key)) ?? [];
  return [Number(index), name];
}
