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

/** A schema without a query type. graphql-js builds it without an error. */
export class MissingQueryTypeError extends Error {
  constructor() {
    super("The schema has no query type.");
  }
}

/**
 * Builds a schema from an introspection.
 *
 * @param introspection - `{ __schema: … }`, or a whole response: `{ data: { __schema: … } }`.
 * @throws MissingQueryTypeError
 * @throws Error of graphql-js if the introspection is incomplete.
 */
export function buildIntrospected(introspection: unknown): GraphQLSchema {
  const { data } = introspection as { data?: unknown };
  const schema = buildClientSchema((data ?? introspection) as IntrospectionQuery, TOLERANT);
  if (!schema.getQueryType()) throw new MissingQueryTypeError();
  // Only a schema that was parsed has applied directives, such as `@deprecated`. Without them, each one would
  // be a change.
  return buildASTSchema(parse(printSchema(schema), { noLocation: true }), TOLERANT);
}
