/** Proposes the orders of lists. */

import { toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isRequiredArgument,
} from "graphql";
import type { Element, FieldsOf } from "./filters.ts";
import { code, type Proposal, todo } from "./line.ts";
import { DIRECTION, type Fields, hasPattern, REVERSE, SORT } from "./names.ts";
import { itemTypeOf } from "./structure.ts";

const DIRECTIONS = /^_?(asc|desc)(?:ending)?(?:_?nulls_?(first|last))?$/i;

/** Whether an enum has the directions of an order, such as `ASC` and `DESC`. */
export const isDirection = (type: GraphQLNamedType): type is GraphQLEnumType =>
  isEnumType(type) && type.getValues().every(({ name }) => DIRECTIONS.test(name));

/** Whether an argument sets the order of a list. */
export function isSort({ name, type }: Element): boolean {
  const named = getNamedType(type);
  if (hasPattern(REVERSE, name)) return named.name === "Boolean";
  if (isDirection(named)) return true;
  if (isInputObjectType(named)) return sortsByMembers(named.name, Object.values(named.getFields()));
  if (hasPattern(DIRECTION, name) && named.name === "String") return true;
  return hasPattern(SORT, name) && isLeafType(named) && named.name !== "Int";
}

/** `{ field, direction }`, or `{ name: ASC, author: { name: DESC } }`. */
function sortsByMembers(typeName: string, members: readonly Element[]): boolean {
  if (members.some(({ type }) => isDirection(getNamedType(type)))) return true;
  return /(?:Sort|Order)(?:Input|By|er|ing)?(?:Input)?$/.test(typeName);
}

/** The rule of a value of an enum of directions: `desc_nulls_last`. */
export function proposeDirection(value: string): Proposal {
  const [, direction = "", nulls] = DIRECTIONS.exec(value) ?? [];
  const word = /^desc/i.test(direction) ? "descending" : "keep";
  if (nulls === undefined) return code(word, [word]);
  const place = /^first/i.test(nulls) ? "nullsFirst" : "nullsLast";
  return code(`${place}(${word})`, [place, word]);
}

/** The rule of an argument that reverses a list. */
export const REVERSED: Proposal = code("descending", ["descending"]);

/**
 * The rule of a value of an enum of fields: `CREATED_AT`, `TITLE_DESC`, `title_ASC`.
 *
 * @param hasDirection - Whether another argument or member sets the direction.
 */
export function proposeValue(fields: Fields, value: string, hasDirection: boolean): Proposal {
  const [, name = value, direction] =
    /^(.+?)_?((?:ASC|DESC)(?:ENDING)?|(?:asc|desc)(?:ending)?|(?:Asc|Desc)(?:ending)?)$/.exec(value) ?? [];
  const path = findPath(fields, name);
  if (path === undefined) return todo(describeNoField(toSnake(name)));
  const sign = direction && /^desc/i.test(direction) ? "-" : "";
  if (direction === undefined && !hasDirection) return todo(`"${path}", or "-${path}" for the reverse order?`);
  return code(JSON.stringify(`${sign}${path}`));
}

/** The rule of a member `{ name: ASC }` or `{ author: { name: ASC } }`. */
export function proposeMember(fields: Fields, { name, type }: Element, fieldsOf: FieldsOf): Proposal {
  const field = fields[name];
  const related = getNamedType(field?.type);
  const input = getNamedType(type);
  if (!field || !related || isLeafType(related)) {
    const path = findPath(fields, name);
    return path === undefined ? todo(describeNoField(name)) : code(JSON.stringify(path));
  }
  const inner = Object.keys(fieldsOf(related));
  const isNested = isInputObjectType(input) && Object.keys(input.getFields()).some((each) => inner.includes(each));
  if (isNested && !itemTypeOf(field) && !field.args.some(isRequiredArgument)) return code(JSON.stringify(name));
  return todo(`a path such as "${name}.${inner.includes("name") ? "name" : "…"}", or keep for the order of the rows`);
}

const describeNoField = (name: string): string => `no field "${name}": a path, or keep for the order of the rows`;

/** The leaf field of a name in any case: `CREATED_AT`, and `CREATED` for `createdAt`. */
function findPath(fields: Fields, name: string): string | undefined {
  const text = toSnake(name);
  const found =
    fields[name] ??
    Object.values(fields).find((field) => ["", "_at", "_on"].some((end) => toSnake(field.name) === `${text}${end}`));
  return found && !found.args.some(isRequiredArgument) && isLeafType(getNamedType(found.type)) ? found.name : undefined;
}

/** Whether an input type can set the direction: an enum of directions, or a text. */
export const setsDirection = ({ name, type }: { readonly name: string; readonly type: GraphQLInputType }): boolean =>
  isDirection(getNamedType(type)) || (hasPattern(REVERSE, name) && getNamedType(type).name === "Boolean");
