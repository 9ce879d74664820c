/** What the structure of a schema says without rules, as the simulated platform reads it. */

import {
  connectionOf,
  entryTypeOf,
  type Field,
  idFieldOf,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLNamedType, getNamedType, isCompositeType, isObjectType } from "graphql";

/** Whether a type is a page: an object without an ID that has `nodes`, `items` or `edges { node }`. */
export function isPage(type: GraphQLNamedType | undefined): boolean {
  return pageItemOf(type) !== undefined;
}

/** Returns the type of the items of a list or a page. `undefined` for any other field. */
export function itemTypeOf({ type }: Pick<Field, "type">): GraphQLNamedType | undefined {
  const entry = entryTypeOf(type);
  return entry ? getNamedType(entry) : pageItemOf(getNamedType(type));
}

function pageItemOf(type: GraphQLNamedType | undefined): GraphQLNamedType | undefined {
  if (!isObjectType(type) || idFieldOf(type)) return undefined;
  const connection = connectionOf(type);
  if (connection) return getNamedType(connection.nodeType);
  const { items } = type.getFields();
  const entry = items && entryTypeOf(items.type);
  const item = entry && getNamedType(entry);
  return isCompositeType(item) ? item : undefined;
}
