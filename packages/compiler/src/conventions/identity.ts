/** IDs of objects, in fields and in arguments. */

import {
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNullableType,
  isLeafType,
  isListType,
} from "graphql";
import { cacheByObject } from "../model/cache.ts";
import { type Args, type Field, hasFields, typeNameOf } from "./connections.ts";
import { toSnake } from "./names.ts";

/** Returns the field that identifies an object: `id`, or else its only field of the type `ID`. */
export function idFieldOf(type: GraphQLNamedType | null | undefined): Field | undefined {
  return hasFields(type) ? readIdField(type) : undefined;
}

const readIdField = cacheByObject((type: GraphQLObjectType | GraphQLInterfaceType): Field | undefined => {
  const ids = Object.values(type.getFields()).filter((field) => field.name === "id" || typeNameOf(field) === "ID");
  const [field] = ids.length === 1 ? ids : ids.filter(({ name }) => name === "id");
  return field && field.args.length === 0 && isLeafType(getNullableType(field.type)) ? field : undefined;
});

export function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Whether an argument or input field looks objects up by their key: `id`, `ids`, `key`, `keys`. */
export function isKeyName(name: string): boolean {
  return /^(?:id|key)s?$/i.test(name);
}

/** Whether the name of an argument means the ID of an object of the type: `id`, `customerId`, `customer_id`. */
export function namesIdOf(typeName: string, name: string): boolean {
  return name === "id" || toSnake(name) === `${toSnake(typeName)}_id`;
}

/**
 * Returns the ID of an object of the type in arguments or input: `id`, `customerId`, or else the only argument of type
 * `ID`.
 */
export function findId(typeName: string, args: Args, field?: Field): string | number | undefined {
  const named = Object.keys(args).find((name) => namesIdOf(typeName, name) && isId(args[name]));
  const [argument, ...others] = field?.args.filter(({ type }) => String(getNullableType(type)) === "ID") ?? [];
  const value = args[named ?? (others.length === 0 ? argument?.name : undefined) ?? ""];
  return isId(value) ? value : undefined;
}

/** Returns the IDs of several objects of the type: a list `ids` or `customerIds`. */
export function findIds(typeName: string, args: Args): readonly (string | number)[] | undefined {
  const name = Object.keys(args).find((each) => /s$/.test(each) && namesIdOf(typeName, each.slice(0, -1)));
  const value = name === undefined ? undefined : args[name];
  return Array.isArray(value) && value.every(isId) ? value : undefined;
}

/** Whether a field is a list of objects that a list of IDs selects, such as `nodes(ids:)`. */
export function takesIds({ args }: Field): boolean {
  return args.some(({ name, type }) => /^ids$/i.test(name) && isListType(getNullableType(type)));
}

const idNames = new Map<string, readonly string[]>();

/** Names of the ID of a relation: `customerId`, `customer_id` and `customerID` for `customer` or `Customer`. */
export function idNamesOf(relation: string): readonly string[] {
  const stem = relation.charAt(0).toLowerCase() + relation.slice(1);
  const known = idNames.get(relation) ?? [`${stem}Id`, `${stem}_id`, `${stem}ID`];
  if (idNames.size < 20_000) idNames.set(relation, known);
  return known;
}
