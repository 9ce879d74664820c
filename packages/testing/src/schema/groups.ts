/**
 * Groups: object types that only group fields of a root, such as `ItemMutation` of
 * `mutation { item { create(name: "a") { id } } }`. Their fields are resolved as those of the root.
 */

import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { getOrInsertComputed } from "../shared/maps.ts";

export type RootKind = "query" | "mutation";

/**
 * The groups of a schema. A type is one if a root or a group has a field of it without required arguments,
 * nothing else refers to it, and one of its own fields has a required argument.
 *
 * @param canGroup - Whether the objects of a type have neither a key nor items nor payload errors.
 */
export function findGroups(
  schema: GraphQLSchema,
  canGroup: (type: GraphQLObjectType, kind: RootKind) => boolean,
): ReadonlyMap<unknown, RootKind> {
  const owners = listOwners(schema);
  const groups = new Map<unknown, RootKind>();
  for (const kind of ["query", "mutation"] as const) {
    const root = schema.getRootType(kind);
    // A group that is added here is visited, too.
    const visited = new Set(root ? [root] : []);
    for (const owner of visited) {
      for (const type of listGrouped(owner)) {
        const isOnlyHere = [...(owners.get(type) ?? [])].every((other) => visited.has(other as never));
        if (!isOnlyHere || visited.has(type) || !canGroup(type, kind)) continue;
        groups.set(type, kind);
        visited.add(type);
      }
    }
  }
  return groups;
}

/** The object types of a type's fields that can be groups. */
function listGrouped(owner: GraphQLObjectType): readonly GraphQLObjectType[] {
  return Object.values(owner.getFields()).flatMap((field) => {
    const type = getNullableType(field.type);
    const isGroup = isObjectType(type) && !field.args.some(isRequiredArgument) && hasRequiredArgument(type);
    return isGroup ? [type] : [];
  });
}

function hasRequiredArgument(type: GraphQLObjectType): boolean {
  return Object.values(type.getFields()).some(({ args }) => args.some(isRequiredArgument));
}

/** The types with a field of each type. */
function listOwners(schema: GraphQLSchema): ReadonlyMap<GraphQLNamedType, ReadonlySet<GraphQLNamedType>> {
  const owners = new Map<GraphQLNamedType, Set<GraphQLNamedType>>();
  for (const owner of Object.values(schema.getTypeMap())) {
    if (!isObjectType(owner) && !isInterfaceType(owner)) continue;
    for (const field of Object.values(owner.getFields())) {
      getOrInsertComputed(owners, getNamedType(field.type), () => new Set<GraphQLNamedType>()).add(owner);
    }
  }
  return owners;
}
