/** Checks what a rules file exports against the schema. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
} from "graphql";
import { refersTo, type Structure } from "../schema/structure.ts";
import { createMismatchError } from "../shared/mismatch-error.ts";
import { isObject } from "../shared/parse-json.ts";
import { describeNoField, describeNoType } from "../shared/suggest.ts";
import type { RulesOptions } from "./rule-types.ts";
import { RULES_FILE } from "./rules-error.ts";

/** @throws MismatchError if the rules do not match the schema. */
export function checkRules(
  structure: Structure,
  { rules = {}, keys = {}, inverses = {} }: RulesOptions,
): void {
  const { schema } = structure;
  for (const [name, value] of Object.entries({ rules, keys, inverses })) {
    if (!isObject(value)) throw new TypeError(`"${name}" must be an object.`);
  }
  const problems = [
    ...Object.entries(rules).flatMap(([name, fields]) => typeProblems(schema, name, fields)),
    ...Object.entries(keys).flatMap(([name, path]) => keyProblems(schema, name, path)),
    ...Object.entries(inverses).flatMap(([coordinate, name]) => inverseProblems(structure, coordinate, name)),
  ];
  if (problems.length === 0) return;
  throw createMismatchError("rules", `${RULES_FILE} does not match the schema`, problems);
}

function typeProblems(schema: GraphQLSchema, name: string, fields: unknown): string[] {
  const type = schema.getType(name);
  if (!isObject(fields)) return [`${name}: expected an object with resolvers.`];
  // `typescript-resolvers` has scalars and `__resolveType` too.
  const names = Object.keys(fields).filter((field) => !field.startsWith("__"));
  if (isLeafType(type) || (isAbstractType(type) && names.length === 0)) return [];
  if (!isObjectType(type)) return [`${name}: ${describeNoType(schema, name)}`];
  return names.flatMap((field) => {
    if (!type.getFields()[field]) return [`${name}.${field}: ${describeNoField(type, field)}`];
    const resolver = fields[field];
    const isFunction = typeof resolver === "function" || typeof Object(resolver).resolve === "function";
    return isFunction || resolver === undefined ? [] : [`${name}.${field}: expected a function.`];
  });
}

function keyProblems(schema: GraphQLSchema, name: string, path: unknown): string[] {
  const location = `keys.${name}`;
  const owner = schema.getType(name);
  if (!isObjectType(owner)) return [`${location}: ${describeNoType(schema, name)}`];
  if (path === null) return [];
  if (typeof path !== "string" || path === "")
    return [`${location}: expected a path such as "sys.id", or null.`];
  let type: GraphQLNamedType = owner;
  for (const field of path.split(".")) {
    const next: Field | undefined = isObjectType(type) ? type.getFields()[field] : undefined;
    if (!next) return [`${location}: ${describeNoField(type, field)}`];
    if (isListType(getNullableType(next.type))) return [`${location}: "${field}" is a list.`];
    type = getNamedType(next.type);
  }
  return isLeafType(type) ? [] : [`${location}: "${path}" is not a value.`];
}

function inverseProblems(structure: Structure, coordinate: string, name: unknown): string[] {
  const { schema, listedTypeOf } = structure;
  const location = `inverses["${coordinate}"]`;
  const [typeName = "", fieldName = "", ...more] = coordinate.split(".");
  const type = schema.getType(typeName);
  if (more.length > 0 || fieldName === "")
    return [`${location}: expected the name of a list such as "Project.tickets".`];
  if (!isObjectType(type)) return [`${location}: ${describeNoType(schema, typeName)}`];
  const field = type.getFields()[fieldName];
  if (!field) return [`${location}: ${describeNoField(type, fieldName)}`];
  const listedType = listedTypeOf(field.type);
  if (!listedType || !("getFields" in listedType))
    return [`${location}: the field is not a list of objects.`];
  const back = listedType.getFields()[String(name)];
  if (!back) return [`${location}: ${describeNoField(listedType, String(name))}`];
  return refersTo(structure, back, type)
    ? []
    : [`${location}: ${listedType.name}.${back.name} does not refer to ${type.name}.`];
}
