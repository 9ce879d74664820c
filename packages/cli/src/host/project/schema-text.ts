/** Builds a schema from text: SDL or introspection JSON. */

import { SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import { type GraphQLSchema, isIntrospectionType, isSpecifiedScalarType, Source } from "graphql";
import { parseSchemaText } from "../../codegen/schema-files.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { joinProblems } from "../errors/problem.ts";

/**
 * In bytes, after decompression. GitHub's schema, one of the largest public ones, has 9 MB as introspection
 * JSON.
 */
export const MAX_SCHEMA_BYTES: number = 64 * 1024 * 1024;

/** A schema, before it is parsed. */
export interface UnparsedSchema {
  /** SDL or introspection JSON. */
  readonly text: string;
  /** File, URL or description, for messages. */
  readonly name: string;
  /** The validator that accepted this text before, from its provenance. */
  readonly validatedBy?: string | undefined;
}

/**
 * @param isRemote - Whether a server sent the text. It is then not quoted.
 * @throws Problem
 */
export function parseSchema(
  { text, name, validatedBy }: UnparsedSchema,
  isRemote = false,
): ReturnType<typeof parseSchemaText> {
  try {
    return parseSchemaText(new Source(text, name), validatedBy);
  } catch (error) {
    rethrowOthers(error, SourceError);
    const { problems, located } = error;
    const places = located.map(
      ({ line, column }) => `${name}:${line}:${column}: this is not a GraphQL schema`,
    );
    const shown = isRemote && places.length > 0 ? places : problems;
    const hint = "Fix it, or pass another schema: SDL (.graphql) or introspection JSON (.json).";
    throw joinProblems(shown, "the schema has", hint);
  }
}

/** Number of named types, without those of the GraphQL specification. */
export function countTypes(schema: GraphQLSchema): number {
  const types = Object.values(schema.getTypeMap());
  return types.filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type)).length;
}
