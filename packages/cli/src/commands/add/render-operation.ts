/** Writes an operation for a field of a root type. */

import {
  connectionOf,
  pagingArgumentsOf,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import type { Field } from "@integration-platform/graphql-compiler/internal/model/index";
import {
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isRequiredArgument,
  parse,
  print,
} from "graphql";
import { selectRoot } from "./selection.ts";

export interface RootField {
  readonly kind: "query" | "mutation";
  readonly field: Field;
}

/** Returns the fields of the query type, then those of the mutation type. */
export function listRootFields(schema: GraphQLSchema): RootField[] {
  const types = [["query", schema.getQueryType()] as const, ["mutation", schema.getMutationType()] as const];
  return types.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ kind, field })),
  );
}

/** Returns the default name: `ListCustomers`, `GetCustomer`, `CreateCustomer`. */
export function nameOperation({ kind, field: { name, type } }: RootField): string {
  const pascal = name.replaceAll(/(?:^|_)+(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (kind === "mutation" || /^(get|list|find|search|fetch)([A-Z_]|$)/.test(name)) return pascal;
  return `${isListType(getNullableType(type)) || connectionOf(getNamedType(type)) ? "List" : "Get"}${pascal}`;
}

/**
 * Renders an operation. Required arguments and those of the next page become variables.
 *
 * @returns The text of a file, or `undefined` if there is no leaf field at that depth.
 */
export function renderOperation(
  schema: GraphQLSchema,
  root: RootField,
  name: string,
  depth: number,
): string | undefined {
  const { kind, field } = root;
  const type = getNamedType(field.type);
  const selection = isCompositeType(type) ? selectRoot(kind, type, { schema, depth }) : "";
  if (selection === undefined) return undefined;
  const chosen = chooseArguments(field);
  const variables = chosen.map((arg) => `$${arg.name}: ${renderVariableType(arg)}`).join(", ");
  const values = chosen.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  const text = `${kind} ${name}${variables && `(${variables})`} { ${field.name}${values && `(${values})`} ${selection} }`;
  return `${print(parse(text))}\n`;
}

/** In the schema's order. */
function chooseArguments(field: Field): GraphQLArgument[] {
  const { first, after } = connectionOf(getNamedType(field.type)) ? pagingArgumentsOf(field) : {};
  return field.args.filter((arg) => isRequiredArgument(arg) || arg.name === first || arg.name === after);
}

/** An argument with a default value accepts a nullable variable. */
function renderVariableType(arg: GraphQLArgument): string {
  return String(isRequiredArgument(arg) ? arg.type : getNullableType(arg.type));
}
