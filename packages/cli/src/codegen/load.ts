/** Loads the schema and the operations, and validates them. */

import { findProblems, type RenderInput } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { rejectProblems } from "@integration-platform/graphql-compiler/internal/model/index";
import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode } from "graphql";
import { checkScalars } from "./scalars.ts";
import type { Settings } from "./settings.ts";
import { FileError, readOperations, readSchema } from "./sources.ts";

/** Start of the problem of a project without operations. */
export const NO_OPERATION = "no operation";

/**
 * Reads the files directly, because graphql-codegen ignores a file with a syntax error, as if it did not exist.
 *
 * @throws SourceError that lists all problems. FileError if a file cannot be read.
 */
export async function load({ schema: file, documents, reserved, ownScalars }: Settings): Promise<RenderInput> {
  const { text: schemaText, schema } = readSchema(file);
  await checkScalars(ownScalars, schema);
  const { document } = await readOperations(documents);
  if (document.definitions.length === 0) {
    throw new FileError([`${NO_OPERATION} in the files of ${documents.join(", ")}`]);
  }
  const { document: others } = await readOperations(reserved);
  rejectProblems([...findProblems(schema, document), ...findReserved(document, others)]);
  return { schemaText, schema, document };
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
