/**
 * Compares the types that variables name: which values the compiler or the platform now rejects. Replaces the
 * reasons of `assignability.ts` of the kinds `nullability`, `field`, `members` and `presence` (`absent`,
 * `present`): no finding about these types has them.
 */

import {
  type ASTNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
} from "graphql";
import { memoize } from "../../model/cache.ts";
import type { InputCompiler } from "../../model/compile-inputs.ts";
import { type InputElement, isRequiredInput } from "../../model/graphql.ts";
import { type Leaf, type Objects, type ResultType, unwrap } from "../../model/result-type.ts";
import { addAll } from "../../text/long-lists.ts";
import type { Assignability } from "./assignability.ts";
import { compareDefaults } from "./defaults.ts";
import { type CodeKind, MOST_VALUES, mergeCode, type Reason } from "./reasons.ts";

interface InputComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  readonly compileBefore: InputCompiler;
  readonly compileAfter: InputCompiler;
  /** Compares the types without the names of their declarations. */
  readonly assignability: Assignability;
  readonly codeBrokenByName: Assignability["codeBrokenByName"];
}

/** Creates a function that compares a named input type, and all types that it refers to, in both schemas. */
export function createInputComparison(comparison: InputComparison): (name: string) => readonly Reason[] {
  const compareOwn = memoize((oldName: string) =>
    memoize((newName: string) => compareNamed(comparison, oldName, newName)),
  );
  return memoize((name) => {
    const pairs = [...sharedClosure(comparison, name, name).values()];
    return pairs.flatMap(([oldName, newName]) => compareOwn(oldName)(newName));
  });
}

type NamePair = readonly [oldName: string, newName: string];

/**
 * Names of the types that both schemas reach from a type through the same fields. For
 * `Filter { state: State }` and `Filter { state: Mode }`: `[Filter, Filter]` and `[State, Mode]`.
 *
 * @param pairs - Those found so far, each with a key of its own.
 */
function sharedClosure(
  comparison: InputComparison,
  oldName: string,
  newName: string,
  pairs = new Map<string, NamePair>(),
): ReadonlyMap<string, NamePair> {
  const key = `${oldName} ${newName}`;
  if (pairs.has(key)) return pairs;
  pairs.set(key, [oldName, newName]);
  const old = comparison.before.getType(oldName);
  const now = comparison.after.getType(newName);
  if (isInputObjectType(old) && isInputObjectType(now)) {
    const fields = now.getFields();
    for (const field of Object.values(old.getFields())) {
      const inner = getNamedType(fields[field.name]?.type);
      if (inner) sharedClosure(comparison, getNamedType(field.type).name, inner.name, pairs);
    }
  }
  return pairs;
}

function compareNamed(comparison: InputComparison, oldName: string, newName: string): Reason[] {
  const old = comparison.before.getType(oldName);
  const now = comparison.after.getType(newName);
  // The field with both types has another type, which is a finding of its own (`compareFields`). Only the
  // values that the platform receives are left.
  const isOtherType = oldName !== newName;
  if (isInputObjectType(old) && isInputObjectType(now)) {
    const reasons = compareInputObjects(comparison, old, now);
    return isOtherType ? reasons.filter(({ rule }) => rule === "default") : reasons;
  }
  if (isOtherType) return [];
  if (isEnumType(old) && isEnumType(now)) {
    const oldEnum = innermost(comparison.compileBefore(old));
    const newEnum = innermost(comparison.compileAfter(now));
    if (oldEnum.kind !== "leaf" || newEnum.kind !== "leaf") return [];
    return comparison.assignability.compareEnumValues(oldEnum, newEnum, {
      coordinate: newName,
      node: NO_NODE,
    });
  }
  if (!isInputType(old) || !isInputType(now) || old.constructor === now.constructor) return [];
  return [
    compareInputTypes(comparison, newName, old, now, { was: describeKind(old), now: describeKind(now) }),
  ];
}

function compareInputObjects(
  comparison: InputComparison,
  old: GraphQLInputObjectType,
  now: GraphQLInputObjectType,
): Reason[] {
  const { name, isOneOf } = now;
  const oldFields = old.getFields();
  const fields = now.getFields();
  const reasons: Reason[] = [];
  if (old.isOneOf !== isOneOf) {
    const change = { kind: "one-of", now: isOneOf } as const;
    reasons.push({ rule: "type", coordinate: name, change, code: [isOneOf ? "writes" : "readsVariables"] });
  }
  for (const field of Object.values(fields)) {
    const coordinate = `${name}.${field.name}`;
    const oldField = oldFields[field.name];
    if (oldField) addAll(reasons, compareFields(comparison, coordinate, oldField, field));
    else reasons.push(createAddedReason(coordinate, isRequiredInput(field), isOneOf));
  }
  for (const field of Object.values(oldFields)) {
    if (fields[field.name]) continue;
    const change = { kind: "input", change: "removed", required: isRequiredInput(field) } as const;
    // TypeScript rejects it only in object literals; the server always does.
    const code = ["writes", "readsVariables", "switches"] as const;
    reasons.push({ rule: "input-field", coordinate: `${name}.${field.name}`, change, code });
  }
  return reasons;
}

function createAddedReason(coordinate: string, required: boolean, isOneOf: boolean): Reason {
  const change = { kind: "input", change: "added", required } as const;
  if (required) return { rule: "required", coordinate, change, code: ["writes", "switches"] };
  // A new field of a type with `@oneOf` is another choice.
  const code: readonly CodeKind[] = isOneOf ? ["readsVariables", "switches"] : ["switches"];
  return { rule: "input-field", coordinate, change, code };
}

/** The presence is a finding of its own. If it changed, the types are compared without their `!`. */
function compareFields(
  comparison: InputComparison,
  coordinate: string,
  old: InputElement,
  now: InputElement,
): Reason[] {
  const isRequired = isRequiredInput(now);
  const isSamePresence = isRequiredInput(old) === isRequired;
  const [oldType, newType] = isSamePresence
    ? [old.type, now.type]
    : [getNullableType(old.type), getNullableType(now.type)];
  const texts = { was: `${oldType}`, now: `${newType}` };
  const reasons = compareDefaults({ coordinate, old, now }, "calls");
  if (texts.was !== texts.now)
    reasons.push(compareInputTypes(comparison, coordinate, oldType, newType, texts));
  if (isSamePresence) return reasons;
  const presence: Reason = isRequired
    ? { rule: "required", coordinate, change: { kind: "presence", now: "required" }, code: ["writes"] }
    : { rule: "type", coordinate, change: { kind: "presence", now: "optional" }, code: ["readsVariables"] };
  return [...reasons, presence];
}

/** Differences inside of a type with the same name are found by comparing that type. */
function compareInputTypes(
  { compileBefore, compileAfter, assignability, codeBrokenByName }: InputComparison,
  coordinate: string,
  old: GraphQLInputType,
  now: GraphQLInputType,
  texts: { readonly was: string; readonly now: string },
): Reason {
  const type = compileAfter(now);
  const reasons = assignability.compare(compileBefore(old), type, { coordinate, node: NO_NODE });
  // Generated code exports enums and input types under their names.
  const oldNamed = getNamedType(old);
  const newNamed = getNamedType(now);
  const isSame = oldNamed.name === newNamed.name && isScalarType(oldNamed) === isScalarType(newNamed);
  const codeOfName = isSame || isScalarType(oldNamed) ? [] : codeBrokenByName(oldNamed.name, innermost(type));
  const code = mergeCode([...reasons.map((reason) => reason.code), codeOfName]);
  const change = { kind: "type", ...texts } as const;
  const rejection = isCoerced(old, now) ? undefined : findRejection(reasons);
  if (rejection) {
    const { rule, rejects } = rejection;
    return { rule, coordinate, change: { ...change, rejects }, code, breaksCalls: true };
  }
  if (codeOfName.length === 0) return { rule: "type", coordinate, change, code };
  return { rule: "name", coordinate, change: { ...change, lost: oldNamed.name }, code };
}

/** Scalars that a server converts, by the scalar that it converts them to. */
const COERCED: ReadonlyMap<string, readonly string[]> = new Map([
  ["Float", ["Int"]],
  ["ID", ["Int", "String"]],
]);

/**
 * Whether the server accepts each value of the old type: it converts some scalars, and a value to a list of
 * one item.
 *
 * @param entered - Pairs of input types around the two. Input types can be recursive.
 */
function isCoerced(
  old: GraphQLInputType,
  now: GraphQLInputType,
  entered: ReadonlySet<string> = new Set(),
): boolean {
  if (isNonNullType(now)) return isNonNullType(old) && isCoerced(old.ofType, now.ofType, entered);
  if (isNonNullType(old)) return isCoerced(old.ofType, now, entered);
  if (isListType(now)) {
    const item = isListType(old) ? now.ofType : getNullableType(now.ofType);
    return isCoerced(isListType(old) ? old.ofType : old, item, entered);
  }
  if (isListType(old)) return false;
  // The differences inside of an input type that keeps its name are findings of their own.
  if (old.name === now.name && old.constructor === now.constructor) return true;
  if (isInputObjectType(old) && isInputObjectType(now)) return areFieldsCoerced(old, now, entered);
  return COERCED.get(now.name)?.includes(old.name) ?? false;
}

function areFieldsCoerced(
  old: GraphQLInputObjectType,
  now: GraphQLInputObjectType,
  entered: ReadonlySet<string>,
): boolean {
  const pair = `${old.name} ${now.name}`;
  if (entered.has(pair)) return true;
  if (now.isOneOf && !old.isOneOf) return false;
  const oldFields = old.getFields();
  const fields = now.getFields();
  const inner = new Set([...entered, pair]);
  const areAccepted = Object.values(oldFields).every(({ name, type }) => {
    const field = fields[name];
    return field !== undefined && isCoerced(type, field.type, inner);
  });
  const areSet = Object.values(fields).every((field) => {
    const oldField = oldFields[field.name];
    return !isRequiredInput(field) || (oldField !== undefined && isRequiredInput(oldField));
  });
  return areAccepted && areSet;
}

const NO_NODE = {} as ASTNode;

/** The values that the platform rejects now: some, by name, or {@link MOST_VALUES}. */
interface Rejection {
  readonly rule: "type" | "input-field";
  readonly rejects: string;
}

const REJECTS_MOST: Rejection = { rule: "type", rejects: MOST_VALUES };

/** Merges the rejections of all reasons: the first of them, if each can name its values. */
function findRejection(reasons: readonly Reason[]): Rejection | undefined {
  const rejected = reasons.filter(({ code, breaksCalls }) => breaksCalls || code.includes("writes"));
  if (rejected.length === 0) return undefined;
  if (rejected.every(({ change }) => change.kind === "nullability")) return { rule: "type", rejects: "null" };
  const rejections = rejected.map(toRejection);
  const canName = rejections.every(({ rejects }) => rejects !== MOST_VALUES);
  return canName ? rejections[0] : REJECTS_MOST;
}

function toRejection({ change, coordinate }: Reason): Rejection {
  if (change.kind === "field") return { rule: "input-field", rejects: coordinate };
  if (change.kind === "type" && change.rejects !== undefined)
    return { rule: "type", rejects: change.rejects };
  return REJECTS_MOST;
}

function innermost(type: ResultType): Leaf | Objects {
  const inner = unwrap(type);
  return inner.kind === "list" ? innermost(inner.of) : inner;
}

/** Describes the kind of a type whose name stayed the same. */
function describeKind(type: GraphQLInputType & GraphQLNamedType): string {
  if (isEnumType(type)) return "an enum";
  return isInputObjectType(type) ? "an input type" : "a scalar";
}
