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
import {
  createParser,
  type DataParser,
  isObjectData,
  type ObjectData,
  parseObject,
  schemaShape,
} from "./object-data.ts";
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
  return createParser(structure, {
    refer(type, value) {
      const item = world && itemOf(world, value);
      if (item && structure.possibleTypes(type).includes(item.type)) return item;
      return isId(value) && structure.isEntity(type) ? { [REFERENCE]: true, type, id: value } : undefined;
    },
  });
}

/**
 * Converts values to those of items. Rows inside of them are converted in three ways: the option `data` inserts
 * them into tables, `create` and `update` of `db` create and update them, and for the result of a resolver they
 * are items without a table.
 */
export interface ValueConverter {
  readonly structure: Structure;
  /** The origin of value objects. */
  readonly origin: Item["origin"];
  /** Whether the object of a page is kept. If not, its list of items is the value. @default false */
  readonly keepsPages?: boolean;
  /** The item for an object with a key. @param location - The place of the object, for messages. */
  row(data: ObjectData, location: string): Item | null;
  /** The item for an ID. */
  reference(reference: Reference, location: string): Item | null;
}

/** The values of an object. @param location - The place of its data, for messages. */
export function toValues(
  converter: ValueConverter,
  { type, path }: Pick<Item, "type" | "path">,
  fields: ObjectData["fields"],
  location: string,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, data] of Object.entries(fields)) {
    // `customerId` sets `customer`, unless `customer` has a value, too.
    const relation = converter.structure.relationOf(type, name);
    if (relation && Object.hasOwn(fields, relation.name)) continue;
    const value = relation && isId(data) ? createReference(relation, data) : data;
    values[relation?.name ?? name] = toValue(converter, value, `${path}.${name}`, `${location}.${name}`);
  }
  return values;
}

function createReference({ type }: Field, id: Reference["id"]): Reference {
  return { [REFERENCE]: true, type: getNamedType(type) as GraphQLCompositeType, id };
}

/**
 * A value of a field.
 *
 * @param value - What the parser returns: a leaf, a `Reference` for an ID, an `Item` for a row, `ObjectData` for another
 * object, or a list of them.
 * @param path - The path of a value object that is created for it.
 */
export function toValue(converter: ValueConverter, value: unknown, path: string, location: string): unknown {
  if (Array.isArray(value)) {
    return value.map((entry, index) =>
      toValue(converter, entry, `${path}[${index}]`, `${location}[${index}]`),
    );
  }
  if (isReference(value)) return converter.reference(value, location);
  // A value object belongs to one item, so it is copied; a row is referred to. The copy shares the map
  // `generated`: what was read from the original stays the same.
  if (isItem(value)) return value.id === undefined ? createItem({ ...value, path }) : value;
  if (!isObjectData(value)) return value;
  const { structure, origin, keepsPages } = converter;
  const entries = keepsPages ? undefined : pageEntries(structure, value);
  if (entries) return toValue(converter, entries, path, location);
  const { type, fields } = value;
  if (structure.keyOf(type)) return converter.row(value, location);
  return createItem({ type, path, origin, values: toValues(converter, { type, path }, fields, location) });
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

/** A list of a row that is read from the rows in it, such as `Customer.tickets` from `Ticket.customer`. */
interface InverseList {
  readonly name: string;
  readonly listedType: GraphQLCompositeType;
  /** The name of the field that refers back: `customer`. */
  readonly backName: string;
  readonly rows: ReadonlySet<Item>;
}

/** The lists among the values of a row that are read from the rows in them. */
export function inverseListsOf(structure: Structure, item: Item, values: Item["values"]): InverseList[] {
  return Object.entries(values).flatMap(([name, entries]) => {
    const list = item.type.getFields()[name] as Field;
    const back = backReferenceOf(structure, item, list);
    if (!back || !Array.isArray(entries)) return [];
    const listedType = structure.listedTypeOf(list.type) as GraphQLCompositeType;
    return [{ name, listedType, backName: back.name, rows: new Set<Item>(entries.filter(isItem)) }];
  });
}

/** Whether the value of a field refers to an item: it is the item, or a list with it. */
export function refersToItem(value: unknown, item: Item): boolean {
  return Array.isArray(value) ? value.includes(item) : value === item;
}

/** The value of a field that refers to an item, too. A relation to one row refers to no other then. */
export function withReference(structure: Structure, field: Field, value: unknown, item: Item): unknown {
  const isList = structure.listedTypeOf(field.type) !== undefined;
  return isList ? [...(Array.isArray(value) ? value : []), item] : item;
}

/** Whether the data of a row has its key alone. `id` was read from `fields`, so a single field is the key. */
function isOnlyKey({ id, fields }: Pick<ObjectData, "id" | "fields">): boolean {
  const [value, ...others] = Object.values(fields);
  if (!isId(id) || others.length > 0) return false;
  // A key such as `sys.id` is in the object `sys`.
  return !isObjectData(value) || isOnlyKey({ id, fields: value.fields });
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
  return insertRow(call, readFields(call, type, input));
}

function insertRow(call: WriteCall, data: ObjectData): Item {
  const { world, location, outerRows = [] } = call;
  const { structure, seed, tables } = world;
  const { type } = data;
  const id = isId(data.id) ? data.id : newId(call, type);
  if (findItem(world, type, id) || isOuterId(call, type, id)) {
    const field = structure.keyOf(type)?.at(-1) ?? "id";
    throw new Rejection(`Another ${type.name} has this ID.`, { field, code: "ALREADY_EXISTS" });
  }
  // `toValues` creates the rows inside of this one, which come later in the order of creation.
  tables.created += 1;
  const item = createEntity(structure, seed, { type, id, origin: "created", index: tables.created });
  const writer = rowWriterOf({ ...call, outerRows: [...outerRows, item] }, item.origin);
  const values = toValues(writer, item, data.fields, location);
  item.values = withKey(structure, item, values);
  insertItem(world, item);
  applyLists(world, item, values);
  return item;
}

export function updateRow(call: WriteCall, item: Item, input: unknown): Item {
  return changeRow(call, item, readFields(call, item.type, input));
}

/** Also writes the rows inside of the data. If it throws, `runMutation` undoes what it has written. */
function changeRow(call: WriteCall, item: Item, data: ObjectData): Item {
  const { world, location } = call;
  const { structure } = world;
  if (isId(data.id) && String(data.id) !== String(item.id)) {
    throw new RulesError(`${location}: the ID of a row cannot change. Create another ${item.type.name}.`);
  }
  // Value objects that a resolver sets are not those of the option `data`: their missing values are no errors.
  const origin = item.origin === "data" ? "created" : item.origin;
  const values = toValues(rowWriterOf(call, origin), item, data.fields, location);
  setValues(world, item, withKey(structure, item, item.values, values));
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
function rowWriterOf(call: WriteCall, origin: Item["origin"]): ValueConverter {
  const { world } = call;
  const { structure } = world;
  return {
    structure,
    origin,
    row(data) {
      const row = isId(data.id) ? findItem(world, data.type, data.id) : undefined;
      if (row) return isOnlyKey(data) ? row : changeRow(call, row, data);
      if (isOnlyKey(data)) throw notFound(data.type.name, structure.keyOf(data.type)?.at(-1));
      return insertRow(call, data);
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

/**
 * Sets the fields of other rows, so that exactly the rows in each list of the item refer back to it. For
 * example, `db.Customer.update("c1", { tickets: ["t1"] })` sets `customer` of ticket `t1` to `c1`, and that of
 * the other tickets of `c1` to null.
 */
function applyLists(world: World, item: Item, values: Item["values"]): void {
  const changes = inverseListsOf(world.structure, item, values).flatMap((list) =>
    listBackChanges(world, item, list),
  );
  for (const { row, name, value } of changes) setValues(world, row, { ...row.values, [name]: value });
}

/** A value to set. */
interface ValueChange {
  readonly row: Item;
  readonly name: string;
  readonly value: unknown;
}

/** @throws RulesError if a row is no longer in the list, and its relation cannot be null. */
function listBackChanges(world: World, item: Item, list: InverseList): ValueChange[] {
  const candidates = new Set([...list.rows, ...listItems(world, list.listedType)]);
  return [...candidates].flatMap((row) => {
    const field = row.type.getFields()[list.backName] as Field;
    const value = storedValueOf(world, row, field);
    const isListed = list.rows.has(row);
    if (refersToItem(value, item) === isListed) return [];
    if (isListed) {
      return [{ row, name: field.name, value: withReference(world.structure, field, value, item) }];
    }
    const others = Array.isArray(value) ? value.filter((entry) => entry !== item) : null;
    if (others === null && isNonNullType(field.type)) throw requiredReference(row, field, item, list);
    return [{ row, name: field.name, value: others }];
  });
}

function requiredReference({ type }: Item, field: Field, item: Item, list: InverseList): RulesError {
  const what = `${type.name}.${field.name} cannot be null, so ${item.type.name}.${list.name} keeps its rows.`;
  return new RulesError(`${what} Delete the ${type.name}, or move it.`);
}

/**
 * The value of a field of a row. `undefined` if it is missing and not generated: such a row refers to no
 * other row, and reading the value could be an error.
 */
function storedValueOf(world: World, row: Item, field: Field): unknown {
  const isMissing = row.origin !== "generated" && ownValueOf(row, field) === undefined;
  return isMissing ? undefined : readValue(world, row, field);
}
