/** Whether TypeScript would accept a value of one shape where another one is asked for. */

import { holdsAnything, type Member, type Objects, type Shape } from "./shape.ts";

/** Pairs that are taken to be assignable while the question is open, as TypeScript does: input types refer to themselves. */
type Assumptions = Map<Objects, Set<Objects>>;

export function isAssignable(source: Shape, target: Shape, assumed: Assumptions = new Map()): boolean {
  if (source === target || holdsAnything(target)) return true;
  if (source.kind === "nullable") {
    if (target.kind === "nullable") return isAssignable(source.of, target.of, assumed);
    return target.kind === "atoms" && target.atoms.has("null") && isAssignable(source.of, target, assumed);
  }
  if (target.kind === "nullable") return isAssignable(source, target.of, assumed);
  if (source.kind === "atoms" && target.kind === "atoms") {
    return source.atoms.has("any") || [...source.atoms].every((atom) => isAtomAssignable(atom, target.atoms));
  }
  if (source.kind === "list" && target.kind === "list") return isAssignable(source.of, target.of, assumed);
  if (source.kind === "objects" && target.kind === "objects") return areObjectsAssignable(source, target, assumed);
  return false;
}

/** A literal is a string. */
export function isAtomAssignable(atom: string, target: ReadonlySet<string>): boolean {
  return target.has(atom) || (atom.startsWith('"') && target.has("string"));
}

function areObjectsAssignable(source: Objects, target: Objects, assumed: Assumptions): boolean {
  const targets = assumed.get(source) ?? new Set();
  if (targets.has(target)) return true;
  assumed.set(source, targets.add(target));
  const answer = source.members.every((member) => findTarget(member, target, assumed) !== undefined);
  if (!answer) targets.delete(target);
  return answer;
}

/** The member of a union that accepts a value of the given one; the type's own is asked first. */
export function findTarget(source: Member, target: Objects, assumed: Assumptions = new Map()): Member | undefined {
  const own = target.members.find(({ name }) => name === source.name);
  if (own && isMemberAssignable(source, own, assumed)) return own;
  return target.members.find((member) => member !== own && isMemberAssignable(source, member, assumed));
}

function isMemberAssignable(source: Member, target: Member, assumed: Assumptions): boolean {
  // `Record<PropertyKey, never>` takes nothing but itself: any property would have to be `never`.
  if (target.properties.size === 0) return source.properties.size === 0;
  if (hasNothingInCommon(source, target)) return false;
  for (const [name, wanted] of target.properties) {
    const given = source.properties.get(name);
    if (!given && wanted.optional) continue;
    if (!given || (given.optional && !wanted.optional) || !isAssignable(given.shape, wanted.shape, assumed))
      return false;
  }
  return true;
}

/** TypeScript refuses what shares no property with a type whose properties are all optional: it must be a mistake. */
function hasNothingInCommon(source: Member, target: Member): boolean {
  const isWeak = source.properties.size > 0 && [...target.properties.values()].every(({ optional }) => optional);
  return isWeak && ![...target.properties.keys()].some((name) => source.properties.has(name));
}
