/**
 * Items: the objects of the platform. With `data: { Customer: [{ id: "c1", address: { city: "Bern" } }] }`:
 *
 * - The customer is an entity: it has a key (`id`), is in the table of its type, and others refer to it.
 * - The address is a value object: it has no key, and belongs to the customer. The payload that the resolver
 *   of a mutation returned is a value object, too, which belongs to no other.
 *
 * A few entities are in no table: a copy with values of the request (`withUserValues`), an object with a key
 * that a resolver returned, and what the response to a mocked operation needs and no table has.
 */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, getNamedType } from "graphql";
import type { Structure } from "../schema/structure.ts";

export interface Item {
  readonly type: GraphQLObjectType;
  /** Unique in the platform. Determines the generated values. */
  readonly path: string;
  /** The key of a row. `undefined` for a value object. */
  readonly id: string | number | undefined;
  /**
   * The source of the item. Decides what replaces a missing value (`missing-values.ts`):
   *
   * - `generated`: the platform generated the item. Missing values are generated.
   * - `filled`: the option `data` with `fill()`. Missing leaf values and value objects are generated.
   *   Relations are null or empty.
   * - `created`: a resolver created or returned the item. Missing values are null or empty.
   * - `data`: the option `data`. A missing value is an error. If another row of the type has a value for the
   *   field, the missing value is null or empty.
   */
  readonly origin: "data" | "filled" | "generated" | "created";
  /** Position among the initial rows of its type, or among the created rows of all types. 0 for others. */
  readonly index: number;
  /**
   * The own values, by field name: leaf values, items, and lists of both. The value of a page is the list of
   * all its items, or the value object that a resolver returned as the page.
   */
  values: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
  /**
   * Generated leaf values and value objects that were read, so that each is generated once. The key is the
   * name of the field, with the arguments if they change the value.
   */
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
  return items.has(value as object);
}

export function isItemList(value: unknown): value is readonly (Item | null)[] {
  return Array.isArray(value);
}

/** The own value of a field. An object can lack `constructor`, and inherit it. */
export function ownValueOf({ values }: Pick<Item, "values">, { name }: Pick<Field, "name">): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

export function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

export function createEntity(
  structure: Structure,
  seed: number,
  { values = {}, ...row }: Pick<Item, "type" | "id"> & Partial<Pick<Item, "values" | "origin" | "index">>,
): Item {
  const item = { origin: "generated" as const, ...row, path: `${seed}:${row.type.name}:${row.id}` };
  return createItem({ ...item, values: withKey(structure, item, values) });
}

/**
 * The key and the values of a row. Later values take precedence. For a key such as `sys.id`, the objects `sys` are
 * merged: `update("a", { sys: { locale: "de" } })` keeps `sys.id`, and what else `sys` has.
 */
export function withKey(structure: Structure, row: KeyOwner, ...values: Item["values"][]): Item["values"] {
  return setKey(row, values, structure.keyOf(row.type) ?? []);
}

/** The row, or a value object on the path to the key of the row. The ID is that of the row. */
type KeyOwner = Pick<Item, "type" | "path" | "id" | "origin">;

/** Merges the values, then in the same way those of the object that is next on the path to the key. */
function setKey(owner: KeyOwner, all: Item["values"][], keyPath: readonly string[]): Item["values"] {
  const [name, ...rest] = keyPath;
  const values: Item["values"] = Object.assign({}, ...all);
  if (name === undefined) return values;
  if (rest.length === 0) return { ...values, [name]: owner.id };
  const type = getNamedType(owner.type.getFields()[name]?.type) as GraphQLObjectType;
  const path = `${owner.path}.${name}`;
  const inner = all.map(({ [name]: current }) => (isItem(current) ? current.values : {}));
  const innerValues = setKey({ ...owner, type, path }, inner, rest);
  return { ...values, [name]: createItem({ type, path, origin: owner.origin, values: innerValues }) };
}

/**
 * The field that is the key of a type. For a key such as `sys.id`, it is the field `id` of the type of `sys`.
 */
export function keyFieldOf(structure: Structure, type: GraphQLObjectType): Field | undefined {
  let owner: unknown = type;
  let field: Field | undefined;
  for (const name of structure.keyOf(type) ?? []) {
    field = (owner as GraphQLObjectType).getFields()[name];
    owner = getNamedType(field?.type);
  }
  return field;
}
