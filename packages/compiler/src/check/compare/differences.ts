/** Finds the parts of two schemas that differ in a way that an operation can notice. */

import {
  type GraphQLArgument,
  type GraphQLDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isNamedType,
} from "graphql";
import { memoize } from "../../model/cache.ts";
import {
  defaultOf,
  type Field,
  fieldAt,
  type InputElement,
  inputTypesOf,
  interfacesOf,
  possibleTypesOf,
  renderLiteral,
  resolveCoordinate,
} from "../../model/graphql.ts";
import { ownerOf } from "./document-operations.ts";
import type { Use } from "./find-uses.ts";

/** Whether a change can affect a use. `false` is always right; `true` only costs the time of a comparison. */
type MayAffect = (use: Use) => boolean;

/** Creates the function that compares the parts of two schemas which a use refers to, each part once. */
export function createMayAffect(before: GraphQLSchema, after: GraphQLSchema): MayAffect {
  const typeDiffers = memoize((name: string): boolean => {
    const [old, now] = [before.getType(name), after.getType(name)];
    return describeWithoutFields(before, old) !== describeWithoutFields(after, now);
  });

  /** An input type, with all types that it refers to: if none of them differs, it now refers to the same. */
  const inputDiffers = memoize((name: string): boolean => inputTypesOf(before, [name]).some(typeDiffers));

  const argumentsDiffer = (args: readonly GraphQLArgument[]): boolean =>
    args.some(({ type }) => inputDiffers(getNamedType(type).name));

  const memberDiffers = memoize((coordinate: string): boolean => {
    const old = fieldAt(before, coordinate);
    const now = fieldAt(after, coordinate);
    if (!old || describeField(old) !== describeField(now)) return true;
    return typeDiffers(getNamedType(old.type).name) || argumentsDiffer(old.args);
  });

  /** For an interface: the field of each type that implements it, because results have the types of those. */
  const fieldDiffers = memoize((coordinate: string): boolean => {
    const owner = ownerOf(coordinate);
    const type = before.getType(owner);
    const member = coordinate.slice(owner.length);
    return [owner, ...possibleTypesOf(before, type)].some((name) => memberDiffers(name + member));
  });

  const directiveDiffers = memoize((coordinate: string): boolean => {
    const name = coordinate.slice(1);
    const old = before.getDirective(name);
    const now = after.getDirective(name);
    return !old || !now || describeDirective(old) !== describeDirective(now) || argumentsDiffer(old.args);
  });

  return (use) => {
    if (use.kind === "field") return fieldDiffers(use.coordinate);
    if (use.kind === "type") return typeDiffers(use.coordinate);
    if (use.kind === "variable") return inputDiffers(use.coordinate);
    if (use.kind === "directive") return directiveDiffers(use.coordinate);
    // Arguments and values are compared with the field that accepts them.
    return false;
  };
}

/** Creates the function that says whether the schemas describe the element of a coordinate differently. */
export function createIsChanged(
  before: GraphQLSchema,
  after: GraphQLSchema,
): (coordinate: string) => boolean {
  return memoize((coordinate) => describeElement(before, coordinate) !== describeElement(after, coordinate));
}

function describeElement(schema: GraphQLSchema, coordinate: string): string {
  const element = resolveCoordinate(schema, coordinate);
  if (!element) return "";
  if ("type" in element)
    return `${element.type} ${getNamedType(element.type as GraphQLType).constructor.name}`;
  return isNamedType(element)
    ? `${describeWithoutFields(schema, element)} ${sort(interfacesOf(element))}`
    : "exists";
}

/** Describes a type without the fields that can be selected on it: those are compared one by one. */
function describeWithoutFields(schema: GraphQLSchema, type: GraphQLNamedType | undefined): string {
  if (!type) return "";
  const kind = type.constructor.name;
  if (isEnumType(type)) return `${kind} ${sort(type.getValues().map(({ name }) => name))}`;
  if (isInputObjectType(type)) {
    return `${kind} ${type.isOneOf} ${describeInputs(Object.values(type.getFields()))}`;
  }
  // The interfaces of an object type matter only to fragments on them, and their possible types differ then.
  if (!isAbstractType(type)) return kind;
  return `${kind} ${sort(possibleTypesOf(schema, type))} ${sort(interfacesOf(type))}`;
}

function describeField(field: Field | undefined): string {
  return field ? `${field.type} ${describeInputs(field.args)}` : "";
}

/** Types and defaults, in an order that does not depend on the schema's. */
export function describeInputs(inputs: readonly InputElement[]): string {
  const texts = inputs.map((input) => {
    const literal = defaultOf(input);
    return `${input.name}: ${input.type} = ${literal && renderLiteral(literal)}`;
  });
  return sort(texts);
}

function sort(parts: readonly string[]): string {
  return [...parts].sort().join(", ");
}

function describeDirective({ args, locations, isRepeatable }: GraphQLDirective): string {
  return `${describeInputs(args)} ${sort(locations)} ${isRepeatable}`;
}
