/**
 * Writes rows: values of tests and resolvers become values of items, and relations agree in both directions.
 */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLCompositeType, type GraphQLObjectType, getNamedType, isNonNullType } from "graphql";
import { notFound, Rejection } from "../rules/reject.ts";
import { RulesError } from "../rules/rules-error.ts";
import type { Structure } from "../schema/structure.ts";
import { generateId } from "./generators.ts";
import {
  createEntity,
  createItem,
  type Item,
  isId,
  isItem,
  keyFieldOf,
  ownValueOf,
  withKey,
} from "./items.ts";
import { type DataParser, isObjectData, type ObjectData, parseObject, schemaShape } from "./object-data.ts";
import { readValue } from "./read.ts";
import { backReferenceOf } from "./relations.ts";
import { itemOf } from "./rows.ts";
import { findItem, initialItems, insertItem, isUsedId, listItems, setValues } from "./tables.ts";
import type { World } from "./world.ts";

const REFERENCE: unique symbol = Symbol("reference");

/** The ID of a row as a value. */
export interface Reference {
  readonly [REFERENCE]: true;
  readonly type: GraphQLCompositeType;
  readonly id: string | number;
}

function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && REFERENCE in value;
}

/** Reads values of rows: a relation can be an ID. @param world - The world whose rows can be values. */
export function createDataParser(structure: Structure, world?: World): DataParser {
  return {
    structure,
    problems: [],
    refer(type, value) {
      // `createRow` and `updateRow` parse the fields of a row inside of another one again.
      if (isObjectData(value) || isReference(value)) return value;
      const item = world && itemOf(world, value);
      if (item && structure.possibleTypes(type).includes(item.type)) return item;
      return isId(value) && structure.isEntity(type) ? { [REFERENCE]: true, type, id: value } : undefined;
    },
  };
}

/**
 * Converts the rows inside of a value to items: the option `data` inserts them into tables, `create` and
 * `update` of `db` create and update them, and for the result of a resolver they are items without a table.
 */
export interface RowConverter {
  /** The item for an object with fields. */
  row(data: ObjectData, path: string): Item | null;
  /** The item for an ID. */
  reference(reference: Reference, path: string): Item | null;
  /** Whether the object of a page is kept. If not, its list of items is the value. @default false */
  readonly keepsPages?: boolean;
}

/** The values of an object. @param owner - The object that has them. */
export function toValues(
  structure: Structure,
  converter: RowConverter,
  owner: Pick<Item, "type" | "path" | "origin">,
  fields: ObjectData["fields"],
  path: string,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    // `customerId` sets `customer`, unless `customer` has a value, too.
    const relation = structure.relationOf(owner.type, name);
    if (relation && Object.hasOwn(fields, relation.name)) continue;
    const type = relation && (getNamedType(relation.type) as GraphQLCompositeType);
    const own = type && isId(value) ? ({ [REFERENCE]: true, type, id: value } as const) : value;
    values[relation?.name ?? name] = toValue(own, `${owner.path}.${name}`, `${path}.${name}`);
  }
  return values;

  function toValue(value: unknown, itemPath: string, location: string): unknown {
    if (Array.isArray(value)) {
      return value.map((entry, index) => toValue(entry, `${itemPath}[${index}]`, `${location}[${index}]`));
    }
    if (isReference(value)) return converter.reference(value, location);
    if (isItem(value)) return value.id === undefined ? createItem({ ...value, path: itemPath }) : value;
    if (!isObjectData(value)) return value;
    const entries = converter.keepsPages ? undefined : pageEntries(structure, value);
    if (entries) return toValue(entries, itemPath, location);
    if (structure.keyOf(value.type)) return converter.row(value, location);
    const object = { type: value.type, path: itemPath, origin: owner.origin };
    return createItem({ ...object, values: toValues(structure, converter, object, value.fields, location) });
  }
}

/** The items of a page that the data has as an object. `undefined` for other objects. */
export function pageEntries(
  structure: Structure,
  { type, fields }: ObjectData,
): readonly unknown[] | undefined {
  const page = structure.pageOf(type);
  if (!page) return undefined;
  const nodes = page.nodes && fields[page.nodes.name];
  if (Array.isArray(nodes)) return nodes;
  const { edges } = fields;
  if (!Array.isArray(edges)) return undefined;
  return edges.map((edge) => (isObjectData(edge) ? (edge.fields.node ?? null) : null));
}

/** A value to set in another row, so that both directions of a relation agree. */
interface RelationChange {
  readonly item: Item;
  readonly field: Field;
  readonly value: unknown;
  /** The list from which the change follows. */
  readonly listName: string;
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
): RelationChange[] {
  const changes: RelationChange[] = [];
  for (const [listName, entries] of Object.entries(values)) {
    const list = item.type.getFields()[listName];
    const listedType = list && structure.listedTypeOf(list.type);
    const back = list && backReferenceOf({ structure }, item, list);
    if (!back || !listedType || !Array.isArray(entries)) continue;
    const listed = new Set<Item>(entries.filter(isItem));
    for (const row of new Set([...listed, ...candidates(listedType)])) {
      const field = row.type.getFields()[back.name] as Field;
      const isList = structure.listedTypeOf(field.type) !== undefined;
      const refer = isList ? referInList : referToItem;
      const value = refer({ item, listName, row, field }, current(row, field), listed.has(row));
      if (value !== undefined) changes.push({ item: row, field, value, listName });
    }
  }
  return changes;
}

/** A list of an item, and a row whose field is the other direction. */
interface RelationPair {
  readonly item: Item;
  readonly listName: string;
  readonly row: Item;
  readonly field: Field;
}

/** The new value of a list that refers back. `undefined` if it does not change. */
function referInList({ item }: RelationPair, value: unknown, isListed: boolean): unknown {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.includes(item) === isListed) return undefined;
  return isListed ? [...list, item] : list.filter((entry) => entry !== item);
}

/**
 * The new value of a relation that refers back. `undefined` if it does not change.
 *
 * @throws RulesError if the row is no longer listed, and the relation cannot be null.
 */
function referToItem(
  { item, listName, row, field }: RelationPair,
  value: unknown,
  isListed: boolean,
): unknown {
  if ((value === item) === isListed) return undefined;
  if (isListed) return item;
  if (!isNonNullType(field.type)) return null;
  const what = `${row.type.name}.${field.name} cannot be null, so ${item.type.name}.${listName} keeps its rows.`;
  throw new RulesError(`${what} Delete the ${row.type.name}, or move it.`);
}

/** Whether the data of a row has its key and nothing else. */
function isOnlyKey(structure: Structure, { type, id, fields }: ObjectData): boolean {
  const [first] = structure.keyOf(type) as readonly string[];
  return isId(id) && Object.keys(fields).every((name) => name === first);
}

// Rows that resolvers create and update

/** A call of `create` or `update` of `db`. */
export interface WriteCall {
  readonly world: World;
  /** The table and the method, for messages. */
  readonly location: string;
  /** The created rows that contain the row. They are not in a table yet. */
  readonly outerRows?: readonly Item[];
}

export function createRow(call: WriteCall, type: GraphQLObjectType, input: unknown): Item {
  const { world, location, outerRows = [] } = call;
  const { structure, seed, tables } = world;
  const data = readFields(call, type, input);
  const id = isId(data.id) ? data.id : newId(call, type);
  if (findItem(world, type, id) || isOuterId(call, type, id)) {
    const field = structure.keyOf(type)?.at(-1) ?? "id";
    throw new Rejection(`Another ${type.name} has this ID.`, { field, code: "ALREADY_EXISTS" });
  }
  // Before the rows inside of the row are created, which count, too.
  tables.created += 1;
  const item = createEntity(structure, seed, { type, id, origin: "created", index: tables.created });
  const writer = rowWriterOf({ ...call, outerRows: [...outerRows, item] });
  const values = toValues(structure, writer, item, data.fields, location);
  item.values = withKey(structure, item, values);
  insertItem(world, item);
  applyLists(world, item, values);
  return item;
}

export function updateRow(call: WriteCall, item: Item, input: unknown): Item {
  const { world, location } = call;
  const { structure } = world;
  const data = readFields(call, item.type, input);
  if (isId(data.id) && String(data.id) !== String(item.id)) {
    throw new RulesError(`${location}: the ID of a row cannot change. Create another ${item.type.name}.`);
  }
  // Value objects that a resolver sets are not those of the option `data`: their missing values are no errors.
  const origin = item.origin === "data" ? "created" : item.origin;
  const values = toValues(structure, rowWriterOf(call), { ...item, origin }, data.fields, location);
  setValues(world, item, withKey(structure, item, { ...item.values, ...values }));
  applyLists(world, item, values);
  return item;
}

/** The values that are set. @throws RulesError if a value does not match the type. */
function readFields({ world, location }: WriteCall, type: GraphQLObjectType, input: unknown): ObjectData {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new RulesError(`${location}: expected an object with fields of ${type.name}.`);
  }
  // `clientMutationId` belongs to the request, and inputs are spread.
  const isValue = ([name, value]: [string, unknown]) =>
    value !== undefined && (name !== "clientMutationId" || type.getFields()[name] !== undefined);
  const fields = Object.fromEntries(Object.entries(input).filter(isValue));
  const parser = createDataParser(world.structure, world);
  const data = parseObject(parser, type, schemaShape, fields, "");
  if (parser.problems.length === 0) return data;
  throw new RulesError(`${location}: ${parser.problems.join(" ")}`);
}

/** Creates the rows inside of a value, or updates them if their ID exists. An ID alone must exist. */
function rowWriterOf(call: WriteCall): RowConverter {
  const { world } = call;
  const { structure } = world;
  return {
    row(data) {
      const row = isId(data.id) ? findItem(world, data.type, data.id) : undefined;
      if (row) return isOnlyKey(structure, data) ? row : updateRow(call, row, data.fields);
      if (isOnlyKey(structure, data)) throw notFound(data.type.name, structure.keyOf(data.type)?.at(-1));
      return createRow(call, data.type, data.fields);
    },
    reference({ type, id }, path) {
      const row = findItem(world, type, id);
      if (row) return row;
      throw notFound(type.name, path.slice(path.lastIndexOf(".") + 1).split("[", 1)[0]);
    },
  };
}

function newId(call: WriteCall, type: GraphQLObjectType): string | number {
  const { world } = call;
  const leaf = getNamedType(keyFieldOf(world.structure, type)?.type)?.name;
  for (let number = initialItems(world, type).length + 1; ; number++) {
    const id = nthId(world, type, leaf, number);
    if (!isUsedId(world, type, id) && !isOuterId(call, type, id)) return id;
  }
}

function isOuterId({ outerRows = [] }: WriteCall, type: GraphQLObjectType, id: string | number): boolean {
  return outerRows.some((row) => row.type === type && String(row.id) === String(id));
}

function nthId(
  world: World,
  type: GraphQLObjectType,
  leaf: string | undefined,
  number: number,
): string | number {
  if (leaf === "Int") return number;
  const text = `${type.name}-${number}`;
  return leaf === "ID" || leaf === "String" ? text : generateId(world, type, `${world.seed}:${text}`);
}

/** Sets the fields of other rows that are the other direction of the lists. */
function applyLists(world: World, item: Item, values: Item["values"]): void {
  const changes = changesOfLists(
    world.structure,
    item,
    values,
    (row, field) => storedValueOf(world, row, field),
    (type) => listItems(world, type),
  );
  for (const { item: row, field, value } of changes) {
    setValues(world, row, { ...row.values, [field.name]: value });
  }
}

/**
 * The value of a field of a row. `undefined` if it is missing and not generated: such a row refers to no
 * other row, and reading the value could be an error.
 */
function storedValueOf(world: World, row: Item, field: Field): unknown {
  const isMissing = row.origin !== "generated" && ownValueOf(row, field) === undefined;
  return isMissing ? undefined : readValue(world, row, field);
}
