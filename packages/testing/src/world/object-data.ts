/**
 * Parses data of the test by the schema: mock data of an operation, or rows. Each value that does not match
 * is a problem.
 */

import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isObjectType,
} from "graphql";
import { isPromiseLike } from "../rules/resolvers.ts";
import type { Structure } from "../schema/structure.ts";
import { unknownTypeOf } from "../schema/unknown.ts";
import { describeNoField } from "../shared/suggest.ts";
import { describeLeaf, describeValue, isResponseValue } from "../values/leaf-values.ts";

const DATA: unique symbol = Symbol("data");

/** Values of some fields of an object. */
export interface ObjectData {
  readonly [DATA]: true;
  readonly type: GraphQLObjectType;
  /** Value of the ID field. */
  readonly id: unknown;
  /** By field name. If a field is selected twice, its last value. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** By response name. Absent if the data does not belong to an operation. */
  readonly byResponseName?: Readonly<Record<string, unknown>>;
}

export function isObjectData(value: unknown): value is ObjectData {
  return typeof value === "object" && value !== null && DATA in value;
}

/** The value at the end of a path of fields, such as `sys.id`. */
function valueAt(fields: ObjectData["fields"], [name, ...rest]: readonly string[]): unknown {
  const value = name === undefined ? undefined : fields[name];
  if (rest.length === 0) return value;
  return isObjectData(value) ? valueAt(value.fields, rest) : undefined;
}

/** Fields that an object can have at one place of the data. */
export interface Shape {
  /** Whether the names are response names of an operation. */
  readonly isSelection: boolean;
  field(type: GraphQLObjectType, name: string): ShapeField | undefined;
  /** Names of all fields. */
  names(type: GraphQLObjectType): readonly string[];
}

interface ShapeField {
  readonly fieldName: string;
  readonly type: GraphQLOutputType;
  readonly shape: Shape;
}

/** All fields of the schema. */
export const schemaShape: Shape = {
  isSelection: false,
  field(type, name) {
    const field = type.getFields()[name];
    return field && { fieldName: name, type: field.type, shape: schemaShape };
  },
  names: (type) => Object.keys(type.getFields()),
};

/** How data is parsed, and the problems so far. */
export interface DataParser {
  readonly structure: Structure;
  /** Each with its path. */
  readonly problems: string[];
  /** The objects that contain the value that is parsed, to find an object that contains itself. */
  readonly enclosing: Set<object>;
  /** Whether all fields are required. */
  readonly exact?: boolean;
  /**
   * The item or the reference for a value that is a row or an ID. `undefined` if the value is an object with
   * fields.
   */
  refer?(type: GraphQLCompositeType, value: unknown): object | undefined;
}

/** @param options - `refer` if values can be rows or IDs. */
export function createParser(
  structure: Structure,
  options: Pick<DataParser, "exact" | "refer"> = {},
): DataParser {
  return { structure, problems: [], enclosing: new Set(), ...options };
}

/**
 * Replaces all objects of a value by `ObjectData`. Adds to `problems` if the value does not match the type.
 */
export function parseData(
  parser: DataParser,
  type: GraphQLOutputType,
  shape: Shape,
  value: unknown,
  path: string,
): unknown {
  if (value === undefined) {
    // The answer of a test has no rows to refer to, and its missing values are generated.
    const effect = parser.refer ? "" : " to generate a value";
    return report(parser, path, `is undefined. Omit it${effect}.`);
  }
  if (isPromiseLike(value)) return report(parser, path, "is a promise. Await it.");
  const nullable = getNullableType(type);
  const reference = isCompositeType(nullable) && value !== null ? parser.refer?.(nullable, value) : undefined;
  if (reference) return reference;
  // In rows, the value of a page can be the list of its items.
  const page = Array.isArray(value) && !shape.isSelection ? parser.structure.pageOf(nullable) : undefined;
  if (page) return parseList(parser, page.nodeType, shape, value as readonly unknown[], path);
  if (!isResponseValue(type, value)) {
    return report(parser, path, `expected ${describeExpected(type, value)}, got ${describeValue(value)}.`);
  }
  if (value === null || isLeafType(nullable)) return toFrozen(value);
  if (isListType(nullable)) {
    return parseList(parser, nullable.ofType, shape, value as readonly unknown[], path);
  }
  return parseComposite(parser, nullable, shape, value as object, path);
}

function parseList(
  parser: DataParser,
  type: GraphQLOutputType,
  shape: Shape,
  entries: readonly unknown[],
  path: string,
): readonly unknown[] {
  return Array.from(entries, (entry, index) => parseData(parser, type, shape, entry, `${path}[${index}]`));
}

function parseComposite(
  parser: DataParser,
  type: GraphQLCompositeType,
  shape: Shape,
  value: object,
  path: string,
): ObjectData | undefined {
  if (parser.enclosing.has(value)) return reportCycle(parser, type, path);
  if (isObjectType(type)) return parseObject(parser, type, shape, value, path);
  const possible = parser.structure.schema.getPossibleTypes(type);
  const chosen = chooseType([...possible, unknownTypeOf(type)], shape, value);
  if (chosen) return parseObject(parser, chosen, shape, value, path);
  const names = possible.slice(0, 10).map(({ name }) => name);
  const more = possible.length > names.length ? ", …" : "";
  return report(parser, path, `set __typename to a type of ${type.name}: ${names.join(", ")}${more}.`);
}

/** A copy of JSON that resolvers and tests cannot change in place. Other values are unchanged. */
export function toFrozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(toFrozen));
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toFrozen(member)])),
  );
}

function reportCycle(parser: DataParser, type: GraphQLOutputType, path: string): undefined {
  const hasReferences = parser.refer !== undefined && parser.structure.isEntity(type);
  return report(parser, path, `contains itself.${hasReferences ? " Use a row or an ID." : ""}`);
}

function describeExpected(type: GraphQLOutputType, value: unknown): string {
  const nullable = getNullableType(type);
  if (value === null) return String(type);
  if (isLeafType(nullable)) return describeLeaf(nullable);
  return `${isListType(nullable) ? "a list" : "an object"} (${nullable})`;
}

export function parseObject(
  parser: DataParser,
  type: GraphQLObjectType,
  shape: Shape,
  value: object,
  path: string,
): ObjectData {
  const fields: Record<string, unknown> = {};
  const byResponseName: Record<string, unknown> = {};
  parser.enclosing.add(value);
  for (const [name, member] of Object.entries(value)) {
    const field = shape.field(type, name);
    const memberPath = path === "" ? name : `${path}.${name}`;
    if (name === "__typename" || field?.fieldName === "__typename") {
      if (member !== type.name)
        report(parser, memberPath, `expected "${type.name}", got ${describeValue(member)}.`);
    } else if (field) {
      const parsed = parseData(parser, field.type, field.shape, member, memberPath);
      fields[field.fieldName] = parsed;
      byResponseName[name] = parsed;
    } else report(parser, memberPath, describeUnknown(type, shape, name));
  }
  parser.enclosing.delete(value);
  if (parser.exact) reportMissing(parser, type, shape, value, path);
  const id = valueAt(fields, parser.structure.keyOf(type) ?? []);
  const data = { [DATA]: true, type, id, fields } as const;
  return shape.isSelection ? { ...data, byResponseName } : data;
}

/** Reports each field that the data must have and leaves out. */
function reportMissing(
  parser: DataParser,
  type: GraphQLObjectType,
  shape: Shape,
  value: object,
  path: string,
): void {
  for (const name of shape.names(type)) {
    const field = shape.field(type, name);
    if (!field || field.fieldName === "__typename" || Object.hasOwn(value, name)) continue;
    report(parser, path === "" ? name : `${path}.${name}`, `is missing (${field.type}).`);
  }
}

function describeUnknown(type: GraphQLObjectType, shape: Shape, name: string): string {
  if (!shape.isSelection) return describeNoField(type, name);
  return `the operation does not select it. Selected from ${type.name}: ${shape.names(type).join(", ")}.`;
}

/** The type that `__typename` or an alias of it names, or else the first one that has all the fields. */
function chooseType(
  possible: readonly GraphQLObjectType[],
  shape: Shape,
  value: object,
): GraphQLObjectType | undefined {
  const { __typename: typeName, ...fields } = value as Readonly<Record<string, unknown>>;
  if (typeName !== undefined) return possible.find(({ name }) => name === typeName);
  const names = Object.keys(fields);
  if (names.length === 0 && !shape.isSelection) return undefined;
  return possible.find((type) =>
    names.every((name) => {
      const field = shape.field(type, name);
      return field && (field.fieldName !== "__typename" || fields[name] === type.name);
    }),
  );
}

export function report({ problems }: DataParser, path: string, problem: string): undefined {
  problems.push(`${path}: ${problem}`);
}
