/** Compares the types of variables. `breaks` if a value that was accepted is now rejected. */

import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
} from "graphql";
import { type InputElement, isRequiredInput } from "../graphql.ts";
import type { InputShaper } from "./build-shapes.ts";
import { compareDefaults } from "./compare-defaults.ts";
import { memoize } from "./document.ts";
import { isAssignable, type Shape } from "./shape.ts";
import type { Reason } from "./validity.ts";

interface InputComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  readonly shapeBefore: InputShaper;
  readonly shapeAfter: InputShaper;
}

/** Creates a function that compares a named input type, and all types that it refers to, in both schemas. */
export function createInputComparison(comparison: InputComparison): (name: string) => readonly Reason[] {
  const compareOwn = memoize((name: string) => compareNamed(comparison, name));
  return memoize((name) => sharedClosure(comparison, name).flatMap(compareOwn));
}

/** Names of the types that both schemas reach from a type through the same fields. */
function sharedClosure(comparison: InputComparison, name: string, found = new Set<string>()): string[] {
  if (found.has(name)) return [];
  found.add(name);
  const [old, now] = [comparison.before.getType(name), comparison.after.getType(name)];
  if (isInputObjectType(old) && isInputObjectType(now)) {
    const fields = now.getFields();
    for (const field of Object.values(old.getFields())) {
      const inner = getNamedType(field.type).name;
      if (getNamedType(fields[field.name]?.type)?.name === inner) sharedClosure(comparison, inner, found);
    }
  }
  return [...found];
}

function compareNamed(comparison: InputComparison, name: string): Reason[] {
  const [old, now] = [comparison.before.getType(name), comparison.after.getType(name)];
  if (isEnumType(old) && isEnumType(now)) return compareEnums(old, now);
  if (isInputObjectType(old) && isInputObjectType(now)) return compareInputObjects(comparison, old, now);
  if (!isInputType(old) || !isInputType(now) || old.constructor === now.constructor) return [];
  return compareInputTypes(comparison, name, old, now);
}

function compareEnums(old: GraphQLEnumType, now: GraphQLEnumType): Reason[] {
  const without = (one: GraphQLEnumType, other: GraphQLEnumType): string[] =>
    one.getValues().flatMap(({ name }) => (other.getValue(name) ? [] : [name]));
  const { name } = now;
  return [
    ...without(old, now).map((value): Reason => {
      const message = `${name} no longer accepts ${value}. Calls that pass it are rejected.`;
      return { verdict: "breaks", rule: "enum-shrank", coordinate: `${name}.${value}`, message };
    }),
    ...without(now, old).map((value): Reason => {
      const message = `${name} now also accepts ${value}.`;
      return { verdict: "changes types", rule: "enum-grew", coordinate: `${name}.${value}`, message };
    }),
  ];
}

function compareInputObjects(
  comparison: InputComparison,
  old: GraphQLInputObjectType,
  now: GraphQLInputObjectType,
): Reason[] {
  const { name } = now;
  const [oldFields, nowFields] = [old.getFields(), now.getFields()];
  const reasons: Reason[] = [];
  if (old.isOneOf !== now.isOneOf) {
    const message = `${name} now accepts ${now.isOneOf ? "exactly" : "more than"} one of its fields.`;
    reasons.push({ verdict: now.isOneOf ? "breaks" : "changes types", rule: "type", coordinate: name, message });
  }
  for (const field of Object.values(nowFields)) {
    const coordinate = `${name}.${field.name}`;
    const was = oldFields[field.name];
    if (was) {
      reasons.push(...compareFields(comparison, coordinate, was, field));
    } else if (isRequiredInput(field)) {
      const message = `${coordinate} is new and required. Existing calls do not set it.`;
      reasons.push({ verdict: "breaks", rule: "required", coordinate, message });
    } else {
      const message = `${coordinate} is new and optional.`;
      reasons.push({ verdict: "changes types", rule: "input-field", coordinate, message });
    }
  }
  for (const field of Object.values(oldFields)) {
    if (nowFields[field.name]) continue;
    const coordinate = `${name}.${field.name}`;
    // TypeScript rejects it only in object literals; the server always does.
    const message = `${coordinate} was removed. Calls that pass it are rejected.`;
    reasons.push({ verdict: "breaks", rule: "input-field", coordinate, message });
  }
  return reasons;
}

function compareFields(
  comparison: InputComparison,
  coordinate: string,
  old: InputElement,
  now: InputElement,
): Reason[] {
  const reasons = compareDefaults(coordinate, old, now, "Calls that omit it rely");
  const isRequired = isRequiredInput(now);
  if (isRequiredInput(old) === isRequired) {
    return [...reasons, ...compareInputTypes(comparison, coordinate, old.type, now.type)];
  }
  const reason: Reason = isRequired
    ? { verdict: "breaks", rule: "required", coordinate, message: `${coordinate} is now required, was optional.` }
    : { verdict: "changes types", rule: "type", coordinate, message: `${coordinate} is now optional, was required.` };
  return [...reasons, reason];
}

/** Compares the types of an input element. Differences inside of a named type are found by comparing that type. */
function compareInputTypes(
  { shapeBefore, shapeAfter }: InputComparison,
  coordinate: string,
  old: GraphQLInputType,
  now: GraphQLInputType,
): Reason[] {
  if (`${old}` === `${now}` && old.constructor === now.constructor) return [];
  const message = `${coordinate} is now ${now}, was ${old}.`;
  const [oldNamed, nowNamed] = [getNamedType(old), getNamedType(now)];
  if (oldNamed.name === nowNamed.name && oldNamed.constructor === nowNamed.constructor) {
    return [{ verdict: narrows(old, now) ? "breaks" : "changes types", rule: "type", coordinate, message }];
  }
  const [was, is] = [shapeBefore(old), shapeAfter(now)];
  if (!isAssignable(was, is)) return [{ verdict: "breaks", rule: "type", coordinate, message }];
  const removed = findRemovedField(was, is);
  if (removed === undefined) return [{ verdict: "changes types", rule: "type", coordinate, message }];
  const explanation = `${message} Calls that pass ${removed} are rejected.`;
  return [{ verdict: "breaks", rule: "input-field", coordinate, message: explanation }];
}

/** Finds a field that the new type does not have. TypeScript accepts it in most cases, the server never does. */
function findRemovedField(old: Shape, now: Shape, seen: Set<Shape> = new Set()): string | undefined {
  if (old.kind === "nullable" || old.kind === "list") return findRemovedField(old.of, now, seen);
  if (now.kind === "nullable" || now.kind === "list") return findRemovedField(old, now.of, seen);
  if (old.kind !== "objects" || now.kind !== "objects" || old === now || seen.has(old)) return undefined;
  seen.add(old);
  const fields = new Map(now.members.flatMap(({ properties }) => [...properties]));
  for (const [name, { shape, coordinate }] of old.members.flatMap(({ properties }) => [...properties])) {
    const field = fields.get(name);
    const removed = field ? findRemovedField(shape, field.shape, seen) : coordinate;
    if (removed !== undefined) return removed;
  }
  return undefined;
}

/** Whether a value of the old type can be rejected, if both consist of the same named type. */
function narrows(old: GraphQLInputType, now: GraphQLInputType): boolean {
  if (isNonNullType(now)) return !isNonNullType(old) || narrows(old.ofType, now.ofType);
  if (isNonNullType(old)) return narrows(old.ofType, now);
  if (isListType(old) && isListType(now)) return narrows(old.ofType, now.ofType);
  return isListType(old) !== isListType(now);
}
