/** Errors of filters: members that the dialect does not explain, and nulls that it rejects. */

import { type GraphQLCompositeType, GraphQLError, type GraphQLNamedType } from "graphql";
import type { Dialect } from "../rules/dialect.ts";
import { missing, RULES_FILE, type RulesError } from "../rules/rules-error.ts";
import { suggest } from "../suggest.ts";
import type { World } from "./world.ts";

/** A null that the dialect rejects. @param path - Members from the filter. */
export function nullArgument(path: string): GraphQLError {
  const message = `The member "${path}" of the filter must not be null.`;
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });
}

export function memberWithoutMeaning(
  { dialect, structure }: World,
  type: GraphQLCompositeType,
  name: string,
): RulesError {
  const fields = structure.possibleTypes(type).flatMap((object) => Object.keys(object.getFields()));
  const { operators = {}, logic = {}, separator } = dialect;
  const ends = separator === undefined ? [] : Object.keys(operators).map((end) => `${separator}${end}`);
  const combined = fields.flatMap((field) => ends.map((end) => `${field}${end}`));
  const names = [...fields, ...Object.keys(logic), ...combined].filter((candidate) => candidate !== name);
  const what = `The member "${name}" of a filter of ${type.name} has no meaning.${suggest(name, names)}`;
  return withoutMeaning(what, name, name);
}

export function operatorWithoutMeaning(
  dialect: Dialect,
  type: GraphQLNamedType,
  field: string,
  name: string,
): RulesError {
  const suggestion = suggest(name, Object.keys(dialect.operators ?? {}));
  const what = `The member "${field}.${name}" of a filter of ${type.name} has no meaning.${suggestion}`;
  return withoutMeaning(what, field, name);
}

function withoutMeaning(what: string, member: string, operator: string): RulesError {
  return missing(`${what} Add one of these to ${RULES_FILE}:`, [
    `where(rows, filter, { ${member}: (row, value) => … })`,
    `export const dialect = { …, operators: { ${operator}: "eq" } };`,
  ]);
}
