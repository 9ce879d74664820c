/**
 * The request of several items: its text, its variables, and the data of each item. Item 7 has the prefix
 * `_7_`.
 */

import type { Layout } from "./layout.ts";

/** Variables or data of one item. */
export type Members = Record<string, unknown>;

/** Writes the text of a request for several items. */
export function mergeText(layout: Layout, count: number): string {
  const repeat = (part: readonly string[]) =>
    Array.from({ length: count }, (_, index) => part.join(`_${index}_`)).join("\n");
  return layout.map((part, index) => (index % 2 ? repeat(part) : part.join(""))).join("");
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
