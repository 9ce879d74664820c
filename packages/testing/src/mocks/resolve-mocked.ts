/**
 * The field resolver of operations that a test mocks: the mock data, over what the platform has, over
 * generated values. Mutations do not run, and no rule or value that is missing is an error.
 */

import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
} from "graphql";
import { type FieldCall, pathOf, variantOf } from "../resolve/calls.ts";
import { isGroup, rejectedPayloadOf, toGroup } from "../resolve/mutations.ts";
import { resolveField, resolvePayloadConvention, resolveRootField } from "../resolve/resolve.ts";
import { toMockedPage } from "../resolve/resolve-list.ts";
import { createResolvedObject, type ResolvedObject } from "../resolve/resolved-objects.ts";
import { toResolvedObjects } from "../resolve/results.ts";
import { catchMaybePromise, mapMaybePromise } from "../rules/resolvers.ts";
import { MissingRuleError } from "../rules/rules-error.ts";
import { isObject } from "../shared/parse-json.ts";
import { matchesType } from "../values/leaf-values.ts";
import {
  generateId,
  generateLeaf,
  generateValueObject,
  generateValueObjects,
  isGeneratedNull,
} from "../world/generators.ts";
import { createEntity, createItem, type Item, isId } from "../world/items.ts";
import { readList } from "../world/read.ts";
import { isRequired } from "../world/references.ts";
import type { Session } from "../world/session.ts";
import { listItems } from "../world/tables.ts";
import type { World } from "../world/world.ts";
import { overlayMock } from "./overlay.ts";

export function resolveMocked(
  parent: ResolvedObject,
  args: FieldCall["args"],
  session: Session,
  info: GraphQLResolveInfo,
): unknown {
  const { mockFields, ...own } = parent;
  const field = parent.type.getFields()[info.fieldName] as FieldCall["field"];
  const call: FieldCall = { session, parent: own, field, args, info };
  if (!mockFields || !Object.hasOwn(mockFields, info.path.key)) return readPlatform(call);
  const path = `${parent.path}.${field.name}`;
  return overlayMock(session.world, mockFields[info.path.key], path, () => readPlatform(call));
}

/** What the platform has for a field, or a generated value. */
function readPlatform(call: FieldCall): unknown {
  const { session, parent, field, args, info } = call;
  const { rootKind, resolvedFields, mutationArgs } = parent;
  if (rootKind && isGroup(session.world, getNullableType(field.type) as GraphQLNamedType, rootKind)) {
    return toGroup(call, rootKind, {});
  }
  if (rootKind === "mutation") return rejectedPayloadOf(call) ?? generatePayload(call);
  if (rootKind) return orGenerate(call, () => resolveRootField(call), GraphQLError);
  if (resolvedFields && Object.hasOwn(resolvedFields, field.name)) return resolvedFields[field.name];
  // Only a generated payload has both.
  if (resolvedFields && mutationArgs) return generatePayloadField(call, mutationArgs);
  return orGenerate(call, () => resolveField(parent, args, session, info), MissingRuleError);
}

/** The value of the platform, or a generated one if there is an error of a kind, or a root field is null. */
function orGenerate(call: FieldCall, read: () => unknown, kind: typeof GraphQLError): unknown {
  const value = catchMaybePromise(read, (error) => {
    if (error instanceof kind) return generateValue(call);
    throw error;
  });
  return mapMaybePromise(value, (platformValue) =>
    platformValue === null && call.parent.rootKind ? generateValue(call) : platformValue,
  );
}

/** A generated value, made of rows if there are some. */
function generateValue(call: FieldCall): unknown {
  const { session, parent, field } = call;
  const { world } = session;
  const { structure } = world;
  const owner = parent.item ?? createItem({ type: parent.type, path: parent.path, values: {} });
  const listedType = structure.listedTypeOf(field.type);
  if (listedType) return toMockedPage(call, listMockedItems(call, owner, listedType));
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return generateMockedLeaf(call, owner);
  const nullable = getNullableType(field.type);
  if (!isListType(nullable)) return toResolvedObjects(generateObject(call, owner, type));
  // A list of lists. Those of rows are empty.
  if (structure.isEntity(type)) return [];
  return toResolvedObjects(generateValueObjects(world, owner, field, nullable.ofType));
}

/** A leaf value, or the ID of the row to which another field refers. */
function generateMockedLeaf(call: FieldCall, owner: Item): unknown {
  const { session, field } = call;
  const { world } = session;
  const relation = world.structure.relationOf(owner.type, field.name);
  if (relation) return isRequired(world, owner.type, relation) ? mockedRow(world, owner, relation).id : null;
  return isGeneratedNull(world, owner, field) ? null : generateLeaf(world, owner, field, variantOf(call));
}

/** One row or value object, or null. */
function generateObject(call: FieldCall, owner: Item, type: GraphQLCompositeType): Item | null {
  const { session, parent, field, args } = call;
  const { world } = session;
  const { structure, seed } = world;
  const id = args[structure.keyArgumentOf(field)?.name ?? ""];
  const [firstType] = structure.possibleTypes(type);
  // A look-up by an unknown ID: an object with this ID.
  if (isId(id) && firstType) return createEntity(structure, seed, { type: firstType, id });
  if (!structure.isEntity(type)) return generateValueObject(world, owner, field, type);
  const isOptional = parent.item !== undefined && !isRequired(world, owner.type, field);
  return isOptional ? null : mockedRow(world, owner, field);
}

/** The first row of the type to which a field refers, or else a row that is in no table. */
function mockedRow(world: World, item: Item, field: FieldCall["field"]): Item {
  const { structure, seed } = world;
  const type = getNamedType(field.type) as GraphQLCompositeType;
  const [row] = listItems(world, type);
  const [firstType] = structure.possibleTypes(type) as readonly [GraphQLObjectType];
  const id = generateId(world, firstType, `${item.path}.${field.name}`);
  return row ?? createEntity(structure, seed, { type: firstType, id });
}

/** The items of a list: those of the row, or else all rows for a root field, or generated ones. */
function listMockedItems(
  { session, parent, field }: FieldCall,
  owner: Item,
  listedType: GraphQLCompositeType,
): readonly (Item | null)[] {
  const { world } = session;
  const isOfRows = world.structure.isEntity(listedType);
  if (!parent.item && isOfRows) return listItems(world, listedType);
  try {
    if (parent.item) return readList(world, parent.item, field, false) ?? [];
  } catch (error) {
    if (!(error instanceof MissingRuleError)) throw error;
    if (isOfRows) return [];
  }
  return generateValueObjects(world, owner, field, listedType) as readonly Item[];
}

/** A payload of which everything is generated, because the mutation does not run. */
function generatePayload(call: FieldCall): unknown {
  const { session, field, args } = call;
  const { structure } = session.world;
  const type = getNullableType(field.type);
  if (String(type) === "Boolean") return true;
  const [chosen] = isCompositeType(type) ? structure.possibleTypes(type) : [];
  if (!chosen || structure.keyOf(chosen)) return generateValue(call);
  // The fields of arguments that are input objects, too.
  const mutationArgs = Object.fromEntries(
    [...Object.values(args).filter(isObject), args].flatMap(Object.entries),
  );
  return createResolvedObject({ type: chosen, path: pathOf(call), resolvedFields: {}, mutationArgs });
}

/**
 * A field of a generated payload. Without a convention, a leaf value is that of the argument with the same
 * name and type. Without such an argument, a flag such as `ok` is true, and any other value is generated.
 */
function generatePayloadField(call: FieldCall, mutationArgs: FieldCall["args"]): unknown {
  const { field } = call;
  const conventional = resolvePayloadConvention(call);
  if (conventional !== undefined) return conventional;
  const argument = mutationArgs[field.name];
  const isLeaf = isLeafType(getNamedType(field.type));
  if (isLeaf && argument !== undefined && matchesType(field.type, argument)) return argument;
  const isFlag = String(getNullableType(field.type)) === "Boolean";
  return isFlag ? true : generateValue(call);
}
