/** Payloads of mutations: values of the input, and payload errors in the schema's own shape. */

import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { isObject } from "../routes/request.ts";
import { createObjectData, isObjectData } from "./object-data.ts";
import { findLeafProblem } from "./scalars.ts";
import { type Args, isId } from "./shapes.ts";

/** A reason why a mutation is rejected. The simulated platform writes it in the error type of the schema. */
export interface PayloadError {
  /** Input field, such as `name` or `address.city`. `null` for the whole input. */
  readonly field?: string | null;
  readonly messages: readonly string[];
  /** Error code. If it is an enum in the schema, one of its values. @default a generated one */
  readonly code?: string;
}

/**
 * The input as values of an output type: fields with the same name, and references such as `customerId`.
 *
 * @returns `undefined` if the input is not a value of the type.
 */
export function adaptInput(type: GraphQLOutputType, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (value === null) return isNonNullType(type) ? undefined : null;
  const nullable = getNullableType(type);
  if (isLeafType(nullable)) return findLeafProblem(nullable, value) === undefined ? value : undefined;
  if (isListType(nullable)) {
    if (!Array.isArray(value)) return undefined;
    const entries = value.map((entry) => adaptInput(nullable.ofType, entry));
    return entries.includes(undefined) ? undefined : entries;
  }
  return isObjectType(nullable) && isObject(value) ? adaptObject(nullable, value) : undefined;
}

function adaptObject(type: GraphQLObjectType, input: Args): unknown {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const value = adaptInput(field.type, input[field.name]);
    if (value !== undefined) return [[field.name, value] as const];
    const named = getNamedType(field.type);
    const id = input[`${field.name}Id`];
    if (!isObjectType(named) || !isId(id) || isListType(getNullableType(field.type))) return [];
    const reference = adaptInput(named, { id });
    return isObjectData(reference) && isId(reference.id) ? [[field.name, reference] as const] : [];
  });
  return createObjectData(type, Object.fromEntries(fields));
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
