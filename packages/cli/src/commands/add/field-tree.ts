/** The value of `--fields`. */

import { Problem } from "../problem.ts";

/** Fields to select, and the fields inside of them. Without any, the default fields of an object are selected. */
export type FieldTree = ReadonlyMap<string, FieldTree>;

/** Parses `name,status.label`. */
export function parseFields(text: string): FieldTree {
  const root: Tree = new Map();
  for (const path of text.split(",").map((part) => part.trim())) {
    let tree = root;
    for (const name of path.split(".")) {
      if (!/^[A-Za-z_]\w*$/.test(name)) throw new Problem("--fields: not a list of fields", EXAMPLE);
      const next: Tree = tree.get(name) ?? new Map();
      tree.set(name, next);
      tree = next;
    }
  }
  return root;
}

interface Tree extends Map<string, Tree> {}

/** Hint for --fields. */
export const EXAMPLE: string = "Separate fields with commas, and levels with dots: --fields name,status.label.";
