/** Lists of rows: those that a value gives, and those that are the other direction of a field. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import type { GraphQLCompositeType } from "graphql";
import { remember } from "../maps.ts";
import { missingRule } from "../rules/errors.ts";
import type { Item } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import type { Store } from "./store.ts";

/** Reads what a field refers to. */
export interface RelationReader {
  one(item: Item, field: Field): Item | null;
  /** The items that a list has as its value. */
  stored(item: Item, field: Field): readonly (Item | null)[];
}

/** @returns The rows of a list that is the other direction of a field. `undefined` for other lists. */
export type ListRelated = (item: Item, field: Field) => readonly (Item | null)[] | undefined;

export function createRelations(structure: Structure, store: Store, reader: RelationReader): ListRelated {
  /** The items by the rows to which their field refers. */
  const indexes = new Map<
    Field,
    { readonly list: readonly Item[]; readonly items: ReadonlyMap<Item, readonly Item[]> }
  >();
  return (item, field) => {
    const inverse = item.id === undefined ? undefined : structure.inverseOf(item.type, field);
    const itemType = structure.itemTypeOf(field.type) as GraphQLCompositeType;
    switch (inverse?.kind) {
      case "one":
        return sortLike(item.values[field.name], listReferring(itemType, inverse.field, item));
      case "many":
        return inverse.isStored ? undefined : listReferring(itemType, inverse.field, item);
      case "unclear":
        if (item.values[field.name] !== undefined) return undefined;
        throw unclearInverse(`${item.type.name}.${field.name}`, itemType.name, inverse.names);
      default:
        return undefined;
    }
  };

  function listReferring(type: GraphQLCompositeType, back: Field, given: Item): readonly Item[] {
    // A copy has values of a request, such as the tenant of the user.
    const item = store.find(given.type, given.id) ?? given;
    const known = indexes.get(back);
    const list = store.list(type);
    if (known?.list === list) return known.items.get(item) ?? [];
    const items = new Map<Item, Item[]>();
    const isList = structure.itemTypeOf(back.type) !== undefined;
    for (const each of list) {
      const own = each.type.getFields()[back.name] as Field;
      for (const target of isList ? reader.stored(each, own) : [reader.one(each, own)]) {
        if (target) remember(items, target, (): Item[] => []).push(each);
      }
    }
    indexes.set(back, { list, items });
    return items.get(item) ?? [];
  }
}

/** Items in the order in which the data gives them. Others follow. */
function sortLike(given: unknown, items: readonly Item[]): readonly Item[] {
  if (!Array.isArray(given)) return items;
  const positions = new Map<unknown, number>(given.map((each, index) => [each, index]));
  const positionOf = (item: Item) => positions.get(item) ?? given.length;
  return items.toSorted((a, b) => positionOf(a) - positionOf(b));
}

function unclearInverse(coordinate: string, typeName: string, names: readonly string[]): Error {
  const fields = names.map((name) => `${typeName}.${name}`).join(" or ");
  const lines = names.map((name, index) => `${index > 0 ? "// " : ""}"${coordinate}": "${name}",`);
  return missingRule(`the list ${coordinate}, which can be the other direction of ${fields}`, "inverses", ...lines);
}
