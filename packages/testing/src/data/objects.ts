/** Resolves the fields of objects: lists with filters, order and pages, look-ups by arguments, and leafs. */

import {
  type Args,
  countedListOf,
  entryTypeOf,
  type Field,
  findId,
  idFieldOf,
  isId,
  itemTypeOf,
  readListRequest,
  takesIds,
} from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isNonNullType,
} from "graphql";
import type { PageSizes } from "../limits.ts";
import { createSource, enter, type Item, type Place, type Source, toSource } from "./items.ts";
import { buildPage, connectionTypeOf, limitList } from "./paging.ts";
import type { Objects } from "./platform-data.ts";
import { matchesCondition, sortItems } from "./select.ts";

/** Returns the value of a field that is not given by a test. */
export type ResolveField = (parent: Source, field: Field, args: Args, place: Place) => unknown;

/** @param onUnexplained - Called with the coordinates of arguments that no convention explains. */
export function createResolver(
  { store, reader }: Objects,
  sizes: PageSizes,
  onUnexplained: (coordinates: readonly string[]) => void,
): ResolveField {
  return resolve;

  function resolve(parent: Source, field: Field, args: Args, place: Place): unknown {
    const itemType = itemTypeOf(field);
    const type = getNamedType(field.type);
    const entryType = entryTypeOf(field.type);
    const isNested = entryType !== undefined && entryTypeOf(entryType) !== undefined;
    if (isCompositeType(itemType) && !isNested) return resolveList(parent, field, itemType, args, place);
    if (isLeafType(type)) return resolveLeaf(parent, field, args);
    if (entryType) return resolveNested(field.type, place);
    return resolveObject(parent, field, type as GraphQLCompositeType, args, place);
  }

  function resolveList(
    parent: Source,
    field: Field,
    itemType: GraphQLCompositeType,
    args: Args,
    place: Place,
  ): unknown {
    if (!parent.isRoot && reader.isNull(parent, field)) return null;
    const isLookUp = Object.keys(args).length === 1 && Array.isArray(args.ids) && takesIds(field);
    if (isLookUp && !connectionTypeOf(field.type))
      return findAll(itemType, args.ids as readonly unknown[], field, place);
    const selected = select(parent, field, args, field);
    const connection = connectionTypeOf(field.type);
    const toEntry = (item: Item | null) => item && toSource(item, place.lists + 1);
    if (!connection) return limitList(field, args, selected, sizes).map(toEntry);
    const list = {
      key: place.listKey ?? place.key,
      keys: selected.map((item, index) => item?.key ?? String(index)),
    };
    return buildPage(connection, list, (index) => toEntry(selected[index] ?? null), { field, args, sizes });
  }

  /**
   * The items of a list that the arguments select, in their order.
   *
   * @param field - The list, or the number of its items.
   */
  function select(parent: Source, field: Field, args: Args, list: Field): readonly (Item | null)[] {
    const items = parent.isRoot
      ? store.list(itemTypeOf(list) as GraphQLCompositeType)
      : reader.many(parent, list, parent.lists);
    const { condition, orders, isReversed, unexplained } = readListRequest(field, args, list);
    if (unexplained.length > 0) {
      onUnexplained(unexplained.map((path) => `${parent.type.name}.${field.name}(${path})`));
    }
    const matching = condition
      ? items.filter((item) => item !== null && matchesCondition(reader, condition, item))
      : items;
    if (orders.length > 0)
      return sortItems(
        reader,
        orders,
        matching.filter((item) => item !== null),
      );
    return isReversed ? matching.toReversed() : matching;
  }

  /** Lists in lists of objects. */
  function resolveNested(type: GraphQLOutputType, place: Place): unknown {
    const entry = entryTypeOf(type);
    if (entry) return [0, 1].map((index) => resolveNested(entry, enter(place, index)));
    const chosen = store.chooseType(getNamedType(type) as GraphQLCompositeType, place.key);
    return createSource(chosen, place, store.newId(chosen, place.key));
  }

  function resolveLeaf(parent: Source, field: Field, args: Args): unknown {
    const list = countedListOf(parent.type, field);
    const isCount = list && isCompositeType(itemTypeOf(list)) && (parent.isRoot || parent.origin);
    if (isCount && !Object.hasOwn(parent.fields, field.name)) return select(parent, field, args, list).length;
    return reader.leaf(parent, field, args);
  }

  /** The object that arguments name, by its ID or by other fields, or else the one of the relation. */
  function resolveObject(parent: Source, field: Field, type: GraphQLCompositeType, args: Args, place: Place): unknown {
    const isNullable = !isNonNullType(field.type);
    const chosen = store.chooseType(type, place.key);
    const id = findId(type.name, args, field);
    if (id !== undefined && idFieldOf(chosen)) return findById(type, id, place.lists, isNullable);
    const wanted = field.args.flatMap((argument) => {
      const same = chosen.getFields()[argument.name];
      const value = args[argument.name];
      const leaf = getNullableType(same?.type);
      const isSame = same && isLeafType(leaf) && leaf === getNullableType(argument.type);
      return isSame && value != null ? [[same, value] as const] : [];
    });
    if (wanted.length > 0) {
      const values = Object.fromEntries(wanted.map(([same, value]) => [same.name, value]));
      if (!store.isStored(chosen)) return createSource(chosen, place, values);
      const found = store.list(type).find((item) =>
        wanted.every(([same, value]) => {
          const own = item.type.getFields()[same.name];
          return own && reader.leaf(item, own) === value;
        }),
      );
      if (found) return toSource(found, place.lists);
      if (store.hasData(type)) return notFound(type, isNullable);
      return createSource(chosen, place, { ...store.newId(chosen, place.key), ...values });
    }
    if (parent.isRoot) {
      const [first] = store.list(type);
      if (first && store.isStored(first.type)) return toSource(first, place.lists);
      if (store.isStored(chosen) && isNullable) return null;
      // The lists of a part of the root, such as `viewer { orders }`, contain all objects.
      return createSource(chosen, place, store.newId(chosen, place.key), { isRoot: !store.isStored(chosen) });
    }
    const related = reader.one(parent, field);
    if (!related) return null;
    // The arguments determine the generated values of a part, such as those of `price(currency:)`.
    return related.origin ? toSource(related, place.lists) : { ...toSource(related, place.lists), key: place.key };
  }

  /** The objects with the IDs. A missing one is null, or omitted if an entry cannot be null. */
  function findAll(type: GraphQLCompositeType, ids: readonly unknown[], field: Field, place: Place): unknown {
    const found = ids.map((id) => findById(type, id, place.lists + 1, true));
    return isNonNullType(entryTypeOf(field.type)) ? found.filter((each) => each !== null) : found;
  }

  function findById(type: GraphQLCompositeType, id: unknown, lists: number, isNullable: boolean): Source | null {
    const found = isId(id) ? store.find(type, id) : undefined;
    return found ? toSource(found, lists) : notFound(type, isNullable);
  }

  function notFound(type: GraphQLCompositeType, isNullable: boolean): null {
    if (isNullable) return null;
    throw new GraphQLError(`There is no ${type.name} with this ID.`, { extensions: { code: "NOT_FOUND" } });
  }
}
