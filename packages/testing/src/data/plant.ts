/** Puts the rows of the option `data` into tables, and relates them in both directions. */

import { type GraphQLObjectType, isObjectType } from "graphql";
import { remember } from "../maps.ts";
import type { Item } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import { createRow, type Generator, withKey } from "./generate.ts";
import type { ObjectData } from "./object-data.ts";
import { changesOfLists, isId, type Reference, toValues } from "./write.ts";

/** @throws TypeError if the rows contradict each other, or refer to unknown ones. */
export function plantData(
  structure: Structure,
  seed: number,
  data: ReadonlyMap<string, readonly ObjectData[]>,
  generator: Generator,
): ReadonlyMap<string, readonly Item[]> {
  const tables = new Map<string, Map<string, Item>>();
  const problems: string[] = [];
  const tableOf = (type: GraphQLObjectType) => remember(tables, type.name, () => new Map<string, Item>());
  const planted = [...data].map(([name, rows]) => {
    const type = structure.schema.getType(name) as GraphQLObjectType;
    tableOf(type);
    return rows.map((row, index) => [plant(row, `${seed}:${name}:${index}`), row, `data.${name}[${index}]`] as const);
  });
  for (const [item, row, path] of planted.flat()) fill(item, row, path, true);
  for (const item of [...tables.values()].flatMap((table) => [...table.values()])) referBack(item);
  if (problems.length > 0) throw new TypeError(["The data contradicts itself:", ...problems].join("\n  "));
  return new Map([...tables].map(([name, table]) => [name, [...table.values()]]));

  function plant({ type, id }: ObjectData, place: string): Item {
    const table = tableOf(type);
    const key = isId(id) ? id : generator.id(type, place);
    return remember(table, String(key), () =>
      createRow(structure, seed, { type, id: key, origin: "data", index: table.size }),
    );
  }

  /** @param isOwn - Whether the row is in the list of its type, whose values take precedence. */
  function fill(item: Item, row: ObjectData, path: string, isOwn: boolean): void {
    const finder = {
      row(inner: ObjectData, innerPath: string) {
        const known = plant(inner, `${item.path}.${innerPath}`);
        fill(known, inner, innerPath, false);
        return known;
      },
      reference: findReference,
    };
    const values = toValues(structure, finder, item, row.fields, path);
    item.values = withKey(structure, item, isOwn ? { ...item.values, ...values } : { ...values, ...item.values });
  }

  function findReference({ type, id }: Reference, path: string): Item | null {
    for (const each of structure.possibleTypes(type)) {
      const known = tables.get(each.name)?.get(String(id));
      if (known) return known;
    }
    if (isObjectType(type) && !data.has(type.name)) {
      const table = tableOf(type);
      return remember(table, String(id), () =>
        createRow(structure, seed, { type, id, origin: "data", index: table.size }),
      );
    }
    problems.push(`${path}: there is no ${type.name} "${id}".`);
    return null;
  }

  /** Sets the fields of the items of lists that refer back to the row. */
  function referBack(item: Item): void {
    const changes = changesOfLists(
      structure,
      item,
      item.values,
      (each, field) => each.values[field.name],
      () => [],
    );
    for (const { item: child, field, value } of changes) {
      const known = child.values[field.name];
      if (known !== undefined && !Array.isArray(known)) {
        const name = Object.keys(item.values).find((each) => Object(item.values[each]).includes?.(child));
        problems.push(`${label(child)}: "${field.name}" must be the ${item.type.name} whose "${name}" contains it.`);
      } else child.values = { ...child.values, [field.name]: value };
    }
  }
}

function label({ type, id }: Item): string {
  return `${type.name}:${id}`;
}
