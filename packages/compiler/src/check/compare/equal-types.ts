/**
 * Leaves out the types that two schemas define in the same way, so that only the others are compared in
 * detail.
 */

import type { GraphQLSchema } from "graphql";

/**
 * Returns the schemas without the types whose definitions are equal. Types without a definition in SDL are
 * kept.
 */
export function leaveOutEqualTypes(
  before: GraphQLSchema,
  after: GraphQLSchema,
): readonly [GraphQLSchema, GraphQLSchema] {
  const others = after.getTypeMap();
  const equal = new Set<string>();
  for (const [name, old] of Object.entries(before.getTypeMap())) {
    const now = others[name];
    if (!now || !old.astNode || !now.astNode) continue;
    if (old.extensionASTNodes.length > 0 || now.extensionASTNodes.length > 0) continue;
    if (isEqual(old.astNode, now.astNode)) equal.add(name);
  }
  return [leaveOut(before, equal), leaveOut(after, equal)];
}

/** A view of the schema: only its map of types is smaller. */
function leaveOut(schema: GraphQLSchema, names: ReadonlySet<string>): GraphQLSchema {
  const kept = Object.entries(schema.getTypeMap()).filter(([name]) => !names.has(name));
  const types = Object.fromEntries(kept);
  const view: GraphQLSchema = Object.create(schema, { getTypeMap: { value: () => types } });
  return view;
}

/** Compares parts of two syntax trees by their contents. Locations are no contents. */
function isEqual(value: unknown, other: unknown): boolean {
  if (value === other) return true;
  if (typeof value !== "object" || typeof other !== "object" || value === null || other === null)
    return false;
  if (Array.isArray(value))
    return (
      Array.isArray(other) &&
      value.length === other.length &&
      value.every((part, index) => isEqual(part, other[index]))
    );
  const keys = Object.keys(value);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => key === "loc" || isEqual(Reflect.get(value, key), Reflect.get(other, key)));
}
