/** The elements of a schema that the coordinates of rules name. */

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { suggest } from "../suggest.ts";

export type AnyField = GraphQLField<unknown, unknown>;

export type Element = { readonly kind: "field"; readonly field: AnyField } | { readonly kind: "value" } | InputElement;

export type InputElement =
  | { readonly kind: "argument"; readonly argument: GraphQLArgument; readonly field: AnyField }
  | { readonly kind: "member"; readonly member: GraphQLInputField };

/**
 * @param coordinate - `Type.field`, `Type.field(argument:)`, `Input.field` or `Enum.VALUE`.
 * @returns What the schema does not have, if there is no such element.
 */
export function findElement(schema: GraphQLSchema, coordinate: string): Element | string {
  const parts = /^(\w+)\.(\w+)(?:\((\w+):\))?$/.exec(coordinate);
  if (!parts) return `expected a name such as "Type.field" or "Type.field(argument:)", got "${coordinate}".`;
  const [, typeName = "", name = "", argumentName] = parts;
  const kind = argumentName === undefined ? "field" : "argument";
  const missing = (what: string, near: string) => `the schema has no ${what} "${coordinate}".${near}`;
  const among = (names: readonly string[]) => {
    const coordinates = names.map((each) => `${typeName}.${each}`);
    return suggest(coordinate, coordinates);
  };
  const type = schema.getType(typeName);
  if (!type) {
    const all = Object.keys(schema.getTypeMap()).filter((each) => !each.startsWith("__"));
    return missing(kind, suggest(typeName, all));
  }
  if (isEnumType(type)) {
    const names = type.getValues().map((value) => value.name);
    return names.includes(name) ? { kind: "value" } : missing("enum value", among(names));
  }
  if (isInputObjectType(type)) {
    const member = type.getFields()[name];
    return member ? { kind: "member", member } : missing("field", among(Object.keys(type.getFields())));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return missing("field", "");
  const field = type.getFields()[name];
  if (!field) return missing(kind, among(Object.keys(type.getFields())));
  if (argumentName === undefined) return { kind: "field", field };
  const argument = field.args.find((each) => each.name === argumentName);
  if (argument) return { kind: "argument", argument, field };
  return missing("argument", among(field.args.map((each) => `${name}(${each.name}:)`)));
}
