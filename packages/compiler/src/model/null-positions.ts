/** Finds variables that the server rejects if they are `null`, although their type is nullable. */

import {
  type ExecutableDefinitionNode,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  Kind,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { cacheByObject } from "./cache.ts";
import { isRequiredInput } from "./graphql.ts";

/** Whether an argument or an input field is non-null and has a default. Few schemas have one. */
const hasNonNullDefault = cacheByObject((schema: GraphQLSchema): boolean =>
  Object.values(schema.getTypeMap()).some((type) => {
    if (isInputObjectType(type)) return Object.values(type.getFields()).some(isNonNullWithDefault);
    if (!isObjectType(type) && !isInterfaceType(type)) return false;
    return Object.values(type.getFields()).some(({ args }) => args.some(isNonNullWithDefault));
  }),
);

const isNonNullWithDefault = (input: Parameters<typeof isRequiredInput>[0]): boolean =>
  isNonNullType(input.type) && !isRequiredInput(input);

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
  const canBe = nullable.some(({ defaultValue }) => defaultValue !== undefined) || hasNonNullDefault(schema);
  if (nullable.length === 0 || !canBe) return names;
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
