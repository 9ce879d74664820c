/** Puts the rows of the option `data` into tables, and relates them in both directions. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, isObjectType } from "graphql";
import { getOrInsertComputed } from "../shared/maps.ts";
import { createMismatchError } from "../shared/mismatch-error.ts";
import { generateId, unusedId } from "./generators.ts";
import type { InitialData } from "./initial-data.ts";
import { createEntity, type Item, isId, ownValueOf, withKey } from "./items.ts";
import type { ObjectData } from "./object-data.ts";
import type { World } from "./world.ts";
import {
  inverseListsOf,
  type Reference,
  refersToItem,
  toValues,
  type ValueConverter,
  withReference,
} from "./write-rows.ts";

/** Rows while they are inserted. */
interface Insertion {
  readonly world: World;
  readonly data: InitialData;
  readonly tables: Map<string, Map<string, Item>>;
  /** The IDs that the rows of each type have in the data. */
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  readonly problems: string[];
}

/** @throws MismatchError if the rows contradict each other, or refer to unknown ones. */
export function insertData(world: World, data: InitialData): void {
  const ids = new Map([...data.rows].map(([name, rows]) => [name, listIds(rows)]));
  const insertion: Insertion = { world, data, tables: new Map(), ids, problems: [] };
  const inserted = [...data.rows].map(([name, rows]) => {
    const type = world.structure.schema.getType(name) as GraphQLObjectType;
    tableOf(insertion, type);
    const origin = data.filled.has(name) ? "filled" : "data";
    return rows.map((row, index) => {
      const item = rowOfData(insertion, row, `${world.seed}:${name}:${index}`, origin);
      return [item, row, `data.${name}[${index}]`] as const;
    });
  });
  // After all rows were inserted, because values can refer to later rows.
  for (const [item, row, path] of inserted.flat()) {
    const values = readValues(insertion, item, row, path);
    item.values = withKey(world.structure, item, item.values, values);
  }
  for (const item of [...insertion.tables.values()].flatMap((table) => [...table.values()])) {
    referBack(insertion, item);
  }
  const { problems, tables } = insertion;
  if (problems.length > 0) throw createMismatchError("data", "The data contradicts itself", problems);
  world.tables.dataRows = new Map([...tables].map(([name, table]) => [name, [...table.values()]]));
}

function listIds(rows: readonly ObjectData[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ id }) => (isId(id) ? [String(id)] : [])));
}

function tableOf({ tables }: Insertion, type: GraphQLObjectType): Map<string, Item> {
  return getOrInsertComputed(tables, type.name, () => new Map<string, Item>());
}

/** The row for an object. Without an ID, it is a new row. @param generatorKey - Determines the generated ID. */
function rowOfData(
  insertion: Insertion,
  { type, id }: ObjectData,
  generatorKey: string,
  origin: Item["origin"],
): Item {
  if (isId(id)) return rowOfId(insertion, type, id, origin);
  const table = tableOf(insertion, type);
  const isUsed = (key: string | number) =>
    table.has(String(key)) || insertion.ids.get(type.name)?.has(String(key)) === true;
  const generatedId = unusedId(generateId(insertion.world, type, generatorKey), isUsed);
  return rowOfId(insertion, type, generatedId, origin);
}

/** The row with an ID, which is created once. */
function rowOfId(
  insertion: Insertion,
  type: GraphQLObjectType,
  id: string | number,
  origin: Item["origin"],
): Item {
  const { structure, seed } = insertion.world;
  const table = tableOf(insertion, type);
  return getOrInsertComputed(table, String(id), () =>
    createEntity(structure, seed, { type, id, origin, index: table.size }),
  );
}

/** The values of a row. The rows inside of it are inserted: own values of these take precedence. */
function readValues(insertion: Insertion, item: Item, row: ObjectData, path: string): Item["values"] {
  const { structure } = insertion.world;
  const inserter: ValueConverter = {
    structure,
    origin: item.origin,
    row(inner, innerPath) {
      const innerItem = rowOfData(insertion, inner, `${item.path}.${innerPath}`, item.origin);
      const values = readValues(insertion, innerItem, inner, innerPath);
      innerItem.values = withKey(structure, innerItem, values, innerItem.values);
      return innerItem;
    },
    reference: (reference, innerPath) => findReference(insertion, reference, innerPath, item.origin),
  };
  return toValues(inserter, item, row.fields, path);
}

function findReference(
  insertion: Insertion,
  { type, id }: Reference,
  path: string,
  origin: Item["origin"],
): Item | null {
  const { world, data, tables, problems } = insertion;
  for (const possible of world.structure.possibleTypes(type)) {
    const row = tables.get(possible.name)?.get(String(id));
    if (row) return row;
  }
  if (isObjectType(type) && !data.rows.has(type.name)) return rowOfId(insertion, type, id, origin);
  problems.push(`${path}: there is no ${type.name} "${id}".`);
  return null;
}

/** Sets the fields of the rows in the lists of an item, so that they refer back to it. */
function referBack({ world, problems }: Insertion, item: Item): void {
  const { structure } = world;
  // All of them before the first one is set: two lists that are read from the same field contradict each other.
  const missing = inverseListsOf(structure, item, item.values).flatMap((list) => {
    const rows = [...list.rows].filter(
      (row) => !refersToItem(ownValueOf(row, { name: list.backName }), item),
    );
    return rows.map((row) => ({ row, list }));
  });
  for (const { row, list } of missing) {
    const field = row.type.getFields()[list.backName] as Field;
    const value = ownValueOf(row, field);
    if (value === undefined || Array.isArray(value)) {
      row.values = { ...row.values, [field.name]: withReference(structure, field, value, item) };
    } else {
      const problem = `"${field.name}" must be the ${item.type.name} whose "${list.name}" contains it.`;
      problems.push(`${row.type.name}:${row.id}: ${problem}`);
    }
  }
}
