/** The tables that rules read and change. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLCompositeType, GraphQLID, type GraphQLObjectType, getNamedType, isObjectType } from "graphql";
import { compareLeaf } from "../rules/compare.ts";
import { Rejection } from "../rules/comparisons.ts";
import { RULES_FILE, RulesError } from "../rules/errors.ts";
import type { ReadField } from "../rules/paths.ts";
import type { Context, Db, Match, Row, Rules, Table } from "../rules/types.ts";
import { type Item, isItem } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import { describeNoField, suggest } from "../suggest.ts";
import { createRow, type Generator, keyFieldOf, withKey } from "./generate.ts";
import { type ObjectData, readObject, schemaShape } from "./object-data.ts";
import type { Reader } from "./read.ts";
import type { Rows } from "./rows.ts";
import type { Store } from "./store.ts";
import { changesOfLists, createValueReader, isId, isOnlyKey, type RowFinder, toValues } from "./write.ts";

interface DbOptions {
  readonly structure: Structure;
  readonly rules: Rules;
  readonly seed: number;
  readonly store: Store;
  readonly reader: Reader;
  /** Reads a field as rules see it. */
  readonly read: ReadField;
  readonly generator: Generator;
  readonly rows: Rows;
  /** For the functions of `defaults`. */
  readonly context: () => Context;
}

/** The row with an ID, or a row itself. */
type RowId = unknown;

export function createDb({ structure, rules, ...parts }: DbOptions): Db {
  const { seed, store, reader, read, generator, rows, context } = parts;
  const { schema } = structure;
  const openReader = createValueReader(structure, rows.itemOf);
  const tables = new Map<string, Table>();
  return new Proxy({} as Db, {
    get: (_, name) => (typeof name === "string" ? (tables.get(name) ?? openTable(name)) : undefined),
  });

  function openTable(name: string): Table {
    const type = schema.getType(name);
    if (!structure.isEntity(type)) {
      const names = Object.values(schema.getTypeMap()).flatMap((each) => (structure.isEntity(each) ? [each.name] : []));
      const hint = isObjectType(type) ? ` Name its key in "keys" of ${RULES_FILE}.` : suggest(name, names);
      throw new RulesError(`db.${name}: the schema has no object type "${name}" with an ID.${hint}`);
    }
    const table = createTable(type);
    tables.set(name, table);
    return table;
  }

  function createTable(type: GraphQLCompositeType): Table {
    const place = `db.${type.name}`;
    const objectType = (method: string): GraphQLObjectType => {
      if (isObjectType(type)) return type;
      throw new RulesError(`${place}.${method}: ${type.name} has several types. Use the table of one of them.`);
    };
    const find = (id: RowId): Item | undefined => {
      if (id === undefined) throw new RulesError(`${place}: the ID is undefined.`);
      const item = rows.itemOf(id);
      return item ? (item.isDeleted ? undefined : item) : store.find(type, id);
    };
    const get = (id: RowId): Item => {
      const item = find(id);
      if (item) return item;
      throw notFound(type.name, structure.isEntity(type) && isObjectType(type) ? structure.keyOf(type)?.at(-1) : "id");
    };
    const filter = (match: Match, method: string): Item[] => {
      const test = matchTest(type, match, `${place}.${method}`);
      return store.list(type).filter(test);
    };
    const table: Table = {
      all: () => store.list(type).map(rows.of),
      find: (match) => {
        const [item] = filter(match, "find");
        return item ? rows.of(item) : null;
      },
      filter: (match) => filter(match, "filter").map(rows.of),
      lookUp: (id) => {
        const item = find(id);
        return item && rows.of(item);
      },
      get: (id) => rows.of(get(id)),
      create: (fields) => rows.of(create(objectType("create"), fields, `${place}.create`)),
      update: (id, fields) => rows.of(update(get(id), fields, `${place}.update`)),
      delete(id) {
        const item = get(id);
        store.delete(item);
        return rows.of(item);
      },
      upsert(match, fields) {
        const [item] = filter(match as Match, "upsert");
        if (item) return rows.of(update(item, fields, `${place}.upsert`));
        return rows.of(create(objectType("upsert"), { ...match, ...fields }, `${place}.upsert`));
      },
      add: (id, list, values) => changeList(get(id), list, values, true, `${place}.add`),
      remove: (id, list, values) => changeList(get(id), list, values, false, `${place}.remove`),
    };
    return table;
  }

  function create(type: GraphQLObjectType, fields: object, place: string): Item {
    const given = compact(type, fields, place);
    const defaults = Object.entries(rules.defaults?.[type.name] ?? {}).flatMap(([name, value]) =>
      Object.hasOwn(given, name) ? [] : [[name, typeof value === "function" ? value(context()) : value] as const],
    );
    const data = readFields(type, { ...Object.fromEntries(defaults), ...given }, place);
    const id = isId(data.id) ? data.id : newId(type);
    const key = structure.keyOf(type) ?? ["id"];
    if (store.find(type, id)) throw taken(key.at(-1) ?? "id", `Another ${type.name} has this ID.`);
    const item = createRow(structure, seed, { type, id, origin: "created", index: store.countCreated() + 1 });
    const values = toValues(structure, finder(place), item, data.fields, place);
    checkUnique(item, values);
    item.values = withKey(structure, item, values);
    store.add(item);
    applyLists(item, values);
    return item;
  }

  function update(item: Item, fields: object, place: string): Item {
    const data = readFields(item.type, compact(item.type, fields, place), place);
    if (isId(data.id) && String(data.id) !== String(item.id)) {
      throw new RulesError(`${place}: the ID of a row cannot change. Create another ${item.type.name}.`);
    }
    const values = toValues(structure, finder(place), item, data.fields, place);
    checkUnique(item, values);
    store.set(item, withKey(structure, item, { ...item.values, ...values }));
    applyLists(item, values);
    return item;
  }

  function changeList(item: Item, name: string, values: unknown, isAdded: boolean, place: string): Row {
    const field = fieldOf(item.type, name, place);
    const { fields } = readFields(item.type, { [name]: [values].flat() }, place);
    const [given] = Object.values(toValues(structure, finder(place), item, fields, place));
    const known = reader.read(item, field) as readonly unknown[];
    const listed = new Set((Array.isArray(given) ? given : [given]) as readonly unknown[]);
    const others = known.filter((each) => !listed.has(each));
    return rows.of(write(item, { [name]: isAdded ? [...others, ...listed] : others }));
  }

  /** Sets values that are items already. */
  function write(item: Item, values: Item["values"]): Item {
    store.set(item, { ...item.values, ...values });
    applyLists(item, values);
    return item;
  }

  function applyLists(item: Item, values: Item["values"]): void {
    // A row that was created a moment ago refers to no other row yet.
    const current = (each: Item, field: Field) =>
      each.origin === "created" && each.values[field.name] === undefined ? undefined : reader.read(each, field);
    for (const change of changesOfLists(structure, item, values, current, store.list)) {
      store.set(change.item, { ...change.item.values, [change.field.name]: change.value });
    }
  }

  /** Rows that a value names: unknown IDs are rejected. */
  function finder(place: string): RowFinder {
    return {
      row(data: ObjectData) {
        const known = isId(data.id) ? store.find(data.type, data.id) : undefined;
        if (known) return isOnlyKey(structure, data) ? known : update(known, data.fields, place);
        if (isOnlyKey(structure, data)) throw notFound(data.type.name, structure.keyOf(data.type)?.at(-1));
        return create(data.type, data.fields, place);
      },
      reference({ type, id }, path) {
        const known = store.find(type, id);
        if (known) return known;
        throw notFound(type.name, /(\w+)(?:\[\d+\])*$/.exec(path)?.[1]);
      },
    };
  }

  /** Fields without undefined ones, and without `clientMutationId` if the type has no such field. */
  function compact(type: GraphQLObjectType, fields: object, place: string): Record<string, unknown> {
    if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
      throw new RulesError(`${place}: expected an object with fields of ${type.name}.`);
    }
    const entries = Object.entries(fields).filter(([name, value]) => {
      const isEcho = name === "clientMutationId" && !type.getFields()[name];
      return value !== undefined && !isEcho;
    });
    return Object.fromEntries(entries);
  }

  function readFields(type: GraphQLObjectType, fields: object, place: string): ObjectData {
    const problems: string[] = [];
    const data = readObject(openReader(problems), type, schemaShape, fields, "");
    if (problems.length === 0) return data;
    throw new RulesError(`${place}: ${problems.join(" ")}`);
  }

  function newId(type: GraphQLObjectType): string | number {
    const leaf = getNamedType(keyFieldOf(structure, type)?.type)?.name;
    for (let number = store.initial(type).length + 1; ; number++) {
      const text = `${type.name}-${number}`;
      const id =
        leaf === "Int" ? number : leaf === "ID" || leaf === "String" ? text : generator.id(type, `${seed}:${text}`);
      if (!store.isUsed(type, id)) return id;
    }
  }

  function checkUnique(item: Item, values: Item["values"]): void {
    for (const name of rules.unique?.[item.type.name] ?? []) {
      const value = values[name];
      if (value === undefined || value === null) continue;
      const test = matchTest(item.type, { [name]: isItem(value) ? value.id : value }, `unique.${item.type.name}`);
      if (store.list(item.type).some((each) => each !== item && test(each))) {
        throw taken(name, `Another ${item.type.name} has the same ${name}.`);
      }
    }
  }

  function matchTest(type: GraphQLCompositeType, match: Match, place: string): (item: Item) => boolean {
    if (typeof match === "function") return (item) => Boolean(match(rows.of(item)));
    if (typeof match !== "object" || match === null) throw new RulesError(`${place}: expected fields, or a function.`);
    const entries = Object.entries(match).map(([name, value]) => {
      if (value === undefined) throw new RulesError(`${place}: "${name}" is undefined.`);
      for (const each of isObjectType(type) ? [type] : []) fieldOf(each, name, place);
      const id = rows.itemOf(value)?.id ?? (Object(value).id as unknown) ?? value;
      return [name, value, id] as const;
    });
    return (item) =>
      entries.every(([name, value, id]) => {
        const field = item.type.getFields()[name];
        const own = field && read(item, field);
        return [own].flat().some((each) => {
          if (isItem(each)) return compareLeaf("is", { value: each.id, type: GraphQLID }, id);
          return field !== undefined && compareLeaf("is", { value: each, type: field.type }, value);
        });
      });
  }
}

function fieldOf(type: GraphQLObjectType, name: string, place: string): Field {
  const field = type.getFields()[name];
  if (field) return field;
  throw new RulesError(`${place}: ${describeNoField(type, name)}`);
}

export function notFound(typeName: string, field = "id"): Rejection {
  return new Rejection(`There is no ${typeName} with this ID.`, { field, code: "NOT_FOUND" });
}

function taken(field: string, message: string): Rejection {
  return new Rejection(message, { field, code: "ALREADY_EXISTS" });
}
