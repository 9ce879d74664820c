/** Lists of rows that refer to a row, by an index of all rows of their type. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import type { GraphQLCompositeType } from "graphql";
import { remember } from "../maps.ts";
import { missing, RULES_FILE } from "../rules/rules-error.ts";
import type { Item } from "./items.ts";
import { findItem, listItems } from "./tables.ts";
import type { World } from "./world.ts";

interface Index {
  /** The rows that the index contains. It is stale if the type has another list now. */
  readonly list: readonly Item[];
  /** The rows that refer to a row. */
  readonly items: ReadonlyMap<Item, readonly Item[]>;
}

const indexes = new WeakMap<World, Map<Field, Index>>();

/**
 * The rows of a type whose field `back` refers to the target.
 *
 * @param targetsOf - Returns the rows to which this field of a row refers.
 */
export function listReferring(
  world: World,
  type: GraphQLCompositeType,
  back: Field,
  target: Item,
  targetsOf: (row: Item) => readonly Item[],
): readonly Item[] {
  // The target can be a copy with values of the request, such as the tenant of the user. Rows refer to its
  // original.
  const item = findItem(world, target.type, target.id) ?? target;
  const list = listItems(world, type);
  const byField = remember(indexes, world, () => new Map<Field, Index>());
  const index = byField.get(back);
  if (index?.list === list) return index.items.get(item) ?? [];
  const items = new Map<Item, Item[]>();
  for (const row of list) {
    for (const referred of targetsOf(row)) {
      remember(items, referred, (): Item[] => []).push(row);
    }
  }
  byField.set(back, { list, items });
  return items.get(item) ?? [];
}

/** Items in the order of a list of the data. Others follow. */
export function sortLike(order: unknown, items: readonly Item[]): readonly Item[] {
  if (!Array.isArray(order)) return items;
  const positions = new Map<unknown, number>(order.map((entry, index) => [entry, index]));
  const positionOf = (item: Item) => positions.get(item) ?? order.length;
  return items.toSorted((a, b) => positionOf(a) - positionOf(b));
}

export function unclearInverse(coordinate: string, typeName: string, names: readonly string[]): Error {
  const fields = names.map((name) => `${typeName}.${name}`).join(" or ");
  return missing(
    `The list ${coordinate} can be the other direction of ${fields}. Add one of these lines to ${RULES_FILE}:`,
    names.map((name) => `export const inverses = { "${coordinate}": "${name}" };`),
  );
}
