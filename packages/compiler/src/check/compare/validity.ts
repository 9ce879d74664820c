/** Finds the operations that are invalid in a schema. */

import { GraphQLError, type GraphQLSchema } from "graphql";
import { findInvalidUnits } from "../../model/validate.ts";
import { onOneLine, type Place } from "../../text/phrases.ts";
import { contains, groupBy, type Operation, placeOf } from "./document-operations.ts";

/** What reports contain of an error of graphql-js. */
export interface ValidationError {
  readonly message: string;
  readonly place: Place;
}

/** The errors of each invalid operation. */
export type ErrorsByOperation = ReadonlyMap<Operation, readonly GraphQLError[]>;

export function findInvalid(schema: GraphQLSchema, operations: readonly Operation[]): ErrorsByOperation {
  return new Map([...findInvalidUnits(schema, operations), ...findRepeatedNames(operations)]);
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
export function toValidationError({ nodes, message }: GraphQLError, { node }: Operation): ValidationError {
  return {
    message: onOneLine(message),
    place: placeOf(nodes?.find((inner) => contains(node, inner)) ?? nodes?.[0]),
  };
}
