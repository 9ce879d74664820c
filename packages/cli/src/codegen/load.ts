/** Loads the schema and the operations, and validates them. */

import {
  findProblems,
  type RenderInput,
} from "@integration-platform/graphql-compiler/internal/codegen/index";
import { renderProblems, throwProblems } from "@integration-platform/graphql-compiler/internal/model/index";
import { type DocumentNode, GraphQLError, Kind } from "graphql";
import { ProjectError } from "../files/sources.ts";
import { checkScalars } from "./check-scalars.ts";
import { type Operations, readOperations } from "./read-operations.ts";
import { readSchemaFiles, type SchemaText } from "./schema-files.ts";
import type { Settings } from "./settings.ts";

/** Input of codegen, and the operations that are left out, as `file:line:column: message`. */
export interface Loaded extends RenderInput {
  readonly skipped: readonly string[];
  /** Globs that match no file. */
  readonly unmatched: readonly string[];
}

/**
 * @param cached - A schema that was read before. @default the files of the settings
 * @param given - Operations that were read before. @default the files of the settings
 * @throws SourceError that lists all problems. ProjectError if a file cannot be read.
 */
export async function load(
  { schemaFiles, documents, scalars, types, filePerOperation }: Settings,
  cached?: SchemaText,
  given?: Pick<Operations, "document" | "skipped"> & Partial<Operations>,
): Promise<Loaded> {
  const { text: schemaText, schema } = cached ?? readSchemaFiles(schemaFiles);
  await checkScalars(scalars, schema);
  const { document: all, skipped, unmatched = [] } = given ?? (await readOperations(documents, schemaFiles));
  const document = { ...all, definitions: all.definitions.filter(({ name }) => name !== undefined) };
  const unnamed = findUnnamed(all);
  const leftOut = [...skipped, ...unnamed];
  if (document.definitions.length === 0)
    throw new ProjectError([`no operation in the files of ${documents.join(", ")}`, ...leftOut], {
      isEmpty: leftOut.length === 0,
    });
  throwProblems(findProblems(schema, document, { types, filePerOperation }));
  return { schemaText, schema, document, skipped: leftOut, unmatched };
}

/** A document and its types are named after the operation. */
function findUnnamed({ definitions }: DocumentNode): string[] {
  const problems = definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.name) return [];
    return [new GraphQLError(`This ${node.operation} has no name.`, { nodes: node })];
  });
  return renderProblems(problems);
}
