/**
 * Items: the objects of the platform. There are two kinds, which `id` distinguishes:
 *
 * - A row has a key. Other items refer to it, and a table contains it, except a row that only a resolver, the
 *   answer of a test or an argument has named by its key, and a copy (`original`). The type of a row is
 *   called an entity (`Structure.isEntity`).
 * - A part has no key, such as an address. It is a value of the row or the part that owns it. A payload that
 *   a resolver returned is a part without an owner. A part that replaces a missing row (see `origin`), or
 *   that a resolver returned without a key, can have an entity as its type.
 *
 * The resolvers of rules receive an item as an object of the type `Row`, which is a read-only proxy of it
 * (`rows.ts`).
 */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, getNamedType } from "graphql";
import type { Structure } from "../structure/structure.ts";

export interface Item {
  readonly type: GraphQLObjectType;
  /** Unique in the platform. Determines the generated values. */
  readonly path: string;
  /** The key of a row. `undefined` for a part, even for one that replaces a missing row (see `origin`). */
  readonly id: string | number | undefined;
  /**
   * The source of the object: for `filled`, the option `data` with `fill()`; for `created`, a resolver. It
   * decides the value of a field that is not in `values`, except a list whose rows refer back, which contains
   * these rows:
   *
   * | origin | leaf value, list of leaf values, or part | relation to a row | list or page of items |
   * |---|---|---|---|
   * | `generated` | generated | one of the initial rows | of rows: some of the initial rows; of parts: generated |
   * | `filled` | generated | null; if it cannot be null, one of the initial rows | of rows: empty; of parts: generated |
   * | `data`, a row, if any row of its type has a value for the field | null | null | empty |
   * | `data`, any other row, or a part | an error | an error | an error |
   * | `created` | null | null | empty |
   *
   * - Null is an error if the field cannot be null.
   * - The option `nulls` makes some generated values, relations and lists null. In a `generated` row, even a
   *   list that other rows fill by referring back.
   * - A count, such as `ticketCount`, is an error instead of a generated value.
   * - For a list of lists, the column of leaf values and parts applies, but a list of lists of rows is empty
   *   instead of generated.
   * - A list field of a row, of any origin, is an error if it has no own value, and it is unclear which field
   *   refers back.
   * - If a test answers the operation, a leaf value or a part is generated instead of null or an error, and
   *   no list is an error. A list of a `data` item is as for `generated`, but a list of rows is empty if
   *   another row of the data has one. A relation of a `data` or `created` item is as for `filled`. If no row
   *   exists for a relation that cannot be null, a part whose type is the entity replaces the row.
   */
  readonly origin: "data" | "filled" | "generated" | "created";
  /** Position among the initial rows of its type, or among the created rows of all types. 0 for parts. */
  readonly index: number;
  /**
   * Own values by field name: leaf values, items, and lists of both. The value of a page is the list of all
   * its items.
   */
  values: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
  /**
   * Generated leaf values and parts that were read, so that each is generated once. The key has the name of
   * the field, and its arguments if the value depends on them.
   */
  readonly generated: Map<string, unknown>;
  /**
   * The row in the table, if this is a copy of it: the user of a request is a copy if the token adds values
   * such as the tenant.
   */
  readonly original?: Item;
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

/** The item of a row. Its values contain its key. */
export function createRowItem(
  structure: Structure,
  seed: number,
  { values = {}, ...row }: Pick<Item, "type" | "id"> & Partial<Pick<Item, "values" | "origin" | "index">>,
): Item {
  const item = createItem({ ...row, path: `${seed}:${row.type.name}:${row.id}`, values });
  item.values = withKey(structure, item, values);
  return item;
}

/** The values of a row, with its key. A key such as `sys.id` is set in the part `sys`. */
export function withKey(structure: Structure, item: Item, values: Item["values"]): Item["values"] {
  return placeKey(item, item.type, item.path, values, structure.keyOf(item.type) ?? []);
}

function placeKey(
  item: Item,
  ownerType: GraphQLObjectType,
  ownerPath: string,
  values: Item["values"],
  [name, ...rest]: readonly string[],
): Item["values"] {
  if (name === undefined) return values;
  if (rest.length === 0) return { ...values, [name]: item.id };
  const type = getNamedType(ownerType.getFields()[name]?.type) as GraphQLObjectType;
  const path = `${ownerPath}.${name}`;
  const part = values[name];
  const inner = placeKey(item, type, path, isItem(part) ? part.values : {}, rest);
  return { ...values, [name]: createItem({ type, path, origin: item.origin, values: inner }) };
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
