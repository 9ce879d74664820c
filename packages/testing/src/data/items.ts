/**
 * Items: the objects of the platform. There are two kinds:
 *
 * - A row has a key (`id`), such as a ticket. Other items refer to rows. The type of a row is called an
 *   entity (`Structure.isEntity`).
 * - A part has no key, such as an address. The owner of a part is the row or the part that has it as a value.
 *   A payload that a resolver returned is a part without an owner.
 *
 * These rows are in no table:
 *
 * - a copy (`original`)
 * - an object with a key that a resolver returned
 * - if a test answers, a row for an unknown key in an argument or in the answer
 *
 * Two kinds of parts can have an entity as their type: a part that replaces a missing row (see `origin`), and
 * an object without a key that a resolver returned.
 *
 * The resolvers of rules receive a read-only proxy of an item, of the type `Row` (`rows.ts`).
 */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, getNamedType } from "graphql";
import type { Structure } from "../structure/structure.ts";

export interface Item {
  readonly type: GraphQLObjectType;
  /** Unique in the platform. Determines the generated values. */
  readonly path: string;
  /** The key of a row. `undefined` for a part. */
  readonly id: string | number | undefined;
  /**
   * The source of the item, which decides the value of a field without an own value:
   *
   * | origin | leaf value, list of leaf values, or part | relation to a row | list or page of items |
   * |---|---|---|---|
   * | `generated`: the platform | generated | one of the initial rows | of rows: some of the initial rows; of parts: generated |
   * | `filled`: the option `data` with `fill()` | generated | null; if it cannot be null, one of the initial rows | of rows: empty; of parts: generated |
   * | `created`: a resolver | null | null | empty |
   * | `data`: a row of the option `data`, if another row of its type has a value for the field | null | null | empty |
   * | `data`: any other row, or a part | an error | an error | an error |
   *
   * If a test answers the operation, the last three lines are:
   *
   * | origin | leaf value, list of leaf values, or part | relation to a row | list or page of items |
   * |---|---|---|---|
   * | `created` | generated | as for `filled` | empty |
   * | `data`: a row, if another row of its type has a value for the field | generated | as for `filled` | as for `filled` |
   * | `data`: any other row, or a part | generated | as for `filled` | as for `generated` |
   *
   * - Null is an error if the field cannot be null.
   * - A relation is null if there is no initial row, or the chosen row was deleted. If a test answers and the
   *   relation cannot be null, the value is a part instead, whose type is the entity.
   * - The last column is not for a list that is read from the rows that refer back (`read.ts`).
   * - A list of a row is an error if `inverses` must name the field that refers back, unless a test answers.
   * - The column of leaf values is also for lists of lists, but one of rows is empty instead of generated.
   * - A count, such as `ticketCount`, is an error instead of a generated value, unless a test answers.
   * - The option `nulls` makes some generated values, relations and lists null. A list that is read from the
   *   rows that refer back is null only in a `generated` row.
   */
  readonly origin: "data" | "filled" | "generated" | "created";
  /** Position among the initial rows of its type, or among the created rows of all types. 0 for others. */
  readonly index: number;
  /**
   * The own values, by field name: leaf values, items, and lists of both. The value of a page is the list of
   * all its items, or the part that a resolver returned as the page.
   */
  values: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
  /**
   * Generated leaf values and parts that were read, so that each is generated once. The key is the name of
   * the field, with the arguments if they change the value.
   */
  readonly generated: Map<string, unknown>;
  /**
   * The row in the table, if this item is a copy. The user of a request is a copy if the token adds values,
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

/** The item of a row. The values contain the key. */
export function createRowItem(
  structure: Structure,
  seed: number,
  { values = {}, ...row }: Pick<Item, "type" | "id"> & Partial<Pick<Item, "values" | "origin" | "index">>,
): Item {
  const item = createItem({ ...row, path: `${seed}:${row.type.name}:${row.id}`, values });
  item.values = withKey(structure, item, values);
  return item;
}

/** The values of a row, with the key. A key such as `sys.id` is set in the part `sys`. */
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
