/** Payload errors in the error type of the schema. */

import { type Field, isErrorType } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
} from "graphql";
import { hasErrors, objectTypesOf } from "../schema/structure.ts";
import { matchesType } from "../values/leaf-values.ts";

/** A reason why a mutation is rejected. The simulated platform writes it in the error type of the schema. */
export interface PayloadError {
  /** Input field, such as `name` or `address.city`. `null` for the whole input. */
  readonly field?: string | null;
  readonly messages: readonly string[];
  /** Error code. If it is an enum in the schema, one of its values. @default a generated one */
  readonly code?: string;
}

/** Whether the result of a mutation can contain payload errors. */
export function canReject(schema: GraphQLSchema, result: GraphQLNamedType | undefined): boolean {
  return objectTypesOf(schema, result).some((type) => isErrorMember(type, result) || hasErrors(type));
}

/**
 * Whether an object type is an error: by its name, or a member of a union with a message and without an ID.
 */
export function isErrorMember(type: GraphQLObjectType, result: GraphQLNamedType | undefined): boolean {
  const { message, id } = type.getFields();
  return isErrorType(type) || (isAbstractType(result) && message !== undefined && id === undefined);
}

/**
 * The fields of a payload error, by the usual names of such fields. A field is left out if no value matches
 * its type, as for a code that the enum lacks.
 */
export function describePayloadError(type: GraphQLObjectType, error: PayloadError): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    if (!isLeafType(getNamedType(field.type))) continue;
    fields[field.name] = listValues(field, error).find((candidate) => matchesType(field.type, candidate));
  }
  return fields;
}

/** Values for a field of an error. The first one that matches the type is used. */
function listValues({ name, type }: Field, { field: path, messages, code }: PayloadError): unknown[] {
  const isList = isListType(getNullableType(type));
  if (/^(?:fields?|path|attribute|argument|property|param)$/i.test(name)) {
    if (path === null || path === undefined) return [null, isList ? [] : ""];
    return [isList ? path.split(".") : path, null];
  }
  if (/^(?:messages?|text|description|detail|details|reason|title)$/i.test(name)) {
    return [isList ? messages : messages.join(" ")];
  }
  return /code$/i.test(name) ? [code] : [];
}
