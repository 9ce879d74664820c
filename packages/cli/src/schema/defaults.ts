/** Default values, as they are written and as they compare. */

import {
  type ConstValueNode,
  type GraphQLArgument,
  type GraphQLInputField,
  isNonNullType,
  Kind,
  print,
  valueToLiteral,
} from "graphql";

/** The default of an argument or an input field as GraphQL text with sorted fields, or nothing if it has none. */
export function renderDefault({ default: value, type }: GraphQLArgument | GraphQLInputField): string | undefined {
  if (!value) return undefined;
  const literal = value.literal ?? valueToLiteral(value.value, type);
  return literal && print(sortFields(literal));
}

/** The order in which an object's fields are written means nothing. */
function sortFields(node: ConstValueNode): ConstValueNode {
  if (node.kind === Kind.LIST) return { ...node, values: node.values.map(sortFields) };
  if (node.kind === Kind.STRING) return { ...node, block: false };
  if (node.kind !== Kind.OBJECT) return node;
  const fields = node.fields.map((field) => ({ ...field, value: sortFields(field.value) }));
  return { ...node, fields: fields.sort((a, b) => (a.name.value < b.name.value ? -1 : 1)) };
}

/** Whether it must be given. */
export function isRequiredInput({ type, default: value }: GraphQLArgument | GraphQLInputField): boolean {
  return isNonNullType(type) && value === undefined;
}
