/**
 * Resolvers to write: the lines that messages and `platform-graphql rules` propose. They have the types, not
 * the meaning.
 */

import {
  type Field,
  isPayloadType,
  pagingArgumentsOf,
  toSnake,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import type { RootKind } from "../schema/groups.ts";
import type { Structure } from "../schema/structure.ts";
import { missing, RULES_FILE, type RulesError } from "./rules-error.ts";

/** A field without a resolver. */
export interface OpenField {
  readonly owner: GraphQLObjectType;
  readonly field: Field;
  /** The root whose fields the owner has or groups. `undefined` for other types. */
  readonly rootKind: RootKind | undefined;
  /** Whether the list can leave out rows. @default false */
  readonly hidesRows?: boolean;
}

/** @param names - Arguments of the request that have no meaning without a resolver. */
export function missingResolver(structure: Structure, open: OpenField, names: readonly string[]): RulesError {
  const { owner, field } = open;
  const sent = names.length > 0 ? ` with ${names.map((name) => `"${name}"`).join(", ")}` : "";
  const problem = `No resolver decides ${owner.name}.${field.name}${sent}. Add to ${owner.name} in ${RULES_FILE}:`;
  return missing(problem, [stubOf(structure, open)]);
}

/** A resolver of a field in one line. */
export function stubOf(structure: Structure, open: OpenField): string {
  return `${open.field.name}: ${bodyOf(structure, open)},`;
}

function bodyOf(structure: Structure, open: OpenField): string {
  const { field, rootKind } = open;
  if (rootKind === "mutation") return mutationStub(structure, field);
  const listedType = structure.listedTypeOf(field.type);
  if (listedType && structure.isEntity(listedType)) return listStub(structure, open, listedType.name);
  const type = getNamedType(field.type);
  const args = argumentsText(field.args.map(({ name }) => name));
  if (!rootKind) return `(parent${field.args.length > 0 ? `, ${args}` : ""}) => …`;
  if (!structure.isEntity(type)) return `(_, ${args}, { db }) => …`;
  return `(_, ${args}, { db }) => db.${type.name}.list((row) => …)[0] ?? null`;
}

function listStub(structure: Structure, open: OpenField, typeName: string): string {
  const { field, rootKind } = open;
  const paging = Object.values(pagingArgumentsOf(field));
  const isPaged = paging.length > 0 || structure.pageOf(getNullableType(field.type)) !== undefined;
  const own = field.args.map(({ name }) => name).filter((name) => !paging.includes(name));
  // A row has no value for a field that needs arguments.
  const isTable = rootKind !== undefined || field.args.some(isRequiredArgument);
  const rows = rowsText(open, own, isTable ? typeName : undefined);
  const helpers = [...(isTable ? ["db"] : []), ...(isPaged ? ["page"] : [])];
  const context = helpers.length > 0 ? `, { ${helpers.join(", ")} }` : "";
  const args = argumentsText(isPaged ? [...own, "...rest"] : own);
  return `(${rootKind ? "_" : "parent"}, ${args}${context}) => ${isPaged ? `page(${rows}, rest)` : rows}`;
}

/**
 * The rows of a list, filtered and sorted if an argument can select that.
 *
 * @param tableName - `undefined` if they are those of the parent.
 */
function rowsText(
  { field, hidesRows }: OpenField,
  argumentNames: readonly string[],
  tableName: string | undefined,
): string {
  const orders = argumentNames.filter(isOrder);
  const isFiltered = argumentNames.length > orders.length || hidesRows === true;
  const test = isFiltered ? "(row) => …" : "";
  const filter = isFiltered ? `.filter(${test})` : "";
  const rows = tableName ? `db.${tableName}.list(${test})` : `parent.${field.name}${filter}`;
  return orders.length > 0 ? `${rows}.toSorted((a, b) => …)` : rows;
}

/** Whether the name of an argument is that of an order. */
function isOrder(name: string): boolean {
  return /sort|order/i.test(name);
}

function mutationStub(structure: Structure, field: Field): string {
  const args = argumentsText(field.args.map(({ name }) => name));
  return `(_, ${args}, { db }) => ${mutationResult(structure, field)}`;
}

/** The changed row, or a payload with it. */
function mutationResult(structure: Structure, field: Field): string {
  const type = getNamedType(field.type);
  if (isListType(getNullableType(field.type))) return "…";
  // A result with an ID of its own, such as `DeleteTicketResult`, has no table.
  if (structure.isEntity(type) && !isPayloadType(type)) return changeOf(field, type.name);
  const member = payloadMember(structure, type);
  return member ? `({ ${member.name}: ${changeOf(field, getNamedType(member.type).name)} })` : "…";
}

/** The change of a row by the name of its mutation, and by an argument with its ID. */
function changeOf({ name, args }: Field, typeName: string): string {
  const idNames = ["id", `${toSnake(typeName)}_id`];
  const id = args.find((argument) => idNames.includes(toSnake(argument.name)));
  if (id) return `db.${typeName}.update(${id.name}, { … })`;
  return /^(?:create|add|new|open|insert)/i.test(name) ? `db.${typeName}.create({ … })` : "…";
}

/** The field of a payload that has the changed row. */
function payloadMember(structure: Structure, type: GraphQLNamedType): Field | undefined {
  if (!isObjectType(type)) return undefined;
  return Object.values(type.getFields()).find(
    (field) => !isListType(getNullableType(field.type)) && structure.isEntity(getNamedType(field.type)),
  );
}

function argumentsText(names: readonly string[]): string {
  return names.length > 0 ? `{ ${names.join(", ")} }` : "_args";
}
