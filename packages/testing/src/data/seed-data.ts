/** Reads the option `data`: objects by type, and values of root fields. */

import { type GraphQLObjectType, isObjectType } from "graphql";
import { isObject } from "../json.ts";
import { RULES_FILE } from "../rules/errors.ts";
import type { Resolver, Rules } from "../rules/types.ts";
import { isRoot, type Structure } from "../structure/structure.ts";
import { describeNoField, suggest } from "../suggest.ts";
import { isObjectData, type ObjectData, readObject, readValue, report, schemaShape } from "./object-data.ts";
import { describeValue } from "./scalars.ts";
import { createValueReader } from "./write.ts";

/**
 * Data of the simulated platform.
 *
 * By type name: the objects of the type, each with some or all of its fields. A relation is an ID, an object with an ID, or
 * a whole object. Missing leaf values are generated. `[]` means that there are none.
 *
 * By the name of the query or mutation root type, or `Query` and `Mutation`: the values of root fields, or functions of
 * their arguments that return the values. They take precedence over resolvers of rules.
 */
export type PlatformData = Readonly<Record<string, readonly object[] | RootData>>;

/** Values of root fields, by name. */
export type RootData = Readonly<Record<string, RootFunction | object | string | number | boolean | null>>;

/** Returns the value of a root field. */
export type RootFunction = (args: Readonly<Record<string, unknown>>) => unknown;

export interface SeedData {
  /** The objects of each type with data, by the name of the type. */
  readonly objects: ReadonlyMap<string, readonly ObjectData[]>;
  /** The values of root fields as resolvers, by the name of the root type. */
  readonly roots: NonNullable<Rules["resolvers"]>;
}

/** Resolvers that return values of the data. What these leave out is generated. */
export const valuesOfData: WeakSet<object> = new WeakSet();

/** @throws TypeError if the data does not match the schema. The message lists every problem with its path. */
export function readSeedData(structure: Structure, data: PlatformData): SeedData {
  const { schema } = structure;
  const objects = new Map<string, readonly ObjectData[]>();
  const roots: Record<string, Record<string, Resolver>> = {};
  const reader = createValueReader(structure)([]);
  if (!isObject(data)) report(reader, "data", `expected an object, got ${describeValue(data)}.`);
  else for (const [name, value] of Object.entries(data)) readEntry(name, value, `data.${name}`);
  if (reader.problems.length > 0) {
    throw new TypeError(["The data does not match the schema:", ...reader.problems].join("\n  "));
  }
  return { objects, roots };

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
    if (isRoot(schema, type)) {
      if (!isObject(value)) return report(reader, path, `expected an object, got ${describeValue(value)}.`);
      roots[type.name] = Object.fromEntries(
        Object.entries(value).flatMap(([field, each]) => readRoot(type, field, each, path)),
      );
    } else if (!Array.isArray(value)) {
      report(reader, path, `expected a list of objects, got ${describeValue(value)}.`);
    } else if (!structure.keyOf(type)) {
      const advice = `Name its key in "keys" of ${RULES_FILE}, or give the objects where they occur.`;
      report(reader, path, `${name} has no ID, so its objects are parts of others. ${advice}`);
    } else {
      const rows = value.flatMap((entry, index) => readRow(type, entry, `${path}[${index}]`));
      const ids = new Set<unknown>();
      for (const [index, { id }] of rows.entries()) {
        const idPath = `${path}[${index}].${structure.keyOf(type)?.join(".")}`;
        if (id !== undefined && ids.has(id)) report(reader, idPath, `another ${type.name} has the same ID.`);
        ids.add(id);
      }
      objects.set(type.name, rows);
    }
  }

  function readRoot(type: GraphQLObjectType, name: string, value: unknown, path: string): [string, Resolver][] {
    const field = type.getFields()[name];
    if (!field) {
      report(reader, `${path}.${name}`, describeNoField(type, name));
      return [];
    }
    if (typeof value !== "function") readValue(reader, field.type, schemaShape, value, `${path}.${name}`);
    const resolver: Resolver = typeof value === "function" ? (_, args) => value(args) : () => value;
    valuesOfData.add(resolver);
    return [[name, resolver]];
  }

  function readRow(type: GraphQLObjectType, entry: unknown, path: string): ObjectData[] {
    if (!isObject(entry)) {
      const expected = entry === null ? "an object" : `an object (${type.name})`;
      report(reader, path, `expected ${expected}, got ${describeValue(entry)}.`);
      return [];
    }
    const row = readObject(reader, type, schemaShape, entry, path);
    return isObjectData(row) ? [row] : [];
  }
}
