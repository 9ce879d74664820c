/** What we use although it is deprecated, by the directive or in words. */

import { type GraphQLSchema, getNamedType, isInputObjectType, resolveSchemaCoordinate } from "graphql";
import { memberCoordinate } from "./coordinates.ts";
import { closureOf } from "./differences.ts";
import type { JudgedOperation } from "./judge.ts";
import { comparePlaces, compareText, placeOf } from "./place.ts";
import type { DeprecationUse, Place } from "./report.ts";
import type { Use } from "./uses.ts";

type Announcement = Pick<DeprecationUse, "reason" | "announced">;

/**
 * Deprecations of the new schema that operations meet: what they select, give, or let their callers pass in a variable.
 *
 * Values that an enum in a result may have are left out: whoever reads them still has to.
 */
export function findDeprecations(
  before: GraphQLSchema,
  after: GraphQLSchema,
  judged: readonly JudgedOperation[],
): DeprecationUse[] {
  const announcements = new Map<string, Announcement | undefined>();
  const announcementOf = (coordinate: string): Announcement | undefined => {
    if (!announcements.has(coordinate)) announcements.set(coordinate, findAnnouncement(after, coordinate));
    return announcements.get(coordinate);
  };
  const passable = new Map<string, readonly string[]>();
  const coordinatesOf = (use: Use): readonly string[] => {
    if (use.kind === "value" || use.kind === "input object") return [];
    if (use.kind !== "variable") return [use.coordinate];
    const known = passable.get(use.coordinate) ?? findPassable(after, use.coordinate);
    passable.set(use.coordinate, known);
    return known;
  };
  const uses = new Map<string, Map<string, { operation: string; place: Place }>>();
  for (const { report, uses: own } of judged) {
    for (const use of own) {
      for (const coordinate of coordinatesOf(use)) {
        if (!announcementOf(coordinate)) continue;
        const entry = uses.get(coordinate) ?? new Map();
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

function compareUses(a: DeprecationUse["uses"][number], b: DeprecationUse["uses"][number]): number {
  return compareText(a.operation, b.operation) || comparePlaces(a.place, b.place);
}

/** Input fields and enum values that a variable of the type may hold. */
function findPassable(schema: GraphQLSchema, name: string): string[] {
  return closureOf(schema, name).flatMap((typeName) => {
    const type = schema.getType(typeName);
    if (isInputObjectType(type)) return Object.keys(type.getFields()).map((field) => memberCoordinate(typeName, field));
    const values = type && "getValues" in type ? type.getValues() : [];
    return [typeName, ...values.map((value) => memberCoordinate(typeName, value.name))];
  });
}

function findAnnouncement(schema: GraphQLSchema, coordinate: string): Announcement | undefined {
  const element = resolveElement(schema, coordinate);
  if (!element) return undefined;
  const { deprecationReason, description } = element;
  if (typeof deprecationReason === "string") return { reason: deprecationReason, announced: "directive" };
  const reason = findWords(description ?? "");
  return reason === undefined ? undefined : { reason, announced: "description" };
}

interface Described {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

function resolveElement(schema: GraphQLSchema, coordinate: string): Described | undefined {
  try {
    const element = resolveSchemaCoordinate(schema, coordinate);
    if (!element) return undefined;
    if ("fieldArgument" in element) return element.fieldArgument;
    if ("directiveArgument" in element) return element.directiveArgument;
    if ("inputField" in element) return element.inputField;
    if ("enumValue" in element) return element.enumValue;
    if ("field" in element) return element.field;
    return "directive" in element ? element.directive : getNamedType(element.type);
  } catch {
    // The type, field or directive that the coordinate begins with is gone.
    return undefined;
  }
}

/** At the start of a line: in the middle of one the word may be about anything. */
const WORDS =
  /^[\s*_[(>-]*deprecated\b[\])*_]*(?:\s*[:.!,;–—-]\s*|\s+(?=(?:since|in favou?r|use|as of|and|by|from)\b)|\s*$)(.*)/im;

/** The sentence in which a description announces that something goes away. */
function findWords(description: string): string | undefined {
  const match = WORDS.exec(description);
  if (!match) return undefined;
  const reason = match[1]?.replace(/^[\s*_]+|[\s*_]+$/g, "");
  return reason || "No reason is given.";
}
