/** Finds the fields that a schema change can affect. */

import { type Change, compare } from "@integration-platform/graphql-cli/schema";
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from "graphql";
import type { Target } from "./operations.ts";

export function findTargets(before: GraphQLSchema, after: GraphQLSchema): Target[] {
  return compare(before, after).flatMap((change) => locate(before, change));
}

/** Any field of a root type. */
export function findRoots(schema: GraphQLSchema): Target[] {
  return (["query", "mutation"] as const).flatMap((kind) => {
    const root = schema.getRootType(kind as Parameters<GraphQLSchema["getRootType"]>[0]);
    return root ? Object.keys(root.getFields()).map((field): Target => ({ kind, root: field })) : [];
  });
}

function locate(schema: GraphQLSchema, { coordinate }: Change): Target[] {
  const [typeName = "", field] = coordinate.replace(/\(.*/, "").split(".");
  const type = schema.getType(typeName);
  if (isObjectType(type) || isInterfaceType(type)) {
    if (type === schema.getQueryType()) return field ? [{ kind: "query", root: field }] : [];
    if (type === schema.getMutationType()) return field ? [{ kind: "mutation", root: field }] : [];
    return field && type.getFields()[field] ? reach(schema, typeName, field) : [];
  }
  if (isInputObjectType(type) || isEnumType(type) || isUnionType(type)) return findUsers(schema, typeName);
  return [];
}

/** Fields of this type, and fields with an argument of this type, directly or in an input object. */
function findUsers(schema: GraphQLSchema, typeName: string): Target[] {
  const targets: Target[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      const takes = field.args.some((argument) => {
        const input = getNamedType(argument.type);
        if (input.name === typeName) return true;
        return (
          isInputObjectType(input) &&
          Object.values(input.getFields()).some((inner) => getNamedType(inner.type).name === typeName)
        );
      });
      if (!takes && getNamedType(field.type).name !== typeName) continue;
      targets.push(...asTarget(schema, type, field.name));
    }
  }
  return targets.slice(0, 8);
}

function asTarget(schema: GraphQLSchema, type: GraphQLObjectType, field: string): Target[] {
  if (type === schema.getMutationType()) return [{ kind: "mutation", root: field }];
  if (type === schema.getQueryType()) return [{ kind: "query", root: field }];
  return reach(schema, type.name, field);
}

/** Through a root field that returns the type, or through `node`. */
function reach(schema: GraphQLSchema, type: string, field: string): Target[] {
  for (const kind of ["query", "mutation"] as const) {
    const root = schema.getRootType(kind as Parameters<GraphQLSchema["getRootType"]>[0]);
    for (const entry of Object.values(root?.getFields() ?? {})) {
      if (getNamedType(entry.type).name === type) return [{ kind, root: entry.name, type, field }];
    }
  }
  const goal = schema.getType(type);
  const node = schema.getType("Node");
  const isNode =
    isCompositeType(goal) && isInterfaceType(node) && !isUnionType(goal) && goal.getInterfaces().includes(node);
  return isNode ? [{ kind: "query", root: "node", type, field }] : [];
}
