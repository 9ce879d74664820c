/**
 * Resolvers to write: the lines that messages and `platform-graphql rules` propose. They have the types, not
 * the meaning.
 */

import { type Field, isErrorList } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from "graphql";
import type { Structure } from "../structure/structure.ts";
import { type Dialect, listArgumentRole } from "./dialect.ts";
import { missing, RULES_FILE, type RulesError } from "./rules-error.ts";

/** The schema and the dialect for which resolvers are written. */
interface Target {
  readonly structure: Structure;
  readonly dialect: Dialect;
  /** Whether lists of the root leave out rows. */
  readonly hidesRows?: boolean;
}

/** @param names - Arguments of the request that have no meaning without a resolver. */
export function missingResolver(
  target: Target,
  owner: GraphQLObjectType,
  field: Field,
  names: readonly string[],
): RulesError {
  const sent = names.length > 0 ? ` with ${names.map((name) => `"${name}"`).join(", ")}` : "";
  const problem = `No resolver decides ${owner.name}.${field.name}${sent}. Add to ${owner.name} in ${RULES_FILE}:`;
  return missing(problem, [stubOf(target, owner, field)]);
}

/** A resolver of a field in one line. */
export function stubOf(target: Target, owner: GraphQLObjectType, field: Field): string {
  const { structure } = target;
  const listedType = structure.listedTypeOf(field.type);
  const isRoot = owner === structure.schema.getQueryType();
  const name = `${field.name}:`;
  if (owner === structure.schema.getMutationType()) return `${name} ${mutationStub(target, field)},`;
  if (listedType && structure.isEntity(listedType))
    return `${name} ${listStub(target, field, listedType, isRoot)},`;
  const type = getNamedType(field.type);
  const args = argumentsText(field.args.map((argument) => argument.name));
  if (!isRoot) return `${name} (parent${field.args.length > 0 ? `, ${args}` : ""}) => …,`;
  if (structure.isEntity(type))
    return `${name} (_, ${args}, { db }) => db.${type.name}.list((row) => …)[0] ?? null,`;
  return `${name} (_, ${args}, { db }) => …,`;
}

function listStub(
  { structure, dialect, hidesRows = false }: Target,
  field: Field,
  type: GraphQLNamedType,
  isRoot: boolean,
): string {
  const own = field.args.filter((argument) => listArgumentRole(dialect, field, argument) !== "page");
  const isPaged =
    own.length < field.args.length || structure.pageOf(getNullableType(field.type)) !== undefined;
  const filters = own.filter(
    (argument) => isInputObjectType(getNamedType(argument.type)) && !isOrder(argument.name),
  );
  const orders = own.filter((argument) => isOrder(argument.name));
  const test = hidesRows ? "(row) => …" : "";
  let rows = isRoot ? `db.${type.name}.list(${test})` : `parent.${field.name}`;
  for (const { name } of filters) rows = `where(${rows}, ${name})`;
  for (const { name } of orders) rows = `sort(${rows}, ${name})`;
  const others = own.filter((argument) => !filters.includes(argument) && !orders.includes(argument));
  if (others.length > 0) rows = `${rows}.filter((row) => …)`;
  if (isPaged) rows = `page(${rows}, rest)`;
  const names = [...own.map(({ name }) => name), ...(isPaged ? ["...rest"] : [])];
  const helpers = [
    isRoot && "db",
    filters.length > 0 && "where",
    orders.length > 0 && "sort",
    isPaged && "page",
  ].filter((helper) => helper !== false);
  const context = helpers.length > 0 ? `, { ${helpers.join(", ")} }` : "";
  return `(${isRoot ? "_" : "parent"}, ${argumentsText(names)}${context}) => ${rows}`;
}

/** Whether the name of an argument is that of an order. The others that are input objects are filters. */
export function isOrder(name: string): boolean {
  return /sort|order/i.test(name);
}

function mutationStub({ structure }: Target, field: Field): string {
  const names = field.args.map((argument) => argument.name);
  const type = getNamedType(field.type);
  const isRow = structure.isEntity(type) && !isListType(getNullableType(field.type));
  const member = isRow ? undefined : payloadMember(structure, type);
  const rowType = isRow ? type : member && getNamedType(member.type);
  const change = names.includes("id")
    ? `db.${rowType?.name ?? "…"}.update(id, { … })`
    : `db.${rowType?.name ?? "…"}.create({ … })`;
  const args = argumentsText(names);
  if (isRow) return `(_, ${args}, { db }) => ${change}`;
  return `(_, ${args}, { db }) => ${member ? `({ ${member.name}: ${change} })` : "…"}`;
}

/** The field of a payload that has the changed row. */
function payloadMember(structure: Structure, type: GraphQLNamedType): Field | undefined {
  if (!isObjectType(type)) return undefined;
  return Object.values(type.getFields()).find(
    (field) =>
      !isErrorList(field) &&
      !isListType(getNullableType(field.type)) &&
      structure.isEntity(getNamedType(field.type)),
  );
}

function argumentsText(names: readonly string[]): string {
  return names.length > 0 ? `{ ${names.join(", ")} }` : "_args";
}
