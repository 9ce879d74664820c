/** Payload errors in the error type of the schema. */

import { isErrorList, isErrorType } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";

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
  const isRejectable = (type: GraphQLObjectType) =>
    isErrorMember(type, result) || Object.values(type.getFields()).some(isErrorList);
  if (isObjectType(result)) return isRejectable(result);
  return isAbstractType(result) && schema.getPossibleTypes(result).some(isRejectable);
}

/**
 * Whether an object type is an error: by its name, or a member of a union with a message and without an ID.
 */
export function isErrorMember(type: GraphQLObjectType, result: GraphQLNamedType | undefined): boolean {
  const { message, id } = type.getFields();
  return isErrorType(type) || (isAbstractType(result) && message !== undefined && id === undefined);
}

/** The fields of a payload error, by the usual names of such fields. */
export function describePayloadError(type: GraphQLObjectType, error: PayloadError): Record<string, unknown> {
  const { field: path = null, messages, code } = error;
  const fields: Record<string, unknown> = {};
  for (const { name, type: fieldType } of Object.values(type.getFields())) {
    const isList = isListType(getNullableType(fieldType));
    const named = getNamedType(fieldType);
    if (!isLeafType(named)) continue;
    if (/^(?:fields?|path|attribute|argument|property|param)$/i.test(name)) {
      if (path !== null) fields[name] = isList ? path.split(".") : path;
      else if (isNonNullType(fieldType)) fields[name] = isList ? [] : "";
      else fields[name] = null;
    } else if (/^(?:messages?|text|description|detail|details|reason|title)$/i.test(name)) {
      fields[name] = isList ? messages : messages.join(" ");
    } else if (/code$/i.test(name) && code !== undefined && (!isEnumType(named) || named.getValue(code))) {
      fields[name] = code;
    }
  }
  return fields;
}
