/** IDs of objects. */

import {
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNullableType,
  isLeafType,
} from "graphql";
import { cacheByObject } from "../model/cache.ts";
import { type Field, hasFields, typeNameOf } from "./connections.ts";

/** Returns the field that identifies an object: `id`, or else its only field of the type `ID`. */
export function idFieldOf(type: GraphQLNamedType | null | undefined): Field | undefined {
  return hasFields(type) ? readIdField(type) : undefined;
}

const readIdField = cacheByObject((type: GraphQLObjectType | GraphQLInterfaceType): Field | undefined => {
  const ids = Object.values(type.getFields()).filter(
    (field) => field.name === "id" || typeNameOf(field) === "ID",
  );
  const [field] = ids.length === 1 ? ids : ids.filter(({ name }) => name === "id");
  return field && field.args.length === 0 && isLeafType(getNullableType(field.type)) ? field : undefined;
});
