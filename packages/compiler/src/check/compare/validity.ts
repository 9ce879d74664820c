/** Finds the operations that are invalid in a schema. */

import { GraphQLError, type GraphQLSchema } from "graphql";
import { areValid, validateDefinition } from "../../model/validate.ts";
import { onOneLine, type Place } from "../../text/phrases.ts";
import { contains, groupBy, type Operation, placeOf } from "./document-operations.ts";

/** A validation error of an operation that is invalid in both schemas. */
export interface OperationError {
  readonly message: string;
  readonly place: Place;
}

/** The errors of each invalid operation. */
export type OperationErrors = ReadonlyMap<Operation, readonly GraphQLError[]>;

/** An error in a fragment counts for each operation that spreads it. */
export function findInvalid(schema: GraphQLSchema, operations: readonly Operation[]): OperationErrors {
  const repeated = findRepeatedNames(operations);
  const units = operations.map(({ node, fragments }) => [node, fragments] as const);
  if (areValid(schema, units)) return new Map(repeated);
  const invalid = operations.flatMap((operation) => {
    const errors = validateDefinition(schema, operation.node, operation.fragments);
    return errors.length > 0 ? [[operation, errors] as const] : [];
  });
  return new Map([...invalid, ...repeated]);
}

/** Code cannot be generated for two operations with one name. */
function findRepeatedNames(
  operations: readonly Operation[],
): (readonly [Operation, readonly GraphQLError[]])[] {
  const named = operations.filter(({ node, kind }) => node.name && kind !== "fragment");
  const repeated = [...groupBy(named, ({ name }) => name).values()].filter(({ length }) => length > 1);
  return repeated.flatMap((group) => {
    const nodes = group.map(({ node }) => node);
    const error = new GraphQLError(`There can be only one operation named "${group[0].name}".`, { nodes });
    return group.map((operation) => [operation, [error]] as const);
  });
}

/** The place is in the operation, if one of the nodes is: two operations with one name share an error. */
export function toOperationError({ nodes, message }: GraphQLError, { node }: Operation): OperationError {
  return {
    message: onOneLine(message),
    place: placeOf(nodes?.find((inner) => contains(node, inner)) ?? nodes?.[0]),
  };
}
