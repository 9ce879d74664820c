/** Finds deprecated elements that operations use. */

import type { GraphQLSchema } from "graphql";
import { memoize } from "../../model/cache.ts";
import { resolveCoordinate } from "../../model/graphql.ts";
import { comparePlaces, compareText, groupBy, placeOf } from "../compare/document-operations.ts";
import type { DeprecationUse } from "../verdict/report.ts";
import type { OperationVerdict } from "../verdict/verdicts.ts";

type OperationUse = DeprecationUse["uses"][number];

/**
 * Lists the deprecated elements of the new schema that operations select or pass. Values of an enum in a
 * result are left out: callers must still handle them. Fields of a variable are left out: the operation does
 * not show which ones are set.
 */
export function findDeprecations(
  before: GraphQLSchema,
  after: GraphQLSchema,
  verdicts: readonly OperationVerdict[],
): DeprecationUse[] {
  const reasonOf = memoize((coordinate: string) => findReason(after, coordinate));
  const used = verdicts.flatMap(({ report, uses }) =>
    uses.flatMap(({ kind, coordinate, node }) => {
      const reason = kind === "value" ? undefined : reasonOf(coordinate);
      if (reason === undefined) return [];
      return [{ coordinate, reason, use: { operation: report.name, place: placeOf(node) } }];
    }),
  );
  return [...groupBy(used, ({ coordinate }) => coordinate)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([coordinate, group]) => {
      const uses = new Map(group.map(({ use }) => [JSON.stringify(use), use]));
      const isNew = findReason(before, coordinate) === undefined;
      return { coordinate, reason: group[0].reason, isNew, uses: [...uses.values()].sort(compareUses) };
    });
}

function compareUses(a: OperationUse, b: OperationUse): number {
  return compareText(a.operation, b.operation) || comparePlaces(a.place, b.place);
}

function findReason(schema: GraphQLSchema, coordinate: string): string | undefined {
  return resolveCoordinate(schema, coordinate)?.deprecationReason ?? undefined;
}
