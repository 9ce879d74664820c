/** Values of fields: those of resolvers, and generated ones. */

import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { RULES_FILE, RulesError } from "../rules/errors.ts";
import { createItem, type Item, isItem, isItemList } from "../structure/items.ts";
import { isRoot } from "../structure/structure.ts";
import type { FieldCall, ListSelector } from "./lists.ts";
import { isObjectData, type ObjectData, readValue, schemaShape } from "./object-data.ts";
import { buildPage, selectPage } from "./paging.ts";
import type { Database } from "./platform-data.ts";
import { describeLeaf, describeValue, isResponseValue } from "./scalars.ts";
import { type Source, sourceOf } from "./sources.ts";
import { createValueReader, isId, type Reference, toValues } from "./write.ts";

/** How missing fields of an object that a resolver returns are read. */
export type Origin = "data" | "created";

export interface Results {
  /**
   * A list or a page of items.
   *
   * @param isLimited - Whether a list that is no page has at most as many items as a page.
   */
  toPage(source: Source, call: FieldCall, items: readonly (Item | null)[], isLimited: boolean): unknown;
  /** Lists in lists, whose entries are parts. */
  toEntries(value: unknown, lists: number): unknown;
  /** The result of a resolver as a value of the field. @throws RulesError if it is none. */
  adapt(value: unknown, source: Source, call: FieldCall, origin: Origin): unknown;
  /** A generated value. */
  generate(source: Source, call: FieldCall): unknown;
}

export function createResults(database: Database, selector: ListSelector): Results {
  const { structure, store, reader, generator, rows } = database;
  const openReader = createValueReader(structure, rows.itemOf);
  return { toPage, toEntries, adapt, generate };

  function toEntries(value: unknown, lists: number): unknown {
    if (Array.isArray(value)) return value.map((entry) => toEntries(entry, lists + 1));
    return isItem(value) ? sourceOf(value, lists) : value;
  }

  function toPage(source: Source, call: FieldCall, items: readonly (Item | null)[], isLimited: boolean): unknown {
    const type = getNullableType(call.field.type);
    const shape = structure.pageOf(type);
    const key = `${source.path}.${call.field.name}`;
    const list = { key, keys: items.map((item, index) => item?.path ?? String(index)) };
    const entry = (index: number) => {
      const item = items[index];
      return item ? sourceOf(item, source.lists + 1) : null;
    };
    const range =
      shape || isLimited ? selectPage(selector.page(call), selector.sizes, list) : ([0, items.length] as const);
    if (shape && isObjectType(type)) return buildPage({ type, shape, list, range, entry });
    return Array.from({ length: range[1] - range[0] }, (_, index) => entry(range[0] + index));
  }

  function generate(source: Source, call: FieldCall): unknown {
    const { field, args } = call;
    const item = source.item ?? createItem({ type: source.type, path: source.path, values: {} });
    const itemType = structure.itemTypeOf(field.type);
    const lenient: FieldCall = { ...call, isLenient: true };
    if (itemType) {
      const items =
        structure.isEntity(itemType) && !source.item
          ? store.list(itemType)
          : reader.read(item, field, { lists: source.lists });
      return toPage(source, lenient, items as readonly (Item | null)[], true);
    }
    const variant = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
    const type = getNamedType(field.type);
    if (!isCompositeType(type)) return item.values[field.name] ?? generator.leaf(item, field, variant);
    if (source.item || isListType(getNullableType(field.type)))
      return toEntries(reader.read(item, field, { lists: source.lists, isLenient: true }), source.lists);
    const [first] = structure.isEntity(type) ? store.list(type) : [];
    if (first && isRoot(structure.schema, source.type)) return sourceOf(first, source.lists);
    return sourceOf(
      generator.part(item, field, type),
      source.lists,
      isRoot(structure.schema, source.type) ? "query" : undefined,
    );
  }

  function adapt(value: unknown, source: Source, call: FieldCall, origin: Origin): unknown {
    const { field } = call;
    if (value === undefined || value === null) {
      if (!isNonNullType(field.type)) return null;
      throw foreign(call, `returned ${value === null ? "null" : "nothing"}, but the field is ${field.type}.`);
    }
    const type = getNamedType(field.type);
    if (isLeafType(type)) {
      if (isResponseValue(field.type, value)) return value;
      throw foreign(call, `returned ${describeValue(value)}. Expected ${describeLeaf(type)} (${field.type}).`);
    }
    const problems: string[] = [];
    const read = readValue(openReader(problems), field.type, schemaShape, value, "the value");
    if (problems.length > 0) throw foreign(call, `returned a value that is no ${field.type}: ${problems.join(" ")}`);
    const owner = { type: source.type, path: source.path, origin };
    const finder = {
      row: (data: ObjectData) => {
        const known = isId(data.id) ? store.find(data.type, data.id) : undefined;
        const path = known?.path ?? `${source.path}.${field.name}`;
        const base = known ?? { type: data.type, path, origin, values: {} };
        const values = toValues(structure, finder, base, data.fields, field.name);
        const id = known?.id ?? (isId(data.id) ? data.id : undefined);
        return createItem({ ...base, id, values: { ...base.values, ...values } });
      },
      reference: ({ type: target, id }: Reference) => {
        const known = store.find(target, id);
        if (known) return known;
        throw foreign(call, `returned an ID that no ${target.name} has.`);
      },
    };
    const adapted = toValues(structure, finder, owner, { [field.name]: read }, "the value")[field.name];
    if (isItemList(adapted) && structure.itemTypeOf(field.type)) return toPage(source, call, adapted, false);
    if (isItem(adapted)) {
      const isSpace = isRoot(structure.schema, source.type) && adapted.id === undefined && !isObjectData(value);
      return sourceOf(adapted, source.lists, isSpace ? "query" : undefined);
    }
    return toEntries(adapted, source.lists);
  }

  function foreign(call: FieldCall, problem: string): RulesError {
    return new RulesError(`${placeOf(call)} ${problem}`);
  }
}

export function placeOf({ owner, field }: FieldCall): string {
  return `resolvers.${owner}.${field.name} in ${RULES_FILE}`;
}
