/** Resolves the fields of a request: by mock data, the resolvers of rules, and else by structure. */

import { type Field, isErrorList } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";
import { notFound } from "../rules/reject.ts";
import { finish, resolverOf } from "../rules/resolvers.ts";
import { missingResolver } from "../rules/stubs.ts";
import { isRoot } from "../structure/structure.ts";
import { callResolver, type FieldCall, sentNames } from "./calls.ts";
import { createKeyed, type Item, isId } from "./items.ts";
import { overlayMock } from "./mock.ts";
import { isNamespace, resolveMutation } from "./mutations.ts";
import { createParent, type Parent, parentOf } from "./parents.ts";
import { isNullList, type ReadOptions, readStored } from "./read.ts";
import { conventionalValue } from "./rejected-result.ts";
import { resolveList } from "./resolve-list.ts";
import { generateResult, toParents, toResult } from "./results.ts";
import type { Session } from "./session.ts";
import { findItem, listItems } from "./tables.ts";
import { accessOf } from "./user-access.ts";

/** Maximum number of fields in a response. It bounds the memory for lists in lists. */
const MAX_RESPONSE_FIELDS = 200_000;

/** The value of a field: mock data of the operation, what its resolver returns, or what the structure of the schema decides. */
export function resolveField(
  parent: Parent,
  args: FieldCall["args"],
  session: Session,
  info: GraphQLResolveInfo,
): unknown {
  session.fields += 1;
  if (session.fields > MAX_RESPONSE_FIELDS) throw new RangeError("The response has too many fields.");
  const { world, request } = session;
  const field = info.parentType.getFields()[info.fieldName] as Field;
  const { responses } = parent;
  if (responses && Object.hasOwn(responses, info.path.key)) {
    const position = { path: `${parent.path}.${field.name}`, listDepth: parent.listDepth };
    const withoutMock = { ...parent, responses: undefined };
    // What the mock data of an object leaves out is the platform's.
    const resolvePlatform = () => resolveField(withoutMock, args, session, info);
    return overlayMock(world, field.type, responses[info.path.key], position, resolvePlatform);
  }
  const generatesMissing = request.isAnswered || parent.generatesMissing === true;
  const call: FieldCall = { session, parent, field, args, info, generatesMissing };
  const resolver = resolverOf(world.rules, parent.type.name, field.name);
  if (parent.root === "mutation") return resolveMutation(call, resolver);
  if (resolver && !isResolverReplaced(call)) {
    return finish(callResolver(resolver, call), (value) => toResult(call, value));
  }
  if (parent.ownFields) return resolveOwn(call, parent.ownFields);
  return parent.item ? resolveItem(call, parent.item) : resolveRoot(call);
}

/** Whether the answer of a test replaces the resolver. Those of rows run, because they compute what the answer leaves out. */
function isResolverReplaced({ session, parent }: FieldCall): boolean {
  const { world, request } = session;
  const isRootField = parent.root === "query" && isRoot(world.structure.schema, parent.type);
  return request.isAnswered && (isRootField || parent.ownFields !== undefined);
}

/** A field of a root type: all rows, the row with a key, the user, or a namespace. */
function resolveRoot(call: FieldCall): unknown {
  const { session, parent, field, generatesMissing } = call;
  const { world } = session;
  const { structure } = world;
  const itemType = structure.itemTypeOf(field.type);
  if (itemType && structure.isEntity(itemType)) return resolveList(call, listItems(world, itemType));
  const type = getNamedType(field.type);
  const isSingle = !isListType(getNullableType(field.type));
  if (isSingle && structure.isEntity(type)) {
    const result = resolveLookUp(call, type);
    if (result !== undefined) return result;
  }
  if (isSingle && isNamespace(world, type)) {
    return createParent({ type, path: `${parent.path}.${field.name}`, listDepth: 0, root: "query" });
  }
  if (generatesMissing) return generateResult(call);
  throw missingResolver(world, parent.type, field, sentNames(call));
}

/**
 * The row with the key of an argument, or the user or tenant of the request; null if there is no such row. `undefined` if the
 * arguments do not select by key.
 */
function resolveLookUp(call: FieldCall, type: GraphQLCompositeType): Parent | null | undefined {
  const { session, field, args, generatesMissing } = call;
  const { world, request } = session;
  const { structure } = world;
  const sent = sentNames(call);
  if (sent.length === 0) {
    const item = accessOf(world, field, request.access);
    if (item) return parentOf(item, 0);
  }
  const key = structure.keyArgumentOf(field);
  if (!key) return undefined;
  const hasOthers = sent.some((name) => name !== key.name);
  if (hasOthers && !generatesMissing) return undefined;
  const id = args[key.name];
  if (id === null && !isNonNullType(field.type)) return null;
  if (!isId(id)) return undefined;
  const row = findItem(world, type, id);
  if (row) return parentOf(row, 0);
  const [firstType] = structure.possibleTypes(type);
  if (generatesMissing && firstType) {
    return parentOf(createKeyed(structure, world.seed, { type: firstType, id }), 0);
  }
  if (!isNonNullType(field.type)) return null;
  const { message, code } = notFound(type.name, key.name);
  throw new GraphQLError(message, { extensions: { code } });
}

/** A field of a row or a part. A part can be the payload of a mutation, which has fields that need no value. */
function resolveItem(call: FieldCall, item: Item): unknown {
  const { session, parent, field, args, generatesMissing } = call;
  const { world } = session;
  if (parent.input && item.values[field.name] === undefined) {
    const value = conventionalValue(world.structure, field, parent.input, `${parent.path}.${field.name}`);
    if (value !== undefined) return value;
  }
  if (world.structure.itemTypeOf(field.type)) return resolveItemList(call, item);
  const sent = sentNames(call);
  if (sent.length > 0 && !generatesMissing) throw missingResolver(world, parent.type, field, sent);
  const isLeaf = isLeafType(getNamedType(field.type));
  // Arguments such as those of `format(unit: KM)` change a generated value.
  const variant = isLeaf && Object.keys(args).length > 0 ? JSON.stringify(args) : "";
  const value = readStored(world, item, field, { ...readOptionsOf(call), variant });
  return isLeaf ? value : toParents(value, parent.listDepth);
}

/** A field of a row or a part that is a list or a page. */
function resolveItemList(call: FieldCall, item: Item): unknown {
  const { field, session } = call;
  const { world, request } = session;
  const isUnset = item.values[field.name] === undefined;
  // A payload without errors. Elsewhere, such a list needs a value.
  if (request.isMutation && item.id === undefined && isErrorList(field) && isUnset) return [];
  const options = readOptionsOf(call);
  if (isNullList(world, item, field, options)) return null;
  return resolveList(call, readStored(world, item, field, options) as readonly (Item | null)[]);
}

function readOptionsOf({ parent, generatesMissing }: FieldCall): ReadOptions {
  // Only the payload of a mutation can have a deleted row.
  return { listDepth: parent.listDepth, generatesMissing, keepsDeleted: parent.input !== undefined };
}

/** A field of a page or of a generated payload, whose values are not those of an item. */
function resolveOwn(call: FieldCall, ownFields: NonNullable<Parent["ownFields"]>): unknown {
  const { session, parent, field, generatesMissing } = call;
  const { world } = session;
  const { input, path } = parent;
  const own = ownFields[field.name];
  if (own !== undefined) return own;
  const conventional = input && conventionalValue(world.structure, field, input, `${path}.${field.name}`);
  if (conventional !== undefined) return conventional;
  if (!generatesMissing) throw missingResolver(world, parent.type, field, []);
  const echoed = input?.[field.name] ?? undefined;
  if (echoed !== undefined) return echoed;
  // A flag of a payload, such as `ok`, says that the mutation succeeded.
  const isFlag = input !== undefined && String(getNullableType(field.type)) === "Boolean";
  return isFlag || generateResult(call);
}
