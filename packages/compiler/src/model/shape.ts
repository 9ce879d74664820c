/** TypeScript types of generated code, reduced to what assignability depends on. */

import type { FieldNode } from "graphql";
import { UNKNOWN_VALUE } from "./open-types.ts";

export type Shape = Atoms | List | Nullable | Objects;

/** A scalar or an enum: a union of types without parts, such as `string`, `"ACTIVE"` or `unknown`. */
export interface Atoms {
  readonly kind: "atoms";
  /** Name of the scalar or enum. */
  readonly name: string;
  readonly isEnum: boolean;
  readonly atoms: ReadonlySet<string>;
}

/** The member of an open enum for unknown values. */
export const UNKNOWN_ATOM: string = JSON.stringify(UNKNOWN_VALUE);

export interface List {
  readonly kind: "list";
  readonly of: Shape;
}

/** Can be `null`; in variables also `undefined`. */
export interface Nullable {
  readonly kind: "nullable";
  readonly of: Shape;
}

/** A union of object types, one for each possible type; `never` if there is none. */
export interface Objects {
  readonly kind: "objects";
  /** Name of the object type, interface, union or input type. */
  readonly name: string;
  readonly members: readonly Member[];
  /** Possible types without a selection. They share one member without properties. */
  readonly unselected?: readonly string[];
  /** Whether it has a member for unknown types. */
  readonly isOpen?: boolean;
}

export interface Member {
  /** Name of the object type. */
  readonly name: string;
  /** Empty if nothing is selected on the type: codegen then writes `Record<PropertyKey, never>`. */
  readonly properties: ReadonlyMap<string, Property>;
}

export interface Property {
  readonly shape: Shape;
  /** Whether it has a question mark. */
  readonly optional: boolean;
  /** Coordinate of the field on the object type, also if an interface is selected. */
  readonly coordinate: string;
  /** The field in the document. Absent in variables. */
  readonly node?: FieldNode;
}

/** Removes the nullability of the outermost type. */
export function unwrap(shape: Shape): Exclude<Shape, { kind: "nullable" }> {
  return shape.kind === "nullable" ? unwrap(shape.of) : shape;
}

/** Whether a type accepts every value. The compiler then does not notice any change of it. */
export function acceptsAnything(shape: Shape): boolean {
  return shape.kind === "atoms" && (shape.atoms.has("unknown") || shape.atoms.has("any"));
}

/** Pairs that are assumed to be assignable while they are compared, because input types can be recursive. */
type Assumptions = Map<Objects, Set<Objects>>;

/** Whether TypeScript accepts a variable of one shape as a variable of another. */
export function isAssignable(source: Shape, target: Shape, assumed: Assumptions = new Map()): boolean {
  if (source === target || acceptsAnything(target)) return true;
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

/** A string literal is assignable to `string`. */
export function isAtomAssignable(atom: string, target: ReadonlySet<string>): boolean {
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
    return (!property.optional || wanted.optional) && isAssignable(property.shape, wanted.shape, assumed);
  });
}

const keys = new WeakMap<Shape | Member, string>();

/** Returns a text that is equal for two shapes of results that callers cannot distinguish. */
export function keyOf(shape: Shape): string {
  return cacheKey(shape, () => {
    if (shape.kind === "nullable") return `${keyOf(shape.of)}?`;
    if (shape.kind === "list") return `[${keyOf(shape.of)}]`;
    // Members of a union that have the same properties are one type in TypeScript.
    if (shape.kind === "objects") return `(${[...new Set(shape.members.map(keyOfMember))].sort().join("|")})`;
    return `${shape.isEnum ? shape.name : ""}<${[...shape.atoms].sort().join(" ")}>`;
  });
}

function keyOfMember(member: Member): string {
  return cacheKey(member, () => {
    const properties = [...member.properties].map(
      ([name, { optional, shape }]) => `${name}${optional ? "?" : ""}:${keyOf(shape)}`,
    );
    return `{${properties.sort().join(",")}}`;
  });
}

function cacheKey<Key extends Shape | Member>(key: Key, compute: () => string): string {
  const text = keys.get(key) ?? compute();
  keys.set(key, text);
  return text;
}

/** Whether a union has a member that callers cannot distinguish from this one. */
export function hasEqualMember({ members }: Objects, member: Member): boolean {
  return members.some((other) => keyOfMember(other) === keyOfMember(member));
}
