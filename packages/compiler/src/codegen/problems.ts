/** The rules that operations must follow before code is generated for them. */

import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  validate,
} from "graphql";
import { SERVER_RULES } from "../model/graphql.ts";
import { nameType } from "../model/names.ts";

/** Returns the validation errors of all operations and fragments. */
export function findProblems(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  const unsupported = document.definitions.flatMap((definition) => {
    const message = findUnsupported(schema, definition);
    return message ? [new GraphQLError(message, { nodes: definition })] : [];
  });
  return unsupported.length > 0
    ? unsupported
    : [...findNameConflicts(document), ...validate(schema, document, SERVER_RULES)];
}

/** Different names can have the same type: the type of `List` and of `ListQuery` is `ListQuery`. */
function findNameConflicts({ definitions }: DocumentNode): GraphQLError[] {
  const byType = new Map<string, OperationDefinitionNode | FragmentDefinitionNode>();
  return definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) return [];
    const type = nameType(node);
    const other = byType.get(type);
    byType.set(type, node);
    if (!other || other.name?.value === node.name?.value) return [];
    const message = `"${node.name?.value}" and "${other.name?.value}" need the same type name "${type}". Rename one of them.`;
    return [new GraphQLError(message, { nodes: [node, other] })];
  });
}

function findUnsupported(schema: GraphQLSchema, definition: DefinitionNode): string | undefined {
  if (definition.kind !== Kind.OPERATION_DEFINITION) return undefined;
  if (!definition.name) return `This ${definition.operation} has no name. Its document and types are named after it.`;
  if (definition.operation === "subscription") {
    return `Subscription "${definition.name.value}" is not supported. Use a query or a mutation.`;
  }
  if (!schema.getRootType(definition.operation)) return `The schema has no ${definition.operation} type.`;
  return undefined;
}
