/** Loads the schema and the operations, and validates them. */

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
import { SERVER_RULES } from "../graphql.ts";
import type { Settings } from "./config.ts";
import { nameType } from "./documents.ts";
import { buildSchema, FileError, readOperations, readSource, rejectProblems } from "./sources.ts";

/** A schema, and operations that are valid in it. */
export interface Loaded {
  readonly schemaText: string;
  readonly schema: GraphQLSchema;
  /** The operations and fragments of all files. */
  readonly document: DocumentNode;
}

/**
 * Reads the files directly, because graphql-codegen ignores a file with a syntax error, as if it did not exist.
 *
 * @param previous - Result of the previous call. Its schema is used again if the file has not changed.
 * @throws SourceError that lists all problems. FileError if a file cannot be read.
 */
export async function load({ schema: file, documents, reserved }: Settings, previous?: Loaded): Promise<Loaded> {
  const source = readSource(file);
  const schema = previous?.schemaText === source.body ? previous.schema : buildSchema(source);
  const { document } = await readOperations(documents);
  if (document.definitions.length === 0) {
    throw new FileError([`no operation in the files of ${documents.join(", ")}`]);
  }
  const { document: others } = await readOperations(reserved);
  rejectProblems([...findProblems(schema, document), ...findReserved(document, others)]);
  return { schemaText: source.body, schema, document };
}

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

/** Names must be unique, because hooks, errors, logs and the simulated platform identify operations by name. */
function findReserved(document: DocumentNode, reserved: DocumentNode): GraphQLError[] {
  const names = new Set(findOperations(reserved).map(({ name }) => name?.value));
  return findOperations(document).flatMap(({ name }) => {
    if (!name || !names.has(name.value)) return [];
    const message = `"${name.value}" is in @integration-platform/graphql/operations. Import it, or choose another name.`;
    return [new GraphQLError(message, { nodes: name })];
  });
}

function findOperations({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
}
