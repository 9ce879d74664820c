/** The objects of the simulated platform: those of the option `data`, or a few generated ones of each type. */

import { type Args, type Field, idFieldOf, isErrorType } from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from "graphql";
import { TestSetupError } from "../errors.ts";
import { pick } from "../random.ts";
import { isObject } from "../routes/request.ts";
import { suggest } from "../suggest.ts";
import {
  createObjectData,
  isObjectData,
  type ObjectData,
  type Reader,
  readObject,
  readValue,
  report,
  schemaShape,
} from "./object-data.ts";
import { describeValue, type LeafGenerator } from "./scalars.ts";

/**
 * Data of the simulated platform.
 *
 * By type name: the objects of the type, each with some or all of its fields. Missing fields are generated. `[]` means
 * that there are none.
 *
 * By the name of the query or mutation root type, or `Query` and `Mutation`: the values of root fields, or functions of
 * their arguments that return the values. A connection can be given as the list of all its items.
 */
export type PlatformData = Readonly<Record<string, readonly object[] | RootData>>;

/** Values of root fields, by name. */
export type RootData = Readonly<Record<string, RootFunction | object | string | number | boolean | null>>;

/** Returns the value of a root field. If it returns `undefined`, the value is generated. */
export type RootFunction = (args: Args) => unknown;

/** Number of objects of a type without data. */
const DEFAULT_COUNT = 3;

export interface SeedData {
  /** All objects of a type, or of the possible types of an interface or union. */
  list(type: GraphQLCompositeType): readonly ObjectData[];
  /** The object with this ID. If its type has no data, every ID exists. */
  find(type: GraphQLCompositeType, id: string | number): ObjectData | undefined;
  /** Chooses an object type: if some of the possible types have data, one of these. */
  chooseType(type: GraphQLCompositeType, key: string): GraphQLObjectType;
  /** The value of a root field, checked against the schema. `undefined` if there is none. */
  root(typeName: string, field: Field, args: Args): unknown;
}

/** @throws TypeError if the data does not match the schema. The message lists every problem with its path. */
export function createSeedData(schema: GraphQLSchema, seed: number, data: PlatformData, leaf: LeafGenerator): SeedData {
  const seeded = new Map<string, readonly ObjectData[]>();
  const roots = new Map<string, RootData>();
  const reader: Reader = { schema, problems: [] };
  if (!isObject(data)) report(reader, "data", `expected an object, got ${describeValue(data)}.`);
  else for (const [name, value] of Object.entries(data)) readEntry(name, value, `data.${name}`);
  if (reader.problems.length > 0) {
    throw new TypeError(["The data does not match the schema:", ...reader.problems].join("\n  "));
  }
  const lists = new Map<GraphQLCompositeType, readonly ObjectData[]>();
  const indexes = new Map<GraphQLObjectType, ReadonlyMap<string, ObjectData>>();
  return {
    list: listAll,
    find(type, id) {
      const possible = possibleTypes(type);
      const known = possible.map((each) => indexOf(each).get(String(id))).find((entry) => entry !== undefined);
      if (known || possible.some(({ name }) => seeded.has(name))) return known;
      const chosen = pick(possible, `${seed}:${id}`);
      return chosen && createObjectData(chosen, { [idFieldOf(chosen)?.name ?? "id"]: id });
    },
    chooseType: (type, key) => pick(possibleTypes(type), key) as GraphQLObjectType,
    root(typeName, field, args) {
      const value = roots.get(typeName)?.[field.name];
      if (typeof value !== "function") return value;
      const result: unknown = value(args);
      if (result === undefined) return undefined;
      const call: Reader = { schema, problems: [] };
      const read = readValue(call, field.type, schemaShape, result, `data.${typeName}.${field.name}()`);
      if (call.problems.length === 0) return read;
      throw new TestSetupError(["The data does not match the schema:", ...call.problems].join("\n  "));
    },
  };

  function readEntry(name: string, value: unknown, path: string): undefined {
    const aliases: Readonly<Record<string, GraphQLObjectType | null | undefined>> = {
      Query: schema.getQueryType(),
      Mutation: schema.getMutationType(),
    };
    const type = schema.getType(name) ?? aliases[name];
    if (!isObjectType(type)) {
      const names = Object.values(schema.getTypeMap()).flatMap((each) => (isObjectType(each) ? [each.name] : []));
      return report(reader, path, `the schema has no object type "${name}".${suggest(name, names)}`);
    }
    if (type === schema.getQueryType() || type === schema.getMutationType()) {
      if (!isObject(value)) return report(reader, path, `expected an object, got ${describeValue(value)}.`);
      const entries = Object.entries(value);
      const functions = entries.filter(([field, each]) => typeof each === "function" && type.getFields()[field]);
      const values = Object.fromEntries(entries.filter((entry) => !functions.includes(entry)));
      const { fields } = readObject(reader, type, schemaShape, values, path);
      roots.set(type.name, { ...fields, ...Object.fromEntries(functions) } as RootData);
    } else if (!Array.isArray(value)) {
      report(reader, path, `expected a list of objects, got ${describeValue(value)}.`);
    } else {
      const rows = value.flatMap((entry, index) => readRow(type, entry, `${path}[${index}]`));
      const ids = new Set<unknown>();
      for (const [index, { id }] of rows.entries()) {
        const idPath = `${path}[${index}].${idFieldOf(type)?.name}`;
        if (id !== undefined && ids.has(id)) report(reader, idPath, `another ${type.name} has the same ID.`);
        ids.add(id);
      }
      seeded.set(type.name, rows);
    }
  }

  function readRow(type: GraphQLObjectType, entry: unknown, path: string): ObjectData[] {
    const row = readValue(reader, type, schemaShape, entry, path);
    if (row === null) report(reader, path, "expected an object, got null.");
    return isObjectData(row) ? [row] : [];
  }

  function listAll(type: GraphQLCompositeType): readonly ObjectData[] {
    const known = lists.get(type) ?? createList(type);
    lists.set(type, known);
    return known;
  }

  function createList(type: GraphQLCompositeType): readonly ObjectData[] {
    if (!isObjectType(type)) {
      const possible = possibleTypes(type);
      if (possible.some(({ name }) => seeded.has(name))) return possible.flatMap((each) => [...listAll(each)]);
      const chosen = Array.from({ length: DEFAULT_COUNT }, (_, index) => possible[index % possible.length]);
      return chosen.flatMap((each, index) => (each && listAll(each)[index]) ?? []);
    }
    const rows = seeded.get(type.name) ?? Array.from({ length: DEFAULT_COUNT }, () => createObjectData(type, {}));
    const idField = idFieldOf(type);
    const idType = getNamedType(idField?.type);
    if (!idField || !isLeafType(idType)) return rows;
    return rows.map((row, index) => {
      if (row.id !== undefined) return row;
      const id = leaf(idType, "id", `${seed}:${type.name}:${index}`);
      return createObjectData(type, { ...row.fields, [idField.name]: id });
    });
  }

  function indexOf(type: GraphQLObjectType): ReadonlyMap<string, ObjectData> {
    const known = indexes.get(type) ?? new Map(listAll(type).map((row) => [String(row.id), row]));
    indexes.set(type, known);
    return known;
  }

  /** Object types of a type. Types with data take precedence, then types that are not errors. */
  function possibleTypes(type: GraphQLCompositeType): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type];
    const possible = schema.getPossibleTypes(type);
    const withData = possible.filter(({ name }) => seeded.has(name));
    if (withData.length > 0) return withData;
    const valid = possible.filter((each) => !isErrorType(each));
    return valid.length > 0 ? valid : possible;
  }
}
