/** Reads the option `data`: rows by type. */

import { type GraphQLObjectType, isObjectType } from "graphql";
import { RULES_FILE } from "../rules/rules-error.ts";
import { isRoot, type Structure } from "../schema/structure.ts";
import { createMismatchError } from "../shared/mismatch-error.ts";
import { isObject } from "../shared/parse-json.ts";
import { describeNoType } from "../shared/suggest.ts";
import { describeValue } from "../values/leaf-values.ts";
import { type DataParser, type ObjectData, parseObject, report, schemaShape } from "./object-data.ts";
import type { PlatformData } from "./world.ts";
import { createDataParser } from "./write-rows.ts";

export interface InitialData {
  /** The rows of each type with data, by the name of the type. */
  readonly rows: ReadonlyMap<string, readonly ObjectData[]>;
  /** Names of the types whose missing values are generated. */
  readonly filled: ReadonlySet<string>;
}

const filledLists = new WeakSet<object>();

/** Rows whose missing values are generated: `data: { Customer: fill([{ name: "Ada" }]) }`. */
export function fill<Row extends object>(rows: readonly Row[]): readonly Row[] {
  const filled = [...rows];
  filledLists.add(filled);
  return filled;
}

/** @throws MismatchError if the data does not match the schema. Each problem has its path. */
export function readInitialData(structure: Structure, data: PlatformData): InitialData {
  const rows = new Map<string, readonly ObjectData[]>();
  const filled = new Set<string>();
  const parser = createDataParser(structure);
  if (!isObject(data)) report(parser, "data", `expected an object, got ${describeValue(data)}.`);
  else {
    for (const [name, value] of Object.entries(data)) {
      const read = readRows(parser, name, value, `data.${name}`);
      if (read) rows.set(name, read);
      if (filledLists.has(value as object)) filled.add(name);
    }
  }
  if (parser.problems.length === 0) return { rows, filled };
  throw createMismatchError("data", "The data does not match the schema", parser.problems);
}

function readRows(
  parser: DataParser,
  name: string,
  value: unknown,
  path: string,
): readonly ObjectData[] | undefined {
  const { structure } = parser;
  const { schema } = structure;
  const type = schema.getType(name);
  if (!isObjectType(type)) {
    return report(parser, path, describeNoType(schema, name));
  }
  if (isRoot(schema, type)) {
    return report(
      parser,
      path,
      `a root type has no rows. Write resolvers: ${name}: { field: () => … } in ${RULES_FILE}.`,
    );
  }
  if (!Array.isArray(value))
    return report(parser, path, `expected a list of objects, got ${describeValue(value)}.`);
  if (!structure.keyOf(type)) {
    const advice = `Name its key: export const keys = { ${name}: "…" } in ${RULES_FILE}, or give the objects in others.`;
    return report(parser, path, `${name} has no ID, so its objects are values of others. ${advice}`);
  }
  const rows = value.flatMap((entry: unknown, index) => readRow(parser, type, entry, `${path}[${index}]`));
  const ids = new Set<unknown>();
  for (const [index, { id }] of rows.entries()) {
    const idPath = `${path}[${index}].${structure.keyOf(type)?.join(".")}`;
    if (id !== undefined && ids.has(id)) report(parser, idPath, `another ${type.name} has the same ID.`);
    ids.add(id);
  }
  return rows;
}

function readRow(parser: DataParser, type: GraphQLObjectType, entry: unknown, path: string): ObjectData[] {
  if (!isObject(entry)) {
    const expected = entry === null ? "an object" : `an object (${type.name})`;
    report(parser, path, `expected ${expected}, got ${describeValue(entry)}.`);
    return [];
  }
  return [parseObject(parser, type, schemaShape, entry, path)];
}
