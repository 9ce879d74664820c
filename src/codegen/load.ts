/** Reads the schema and the operations, and accepts them only if all of them fit. */

import type { DocumentNode, GraphQLSchema } from "graphql";
import { readSource, readSources } from "./files.ts";
import { findProblems } from "./problems.ts";
import { buildSchema, parseAll, refuse, SourceError } from "./sources.ts";

/** A schema, and operations that fit it. */
export interface Loaded {
  /** The schema as its file has it. */
  readonly schemaText: string;
  readonly schema: GraphQLSchema;
  /** The operations and fragments of all files. */
  readonly document: DocumentNode;
}

/**
 * Loads a schema file and all `.graphql` files of some folders.
 *
 * We read the files ourselves because graphql-codegen leaves out a file that does not parse, as if its operations had
 * been deleted, and because it reads, merges, prints and hashes a schema before it asks us, which takes as long as all of
 * our work where the schema is large.
 *
 * @throws SourceError that lists every problem.
 */
export async function load(schemaFile: string, folders: readonly string[]): Promise<Loaded> {
  const schemaSource = readSource(schemaFile);
  const schema = buildSchema(schemaSource);
  const document = parseAll(await readSources(folders));
  if (document.definitions.length === 0) {
    throw new SourceError([`${folders.join(", ")}: no operation in any .graphql file`]);
  }
  refuse(findProblems(schema, document));
  return { schemaText: schemaSource.body, schema, document };
}
