/** Finds the operations that are invalid in a schema. */

import { GraphQLError, type GraphQLSchema } from "graphql";
import { areValid, validateDefinition } from "../../model/validate.ts";
import { onOneLine } from "../../text/phrases.ts";
import { contains, groupBy, type Operation, type Place, placeOf } from "./document-operations.ts";

/** A validation error of an operation that is invalid in both schemas. */
export interface OperationError {
  readonly message: string;
  readonly place: Place;
}

/**
 * Returns the errors of each invalid operation. An error in a fragment counts for each operation that spreads
 * it.
 */
export function findInvalid(
  schema: GraphQLSchema,
  operations: readonly Operation[],
): ReadonlyMap<Operation, readonly GraphQLError[]> {
  const invalid = new Map<Operation, readonly GraphQLError[]>();
  if (
    areValid(
      schema,
      operations.map(({ node, fragments }) => [node, fragments]),
    )
  )
    return invalid;
  for (const operation of operations) {
    const errors = validateDefinition(schema, operation.node, operation.fragments);
    if (errors.length > 0) invalid.set(operation, errors);
  }
  return invalid;
}

/** Code cannot be generated for two operations with one name. */
export function findRepeatedNames(
  operations: readonly Operation[],
): ReadonlyMap<Operation, readonly GraphQLError[]> {
  const named = operations.filter(({ node, kind }) => node.name && kind !== "fragment");
  const repeated = [...groupBy(named, ({ name }) => name).values()].filter(({ length }) => length > 1);
  return new Map(
    repeated.flatMap((group) => {
      const nodes = group.map(({ node }) => node);
      const error = new GraphQLError(`There can be only one operation named "${group[0]?.name}".`, { nodes });
      return group.map((operation) => [operation, [error]] as const);
    }),
  );
}

/** The place is in the operation, if one of the nodes is: two operations with one name share an error. */
export function toOperationError({ nodes, message }: GraphQLError, { node }: Operation): OperationError {
  return {
    message: onOneLine(message),
    place: placeOf(nodes?.find((inner) => contains(node, inner)) ?? nodes?.[0]),
  };
}
