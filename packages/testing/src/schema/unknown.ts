/**
 * Enum values and object types that the schema does not have. Tests use them to reach the `default` of a
 * `switch`.
 */

import {
  type GraphQLAbstractType,
  type GraphQLEnumType,
  GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isIntrospectionType,
} from "graphql";
import { getOrInsertComputed } from "../shared/maps.ts";

/** `UNKNOWN_VALUE` of generated code. */
export const UNKNOWN_VALUE = "%future added value";
/** `UNKNOWN_TYPE` of generated code. */
const UNKNOWN_TYPE = "%other";
const PREFIX = `${UNKNOWN_TYPE} `;

const unknownTypes = new WeakMap<GraphQLAbstractType, GraphQLObjectType>();
const abstractTypes = new WeakMap<object, GraphQLAbstractType>();

/** Returns an object type for an unknown type of a union or interface. It has the interface's fields. */
export function unknownTypeOf(abstract: GraphQLAbstractType): GraphQLObjectType {
  return getOrInsertComputed(unknownTypes, abstract, () => {
    const getFields = () => (isInterfaceType(abstract) ? abstract.getFields() : {});
    // The constructor rejects the name, which is the value of `__typename`.
    const named = new GraphQLObjectType({ name: "Unknown", fields: {} });
    const type = Object.assign(named, { name: UNKNOWN_TYPE, getFields });
    abstractTypes.set(type, abstract);
    return type;
  });
}

/**
 * The name by which `schema.getType` finds a type. All unknown types have the same `name`, which finds none.
 */
export function lookupNameOf(type: GraphQLObjectType): string {
  const abstract = abstractTypes.get(type);
  return abstract ? PREFIX + abstract.name : type.name;
}

/** Makes results accept the unknown value and the unknown types. Inputs do not accept them. */
export function acceptUnknown(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type) && !isIntrospectionType(type)) acceptUnknownValue(type);
  }
  const getType: GraphQLSchema["getType"] = (name) => {
    const abstract = name.startsWith(PREFIX) ? schema.getType(name.slice(PREFIX.length)) : undefined;
    return isAbstractType(abstract) ? unknownTypeOf(abstract) : schema.getType(name);
  };
  const isSubType: GraphQLSchema["isSubType"] = (abstract, type) => {
    const owner = abstractTypes.get(type);
    if (!owner) return schema.isSubType(abstract, type);
    return abstract === owner || (isInterfaceType(owner) && schema.isSubType(abstract, owner));
  };
  return Object.create(schema, { getType: { value: getType }, isSubType: { value: isSubType } });
}

function acceptUnknownValue(type: GraphQLEnumType): void {
  // graphql 17 calls `coerceOutputValue`, graphql 16 has only `serialize`.
  for (const method of ["serialize", "coerceOutputValue"] as const) {
    const original = type[method]?.bind(type);
    if (original) type[method] = (value) => (value === UNKNOWN_VALUE ? value : original(value));
  }
}
