/** Reads the values at a path from an object. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { getNamedType, isLeafType } from "graphql";
import { type Item, isItem } from "../structure/items.ts";
import type { Leaf } from "./compare.ts";
import type { Path } from "./comparisons.ts";

/** An object or a leaf value at a path. A relation that is null has none. */
export type Target = Item | Leaf;

/** Reads a field of an object, with the resolver of rules if there is one. */
export type ReadField = (item: Item, field: Field) => unknown;

export function namesOf(path: Path): readonly string[] {
  return path === "" ? [] : path.split(".");
}

/** The objects and values at the path, of all entries of lists. */
export function readTargets(read: ReadField, targets: readonly Target[], path: Path): readonly Target[] {
  let found = targets;
  for (const name of namesOf(path)) {
    const next: Target[] = [];
    for (const target of found) {
      const field = isItem(target) ? target.type.getFields()[name] : undefined;
      if (!field) continue;
      const value = read(target as Item, field);
      for (const entry of [value].flat(Number.POSITIVE_INFINITY)) {
        if (isItem(entry)) next.push(entry);
        else if (entry !== null || isLeafType(getNamedType(field.type))) next.push({ value: entry, type: field.type });
      }
    }
    found = next;
  }
  return found;
}
