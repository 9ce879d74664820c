/** Members of a union: which old and new ones belong together, and which code can tell apart. */

import type { Member, Objects, Property } from "../model/result-type.ts";

/** Pairs the members that have the same exported name, then those that share an object type. */
export function pairMembers(old: Objects, now: Objects): (readonly [old: Member, now: Member])[] {
  const byKey = new Map(old.members.map((member) => [keyOf(member, old), member]));
  /** By the new member. */
  const pairs = new Map<Member, Member>();
  for (const member of now.members) {
    const was = byKey.get(keyOf(member, now));
    if (was) pairs.set(member, was);
  }
  const taken = new Set(pairs.values());
  for (const member of now.members) {
    if (pairs.has(member)) continue;
    const was = old.members.find(
      (candidate) => !taken.has(candidate) && candidate.types.some((type) => member.types.includes(type)),
    );
    if (!was) continue;
    pairs.set(member, was);
    taken.add(was);
  }
  return [...pairs].map(([is, was]) => [was, is]);
}

/** The exported name of a member, or what stands for it. */
function keyOf({ exported, isOpen, properties }: Member, union: Objects): string {
  // The members of an input type with `@oneOf` share a name. Each has the name of the field that it sets.
  if (union.isUnion && exported === union.exported)
    return [...properties].find(([, { optional }]) => !optional)?.[0] ?? "";
  return exported?.name ?? (isOpen ? "open" : "");
}

export function isTypename({ coordinate }: Property): boolean {
  return coordinate.endsWith(".__typename");
}

export function hasTypename({ properties }: Member): boolean {
  return [...properties.values()].some(isTypename);
}

export function hasSameKeys(properties: Member["properties"], other: Member["properties"]): boolean {
  return properties.size === other.size && [...properties.keys()].every((key) => other.has(key));
}
