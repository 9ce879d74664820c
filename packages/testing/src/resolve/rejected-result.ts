/** The results of rejected mutations, in the types of the schema. */

import { type Field, isErrorList } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isListType, isNonNullType } from "graphql";
import { objectTypesOf, type Structure } from "../schema/structure.ts";
import { createItem } from "../world/items.ts";
import { describePayloadError, isErrorMember, type PayloadError } from "../world/payload-errors.ts";
import { createResolvedObject, type ResolvedObject, toResolvedObject } from "./resolved-objects.ts";

/**
 * The result of a rejected mutation: a payload with errors, or a member of a union that is an error. `undefined`
 * if the type has no place for payload errors.
 */
export function rejectedResult(
  { schema }: Structure,
  field: Pick<Field, "type">,
  errors: readonly PayloadError[],
  path: string,
): ResolvedObject | undefined {
  const named = getNamedType(field.type);
  const possible = objectTypesOf(schema, named);
  const [first] = errors;
  const errorType = possible.find((type) => isErrorMember(type, named));
  if (errorType && first) return resolvedError(errorType, first, path);
  const payloadType = possible.find((type) => listErrorFields(type).length > 0);
  return payloadType && rejectedPayload(schema, payloadType, errors, path);
}

function listErrorFields(type: GraphQLObjectType): readonly Field[] {
  return Object.values(type.getFields()).filter(isErrorList);
}

function rejectedPayload(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  errors: readonly PayloadError[],
  path: string,
): ResolvedObject {
  const errorFields = listErrorFields(type).map((field) => {
    const [errorType] = objectTypesOf(schema, getNamedType(field.type));
    const entries = errors.map((error, index) =>
      errorType ? resolvedError(errorType, error, `${path}.errors[${index}]`) : error.messages.join(" "),
    );
    return [field.name, entries] as const;
  });
  const resolvedFields = { ...emptyFieldsOf(type), ...Object.fromEntries(errorFields) };
  return createResolvedObject({ type, path, resolvedFields });
}

/**
 * The fields of a rejected payload without its errors: null, or if they cannot be null, an empty list, and
 * false for flags.
 */
export function emptyFieldsOf(type: GraphQLObjectType): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    if (!isNonNullType(field.type)) fields[field.name] = null;
    else if (isListType(field.type.ofType)) fields[field.name] = [];
    else if (String(field.type) === "Boolean!") fields[field.name] = false;
  }
  return fields;
}

/** An error in the type of the schema. Fields that the rejection does not describe are generated. */
function resolvedError(type: GraphQLObjectType, error: PayloadError, path: string): ResolvedObject {
  return toResolvedObject(createItem({ type, path, values: describePayloadError(type, error) }));
}
