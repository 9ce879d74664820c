/** SDL to a schema that documents can be executed against, or one line that says where it is wrong. */

import { buildASTSchema, GraphQLError, type GraphQLSchema, parse } from "graphql";
// GraphQL.js throws what this returns as one Error without positions; the positions are what a developer needs.
import { validateSDL } from "graphql/validation/validate.js";

/** What is wrong with a schema, and where. */
export interface SchemaError extends Error {
  /** What is wrong, in one line, without the place. */
  readonly problem: string;
  /** From 1. Absent where the schema as a whole is wrong. */
  readonly line?: number;
  readonly column?: number;
}

/** @throws SchemaError Where the SDL does not parse or is no valid schema: one line, with line and column where known. */
export function buildExecutableSchema(sdl: string): GraphQLSchema {
  const document = parseSdl(sdl);
  const [misfit] = validateSDL(document);
  if (misfit) throw schemaError(misfit);
  // A platform's schema is what it is: GitHub's breaks rules that graphql-js has since added, and is served all the same.
  const schema = buildASTSchema(document, { assumeValid: true });
  if (!schema.getQueryType()) throw schemaError(new GraphQLError("Query root type must be provided."));
  return schema;
}

function parseSdl(sdl: string): ReturnType<typeof parse> {
  try {
    return parse(sdl);
  } catch (error) {
    throw error instanceof GraphQLError ? schemaError(error) : error;
  }
}

function schemaError({ message, locations }: GraphQLError): SchemaError {
  const [at] = locations ?? [];
  const problem = message.replace(/\s+/g, " ");
  const place = at ? ` at line ${at.line}, column ${at.column}` : "";
  const error = new Error(`The schema is not valid${place}: ${problem}`);
  return Object.assign(error, { problem }, at && { line: at.line, column: at.column });
}
