/** Builds a schema from text: SDL or introspection JSON. */

import {
  buildIntrospected,
  buildSchema,
  SourceError,
} from "@integration-platform/graphql-compiler/internal/model/index";
import { type GraphQLSchema, isIntrospectionType, isSpecifiedScalarType, Source } from "graphql";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { findSchemaKind, REFUSED_SCHEMAS } from "../../text/schema-kind.ts";
import { explainIntrospectionError, explainSchemaErrors } from "../errors/graphql-errors.ts";
import { Problem } from "../errors/problem.ts";

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
): { readonly schema: GraphQLSchema; readonly how: string } {
  const kind = findSchemaKind(text);
  if (kind !== "sdl" && kind !== "introspection") {
    const { problem, hint } = REFUSED_SCHEMAS[kind];
    throw new Problem(`"${name}" ${problem}`, hint);
  }
  const isJson = kind === "introspection";
  try {
    if (isJson) return { schema: buildIntrospected(JSON.parse(text)), how: "introspection file" };
    return { schema: buildSchema(new Source(text, name), () => validatedBy), how: "SDL" };
  } catch (error) {
    if (isJson) throw explainIntrospectionError(error, name, isRemote);
    rethrowOthers(error, SourceError);
    throw explainSchemaErrors(error, name, isRemote);
  }
}

/** Number of named types, without those of the GraphQL specification. */
export function countTypes(schema: GraphQLSchema): number {
  const types = Object.values(schema.getTypeMap());
  return types.filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type)).length;
}
