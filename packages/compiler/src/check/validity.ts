/** Finds the operations that are invalid in a schema. */

import {
  type ASTNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  type ValidationRule,
  validate,
} from "graphql";
import { rootOf, SERVER_RULES } from "../model/graphql.ts";
import { onOneLine } from "../text/phrases.ts";
import { type Operation, placeOf } from "./document-operations.ts";
import { isConflict } from "./graphql-js.ts";
import type { OperationError } from "./report.ts";

/**
 * Returns the errors of each invalid operation. An error in a fragment counts for each operation that spreads
 * it.
 */
export function findInvalid(
  schema: GraphQLSchema,
  operations: readonly Operation[],
): ReadonlyMap<Operation, readonly GraphQLError[]> {
  const invalid = new Map<Operation, GraphQLError[]>();
  // graphql 16 finds no error in an operation without a root type.
  const checked = operations.filter((operation) => {
    const { kind, node } = operation;
    if (kind === "fragment" || rootOf(schema, node)) return true;
    invalid.set(operation, [new GraphQLError(`The schema has no ${kind} type.`, { nodes: node })]);
    return false;
  });
  const add = (operation: Operation, errors: readonly GraphQLError[]): void => {
    if (errors.length > 0) invalid.set(operation, [...(invalid.get(operation) ?? []), ...errors]);
  };
  const errors = validateTogether(schema, checked);
  if (!errors.every(isLocated)) {
    for (const operation of checked) add(operation, validateTogether(schema, [operation]));
    return invalid;
  }
  for (const error of errors.filter((error) => !isConflict(error))) {
    const isIn = (node: ASTNode): boolean => error.nodes?.some((inner) => contains(node, inner)) ?? false;
    const own = checked.filter(({ kind, node }) => kind !== "fragment" && isIn(node));
    const affected =
      own.length > 0 ? own : checked.filter(({ node, fragments }) => [node, ...fragments].some(isIn));
    for (const operation of affected) add(operation, [error]);
  }
  // A conflict of two fragments is reported once, for the first operation in which they overlap.
  if (errors.some(isConflict)) {
    for (const operation of checked) add(operation, validateTogether(schema, [operation], CONFLICTS));
  }
  return invalid;
}

/** Whether the nodes of an error have locations. They have none if the document was parsed without them. */
function isLocated({ nodes = [] }: GraphQLError): boolean {
  return nodes.every(({ loc }) => loc);
}

const CONFLICTS = [OverlappingFieldsCanBeMergedRule];

/** Validates fragments once, however many operations spread them. */
function validateTogether(
  schema: GraphQLSchema,
  operations: readonly Operation[],
  rules: readonly ValidationRule[] = SERVER_RULES,
): readonly GraphQLError[] {
  const definitions = new Set(operations.flatMap(({ node, fragments }) => [node, ...fragments]));
  return validate(schema, { kind: Kind.DOCUMENT, definitions: [...definitions] }, rules, {
    maxErrors: Number.MAX_SAFE_INTEGER,
  });
}

function contains({ loc }: ASTNode, { loc: inner }: ASTNode): boolean {
  return !!loc && !!inner && loc.source === inner.source && loc.start <= inner.start && inner.end <= loc.end;
}

/** The place is in the operation, if one of the nodes is: two operations with one name share an error. */
export function toOperationError({ nodes, message }: GraphQLError, { node }: Operation): OperationError {
  return {
    message: onOneLine(message),
    place: placeOf(nodes?.find((inner) => contains(node, inner)) ?? nodes?.[0]),
  };
}
