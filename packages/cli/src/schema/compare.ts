/** What changed between two schemas, whether it concerns us or not. */

import { diffSchema } from "@graphql-inspector/core/diff/schema";
import type { GraphQLSchema } from "graphql";
import { foldChanges } from "./fold.ts";
import type { Change } from "./report.ts";

/**
 * Lists the changes by schema coordinate, with the level that `@graphql-inspector/core` gives them. What follows from a
 * change is folded into it: a new type is one change, not one for each of its fields.
 */
export function compare(before: GraphQLSchema, after: GraphQLSchema): Change[] {
  // `diff` does the same, and makes a promise of it for rules that we do not use.
  return foldChanges(diffSchema(before, after), before, after);
}
