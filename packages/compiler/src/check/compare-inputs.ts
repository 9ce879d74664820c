/** Compares the types of variables. `breaks` if a value that was accepted is now rejected. */

import {
  type GraphQLEnumType,
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
import type { ResultType } from "../model/result-type.ts";
import { isAssignable } from "./assignable.ts";
import { compareDefaults } from "./compare-values.ts";
import type { Reason } from "./validity.ts";

interface InputComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  readonly compileBefore: InputCompiler;
  readonly compileAfter: InputCompiler;
  /** Whether the code that is generated from the new schema exports a type. */
  isExported(name: string): boolean;
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
  found = new Set<string>(),
): Set<string> {
  const pair = `${name} ${other}`;
  if (found.has(pair)) return found;
  found.add(pair);
  const [old, now] = [comparison.before.getType(name), comparison.after.getType(other)];
  if (isInputObjectType(old) && isInputObjectType(now)) {
    const fields = now.getFields();
    for (const field of Object.values(old.getFields())) {
      const inner = getNamedType(fields[field.name]?.type);
      if (inner) sharedClosure(comparison, getNamedType(field.type).name, inner.name, found);
    }
  }
  return found;
}

function compareNamed(comparison: InputComparison, name: string, other: string): Reason[] {
  const [old, now] = [comparison.before.getType(name), comparison.after.getType(other)];
  if (isInputObjectType(old) && isInputObjectType(now)) {
    const reasons = compareInputObjects(comparison, old, now);
    // The field that returns another type has a finding. Only the values that the platform receives are left.
    return name === other ? reasons : reasons.filter(({ rule }) => rule === "default");
  }
  if (name !== other) return [];
  if (isEnumType(old) && isEnumType(now)) return compareEnums(old, now);
  if (!isInputType(old) || !isInputType(now) || old.constructor === now.constructor) return [];
  const message = `${name} is now ${describeKind(now)}, was ${describeKind(old)}.`;
  return [compareAccepted(comparison, old, now, { coordinate: name, message })];
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
  const reasons = compareDefaults({ coordinate, old, now }, "Calls that omit it rely");
  const [wasRequired, isRequired] = [isRequiredInput(old), isRequiredInput(now)];
  if (wasRequired === isRequired) {
    return [...reasons, ...compareInputTypes(comparison, coordinate, old.type, now.type)];
  }
  // A change of required to optional is one finding. A change of the rest of the type is another.
  const types = compareInputTypes(comparison, coordinate, getNullableType(old.type), getNullableType(now.type));
  if (isRequired) {
    const message = `${coordinate} is now required, was optional.`;
    return [...reasons, { verdict: "breaks", rule: "required", coordinate, message }, ...types];
  }
  const message = `${coordinate} is now optional, was required.`;
  if (types.length > 0) return [...reasons, ...types];
  return [...reasons, { verdict: "changes types", rule: "type", coordinate, message }];
}

/** Compares the types of an input element. Differences inside of a named type are found by comparing that type. */
function compareInputTypes(
  comparison: InputComparison,
  coordinate: string,
  old: GraphQLInputType,
  now: GraphQLInputType,
): Reason[] {
  if (`${old}` === `${now}`) return [];
  const message = `${coordinate} is now ${now}, was ${old}.`;
  return [compareAccepted(comparison, old, now, { coordinate, message })];
}

/** A change of a type `breaks` if it rejects a value that the old type accepted. */
function compareAccepted(
  comparison: InputComparison,
  old: GraphQLInputType,
  now: GraphQLInputType,
  { coordinate, message }: Pick<Reason, "coordinate" | "message">,
): Reason {
  const rejection = findRejection(comparison, old, now);
  if (rejection) {
    const effect = rejection.values === "" ? "" : ` Calls that pass ${rejection.values} are rejected.`;
    return { verdict: "breaks", rule: rejection.rule, coordinate, message: `${message}${effect}` };
  }
  // Generated code exports enums and input types under their names.
  const [was, is] = [getNamedType(old), getNamedType(now)];
  const isSame = was.name === is.name && isScalarType(was) === isScalarType(is);
  if (isSame || isScalarType(was) || comparison.isExported(was.name))
    return { verdict: "changes types", rule: "type", coordinate, message };
  const effect = `Code that imports ${was.name} does not compile.`;
  return { verdict: "breaks", rule: "name", coordinate, message: `${message} ${effect}` };
}

interface Rejection {
  readonly rule: "type" | "input-field";
  /** Empty if most values are rejected. */
  readonly values: string;
}

/** Finds values of the old type that the compiler or the platform rejects for the new type. */
function findRejection(
  comparison: InputComparison,
  old: GraphQLInputType,
  now: GraphQLInputType,
): Rejection | undefined {
  if (isNonNullType(now) && !isNonNullType(old)) return { rule: "type", values: "null" };
  const [was, is] = [getNullableType(old), getNullableType(now)];
  if (isListType(was) && isListType(is)) return findRejection(comparison, was.ofType, is.ofType);
  // A platform accepts a single value as a list, but the compiler does not.
  if (isListType(was) || isListType(is)) return { rule: "type", values: "" };
  if (was.name === is.name && was.constructor === is.constructor) return undefined;
  const [oldType, type] = [comparison.compileBefore(was), comparison.compileAfter(is)];
  if (!isAssignable(oldType, type)) return { rule: "type", values: "" };
  return findRemovedValue(oldType, type);
}

/** Finds values that the compiler accepts in most cases and the platform never does. */
function findRemovedValue(old: ResultType, now: ResultType, seen: Set<ResultType> = new Set()): Rejection | undefined {
  if (old.kind === "nullable" || old.kind === "list") return findRemovedValue(old.of, now, seen);
  if (now.kind === "nullable" || now.kind === "list") return findRemovedValue(old, now.of, seen);
  if (old.kind === "leaf" && now.kind === "leaf") {
    const acceptsFractions = old.name === "Float" && now.name !== "Int" && now.name !== "ID";
    return old.name !== "Float" || acceptsFractions ? undefined : { rule: "type", values: "a fraction" };
  }
  if (old.kind !== "objects" || now.kind !== "objects" || old === now || seen.has(old)) return undefined;
  seen.add(old);
  const fields = new Map(now.members.flatMap(({ properties }) => [...properties]));
  for (const [name, { type, coordinate }] of old.members.flatMap(({ properties }) => [...properties])) {
    const field = fields.get(name);
    if (!field) return { rule: "input-field", values: coordinate };
    const removed = findRemovedValue(type, field.type, seen);
    if (removed) return removed;
  }
  return undefined;
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
