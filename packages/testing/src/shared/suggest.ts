/** Suggestions in messages. */

import { findNearest } from "@integration-platform/graphql-compiler/internal/text/nearest";
import type { GraphQLNamedType } from "graphql";

/** `Ticket has no field "titel". Did you mean "title"?` */
export function describeNoField(type: GraphQLNamedType, name: string): string {
  const names = "getFields" in type ? Object.keys(type.getFields()) : [];
  return `${type.name} has no field "${name}".${suggest(name, names)}`;
}

/** ` Did you mean "name"?` for the most similar candidate, or an empty text. */
export function suggest(name: string, candidates: readonly string[]): string {
  const near = findNearest(name, candidates);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
