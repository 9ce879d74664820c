/** Payloads of mutations: values of the input, and payload errors in the schema's own shape. */

import {
  type Args,
  type Field,
  findId,
  idFieldOf,
  isErrorList,
  isErrorType,
  isId,
} from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
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
import type { Objects } from "./objects.ts";
import { isResponseValue } from "./scalars.ts";
import type { SeedData } from "./seed-data.ts";
import { connectionTypeOf, createSource, enter, type Mutation, type Place, type Source } from "./sources.ts";

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
function adaptInput(type: GraphQLOutputType, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (value === null) return isNonNullType(type) ? undefined : null;
  const nullable = getNullableType(type);
  if (isLeafType(nullable)) return isResponseValue(nullable, value) ? value : undefined;
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
function describePayloadError(type: GraphQLObjectType, error: PayloadError): Record<string, unknown> {
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

export interface Mutations {
  /** The value of a field of the mutation root. */
  mutate(
    parent: Source,
    field: Field,
    args: Args,
    place: Place,
    rejection: readonly PayloadError[] | undefined,
  ): unknown;
  /** The value of a field in the payload of a mutation. `undefined` if it does not depend on the mutation. */
  resolvePayloadField(field: Field, mutation: Mutation, place: Place): unknown;
}

export function createMutations(schema: GraphQLSchema, seedData: SeedData, objects: Objects): Mutations {
  return { mutate, resolvePayloadField };

  function mutate(parent: Source, field: Field, args: Args, place: Place, rejection: Mutation["rejection"]): unknown {
    const named = getNamedType(field.type);
    const nested = Object.values(args).filter(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    );
    const input: Args = Object.assign({}, ...nested, args);
    if (named.name === "Boolean" && !isListType(getNullableType(field.type))) return true;
    if (isLeafType(named) || isListType(getNullableType(field.type))) {
      return objects.generate(field.type, { field, args, isRoot: false, parent }, place);
    }
    const possible = isObjectType(named) ? [named] : schema.getPossibleTypes(named);
    const errorType = rejection && possible.find(isErrorType);
    const type = errorType ?? seedData.chooseType(named, place.key);
    if (errorType && rejection?.[0]) return createSource(type, place, describePayloadError(type, rejection[0]));
    const isPayload = !idFieldOf(type) || Object.values(type.getFields()).some(isErrorList);
    if (!isPayload) return affectedObject(type, input, place);
    return createSource(type, place, {}, { mutation: { input, rejection } });
  }

  function resolvePayloadField(field: Field, { input, rejection }: Mutation, place: Place): unknown {
    const named = getNamedType(field.type);
    const isList = isListType(getNullableType(field.type));
    if (isErrorList(field))
      return (rejection ?? []).map((error, index) => createError(named, error, enter(place, index)));
    if (rejection && !isNonNullType(field.type)) return null;
    if (isList) return undefined;
    if (named.name === "Boolean") return rejection === undefined;
    if (isLeafType(named)) {
      const value = adaptInput(field.type, input[field.name]);
      if (value !== undefined) return value;
      return named.name === "ID" && isId(input.id) ? String(input.id) : undefined;
    }
    if (connectionTypeOf(named)) return undefined;
    const type = seedData.chooseType(named, place.key);
    return isErrorType(type) && !isNonNullType(field.type) ? null : affectedObject(type, input, place);
  }

  function createError(type: GraphQLNamedType, error: PayloadError, place: Place): unknown {
    if (isLeafType(type)) return error.messages.join(" ");
    const chosen = seedData.chooseType(type as GraphQLCompositeType, place.key);
    return createSource(chosen, place, describePayloadError(chosen, error));
  }

  /** The object that a mutation created or changed, with the values of its input. */
  function affectedObject(type: GraphQLObjectType, input: Args, place: Place): Source {
    const values = adaptInput(type, input);
    const fields = isObjectData(values) ? values.fields : {};
    const id = findId(type.name, input);
    if (!isId(id)) return createSource(type, place, { ...fields, ...objects.newId(type, place) });
    const idField = idFieldOf(type)?.name ?? "id";
    const known = seedData.find(type, id) ?? createObjectData(type, { [idField]: id });
    const entity = objects.createEntity(known, place.lists);
    return { ...entity, fields: { ...entity.fields, ...fields, [idField]: id } };
  }
}
