/**
 * Resolves the fields of a request: by the resolvers of rules, or else by the structure of the schema.
 */

import { type Field, isErrorList } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";
import { ResponseSizeError } from "../requests/request-errors.ts";
import { notFound, toGraphQLError } from "../rules/reject.ts";
import { resolverOf } from "../rules/resolvers.ts";
import type { Resolver } from "../rules/rule-types.ts";
import type { RootKind } from "../schema/groups.ts";
import { type Item, isId, isItem, ownValueOf } from "../world/items.ts";
import { readList, readValue } from "../world/read.ts";
import { withUserValues } from "../world/rows.ts";
import type { Session } from "../world/session.ts";
import { findItem, listItems } from "../world/tables.ts";
import { isAccessField, userOrTenantOf } from "../world/user-access.ts";
import { type FieldCall, openField, sentArgumentNames } from "./calls.ts";
import { isGroup, resolveGroup, resolveMutation } from "./mutations.ts";
import { resolveList } from "./resolve-list.ts";
import {
  createResolvedObject,
  type MutationArgs,
  type ResolvedObject,
  toResolvedObject,
} from "./resolved-objects.ts";
import { callForResult, toResolvedObjects, toResult } from "./results.ts";

/** Maximum number of fields in a response. This bounds the memory for lists in lists. */
const MAX_RESPONSE_FIELDS = 200_000;

/** The function that graphql-js calls for each field. */
export function resolveField(
  parent: ResolvedObject,
  args: FieldCall["args"],
  session: Session,
  info: GraphQLResolveInfo,
): unknown {
  session.fields += 1;
  if (session.fields > MAX_RESPONSE_FIELDS) throw new ResponseSizeError("The response has too many fields.");
  const field = parent.type.getFields()[info.fieldName] as Field;
  const call: FieldCall = { session, parent, field, args, info };
  const resolver = resolverOf(session.world.rules, parent.type.name, field.name);
  if (parent.rootKind) return resolveRootOrGroupField(call, parent.rootKind, parent.groupValue, resolver);
  if (resolver) return callForResult(call, resolver);
  return parent.item ? resolveItemField(call, parent.item) : resolveResultField(call, parent.resolvedFields);
}

/** A field of a root, or of one of its groups. All mutations take this way. */
function resolveRootOrGroupField(
  call: FieldCall,
  rootKind: RootKind,
  groupValue: unknown,
  resolver: Resolver | undefined,
): unknown {
  const { session, field } = call;
  const isInGroupValue = Object.hasOwn(Object(groupValue), field.name);
  if (!resolver && isInGroupValue) return toResult(call, Reflect.get(Object(groupValue), field.name));
  const type = getNullableType(field.type) as GraphQLNamedType;
  if (isGroup(session.world, type, rootKind, resolver)) return resolveGroup(call, rootKind, resolver);
  if (rootKind === "mutation") return resolveMutation(call, resolver);
  return resolver ? callForResult(call, resolver) : resolveRootField(call);
}

/** A field of the query root, or of its groups: all rows, or one row. */
export function resolveRootField(call: FieldCall): unknown {
  const { session, field } = call;
  const { world } = session;
  const { structure } = world;
  // The type of the rows or value objects in a list or a page. `undefined` for lists of leaf values or of
  // lists.
  const listedType = structure.listedTypeOf(field.type);
  if (structure.isEntity(listedType)) return resolveList(call, listItems(world, listedType));
  const type = getNamedType(field.type);
  if (!isListType(getNullableType(field.type)) && structure.isEntity(type)) {
    const userOrTenant = resolveUserOrTenant(call);
    if (userOrTenant !== undefined) return userOrTenant;
    const row = resolveByKey(call, type);
    if (row !== undefined) return row;
  }
  throw openField(call);
}

/**
 * The user or the tenant of the request, or null if there are no rows. `undefined` for other fields, if the
 * request sent arguments, and if the result is null, but the field cannot be null.
 */
function resolveUserOrTenant(call: FieldCall): ResolvedObject | null | undefined {
  const { session, field } = call;
  if (!isAccessField(session.world.structure, field) || sentArgumentNames(call).length > 0) return undefined;
  const item = userOrTenantOf(session.world, field, session.access);
  if (item) return toResolvedObject(item);
  return isNonNullType(field.type) ? undefined : null;
}

/**
 * The row with the key of an argument, or null. `undefined` if the arguments do not select by key alone.
 *
 * @throws GraphQLError if there is no such row, and the field cannot be null.
 */
function resolveByKey(call: FieldCall, type: GraphQLCompositeType): ResolvedObject | null | undefined {
  const { session, field, args } = call;
  const { world } = session;
  const key = world.structure.keyArgumentOf(field);
  if (!key || sentArgumentNames(call).some((name) => name !== key.name)) return undefined;
  const id = args[key.name];
  if (id === null && !isNonNullType(field.type)) return null;
  if (!isId(id)) return undefined;
  const row = findItem(world, type, id);
  if (row) return toResolvedObject(row);
  if (!isNonNullType(field.type)) return null;
  throw toGraphQLError(notFound(type.name, key.name));
}

/** A field of an item. The item can be the payload of a mutation. */
function resolveItemField(call: FieldCall, itemOrUser: Item): unknown {
  const { session, field } = call;
  const { world } = session;
  const item = withUserValues(session, itemOrUser);
  const ownValue = ownValueOf(item, field);
  const conventional = ownValue === undefined ? resolvePayloadConvention(call) : undefined;
  if (conventional !== undefined) return conventional;
  const isListOrPage = world.structure.listedTypeOf(field.type) !== undefined;
  // A resolver can return a page as an object, or as the list of its items. Only a list is paged by arguments.
  const isPageObject = isListOrPage && isItem(ownValue);
  if (isListOrPage && !isPageObject) return resolveItemList(call, item);
  if (sentArgumentNames(call).length > 0) throw openField(call);
  if (isPageObject) return toResolvedObject(ownValue);
  const value = readValue(world, item, field, keepsDeleted(call));
  return isLeafType(getNamedType(field.type)) ? value : toResolvedObjects(value);
}

/** A list or a page in an item. */
function resolveItemList(call: FieldCall, item: Item): unknown {
  const { session, field } = call;
  const { world, isMutation } = session;
  const isValueObject = item.id === undefined;
  const isUnset = ownValueOf(item, field) === undefined;
  // A list of errors in a value object below the payload. For the payload itself: `resolvePayloadConvention`.
  if (isMutation && isValueObject && isErrorList(field) && isUnset) return [];
  const items = readList(world, item, field, keepsDeleted(call));
  return items && resolveList(call, items);
}

/** Whether a field can return a deleted row: only one of the payload itself. */
function keepsDeleted({ parent }: FieldCall): boolean {
  return parent.mutationArgs !== undefined;
}

/** A field of a page or of a rejected payload. */
function resolveResultField(call: FieldCall, resolvedFields: Readonly<Record<string, unknown>>): unknown {
  const { name } = call.field;
  if (Object.hasOwn(resolvedFields, name)) return resolvedFields[name];
  throw openField(call);
}

/**
 * A field of a payload whose value follows from a convention: no errors, the `clientMutationId`, or the query
 * root. `undefined` for other fields.
 */
export function resolvePayloadConvention({ session, parent, field }: FieldCall): unknown {
  const { mutationArgs, path } = parent;
  if (!mutationArgs) return undefined;
  if (isErrorList(field)) return [];
  if (field.name === "clientMutationId") return findClientMutationId(mutationArgs) ?? null;
  const queryType = session.world.structure.schema.getQueryType();
  if (!queryType || getNamedType(field.type) !== queryType) return undefined;
  return createResolvedObject({
    type: queryType,
    path: `${path}.${field.name}`,
    rootKind: "query",
  });
}

/** The `clientMutationId` among the arguments, or in an argument that is an input object. */
function findClientMutationId(mutationArgs: MutationArgs): unknown {
  const inputs = [mutationArgs, ...Object.values(mutationArgs)];
  const ids = inputs.map((input) => Object(input).clientMutationId as unknown);
  return ids.find((id) => typeof id === "string");
}
