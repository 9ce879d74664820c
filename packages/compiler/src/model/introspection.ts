/** Builds a schema from the response to an introspection query. */

import {
  buildASTSchema,
  buildClientSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
  parse,
  printSchema,
} from "graphql";
import { TOLERANT } from "./source.ts";

export const NO_QUERY_TYPE = "The schema has no query type.";

/**
 * Builds a schema from an introspection.
 *
 * @param introspection - `{ __schema: … }`, or a whole response: `{ data: { __schema: … } }`.
 * @throws Error if it is incomplete or has no query type.
 */
export function buildIntrospected(introspection: unknown): GraphQLSchema {
  const { data } = introspection as { data?: unknown };
  const schema = buildClientSchema((data ?? introspection) as IntrospectionQuery, TOLERANT);
  if (!schema.getQueryType()) throw new Error(NO_QUERY_TYPE);
  // Only a schema that was parsed has applied directives, such as `@deprecated`. Without them, each one would be a change.
  return buildASTSchema(parse(printSchema(schema), { noLocation: true }), TOLERANT);
}
