/** Errors for fields and mutations without a rule. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from "graphql";
import { missingRule, RULES_FILE, RulesError } from "../rules/errors.ts";
import type { Structure } from "../structure/structure.ts";

export function missingField(structure: Structure, owner: string, field: Field, isUndecided = false): RulesError {
  const what = `the field ${owner}.${field.name}${isUndecided ? ", which is todo" : ""}`;
  const { name } = getNamedType(field.type);
  const args = field.args.length > 0 ? `{ ${field.args.map((arg) => arg.name).join(", ")} }` : "args";
  const row = isListType(getNullableType(field.type)) ? `db.${name}.filter(…)` : `db.${name}.find({ … })`;
  const line = structure.isEntity(getNamedType(field.type))
    ? `${field.name}: (_, ${args}, { db }) => ${row},`
    : `${field.name}: generated, // or a function that returns the value`;
  return missingRule(what, `resolvers.${owner}`, line);
}

/** The verb of the proposed line is only an example. */
export function missingMutation(structure: Structure, owner: string, field: Field, isUndecided: boolean): RulesError {
  const what = `the mutation ${field.name}${isUndecided ? ", which is todo" : ""}`;
  const names = field.args.map((arg) => arg.name);
  const type = returnedType(structure, field) ?? "…";
  const call = names.includes("id")
    ? `db.${type}.update(id, { … }), // or create, upsert, delete, add, remove`
    : `db.${type}.create({ … }), // or update, upsert, delete, add, remove`;
  const args = names.length > 0 ? `{ ${names.join(", ")} }` : "args";
  return missingRule(what, `resolvers.${owner}`, `${field.name}: (_, ${args}, { db }) => ${call}`);
}

/** The type of the rows that a mutation returns, alone or in a payload. */
function returnedType(structure: Structure, { type }: Field): string | undefined {
  const named = getNamedType(type);
  const possible = isCompositeType(named) ? structure.possibleTypes(named) : [];
  const inner = possible.flatMap((each) => Object.values(each.getFields()));
  const types = [...possible, ...inner.map((field) => structure.itemTypeOf(field.type) ?? getNamedType(field.type))];
  return types.find((each) => isObjectType(each) && structure.isEntity(each))?.name;
}

export function missingPayloadField(type: GraphQLObjectType, { name, type: fieldType }: Field): RulesError {
  const what = `The mutation returned no "${name}" for ${type.name}, which is ${fieldType}.`;
  return new RulesError(`${what} Return it in the mutation's resolver in ${RULES_FILE}, as in\n\n  { …, ${name}: … }`);
}
