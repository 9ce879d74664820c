/** Finds deprecated elements that operations use. */

import type { GraphQLSchema } from "graphql";
import { memoize } from "../model/cache.ts";
import { resolveCoordinate } from "../model/graphql.ts";
import { comparePlaces, compareText, placeOf } from "./document.ts";
import type { DeprecationUse } from "./report.ts";
import type { OperationVerdict } from "./verdicts.ts";

type Announcement = Pick<DeprecationUse, "reason" | "announced">;
type OperationUse = DeprecationUse["uses"][number];

/**
 * Lists the deprecated elements of the new schema that operations select or pass. Values of an enum in a result are left
 * out: callers must still handle them. Fields of a variable are left out: the operation does not show which ones are set.
 */
export function findDeprecations(
  before: GraphQLSchema,
  after: GraphQLSchema,
  verdicts: readonly OperationVerdict[],
): DeprecationUse[] {
  const announcementOf = memoize((coordinate: string) => findAnnouncement(after, coordinate));
  const uses = new Map<string, Map<string, OperationUse>>();
  for (const { report, uses: own } of verdicts) {
    for (const { kind, coordinate, node } of own) {
      if (kind === "value" || kind === "input object" || !announcementOf(coordinate)) continue;
      const entry = uses.get(coordinate) ?? new Map<string, OperationUse>();
      uses.set(coordinate, entry);
      const place = placeOf(node);
      entry.set(JSON.stringify([report.name, place]), { operation: report.name, place });
    }
  }
  return [...uses]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([coordinate, found]) => {
      const announcement = announcementOf(coordinate);
      if (!announcement) return [];
      const isNew = findAnnouncement(before, coordinate) === undefined;
      return [{ coordinate, ...announcement, isNew, uses: [...found.values()].sort(compareUses) }];
    });
}

function compareUses(a: OperationUse, b: OperationUse): number {
  return compareText(a.operation, b.operation) || comparePlaces(a.place, b.place);
}

function findAnnouncement(schema: GraphQLSchema, coordinate: string): Announcement | undefined {
  const { deprecationReason, description } = resolveCoordinate(schema, coordinate) ?? {};
  if (typeof deprecationReason === "string") return { reason: deprecationReason, announced: "directive" };
  const match = ANNOUNCEMENT.exec(description ?? "");
  if (!match) return undefined;
  const reason = match[1]?.replace(/^[\s*_]+|[\s*_]+$/g, "") || "No reason is given.";
  return { reason, announced: "description" };
}

/** "Deprecated" at the start of a line, and the rest of the line. Elsewhere the word can be about anything. */
const ANNOUNCEMENT =
  /^[\s*_[(>-]*deprecated\b[\])*_]*(?:\s*[:.!,;–—-]\s*|\s+(?=(?:since|in favou?r|use|as of|and|by|from)\b)|\s*$)(.*)/im;
