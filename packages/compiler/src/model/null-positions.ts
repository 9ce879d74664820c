/** Finds variables that the server rejects if they are `null`, although their type is nullable. */

import {
  type ExecutableDefinitionNode,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from "graphql";

/**
 * The names of nullable variables in a non-null position: that has a default, as `first: Int! = 10`, or the
 * variable has one. The specification permits them, because an absent variable is replaced by the default.
 *
 * @param nodes - The operation, and the fragments that it spreads.
 */
export function findNonNullPositions(
  schema: GraphQLSchema,
  variables: readonly VariableDefinitionNode[],
  nodes: readonly ExecutableDefinitionNode[],
): ReadonlySet<string> {
  const names = new Set<string>();
  const nullable = variables.filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE);
  if (nullable.length === 0) return names;
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    VariableDefinition: () => false,
    Variable({ name }) {
      if (isNonNullType(info.getInputType())) names.add(name.value);
    },
  });
  for (const node of nodes) visit(node, visitor);
  return names;
}
