/** Resolves fields: by the resolvers of rules, and else by structure. */

import { isErrorList } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";
import { notFound } from "../rules/reject.ts";
import { finish, resolverOf } from "../rules/resolvers.ts";
import { missingResolver } from "../rules/stubs.ts";
import { isRoot } from "../structure/structure.ts";
import { callResolver, type FieldCall, sentNames } from "./calls.ts";
import { isGeneratedNull } from "./generate.ts";
import { createKeyed, type Item, isId, isItem } from "./items.ts";
import { resolveList } from "./lists.ts";
import { isNamespace, resolveMutation } from "./mutations.ts";
import { createParent, type Parent, parentOf } from "./parents.ts";
import { structuralValue } from "./payloads.ts";
import { readStored } from "./read.ts";
import { generateResult, toEntries, toResult } from "./results.ts";
import { findItem, listItems } from "./tables.ts";
import { accessOf } from "./users.ts";

/** The value of a field that mock data does not give. */
export function resolveField(parent: Parent, call: FieldCall): unknown {
  const { session, owner, field, request } = call;
  const resolver = resolverOf(session.world.rules, owner.name, field.name);
  if (parent.root === "mutation") return resolveMutation(parent, call, resolver);
  const isAnsweredRoot = parent.root === "query" && isRoot(session.world.structure.schema, parent.type);
  const isAnswered = request.isAnswered && (isAnsweredRoot || parent.ownFields !== undefined);
  if (resolver && !isAnswered) {
    return finish(callResolver(resolver, parent, call), (value) => toResult(parent, call, value));
  }
  if (parent.ownFields) return resolveOwn(parent, call, parent.ownFields);
  return parent.item ? resolveItem(parent, call, parent.item) : resolveRoot(parent, call);
}

/** A field of a root type: all rows, the row with a key, the user, or a namespace. */
function resolveRoot(parent: Parent, call: FieldCall): unknown {
  const { session, owner, field, generatesMissing } = call;
  const { world } = session;
  const { structure } = world;
  const itemType = structure.itemTypeOf(field.type);
  if (itemType && structure.isEntity(itemType)) return resolveList(parent, call, listItems(world, itemType));
  const type = getNamedType(field.type);
  const isSingle = !isListType(getNullableType(field.type));
  if (isSingle && structure.isEntity(type)) {
    const found = resolveLookUp(call);
    if (found !== undefined) return found;
  }
  if (isSingle && isNamespace(world, type)) {
    return createParent({ type, path: `${parent.path}.${field.name}`, lists: 0, root: "query" });
  }
  if (generatesMissing) return generateResult(parent, call);
  throw missingResolver(world, owner, field, sentNames(call));
}

/** The row with the key of an argument, or the user or tenant of the request. `undefined` if no argument is a key. */
function resolveLookUp(call: FieldCall): Parent | null | undefined {
  const { session, field, args, generatesMissing } = call;
  const { world } = session;
  const { structure } = world;
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return undefined;
  const sent = sentNames(call);
  if (sent.length === 0) {
    const item = accessOf(world, field, session.access);
    if (item) return parentOf(item, 0);
  }
  const key = structure.keyArgumentOf(field);
  if (!key || (!generatesMissing && sent.some((name) => name !== key.name))) return undefined;
  const id = args[key.name];
  if (id === null && !isNonNullType(field.type)) return null;
  if (!isId(id)) return undefined;
  const found = findItem(world, type, id);
  if (found) return parentOf(found, 0);
  const [chosen] = structure.possibleTypes(type);
  if (generatesMissing && chosen)
    return parentOf(createKeyed(structure, world.seed, { type: chosen, id }), 0);
  if (!isNonNullType(field.type)) return null;
  throw notFound(type.name, key.name);
}

/** A field of a row or a part: its value, a relation, or what a payload has without a value. */
function resolveItem(parent: Parent, call: FieldCall, item: Item): unknown {
  const { session, owner, field, args, generatesMissing } = call;
  const { world } = session;
  const isUnset = item.values[field.name] === undefined;
  if (parent.input && isUnset) {
    const value = structuralValue(world.structure, field, parent.input, `${parent.path}.${field.name}`);
    if (value !== undefined) return value;
  }
  const options = { lists: parent.lists, generatesMissing, keepsDeleted: parent.input !== undefined };
  if (world.structure.itemTypeOf(field.type)) {
    if (call.request.isMutation && item.id === undefined && isErrorList(field) && isUnset) return [];
    const items = readStored(world, item, field, options) as readonly (Item | null)[];
    if (item.values[field.name] === null && !isNonNullType(field.type)) return null;
    if (isUnset && item.origin !== "created" && isGeneratedNull(world, item, field)) return null;
    return resolveList(parent, call, items);
  }
  const sent = sentNames(call);
  if (sent.length > 0 && !generatesMissing) throw missingResolver(world, owner, field, sent);
  const isLeaf = isLeafType(getNamedType(field.type));
  const variant = isLeaf && Object.keys(args).length > 0 ? JSON.stringify(args) : "";
  const value = readStored(world, item, field, { ...options, variant });
  if (isLeaf) return value;
  return isItem(value) ? parentOf(value, parent.lists) : toEntries(value, parent.lists);
}

/** A field of a page or a generated payload. */
function resolveOwn(parent: Parent, call: FieldCall, ownFields: NonNullable<Parent["ownFields"]>): unknown {
  const { session, field, generatesMissing } = call;
  const { world } = session;
  const value = ownFields[field.name];
  if (value !== undefined) return value;
  if (parent.input) {
    const known = structuralValue(world.structure, field, parent.input, `${parent.path}.${field.name}`);
    if (known !== undefined) return known;
  }
  if (generatesMissing) {
    const isFlag = parent.input !== undefined && String(getNullableType(field.type)) === "Boolean";
    return parent.input?.[field.name] ?? (isFlag || generateResult(parent, call));
  }
  throw missingResolver(world, parent.type, field, []);
}
