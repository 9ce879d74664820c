/** What the judges find, before it is known where in the files it is. */

import type { ASTNode } from "graphql";
import { comparePlaces, placeOf } from "./place.ts";
import type { Finding } from "./report.ts";

/** A reason for a verdict, at a node of the document. */
export interface Found extends Omit<Finding, "place" | "accepted"> {
  readonly node: ASTNode;
}

/** Each reason once, worst first, then by place: several members of an interface may give the same one. */
export function toFindings(found: readonly Found[]): Finding[] {
  const unique = new Map<string, Finding>();
  for (const { node, ...rest } of found) {
    const place = placeOf(node);
    const key = JSON.stringify([rest.verdict, rest.rule, rest.coordinate, place]);
    if (!unique.has(key)) unique.set(key, { ...rest, place });
  }
  return [...unique.values()].sort(compareFindings);
}

function compareFindings(a: Finding, b: Finding): number {
  if (a.verdict !== b.verdict) return a.verdict === "breaks" ? -1 : 1;
  return comparePlaces(a.place, b.place);
}
