/** Writes rows: values of tests and resolvers become values of rows, and relations agree in both directions. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLCompositeType, getNamedType, isNonNullType } from "graphql";
import { RulesError } from "../rules/errors.ts";
import { createItem, type Item, isItem } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import { isObjectData, type ObjectData, type Reader } from "./object-data.ts";

const REFERENCE: unique symbol = Symbol("reference");

/** The ID of a row as a value. */
export interface Reference {
  readonly [REFERENCE]: true;
  readonly type: GraphQLCompositeType;
  readonly id: string | number;
}

export function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && REFERENCE in value;
}

export function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Reads values of rows: a relation can be an ID. @param itemOf - The item of a live row. */
export function createValueReader(
  structure: Structure,
  itemOf: (value: unknown) => Item | undefined = () => undefined,
) {
  const refer: NonNullable<Reader["refer"]> = (type, value) => {
    // The fields of a row inside of another one were read with it.
    if (isObjectData(value) || isReference(value)) return value;
    const item = itemOf(value);
    if (item && structure.possibleTypes(type).includes(item.type)) return item;
    return isId(value) && structure.isEntity(type) ? { [REFERENCE]: true, type, id: value } : undefined;
  };
  return (problems: string[]): Reader => ({ structure, problems, refer });
}

/** How the values of a row that are rows themselves are found or created. */
export interface RowFinder {
  /** The row that an object with fields describes. */
  row(data: ObjectData, path: string): Item | null;
  reference(reference: Reference, path: string): Item | null;
}

/** The values of an object. @param owner - The object that has them. */
export function toValues(
  structure: Structure,
  finder: RowFinder,
  owner: Pick<Item, "type" | "path" | "origin">,
  fields: ObjectData["fields"],
  path: string,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    // `customerId` sets `customer`.
    const relation = structure.relationOf(owner.type, name);
    const type = relation && (getNamedType(relation.type) as GraphQLCompositeType);
    const own = type && isId(value) ? ({ [REFERENCE]: true, type, id: value } as const) : value;
    if (relation && fields[relation.name] !== undefined) continue;
    values[relation?.name ?? name] = toValue(own, `${owner.path}.${name}`, `${path}.${name}`);
  }
  return values;

  function toValue(value: unknown, itemPath: string, place: string): unknown {
    if (Array.isArray(value)) {
      return value.map((entry, index) => toValue(entry, `${itemPath}[${index}]`, `${place}[${index}]`));
    }
    if (isReference(value)) return finder.reference(value, place);
    if (isItem(value)) return value.id === undefined ? createItem({ ...value, path: itemPath }) : value;
    if (!isObjectData(value)) return value;
    const entries = pageEntries(structure, value);
    if (entries) return toValue(entries, itemPath, place);
    if (structure.keyOf(value.type)) return finder.row(value, place);
    const part = { type: value.type, path: itemPath, origin: owner.origin };
    return createItem({ ...part, values: toValues(structure, finder, part, value.fields, place) });
  }
}

/** The items of a page that is given as an object. */
export function pageEntries(structure: Structure, { type, fields }: ObjectData): readonly unknown[] | undefined {
  const page = structure.pageOf(type);
  if (!page) return undefined;
  const nodes = page.nodes && fields[page.nodes.name];
  if (Array.isArray(nodes)) return nodes;
  const { edges } = fields;
  if (!Array.isArray(edges)) return undefined;
  return edges.map((edge) => (isObjectData(edge) ? (edge.fields.node ?? null) : null));
}

/** A change of the value of another row, so that both directions of a relation agree. */
export interface Change {
  readonly item: Item;
  readonly field: Field;
  readonly value: unknown;
}

/**
 * The changes of other rows that follow from the lists of a row.
 *
 * @param current - The value of a field of a row.
 * @param candidates - Rows that can refer to the row now.
 */
export function changesOfLists(
  structure: Structure,
  item: Item,
  values: Item["values"],
  current: (item: Item, field: Field) => unknown,
  candidates: (type: GraphQLCompositeType) => readonly Item[],
): Change[] {
  return Object.entries(values).flatMap(([name, entries]) => {
    const field = item.type.getFields()[name];
    const inverse = field && Array.isArray(entries) ? structure.inverseOf(item.type, field) : undefined;
    const itemType = field && structure.itemTypeOf(field.type);
    if (!inverse?.field || !itemType || (inverse.kind === "many" && inverse.isStored)) return [];
    const listed = new Set(entries as readonly unknown[]);
    const others = candidates(itemType);
    return [...new Set([...(entries as readonly unknown[]).filter(isItem), ...others])].flatMap((child): Change[] => {
      const back = child.type.getFields()[inverse.field.name] as Field;
      const known = current(child, back);
      if (inverse.kind === "one") {
        if ((known === item) === listed.has(child)) return [];
        if (!listed.has(child) && isNonNullType(back.type)) {
          const what = `${child.type.name}.${back.name} cannot be null, so ${item.type.name}.${name} keeps its rows.`;
          throw new RulesError(`${what} Delete the ${child.type.name}, or move it.`);
        }
        return [{ item: child, field: back, value: listed.has(child) ? item : null }];
      }
      const list = Array.isArray(known) ? known : [];
      if (list.includes(item) === listed.has(child)) return [];
      const value = listed.has(child) ? [...list, item] : list.filter((each) => each !== item);
      return [{ item: child, field: back, value }];
    });
  });
}

/** The data of a row, if it has no more than its key. */
export function isOnlyKey(structure: Structure, { type, id, fields }: ObjectData): boolean {
  const [first] = structure.keyOf(type) as readonly string[];
  return isId(id) && Object.keys(fields).every((name) => name === first);
}
