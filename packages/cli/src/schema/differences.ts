/** Finds the parts of two schemas that differ in a way that an operation can notice. */

import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
} from "graphql";
import { type Field, fieldOf, type InputElement, interfacesOf, renderDefault } from "../graphql.ts";
import type { Use } from "./uses.ts";

/** Whether a change can affect a use. `false` is always right; `true` only costs the time of a comparison. */
type MayAffect = (use: Use) => boolean;

export function findDifferences(before: GraphQLSchema, after: GraphQLSchema): MayAffect {
  const results = new Map<string, boolean>();
  const once = (key: string, compute: () => boolean): boolean => {
    const known = results.get(key);
    if (known !== undefined) return known;
    // Input types can be recursive: they are equal until a difference is found.
    results.set(key, false);
    const result = compute();
    results.set(key, result);
    return result;
  };

  const typeDiffers = (name: string): boolean =>
    once(name, () => {
      const [old, now] = [before.getType(name), after.getType(name)];
      return !old || !now || describeType(before, old) !== describeType(after, now);
    });

  /** An input type, with all types that it refers to. */
  const inputDiffers = (name: string): boolean =>
    once(
      `input ${name}`,
      () =>
        closureOf(before, name).some(typeDiffers) ||
        (!!after.getType(name) && closureOf(after, name).some(typeDiffers)),
    );

  const memberDiffers = (typeName: string, field: string): boolean =>
    once(`${typeName}.${field}`, () => {
      const [old, now] = [before, after].map((schema) => fieldOf(schema, schema.getType(typeName), field));
      if (!old || !now || describeField(old) !== describeField(now)) return true;
      return (
        typeDiffers(getNamedType(old.type).name) || old.args.some(({ type }) => inputDiffers(getNamedType(type).name))
      );
    });

  /** For an interface: the field of each type that implements it, because results have the types of those. */
  const fieldDiffers = (typeName: string, field: string): boolean =>
    once(`any ${typeName}.${field}`, () => {
      const type = before.getType(typeName);
      if (field.startsWith("__")) return typeDiffers(typeName);
      if (memberDiffers(typeName, field)) return true;
      if (!isAbstractType(type)) return false;
      return typeDiffers(typeName) || before.getPossibleTypes(type).some(({ name }) => memberDiffers(name, field));
    });

  return (use) => {
    if (use.kind === "field") return fieldDiffers(use.type, use.field);
    if (use.kind === "type") return typeDiffers(use.coordinate);
    if (use.kind === "variable") return inputDiffers(use.coordinate);
    if (use.kind === "directive")
      return once(use.coordinate, () => directiveDiffers(before, after, use.coordinate.slice(1)));
    // Arguments and values are compared with the field that accepts them.
    return false;
  };
}

/** Describes a type without the fields that can be selected on it: those are compared one by one. */
function describeType(schema: GraphQLSchema, type: GraphQLNamedType): string {
  const kind = type.constructor.name;
  if (isEnumType(type)) return `${kind} ${sort(type.getValues().map(({ name }) => name))}`;
  if (isInputObjectType(type)) {
    return `${kind} ${type.isOneOf} ${sort(Object.values(type.getFields()).map(describeInput))}`;
  }
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [];
  return `${kind} ${sort(possible)} ${sort(interfacesOf(type))}`;
}

function describeField({ type, args }: Field): string {
  return `${type} ${sort(args.map(describeInput))}`;
}

function describeInput(input: InputElement): string {
  return `${input.name}: ${input.type} = ${renderDefault(input)}`;
}

function sort(parts: readonly string[]): string {
  return [...parts].sort().join(", ");
}

function directiveDiffers(before: GraphQLSchema, after: GraphQLSchema, name: string): boolean {
  const [old, now] = [before.getDirective(name), after.getDirective(name)];
  if (!old || !now) return true;
  const describe = ({ args, locations, isRepeatable }: typeof old): string =>
    `${sort(args.map(describeInput))} ${sort(locations)} ${isRepeatable}`;
  return describe(old) !== describe(now);
}

/** Names of an input type and of all types that its fields refer to. */
export function closureOf(schema: GraphQLSchema, name: string, found: Set<string> = new Set()): readonly string[] {
  if (found.has(name)) return [...found];
  found.add(name);
  const type = schema.getType(name);
  if (isInputObjectType(type)) {
    for (const field of Object.values(type.getFields())) closureOf(schema, getNamedType(field.type).name, found);
  }
  return [...found];
}
