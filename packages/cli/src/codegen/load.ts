/** Reads the schema and the operations, and accepts them only if all of them fit. */

import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, type OperationDefinitionNode } from "graphql";
import { readSource, readSources } from "./files.ts";
import { findProblems } from "./problems.ts";
import { NoSourceError } from "./source-error.ts";
import { buildSchema, parseAll, refuse } from "./sources.ts";

/** A schema, and operations that fit it. */
export interface Loaded {
  /** The schema as its file has it. */
  readonly schemaText: string;
  readonly schema: GraphQLSchema;
  /** The operations and fragments of all files. */
  readonly document: DocumentNode;
}

/**
 * Loads a schema file and all `.graphql` files of some folders. No operation may have the name of one in `taken`, folders of
 * this package: hooks, errors, logs and the simulated platform tell operations apart by their names.
 *
 * We read the files ourselves because graphql-codegen leaves out a file that does not parse, as if its operations had
 * been deleted, and because it reads, merges, prints and hashes a schema before it asks us, which takes as long as all of
 * our work where the schema is large.
 *
 * @throws SourceError that lists every problem.
 */
export async function load(
  schemaFile: string,
  folders: readonly string[],
  taken: readonly string[] = [],
): Promise<Loaded> {
  const schemaSource = readSource(schemaFile);
  const schema = buildSchema(schemaSource);
  const document = parseAll(await readSources(folders));
  if (document.definitions.length === 0) {
    throw new NoSourceError([`${folders.join(", ")}: no operation in any .graphql file`]);
  }
  refuse([...findProblems(schema, document), ...findTaken(document, parseAll(await readSources(taken)))]);
  return { schemaText: schemaSource.body, schema, document };
}

function findTaken(document: DocumentNode, ours: DocumentNode): GraphQLError[] {
  const names = new Set(findOperations(ours).map(({ name }) => name?.value));
  return findOperations(document).flatMap(({ name }) => {
    if (!name || !names.has(name.value)) return [];
    const where = "@integration-platform/graphql/operations";
    const message = `"${name.value}" is the name of an operation in ${where}: import that one, or choose another name.`;
    return [new GraphQLError(message, { nodes: name })];
  });
}

function findOperations({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
}
