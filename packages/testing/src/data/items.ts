/**
 * Objects of the platform. An item with a key is called a row, and one without a key is a part of a row. The type `Row` is
 * another one: a read-only proxy of an item, for resolvers (`rows.ts`).
 */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, getNamedType } from "graphql";
import type { Structure } from "../structure/structure.ts";

export interface Item {
  readonly type: GraphQLObjectType;
  /** Unique in the platform. Determines the generated values. */
  readonly path: string;
  /** `undefined` for a part. */
  readonly id: string | number | undefined;
  /**
   * The source of the object. It decides the value of a field that is not set:
   *
   * | origin | leaf value or part | relation to a row | list |
   * |---|---|---|---|
   * | `generated` | generated | one of the first rows | some of the first rows, or generated parts |
   * | `filled` | generated | null, or one of the first rows if it cannot be null | no rows, or generated parts |
   * | `data` | null if it can be and another row has the field, or else an error | as left | empty if another row has the field, or else an error |
   * | `created` | null if it can be, or else an error | as left | empty |
   *
   * `filled` is `data` with `fill()`. If a test answers the operation, missing values are generated, and none is an error.
   */
  readonly origin: "data" | "filled" | "generated" | "created";
  /** Position among the first rows of its type, or among all created rows. 0 for parts. */
  readonly index: number;
  /** Values by field name: leaf values, items, and lists of them. A list or page of items is a list. */
  values: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
  /** Generated values, by field name. */
  readonly generated: Map<string, unknown>;
  /** The stored row, if this is a copy with values of a request. */
  readonly stored?: Item;
}

const items = new WeakSet<object>();

export function createItem(item: Pick<Item, "type" | "path" | "values"> & Partial<Item>): Item {
  const created: Item = {
    id: undefined,
    origin: "generated",
    index: 0,
    isDeleted: false,
    generated: new Map(),
    ...item,
  };
  items.add(created);
  return created;
}

export function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null && items.has(value);
}

export function isItemList(value: unknown): value is readonly (Item | null)[] {
  return Array.isArray(value) && value.every((entry) => entry === null || isItem(entry));
}

export function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** An item with a key, which its values contain. */
export function createKeyed(
  structure: Structure,
  seed: number,
  { values = {}, ...row }: Pick<Item, "type" | "id"> & Partial<Pick<Item, "values" | "origin" | "index">>,
): Item {
  const item = createItem({ ...row, path: `${seed}:${row.type.name}:${row.id}`, values });
  item.values = withKey(structure, item, values);
  return item;
}

/** The values with the key of the item, in the parts that contain it. */
export function withKey(structure: Structure, item: Item, values: Item["values"]): Item["values"] {
  return placeKey(item, item.type, item.path, values, structure.keyOf(item.type) ?? []);
}

function placeKey(
  item: Item,
  owner: GraphQLObjectType,
  ownerPath: string,
  values: Item["values"],
  [name, ...rest]: readonly string[],
): Item["values"] {
  if (name === undefined) return values;
  if (rest.length === 0) return { ...values, [name]: item.id };
  const type = getNamedType(owner.getFields()[name]?.type) as GraphQLObjectType;
  const path = `${ownerPath}.${name}`;
  const part = values[name];
  const inner = placeKey(item, type, path, isItem(part) ? part.values : {}, rest);
  return { ...values, [name]: createItem({ type, path, origin: item.origin, values: inner }) };
}

/** The field of a type that has the key, or the field of its part. */
export function keyFieldOf(structure: Structure, type: GraphQLObjectType): Field | undefined {
  let owner: unknown = type;
  let field: Field | undefined;
  for (const name of structure.keyOf(type) ?? []) {
    field = (owner as GraphQLObjectType).getFields()[name];
    owner = getNamedType(field?.type);
  }
  return field;
}
