/** Values of the input of a mutation as values of object types. */

import { type Args, type Field, idNamesOf, isId, itemTypeOf } from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { isObject } from "../json.ts";
import { isReference, referTo } from "./items.ts";
import { createObjectData } from "./object-data.ts";
import { isResponseValue } from "./scalars.ts";
import type { Store } from "./store.ts";

/**
 * The fields of the input that are fields of the type too: those with the same name, and references such as `customerId`,
 * `customer: { id }` or `tagIds`.
 */
export function adaptObject(store: Store, type: GraphQLObjectType, input: Args): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const value = adaptField(store, field, input);
    if (value === undefined) continue;
    fields[field.name] = value;
    // `customer` and `customerId` change together.
    for (const name of idNamesOf(field.name)) {
      if (isLeafType(getNamedType(field.type)) || !type.getFields()[name]) continue;
      fields[name] = isReference(value) ? value.id : null;
    }
  }
  return fields;
}

function adaptField(store: Store, field: Field, input: Args): unknown {
  const direct = adaptValue(store, field.type, input[field.name]);
  if (direct !== undefined || isLeafType(getNamedType(field.type))) return direct;
  const ids = itemTypeOf(field) ? idListNamesOf(field.name) : idNamesOf(field.name);
  const name = ids.find((each) => input[each] !== undefined);
  return name === undefined ? undefined : adaptValue(store, field.type, input[name]);
}

/** Returns `undefined` if the input is not a value of the type. */
export function adaptValue(store: Store, type: GraphQLOutputType, value: unknown): unknown {
  if (value === null) return isNonNullType(type) ? undefined : null;
  const nullable = getNullableType(type);
  if (isLeafType(nullable)) return isResponseValue(nullable, value) ? value : undefined;
  const itemType = itemTypeOf({ type });
  if (itemType) {
    const entryType = isListType(nullable) ? nullable.ofType : itemType;
    if (!Array.isArray(value)) return undefined;
    const entries = value.map((entry) => adaptValue(store, entryType as GraphQLOutputType, entry));
    return entries.includes(undefined) ? undefined : entries;
  }
  if (!isCompositeType(nullable)) return undefined;
  const id = isObject(value) ? value.id : value;
  if (isId(id)) {
    const found = store.find(nullable, id);
    if (found && store.isStored(found.type)) return referTo(found);
  }
  if (!isObjectType(nullable) || !isObject(value) || store.isStored(nullable)) return undefined;
  return createObjectData(nullable, adaptObject(store, nullable, value));
}

/** Names of the lists of IDs of a list: `tagIds` for `tags`, `categoryIds` for `categories`. */
function idListNamesOf(name: string): readonly string[] {
  const single = name.replace(/ies$/, "y").replace(/s$/, "");
  return [`${single}Ids`, `${single}_ids`, `${single}IDs`, `${name}Ids`];
}
