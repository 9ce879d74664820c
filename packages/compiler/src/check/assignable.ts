/** Whether TypeScript accepts the variables of one schema as variables of another. */

import { acceptsAnything, type Member, type Objects, type ResultType } from "../model/result-type.ts";

/** Pairs that are assumed to be assignable while they are compared, because input types can be recursive. */
type Assumptions = Map<Objects, Set<Objects>>;

export function isAssignable(source: ResultType, target: ResultType, assumed: Assumptions = new Map()): boolean {
  if (source === target || acceptsAnything(target)) return true;
  if (source.kind === "nullable") {
    if (target.kind === "nullable") return isAssignable(source.of, target.of, assumed);
    return target.kind === "leaf" && target.atoms.has("null") && isAssignable(source.of, target, assumed);
  }
  if (target.kind === "nullable") return isAssignable(source, target.of, assumed);
  if (source.kind === "leaf" && target.kind === "leaf") {
    return [...source.atoms].every((atom) => isAtomAssignable(atom, target.atoms));
  }
  if (source.kind === "list" && target.kind === "list") return isAssignable(source.of, target.of, assumed);
  if (source.kind === "objects" && target.kind === "objects") return areObjectsAssignable(source, target, assumed);
  return false;
}

/** A string literal is assignable to `string`. */
function isAtomAssignable(atom: string, target: ReadonlySet<string>): boolean {
  return target.has(atom) || (atom.startsWith('"') && target.has("string"));
}

function areObjectsAssignable(source: Objects, target: Objects, assumed: Assumptions): boolean {
  const targets = assumed.get(source) ?? new Set();
  if (targets.has(target)) return true;
  assumed.set(source, targets.add(target));
  const result = source.members.every((member) =>
    target.members.some((other) => isMemberAssignable(member, other, assumed)),
  );
  if (!result) targets.delete(target);
  return result;
}

function isMemberAssignable(source: Member, target: Member, assumed: Assumptions): boolean {
  const properties = [...target.properties];
  // TypeScript rejects a type that shares no property with a type whose properties are all optional.
  const isWeak = source.properties.size > 0 && properties.every(([, { optional }]) => optional);
  if (isWeak && !properties.some(([name]) => source.properties.has(name))) return false;
  return properties.every(([name, wanted]) => {
    const property = source.properties.get(name);
    if (!property) return wanted.optional;
    return (!property.optional || wanted.optional) && isAssignable(property.type, wanted.type, assumed);
  });
}
