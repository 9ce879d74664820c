/** Reads lists from the other direction: the rows that refer to an item, by an index of all rows. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import type { GraphQLCompositeType } from "graphql";
import type { Structure } from "../schema/structure.ts";
import { getOrInsertComputed } from "../shared/maps.ts";
import { type Item, ownValueOf } from "./items.ts";
import { readListValue } from "./list-values.ts";
import { replacementOf } from "./missing-values.ts";
import { findTarget } from "./references.ts";
import { findItem, listItems } from "./tables.ts";
import type { World } from "./world.ts";

/** The field of other rows from which a list is read (`Inverse`). `undefined` for a list with own values. */
export function backReferenceOf(structure: Structure, { type, id }: Item, field: Field): Field | undefined {
  // No field refers back to a value object.
  if (id === undefined) return undefined;
  const inverse = structure.inverseOf(type, field);
  return inverse?.field && inverse.isReadFromInverse ? inverse.field : undefined;
}

interface Index {
  /** The rows that the index contains. It is stale if the type has another list now. */
  readonly list: readonly Item[];
  /** The rows that refer to a row. */
  readonly items: ReadonlyMap<Item, readonly Item[]>;
}

const indexes = new WeakMap<World, Map<Field, Index>>();

/** The rows of a type whose field `back` refers to the target. */
export function listReferring(
  world: World,
  type: GraphQLCompositeType,
  back: Field,
  target: Item,
): readonly Item[] {
  // The target can be a copy with values of the request, such as the tenant of the user. Rows refer to its
  // original.
  const item = findItem(world, target.type, target.id) ?? target;
  const list = listItems(world, type);
  const byField = getOrInsertComputed(indexes, world, () => new Map<Field, Index>());
  const index = byField.get(back);
  if (index?.list === list) return index.items.get(item) ?? [];
  const items = new Map<Item, Item[]>();
  for (const row of list) {
    for (const referred of listTargets(world, row, back.name)) {
      getOrInsertComputed(items, referred, (): Item[] => []).push(row);
    }
  }
  byField.set(back, { list, items });
  return items.get(item) ?? [];
}

/** The rows to which a field of a row refers. */
function listTargets(world: World, row: Item, fieldName: string): readonly Item[] {
  const field = row.type.getFields()[fieldName] as Field;
  if (world.structure.listedTypeOf(field.type)) {
    const list = readListValue(world, row, field, false) ?? [];
    return list.filter((entry) => entry !== null);
  }
  const isMissing = ownValueOf(row, field) === undefined;
  // `Ticket.customer` of such a row can be an error. The lists of all customers would have the same error.
  if (isMissing && replacementOf(world, row, field) === "empty") return [];
  const target = findTarget(world, row, field);
  return target && !target.isDeleted ? [target] : [];
}

/** Items in the order of a list of the data. Others follow. */
export function sortLike(order: unknown, items: readonly Item[]): readonly Item[] {
  if (!Array.isArray(order)) return items;
  const positions = new Map<unknown, number>(order.map((entry, index) => [entry, index]));
  const positionOf = (item: Item) => positions.get(item) ?? order.length;
  return items.toSorted((a, b) => positionOf(a) - positionOf(b));
}
