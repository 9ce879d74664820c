/** Puts the objects of the option `data` into tables, and relates them in both directions. */

import { idFieldOf, isId } from "@integration-platform/graphql-compiler/conventions";
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isLeafType } from "graphql";
import { remember } from "../maps.ts";
import { type Item, isReference, type Origin, referTo } from "./items.ts";
import { createObjectData, isObjectData, type ObjectData } from "./object-data.ts";
import { inverseOf } from "./relation-types.ts";
import type { LeafGenerator } from "./scalars.ts";

export function generateId(type: GraphQLObjectType, leaf: LeafGenerator, key: string): string | number {
  const idType = getNamedType(idFieldOf(type)?.type);
  const id = isLeafType(idType) ? leaf(idType, "id", key) : undefined;
  return isId(id) ? id : key;
}

/** An object of the store. @param place - Unique in its type. Determines the ID, unless the fields have one. */
export function createItem(
  seed: number,
  type: GraphQLObjectType,
  fields: Item["fields"],
  leaf: LeafGenerator,
  origin: Origin,
  place: number | string = origin.index,
): Item {
  const idField = idFieldOf(type);
  if (!idField) return { type, key: `${seed}:${type.name}#${place}`, fields, origin };
  const given = fields[idField.name];
  const id = isId(given) ? given : generateId(type, leaf, `${seed}:${type.name}:${place}`);
  return { type, key: `${seed}:${type.name}:${id}`, fields: { ...fields, [idField.name]: id }, origin };
}

/** Objects by type and key. */
type Tables = Map<string, Map<string, Item>>;

/**
 * Puts the objects of the data into tables, with the objects that they contain.
 *
 * @throws TypeError if they contradict each other.
 */
export function plantData(
  schema: GraphQLSchema,
  seed: number,
  data: ReadonlyMap<string, readonly ObjectData[]>,
  leaf: LeafGenerator,
): Tables {
  const planted: Tables = new Map();
  for (const [name, rows] of data) {
    const type = schema.getType(name) as GraphQLObjectType;
    const items = rows.map(({ fields }, index) => createItem(seed, type, fields, leaf, { kind: "initial", index }));
    planted.set(name, new Map(items.map((item) => [item.key, item])));
  }
  for (const name of data.keys()) {
    const table = planted.get(name) as Map<string, Item>;
    for (const { key, fields } of [...table.values()]) {
      const own = plantAll(fields, key);
      // Another object can contain the same one, with more fields.
      const item = table.get(key) as Item;
      table.set(key, { ...item, fields: { ...item.fields, ...own } });
    }
  }
  const problems = [...planted.values()].flatMap((table) =>
    [...table.values()].flatMap((item) => referBack(schema, planted, item)),
  );
  if (problems.length > 0) throw new TypeError(["The data contradicts itself:", ...problems].join("\n  "));
  return planted;

  function plantAll(fields: Item["fields"], key: string): Item["fields"] {
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plant(value, `${key}.${name}`)]));
  }

  /** Replaces objects by references, and adds them to the table of their type. */
  function plant(value: unknown, key: string): unknown {
    if (Array.isArray(value)) return value.map((entry, index) => plant(entry, `${key}[${index}]`));
    if (!isObjectData(value)) return value;
    const { type, id } = value;
    const fields = plantAll(value.fields, key);
    const idField = idFieldOf(type);
    if (!idField) return createObjectData(type, fields);
    const table = remember(planted, type.name, () => new Map<string, Item>());
    const withId = { ...fields, [idField.name]: isId(id) ? id : generateId(type, leaf, key) };
    const item = createItem(seed, type, withId, leaf, { kind: "initial", index: table.size });
    const known = table.get(item.key);
    // The type's own data takes precedence.
    table.set(item.key, known ? { ...known, fields: { ...withId, ...known.fields } } : item);
    return referTo(item);
  }
}

/** Sets the fields of the items of lists that refer back to the object. Returns the contradictions. */
function referBack(schema: GraphQLSchema, planted: Tables, item: Item): string[] {
  const { type, key, fields } = item;
  return Object.entries(fields).flatMap(([name, entries]) => {
    const field = type.getFields()[name];
    const inverse = field && Array.isArray(entries) ? inverseOf(schema, type, field) : undefined;
    if (inverse?.kind !== "one" || inverse.isPart) return [];
    const back = inverse.field.name;
    return (entries as readonly unknown[]).filter(isReference).flatMap((entry) => {
      const table = planted.get(entry.type.name);
      const child = table?.get(entry.key);
      const known = child?.fields[back];
      if (isReference(known) && known.key === key) return [];
      if (known !== undefined)
        return [`${entry.key.replace(/^\d+:/, "")}: "${back}" must be the ${type.name} whose "${name}" contains it.`];
      if (child) table?.set(child.key, { ...child, fields: { ...child.fields, [back]: referTo(item) } });
      return [];
    });
  });
}
