/**
 * Compares the types of variables: which values the compiler or the platform now rejects. Replaces the
 * reasons of `relation.ts` of the kinds `nullability`, `field`, `members` and `presence` (`absent`,
 * `present`): no finding about variables has them.
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
import { memoize } from "../model/cache.ts";
import type { InputCompiler } from "../model/compile-inputs.ts";
import { type InputElement, isRequiredInput } from "../model/graphql.ts";
import { type Leaf, type Objects, type ResultType, unwrap } from "../model/result-type.ts";
import { compareDefaults } from "./compare-defaults.ts";
import { type CodeKind, type ElementChange, mergeCode, type Reason } from "./reasons.ts";
import type { Relation } from "./relation.ts";

interface InputComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  readonly compileBefore: InputCompiler;
  readonly compileAfter: InputCompiler;
  /** Compares the types without the names of their declarations. */
  readonly relation: Relation;
  readonly codeStoppedByName: Relation["codeStoppedByName"];
}

/** Creates a function that compares a named input type, and all types that it refers to, in both schemas. */
export function createInputComparison(comparison: InputComparison): (name: string) => readonly Reason[] {
  const compareOwn = memoize((pair: string) => {
    const [old = "", now = ""] = pair.split(" ");
    return compareNamed(comparison, old, now);
  });
  return memoize((name) => [...sharedClosure(comparison, name, name)].flatMap(compareOwn));
}

/** Names of the types that both schemas reach from a type through the same fields, as `Old New`. */
function sharedClosure(
  comparison: InputComparison,
  name: string,
  other: string,
  pairs = new Set<string>(),
): Set<string> {
  const pair = `${name} ${other}`;
  if (pairs.has(pair)) return pairs;
  pairs.add(pair);
  const old = comparison.before.getType(name);
  const now = comparison.after.getType(other);
  if (isInputObjectType(old) && isInputObjectType(now)) {
    const fields = now.getFields();
    for (const field of Object.values(old.getFields())) {
      const inner = getNamedType(fields[field.name]?.type);
      if (inner) sharedClosure(comparison, getNamedType(field.type).name, inner.name, pairs);
    }
  }
  return pairs;
}

function compareNamed(comparison: InputComparison, name: string, other: string): Reason[] {
  const old = comparison.before.getType(name);
  const now = comparison.after.getType(other);
  if (isInputObjectType(old) && isInputObjectType(now)) {
    const reasons = compareInputObjects(comparison, old, now);
    // The field that returns another type has a finding. Only the values that the platform receives are left.
    return name === other ? reasons : reasons.filter(({ rule }) => rule === "default");
  }
  if (name !== other) return [];
  if (isEnumType(old) && isEnumType(now)) {
    const oldEnum = innermost(comparison.compileBefore(old));
    const newEnum = innermost(comparison.compileAfter(now));
    if (oldEnum.kind !== "leaf" || newEnum.kind !== "leaf") return [];
    return comparison.relation.compareEnumValues(oldEnum, newEnum, { coordinate: name, node: NO_NODE });
  }
  if (!isInputType(old) || !isInputType(now) || old.constructor === now.constructor) return [];
  return [compareInputTypes(comparison, name, old, now, { was: describeKind(old), now: describeKind(now) })];
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
    reasons.push({ rule: "type", coordinate: name, change, code: [isOneOf ? "writes" : "echoes"] });
  }
  const add = (field: string, change: "added" | "removed", required: boolean, code: readonly CodeKind[]) => {
    const rule = required && change === "added" ? "required" : "input-field";
    reasons.push({ rule, coordinate: `${name}.${field}`, change: { kind: "input", change, required }, code });
  };
  for (const field of Object.values(fields)) {
    const oldField = oldFields[field.name];
    if (oldField) reasons.push(...compareFields(comparison, `${name}.${field.name}`, oldField, field));
    // A new field of a type with `@oneOf` is another choice.
    else if (isOneOf) add(field.name, "added", false, ["echoes", "exhausts"]);
    else
      add(
        field.name,
        "added",
        isRequiredInput(field),
        isRequiredInput(field) ? ["writes", "exhausts"] : ["exhausts"],
      );
  }
  for (const field of Object.values(oldFields)) {
    // TypeScript rejects it only in object literals; the server always does.
    if (!fields[field.name])
      add(field.name, "removed", isRequiredInput(field), ["writes", "echoes", "exhausts"]);
  }
  return reasons;
}

function compareFields(
  comparison: InputComparison,
  coordinate: string,
  old: InputElement,
  now: InputElement,
): Reason[] {
  const reasons: Reason[] = compareDefaults({ coordinate, old, now }, "calls");
  const wasRequired = isRequiredInput(old);
  const isRequired = isRequiredInput(now);
  const compare = (oldType: GraphQLInputType, newType: GraphQLInputType): Reason[] => {
    const texts = { was: `${oldType}`, now: `${newType}` };
    if (texts.was === texts.now) return [];
    return [compareInputTypes(comparison, coordinate, oldType, newType, texts)];
  };
  if (wasRequired === isRequired) return [...reasons, ...compare(old.type, now.type)];
  // A change of required to optional is one finding. A change of the rest of the type is another.
  const types = compare(getNullableType(old.type), getNullableType(now.type));
  const presence = (
    rule: "required" | "type",
    value: "required" | "optional",
    code: readonly CodeKind[],
  ): Reason => ({
    rule,
    coordinate,
    change: { kind: "presence", now: value },
    code,
  });
  if (isRequired) return [...reasons, presence("required", "required", ["writes"]), ...types];
  const [type] = types;
  if (!type) return [...reasons, presence("type", "optional", ["echoes"])];
  return [...reasons, { ...type, code: mergeCode(type.code, ["echoes"]) }];
}

/** Differences inside of a type with the same name are found by comparing that type. */
function compareInputTypes(
  { compileBefore, compileAfter, relation, codeStoppedByName }: InputComparison,
  coordinate: string,
  old: GraphQLInputType,
  now: GraphQLInputType,
  texts: { readonly was: string; readonly now: string },
): Reason {
  const type = compileAfter(now);
  const reasons = relation.compare(compileBefore(old), type, { coordinate, node: NO_NODE });
  const rejected = reasons.filter(({ code, breaksCalls }) => breaksCalls || code.includes("writes"));
  const rejection = rejected.length > 0 && !isCoerced(old, now) ? describeRejected(rejected) : undefined;
  // Generated code exports enums and input types under their names.
  const oldNamed = getNamedType(old);
  const newNamed = getNamedType(now);
  const isSame = oldNamed.name === newNamed.name && isScalarType(oldNamed) === isScalarType(newNamed);
  const codeOfName =
    isSame || isScalarType(oldNamed) ? [] : codeStoppedByName(oldNamed.name, innermost(type));
  const lost = codeOfName.length > 0 && !rejection ? { lost: oldNamed.name } : {};
  const change: ElementChange = {
    kind: "type",
    ...texts,
    ...(rejection && { rejects: rejection.values }),
    ...lost,
  };
  const rule = rejection?.rule ?? (lost.lost ? "name" : "type");
  const code = mergeCode(...reasons.map((reason) => reason.code), codeOfName);
  return { rule, coordinate, change, code, ...(rejection && { breaksCalls: true }) };
}

/** Scalars that a server converts to another one. */
const COERCED: Readonly<Record<string, readonly string[]>> = { Float: ["Int"], ID: ["Int", "String"] };

/**
 * Whether the server accepts each value of the old type: it converts some scalars, and a value to a list of
 * one item.
 */
function isCoerced(old: GraphQLInputType, now: GraphQLInputType): boolean {
  if (isNonNullType(now)) return isNonNullType(old) && isCoerced(old.ofType, now.ofType);
  if (isNonNullType(old)) return isCoerced(old.ofType, now);
  if (isListType(now)) {
    return isListType(old) ? isCoerced(old.ofType, now.ofType) : isCoerced(old, getNullableType(now.ofType));
  }
  if (isListType(old)) return false;
  const isSame = old.name === now.name && old.constructor === now.constructor;
  return isSame || (COERCED[now.name]?.includes(old.name) ?? false);
}

const NO_NODE = {} as ASTNode;

/** Null, a fraction or a removed field, which the compiler accepts in most cases; or most values: "". */
function describeRejected(rejected: readonly Reason[]): {
  readonly rule: Reason["rule"];
  readonly values: string;
} {
  const valuesOf = ({ change, coordinate }: Reason): string => {
    if (change.kind === "nullability") return "null";
    if (change.kind === "field") return coordinate;
    return (change.kind === "type" && change.rejects) || "";
  };
  const isNull = rejected.every(({ change }) => change.kind === "nullability");
  const isPart = rejected.every(
    ({ change }) => change.kind === "field" || (change.kind === "type" && change.rejects),
  );
  const [first] = rejected;
  const values = first && (isNull || isPart) ? valuesOf(first) : "";
  return { rule: isPart && first?.change.kind === "field" ? "input-field" : "type", values };
}

function innermost(type: ResultType): Leaf | Objects {
  const inner = unwrap(type);
  return inner.kind === "list" ? innermost(inner.of) : inner;
}

const KINDS: Readonly<Record<string, string>> = {
  GraphQLEnumType: "an enum",
  GraphQLInputObjectType: "an input type",
  GraphQLScalarType: "a scalar",
};

/** Describes the kind of a type whose name stayed the same. */
function describeKind(type: GraphQLInputType & GraphQLNamedType): string {
  return KINDS[type.constructor.name] ?? "another type";
}
