/** Finds deprecated elements that operations use. */

import { type GraphQLSchema, isEnumType, isInputObjectType } from "graphql";
import { resolveCoordinate } from "../graphql.ts";
import { closureOf } from "./differences.ts";
import { comparePlaces, compareText, memoize, placeOf } from "./document.ts";
import type { DeprecationUse } from "./report.ts";
import type { Use } from "./uses.ts";
import type { OperationVerdict } from "./verdicts.ts";

type Announcement = Pick<DeprecationUse, "reason" | "announced">;
type OperationUse = DeprecationUse["uses"][number];

/**
 * Lists the deprecated elements of the new schema that operations select, pass, or accept in a variable. Values of an
 * enum in a result are left out: callers must still handle them.
 */
export function findDeprecations(
  before: GraphQLSchema,
  after: GraphQLSchema,
  verdicts: readonly OperationVerdict[],
): DeprecationUse[] {
  const announcementOf = memoize((coordinate: string) => findAnnouncement(after, coordinate));
  const inVariable = memoize((type: string) => listAccepted(after, type));
  const coordinatesOf = (use: Use): readonly string[] => {
    if (use.kind === "value" || use.kind === "input object") return [];
    return use.kind === "variable" ? inVariable(use.coordinate) : [use.coordinate];
  };
  const uses = new Map<string, Map<string, OperationUse>>();
  for (const { report, uses: own } of verdicts) {
    for (const use of own) {
      for (const coordinate of coordinatesOf(use)) {
        if (!announcementOf(coordinate)) continue;
        const entry = uses.get(coordinate) ?? new Map<string, OperationUse>();
        uses.set(coordinate, entry);
        const place = placeOf(use.node);
        entry.set(JSON.stringify([report.name, place]), { operation: report.name, place });
      }
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

/** Coordinates of the types, input fields and enum values that a variable of a type accepts. */
function listAccepted(schema: GraphQLSchema, name: string): string[] {
  return closureOf(schema, name).flatMap((typeName) => {
    const type = schema.getType(typeName);
    if (isInputObjectType(type)) return Object.keys(type.getFields()).map((field) => `${typeName}.${field}`);
    return [typeName, ...(isEnumType(type) ? type.getValues().map((value) => `${typeName}.${value.name}`) : [])];
  });
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
