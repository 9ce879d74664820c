/** Objects of the platform: rows, which have a key, and parts of them. */

import type { GraphQLObjectType } from "graphql";

export interface Item {
  readonly type: GraphQLObjectType;
  /** Unique in the platform. Determines the generated values. */
  readonly path: string;
  /** `undefined` for a part. */
  readonly id: string | number | undefined;
  /** How the object came into being. A created object has no generated values. */
  readonly origin: "data" | "generated" | "created";
  /** Position among the first rows of its type, or among all created rows. 0 for parts. */
  readonly index: number;
  /** Given values by field name: leaf values, items, and lists of them. A list or page of items is a list. */
  values: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
  /** Generated values, by field name. */
  readonly generated: Map<string, unknown>;
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
  return Array.isArray(value) && value.every((each) => each === null || isItem(each));
}
