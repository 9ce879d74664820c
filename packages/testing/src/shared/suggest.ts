/** Suggestions in messages. */

import { findNearest } from "@integration-platform/graphql-compiler/internal/text/nearest";
import { type GraphQLNamedType, type GraphQLSchema, isIntrospectionType, isObjectType } from "graphql";

/** `Ticket has no field "titel". Did you mean "title"?` */
export function describeNoField(type: GraphQLNamedType, name: string): string {
  const names = "getFields" in type ? Object.keys(type.getFields()) : [];
  return `${type.name} has no field "${name}".${suggest(name, names)}`;
}

/** `the schema has no object type "Tikcet". Did you mean "Ticket"?` */
export function describeNoType(schema: GraphQLSchema, name: string): string {
  const names = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !isIntrospectionType(type) ? [type.name] : [],
  );
  const roots = { Query: schema.getQueryType(), Mutation: schema.getMutationType() };
  const root = roots[name as keyof typeof roots];
  const hint = root ? ` Its root type is "${root.name}".` : suggest(name, names);
  return `the schema has no object type "${name}".${hint}`;
}

/** ` Did you mean "name"?` for the most similar candidate, or an empty text. */
export function suggest(name: string, candidates: readonly string[]): string {
  const near = findNearest(name, candidates);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
