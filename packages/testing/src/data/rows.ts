/** Live rows: the objects that rules see. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, getNamedType, getNullableType, isLeafType, isListType, isObjectType } from "graphql";
import { remember } from "../maps.ts";
import { RulesError } from "../rules/errors.ts";
import type { ReadField } from "../rules/paths.ts";
import type { Row } from "../rules/types.ts";
import { type Item, isItem } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import { describeNoField } from "../suggest.ts";
import { isCount } from "./read.ts";

export interface Rows {
  of(item: Item): Row;
  /** The item of a row. `undefined` for any other value. */
  itemOf(value: unknown): Item | undefined;
}

/** Names that programs ask every object for. */
const COMMON = new Set(["then", "asymmetricMatch", "nodeType", "$$typeof"]);

/** @param find - Returns the stored row of an item, which can be a copy with values of a request. */
export function createRows(structure: Structure, read: ReadField, find: (item: Item) => Item): Rows {
  const rows = new WeakMap<Item, Row>();
  const items = new WeakMap<object, Item>();
  let allNames: ReadonlySet<string> | undefined;
  const handler: ProxyHandler<Row> = {
    get(target, name) {
      const item = items.get(target) as Item;
      if (typeof name === "symbol") return undefined;
      const field = item.type.getFields()[name];
      if (field) return toLive(read(item, field));
      if (name === "__typename") return item.type.name;
      if (name === "toJSON") return () => toPlain(item);
      if (COMMON.has(name) || name in target) return Reflect.get(target, name);
      return missingField(item.type, name);
    },
    set(target, name) {
      const { type } = items.get(target) as Item;
      throw new RulesError(`Rows are read-only. Use db.${type.name}.update(id, { ${String(name)}: … }).`);
    },
    has: (target, name) => name in (items.get(target) as Item).type.getFields(),
    ownKeys: (target) => [...copiedNames(items.get(target) as Item)],
    getOwnPropertyDescriptor(target, name) {
      const item = items.get(target) as Item;
      const field: Field | undefined = Reflect.get(item.type.getFields(), name);
      return field && { enumerable: true, configurable: true, value: toLive(read(item, field)) };
    },
  };
  return {
    of: rowOf,
    itemOf(value) {
      const item = items.get(value as object);
      return item && find(item);
    },
  };

  function toLive(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(toLive);
    return isItem(value) ? rowOf(value) : value;
  }

  function rowOf(item: Item): Row {
    return remember(rows, item, () => {
      const target = {} as Row;
      items.set(target, item);
      const row = new Proxy(target, handler);
      items.set(row, item);
      return row;
    });
  }

  /** Fields that a copy of the row has: leaf values, relations to one object, and lists that were given. */
  function copiedNames(item: Item): readonly string[] {
    if (item.origin === "created") return Object.keys(item.values);
    const copied = Object.values(item.type.getFields()).filter(isSingle);
    return [...new Set([...Object.keys(item.values), ...copied.map(({ name }) => name)])];
  }

  function isSingle(field: Field): boolean {
    const { type, args } = field;
    if (args.length > 0) return false;
    if (isLeafType(getNamedType(type))) return !isCount(field);
    return !isListType(getNullableType(type)) && !structure.pageOf(getNullableType(type));
  }

  /** Leaf values, and the IDs of related rows. */
  function toPlain(item: Item): object {
    const plain = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(plain);
      return isItem(value) ? (value.id ?? toPlain(value)) : value;
    };
    const fields = item.type.getFields();
    return Object.fromEntries(copiedNames(item).map((name) => [name, plain(read(item, fields[name] as Field))]));
  }

  /** Nothing, if another type has the field, because the rows of an interface or union have several types. */
  function missingField(type: GraphQLObjectType, name: string): undefined {
    allNames ??= new Set(
      Object.values(structure.schema.getTypeMap()).flatMap((each) =>
        isObjectType(each) ? Object.keys(each.getFields()) : [],
      ),
    );
    if (allNames.has(name)) return undefined;
    throw new RulesError(describeNoField(type, name));
  }
}
