/** Members of a union: which old and new ones belong together, and which code can tell apart. */

import type { Member, Objects, Property } from "../../model/result-type.ts";

type MemberPair = readonly [oldMember: Member, newMember: Member];

/**
 * Pairs the members that have the same exported name, then those that share an object type. Code cannot
 * distinguish two members that are alone and have no `__typename`: an object type can become an interface. If
 * the new one lacks a property, the types of the union are the difference.
 */
export function pairMembers(oldUnion: Objects, newUnion: Objects): MemberPair[] {
  const [oldOnly, ...oldOthers] = oldUnion.members;
  const [newOnly, ...newOthers] = newUnion.members;
  const areAlone = oldOthers.length === 0 && newOthers.length === 0;
  if (oldOnly && newOnly && areAlone && canReplace(oldOnly, newOnly)) return [[oldOnly, newOnly]];
  const oldByKey = new Map(oldUnion.members.map((member) => [keyOf(member, oldUnion), member]));
  const oldByNew = new Map<Member, Member>();
  for (const newMember of newUnion.members) {
    const oldMember = oldByKey.get(keyOf(newMember, newUnion));
    if (oldMember) oldByNew.set(newMember, oldMember);
  }
  const paired = new Set(oldByNew.values());
  for (const newMember of newUnion.members) {
    if (oldByNew.has(newMember)) continue;
    const oldMember = oldUnion.members.find(
      (candidate) => !paired.has(candidate) && candidate.types.some((type) => newMember.types.includes(type)),
    );
    if (!oldMember) continue;
    oldByNew.set(newMember, oldMember);
    paired.add(oldMember);
  }
  return [...oldByNew].map(([newMember, oldMember]) => [oldMember, newMember]);
}

function canReplace(oldMember: Member, newMember: Member): boolean {
  if (hasTypename(oldMember) || hasTypename(newMember)) return false;
  return [...oldMember.properties.keys()].every((key) => newMember.properties.has(key));
}

/** The exported name of a member. Without a name, it is `open` or empty, which no exported name is. */
function keyOf(member: Member, union: Objects): string {
  const { exported, isOpen } = member;
  // The members of an input type with `@oneOf` share the name of the type.
  if (union.isUnion && exported === union.exported) return requiredKeyOf(member);
  return exported?.name ?? (isOpen ? "open" : "");
}

/** The field that a member of an input type with `@oneOf` sets: `a` for `{ a: string, b?: never }`. */
function requiredKeyOf({ properties }: Member): string {
  return [...properties.keys()].find((key) => properties.get(key)?.optional === false) ?? "";
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
