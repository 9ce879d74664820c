/** Common parts of the comparisons of results. */

import type { ASTNode, GraphQLSchema } from "graphql";
import { type Field, fieldOf } from "../model/graphql.ts";

export interface ResultComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  /** Coordinate by which the document selects a field. If the selection is on an interface, it is the interface's. */
  coordinateOf(node: ASTNode): string | undefined;
  /** Whether the code that is generated from the new schema exports a type. */
  isExported(name: string): boolean;
}

/** Element that is compared, and its node. */
export interface Location {
  readonly coordinate: string;
  readonly node: ASTNode;
}

/** Uses the interface's coordinate if its field changed as well, or if the type no longer has such a field. */
export function chooseCoordinate(
  { before, after, coordinateOf }: ResultComparison,
  coordinate: string,
  node: ASTNode,
  describe: (field: Field | undefined) => string,
): string {
  const selected = coordinateOf(node) ?? coordinate;
  if (selected === coordinate) return coordinate;
  const [type = "", field = ""] = selected.split(".");
  const [old, now] = [before, after].map((schema) => describe(fieldOf(schema, schema.getType(type), field)));
  return old === now ? coordinate : selected;
}
