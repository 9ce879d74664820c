/** Names and types of filters: which field they mean, and whether their values can be compared with it. */

import {
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
} from "graphql";
import type { Field } from "./connections.ts";
import { pluralsOf } from "./names.ts";
import type { Comparison } from "./operators.ts";

export type Fields = Readonly<Record<string, Field>>;

/** The relation of `customerId`, `customer_id` and `customerID`, if there is no such field. */
export function relationOf(fields: Fields, name: string): Field | undefined {
  const [, stem = ""] = /^(\w+?)_?(?:Id|ID|id)$/.exec(name) ?? [];
  const field = fields[[stem, ...pluralsOf(stem)].find((each) => fields[each]) ?? ""];
  return field && !Object.hasOwn(fields, name) && !isLeafType(getNamedType(field.type)) ? field : undefined;
}

/** Fields that are the beginning of a name, the longest first, with the rest of the name. */
export function splitName(fields: Fields, name: string): [Field, string][] {
  const found = Object.values(fields).flatMap((field): [Field, string][] => {
    const rest = name.slice(field.name.length);
    return name.startsWith(field.name) && /^(?:_+[A-Za-z]|[A-Z])/.test(rest) ? [[field, rest]] : [];
  });
  return found.sort(([a], [b]) => b.name.length - a.name.length);
}

/** Whether an argument of the type can be compared by the operator. */
export function accepts(leaf: GraphQLLeafType, { operator }: Comparison, type: GraphQLInputType): boolean {
  const input = getNamedType(type);
  if (isListType(getNullableType(type)) !== (operator === "in")) return false;
  if (operator === "isNull") return input.name === "Boolean";
  if (["contains", "startsWith", "endsWith", "like"].includes(operator))
    return input.name === "String" || input === leaf;
  return isSameValue(leaf, input);
}

/** Whether values of an input type are values of a field: the same type, or a text for an enum or an ID. */
export function isSameValue(leaf: GraphQLLeafType, input: GraphQLNamedType): boolean {
  if (leaf === input) return true;
  if (input.name === "String") return isEnumType(leaf) || leaf.name === "ID";
  if (input.name === "ID") return leaf.name === "UUID" || leaf.name === "String";
  return input.name === "Float" && leaf.name === "Int";
}
