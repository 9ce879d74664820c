/** Reads the option `data`: objects by type, and values of root fields. */

import { type Args, type Field, idFieldOf } from "@integration-platform/graphql-compiler/conventions";
import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from "graphql";
import { TestSetupError } from "../errors.ts";
import { isObject } from "../json.ts";
import { suggest } from "../suggest.ts";
import {
  isObjectData,
  type ObjectData,
  type Reader,
  readObject,
  readValue,
  report,
  schemaShape,
} from "./object-data.ts";
import { describeValue } from "./scalars.ts";

/**
 * Data of the simulated platform.
 *
 * By type name: the objects of the type, each with some or all of its fields. Missing fields are generated. `[]` means
 * that there are none. A field can be a function of its arguments that returns the value.
 *
 * By the name of the query or mutation root type, or `Query` and `Mutation`: the values of root fields, or functions of
 * their arguments that return the values. A connection can be given as the list of all its items.
 */
export type PlatformData = Readonly<Record<string, readonly object[] | RootData>>;

/** Values of root fields, by name. */
export type RootData = Readonly<Record<string, RootFunction | object | string | number | boolean | null>>;

/** Returns the value of a field. If it returns `undefined`, the value is generated. */
export type RootFunction = (args: Args) => unknown;

export interface SeedData {
  /** The objects of each type with data, by the name of the type. */
  readonly objects: ReadonlyMap<string, readonly ObjectData[]>;
  /** The value of a root field, checked against the schema. `undefined` if there is none. */
  root(type: GraphQLObjectType, field: Field, args: Args): unknown;
  /** Calls a function of the data, and checks its result against the schema. */
  call(type: GraphQLObjectType, field: Field, value: RootFunction, args: Args): unknown;
}

/** @throws TypeError if the data does not match the schema. The message lists every problem with its path. */
export function readSeedData(schema: GraphQLSchema, data: PlatformData): SeedData {
  const objects = new Map<string, readonly ObjectData[]>();
  const roots = new Map<string, RootData>();
  const reader: Reader = { schema, problems: [], allowsFunctions: true };
  if (!isObject(data)) report(reader, "data", `expected an object, got ${describeValue(data)}.`);
  else for (const [name, value] of Object.entries(data)) readEntry(name, value, `data.${name}`);
  if (reader.problems.length > 0) {
    throw new TypeError(["The data does not match the schema:", ...reader.problems].join("\n  "));
  }
  return {
    objects,
    root(type, field, args) {
      const value = roots.get(type.name)?.[field.name];
      return typeof value === "function" ? call(type, field, value as RootFunction, args) : value;
    },
    call,
  };

  function call(type: GraphQLObjectType, field: Field, value: RootFunction, args: Args): unknown {
    const result: unknown = value(args);
    if (result === undefined) return undefined;
    const problems: string[] = [];
    const read = readValue({ schema, problems }, field.type, schemaShape, result, `data.${type.name}.${field.name}()`);
    if (problems.length === 0) return read;
    throw new TestSetupError(["The data does not match the schema:", ...problems].join("\n  "));
  }

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
      roots.set(type.name, readObject(reader, type, schemaShape, value, path).fields as RootData);
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
      objects.set(type.name, rows);
    }
  }

  function readRow(type: GraphQLObjectType, entry: unknown, path: string): ObjectData[] {
    const row = readValue(reader, type, schemaShape, entry, path);
    if (row === null) report(reader, path, "expected an object, got null.");
    return isObjectData(row) ? [row] : [];
  }
}
