/** The results of rejected mutations, in the types of the schema. */

import { type Field, isErrorList } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { Structure } from "../schema/structure.ts";
import { createItem } from "../world/items.ts";
import {
  canReject,
  describePayloadError,
  isErrorMember,
  type PayloadError,
} from "../world/payload-errors.ts";
import { createResolvedObject, type ResolvedObject, toResolvedObject } from "./resolved-objects.ts";

/**
 * The result of a rejected mutation: a payload with errors, or a member of a union that is an error.
 *
 * @throws GraphQLError if the type has no place for payload errors.
 */
export function rejectedResult(
  structure: Structure,
  field: Pick<Field, "type">,
  errors: readonly PayloadError[],
  path: string,
): ResolvedObject {
  const named = getNamedType(field.type);
  const [first] = errors;
  const message = errors.flatMap(({ messages }) => messages).join(" ");
  if (!first || !canReject(structure.schema, named)) {
    throw new GraphQLError(message, { extensions: { code: first?.code ?? "BAD_USER_INPUT" } });
  }
  const possible = isAbstractType(named)
    ? structure.schema.getPossibleTypes(named)
    : [named as GraphQLObjectType];
  const errorType = possible.find((object) => isErrorMember(object, named));
  if (errorType) return resolvedError(errorType, first, path);
  const type = possible.find((object) =>
    Object.values(object.getFields()).some(isErrorList),
  ) as GraphQLObjectType;
  const errorLists = Object.values(type.getFields()).filter(isErrorList);
  const errorFields = errorLists.map(({ name, type: listType }) => {
    const entryType = getNamedType(listType);
    return [name, errors.map((error, index) => describeEntry(entryType, error, index))] as const;
  });
  const resolvedFields = { ...emptyFieldsOf(type), ...Object.fromEntries(errorFields) };
  return createResolvedObject({ type, path, resolvedFields });

  function describeEntry(entryType: GraphQLNamedType, error: PayloadError, index: number): unknown {
    if (isLeafType(entryType)) return error.messages.join(" ");
    const chosen = isAbstractType(entryType) ? structure.schema.getPossibleTypes(entryType)[0] : entryType;
    if (!isObjectType(chosen)) return null;
    return resolvedError(chosen, error, `${path}.errors[${index}]`);
  }
}

/**
 * The fields of a rejected payload without its errors: null, or if they cannot be null, an empty list, and
 * false for flags.
 */
export function emptyFieldsOf(type: GraphQLObjectType): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    if (isErrorList(field)) fields[field.name] = [];
    else if (!isNonNullType(field.type)) fields[field.name] = null;
    else if (isListType(field.type.ofType)) fields[field.name] = [];
    else if (String(field.type) === "Boolean!") fields[field.name] = false;
  }
  return fields;
}

/** An error in the type of the schema. Fields that the rejection does not describe are generated. */
function resolvedError(type: GraphQLObjectType, error: PayloadError, path: string): ResolvedObject {
  return toResolvedObject(createItem({ type, path, values: describePayloadError(type, error) }));
}
