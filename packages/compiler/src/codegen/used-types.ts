/** Leaves out the types that no operation uses, because the plugin visits all types of a schema. */

import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isLeafType,
  Kind,
  type TypeNode,
} from "graphql";

/**
 * The same schema, whose list of types has no output types and only the input types of the operations. The plugin prints
 * and visits all types in this list, and declares only enums and inputs.
 */
export function hideUnusedTypes(schema: GraphQLSchema, document: DocumentNode): GraphQLSchema {
  const inputs = new Set<GraphQLNamedType>();
  const add = (type: GraphQLNamedType | undefined): void => {
    if (!isInputObjectType(type) || inputs.has(type)) return;
    inputs.add(type);
    for (const field of Object.values(type.getFields())) add(getNamedType(field.type));
  };
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { type } of node.variableDefinitions ?? []) add(schema.getType(nameOf(type)));
  }
  const used = Object.entries(schema.getTypeMap()).filter(([, type]) => isLeafType(type) || inputs.has(type));
  const types = Object.fromEntries(used);
  // `getType` of graphql 17 reads `getTypeMap`.
  return Object.create(schema, { getTypeMap: { value: () => types }, getType: { value: schema.getType.bind(schema) } });
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}
