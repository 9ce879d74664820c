/**
 * The reasons for the members that a union gained or lost, and for the types whose fields moved to another
 * member.
 */

import type { Member, Objects } from "../../model/result-type.ts";
import type { AssignabilityContext } from "./assignability-options.ts";
import { hasSameKeys } from "./pair-members.ts";
import {
  type CodeKind,
  type ElementChange,
  mergeCode,
  type NodeReason,
  type UsedElement,
  WORDS_FOR_UNKNOWN_TYPES,
} from "./reasons.ts";

interface CodedMember {
  readonly member: Member;
  /** The code that the change of this member breaks. */
  readonly code: readonly CodeKind[];
}

/** Added or removed members, and the union on both sides. */
interface MemberChange {
  readonly change: "added" | "removed";
  readonly members: readonly CodedMember[];
  /** The union that has the members. */
  readonly union: Objects;
  /** The union on the other side, which does not have them. */
  readonly otherUnion: Objects;
}

/**
 * One reason for all members that break readers, then one for all others; and one for each type that moved.
 */
export function createMemberReasons(
  { consume }: AssignabilityContext,
  changed: MemberChange,
  element: UsedElement,
): NodeReason[] {
  const breaksReaders = ({ code }: CodedMember) => code.includes(consume);
  const readers = changed.members.filter(breaksReaders);
  const others = changed.members.filter((member) => !breaksReaders(member));
  return [readers, others].flatMap((members) => createReasons({ ...changed, members }, element));
}

function createReasons(
  { change, members, union, otherUnion }: MemberChange,
  element: UsedElement,
): NodeReason[] {
  const isInBoth = (name: string) => otherUnion.members.some(({ types }) => types.includes(name));
  // A type of both unions is in another member, because it implements other interfaces, so other fragments
  // apply to it.
  const isMoved = ({ types }: Member) => types.length > 0 && types.every(isInBoth);
  const moved = members.filter(({ member }) => isMoved(member));
  const reasons = moved.map(({ member, code }) => createMovedTypeReason(member.types[0], code, element));
  if (moved.length === members.length) return reasons;
  const names = members.flatMap(({ member: { types } }) => types.filter((name) => !isInBoth(name)));
  const types = names.length > 0 ? names : WORDS_FOR_UNKNOWN_TYPES;
  const rule = change === "added" ? "union-grew" : "union-shrank";
  // The union changed, or the field that returns another one now.
  const coordinate = union.name === otherUnion.name ? union.name : element.coordinate;
  const membersChange: ElementChange = {
    kind: "members",
    of: element.coordinate,
    added: change === "added" ? types : [],
    removed: change === "removed" ? types : [],
  };
  const code = mergeCode(members.filter(({ member }) => !isMoved(member)).map((member) => member.code));
  return [...reasons, { rule, coordinate, change: membersChange, code, node: element.node }];
}

function createMovedTypeReason(
  type: string | undefined,
  code: readonly CodeKind[],
  element: UsedElement,
): NodeReason {
  const change: ElementChange = { kind: "interfaces", of: element.coordinate };
  return { rule: "type", coordinate: type ?? element.coordinate, change, code, node: element.node };
}

/**
 * The reasons for the types that are now in another member: an interface moved from one type of a union to
 * another. No code breaks, because the members are the same ones, and code cannot distinguish the types. Their
 * results have other fields.
 */
export function createMovedTypeReasons(
  pairs: readonly (readonly [oldMember: Member, newMember: Member])[],
  element: UsedElement,
): NodeReason[] {
  return pairs.flatMap(([oldMember, newMember]) => {
    const arrived = newMember.types.filter((type) => !oldMember.types.includes(type));
    return arrived.flatMap((type) => {
      const from = pairs.find(([other]) => other.types.includes(type))?.[0];
      if (!from || hasSameKeys(from.properties, newMember.properties)) return [];
      return [createMovedTypeReason(type, [], element)];
    });
  });
}
