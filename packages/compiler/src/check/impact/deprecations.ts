/** Finds deprecated elements that operations use. */

import type { GraphQLSchema } from "graphql";
import { memoize } from "../../model/cache.ts";
import { resolveCoordinate } from "../../model/graphql.ts";
import { comparePlaces, compareText, groupBy, placeOf } from "../compare/document-operations.ts";
import type { DeprecationUse } from "../verdict/report.ts";
import type { OperationVerdict } from "../verdict/verdicts.ts";

type Announcement = Pick<DeprecationUse, "reason" | "announced">;
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
  const announcementOf = memoize((coordinate: string) => findAnnouncement(after, coordinate));
  const used = verdicts.flatMap(({ report, uses }) =>
    uses.flatMap(({ kind, coordinate, node }) => {
      if (kind === "value" || kind === "input object" || !announcementOf(coordinate)) return [];
      return [{ coordinate, use: { operation: report.name, place: placeOf(node) } }];
    }),
  );
  return [...groupBy(used, ({ coordinate }) => coordinate)]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([coordinate, group]) => {
      const announcement = announcementOf(coordinate);
      if (!announcement) return [];
      const uses = new Map(group.map(({ use }) => [JSON.stringify(use), use]));
      const isNew = findAnnouncement(before, coordinate) === undefined;
      return [{ coordinate, ...announcement, isNew, uses: [...uses.values()].sort(compareUses) }];
    });
}

function compareUses(a: OperationUse, b: OperationUse): number {
  return compareText(a.operation, b.operation) || comparePlaces(a.place, b.place);
}

function findAnnouncement(schema: GraphQLSchema, coordinate: string): Announcement | undefined {
  const { deprecationReason, description } = resolveCoordinate(schema, coordinate) ?? {};
  if (typeof deprecationReason === "string") return { reason: deprecationReason, announced: "directive" };
  const match = ANNOUNCEMENT.exec(description?.slice(0, MAX_SEARCHED) ?? "");
  if (!match) return undefined;
  const reason = trimMarks(match[1] ?? "") || "No reason is given.";
  return { reason, announced: "description" };
}

/** White space, and the marks of Markdown. */
const MARK = /[\s*_]/;

function trimMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && MARK.test(text[start] ?? "")) start++;
  while (end > start && MARK.test(text[end - 1] ?? "")) end--;
  return text.slice(start, end);
}

/** Characters of a description that are searched, because the pattern needs quadratic time. */
const MAX_SEARCHED = 2_000;

/**
 * "Deprecated" at the start of a line, and the rest of the line. Elsewhere the word can be about anything.
 */
const ANNOUNCEMENT =
  /^[\s*_[(>-]*deprecated\b[\])*_]*(?:\s*[:.!,;–—-]\s*|\s+(?=(?:since|in favou?r|use|as of|and|by|from)\b)|\s*$)(.*)/im;
