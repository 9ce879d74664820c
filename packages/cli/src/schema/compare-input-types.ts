/** Whether what was passed for an argument or an input field may still be, going by its type. */

import { type GraphQLInputType, type GraphQLSchema, getNamedType, isListType, isNonNullType } from "graphql";
import { isAssignable } from "./assignable.ts";
import type { Found } from "./finding.ts";
import type { InputShaper } from "./input-shape.ts";
import type { Shape } from "./shape.ts";

/** A reason that holds for every variable of the type. */
export type InputReason = Omit<Found, "node">;

export interface InputComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  readonly shapeBefore: InputShaper;
  readonly shapeAfter: InputShaper;
}

/** What differs inside of the named type is left to the comparison of that, unless there are two different ones. */
export function compareInputTypes(
  { shapeBefore, shapeAfter }: InputComparison,
  coordinate: string,
  old: GraphQLInputType,
  now: GraphQLInputType,
): InputReason[] {
  if (`${old}` === `${now}` && old.constructor === now.constructor) return [];
  const message = `${coordinate} takes ${now} now, was ${old}.`;
  if (isSameName(old, now)) {
    return [{ verdict: narrows(old, now) ? "breaks" : "changes types", rule: "type", coordinate, message }];
  }
  const [was, is] = [shapeBefore(old), shapeAfter(now)];
  const lost = findLostField(was, is);
  if (!isAssignable(was, is)) return [{ verdict: "breaks", rule: "type", coordinate, message }];
  if (lost === undefined) return [{ verdict: "changes types", rule: "type", coordinate, message }];
  const explained = `${coordinate} takes ${now} now, was ${old}: whoever passes ${lost} is refused.`;
  return [{ verdict: "breaks", rule: "input-field", coordinate, message: explained }];
}

/** A field that the new type does not have: TypeScript lets it pass in most cases, the server in none. */
function findLostField(old: Shape, now: Shape, seen: Set<Shape> = new Set()): string | undefined {
  if (old.kind === "nullable" || old.kind === "list") return findLostField(old.of, now, seen);
  if (now.kind === "nullable" || now.kind === "list") return findLostField(old, now.of, seen);
  if (old.kind !== "objects" || now.kind !== "objects" || old === now || seen.has(old)) return undefined;
  seen.add(old);
  const fields = new Map(now.members.flatMap(({ properties }) => [...properties]));
  for (const { properties } of old.members) {
    for (const [name, { shape, coordinate }] of properties) {
      const field = fields.get(name);
      if (!field) return coordinate;
      const lost = findLostField(shape, field.shape, seen);
      if (lost !== undefined) return lost;
    }
  }
  return undefined;
}

function isSameName(old: GraphQLInputType, now: GraphQLInputType): boolean {
  const [a, b] = [getNamedType(old), getNamedType(now)];
  return a.name === b.name && a.constructor === b.constructor;
}

/** Whether a value of the old type may be refused, given that both are made of the same named type. */
function narrows(old: GraphQLInputType, now: GraphQLInputType): boolean {
  if (isNonNullType(now)) return !isNonNullType(old) || narrows(old.ofType, now.ofType);
  if (isNonNullType(old)) return narrows(old.ofType, now);
  if (isListType(old) && isListType(now)) return narrows(old.ofType, now.ofType);
  return isListType(old) !== isListType(now);
}
