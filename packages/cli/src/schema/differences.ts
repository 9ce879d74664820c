/** Which parts of two schemas differ in a way that an operation could notice. Each question is answered once. */

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { renderDefault } from "./defaults.ts";
import type { Use } from "./uses.ts";

/** Whether a use may mean something else under the new schema. A yes may be wrong and costs time only; a no never is. */
export type Noticed = (use: Use) => boolean;

export function findDifferences(before: GraphQLSchema, after: GraphQLSchema): Noticed {
  const answers = new Map<string, boolean>();
  const once = (key: string, answer: () => boolean): boolean => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    // Input types refer to themselves: until something differs, nothing does.
    answers.set(key, false);
    const result = answer();
    answers.set(key, result);
    return result;
  };

  const typeDiffers = (name: string): boolean =>
    once(name, () => {
      const [old, now] = [before.getType(name), after.getType(name)];
      return !old || !now || describeType(before, old) !== describeType(after, now);
    });

  /** An input type with all that it refers to. */
  const inputDiffers = (name: string): boolean =>
    closureOf(before, name).some(typeDiffers) || (!!after.getType(name) && closureOf(after, name).some(typeDiffers));

  const memberDiffers = (typeName: string, field: string): boolean =>
    once(`${typeName}.${field}`, () => {
      const [old, now] = [fieldOf(before, typeName, field), fieldOf(after, typeName, field)];
      if (!old || !now || describeField(old) !== describeField(now)) return true;
      return (
        typeDiffers(getNamedType(old.type).name) || old.args.some(({ type }) => inputNoticed(getNamedType(type).name))
      );
    });
  const inputNoticed = (name: string): boolean => once(`input ${name}`, () => inputDiffers(name));

  /** On an interface, the field of each type that implements it: results are typed by those. */
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
    if (use.kind === "variable") return inputNoticed(use.coordinate);
    if (use.kind === "directive")
      return once(use.coordinate, () => directiveDiffers(before, after, use.coordinate.slice(1)));
    // Arguments and values are seen with the field that takes them.
    return false;
  };
}

function fieldOf(schema: GraphQLSchema, typeName: string, field: string): GraphQLField<unknown, unknown> | undefined {
  const type = schema.getType(typeName);
  return isCompositeType(type) ? schema.getField(type, field) : undefined;
}

/** A type as seen from outside, without the fields that it has for selection: those are asked about one by one. */
function describeType(schema: GraphQLSchema, type: GraphQLNamedType): string {
  const kind = type.constructor.name;
  if (isEnumType(type)) return `${kind} ${sort(type.getValues().map(({ name }) => name))}`;
  if (isInputObjectType(type)) {
    return `${kind} ${type.isOneOf} ${sort(Object.values(type.getFields()).map(describeInput))}`;
  }
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [];
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().map(({ name }) => name) : [];
  return `${kind} ${sort(possible)} ${sort(interfaces)}`;
}

function describeField({ type, args }: GraphQLField<unknown, unknown>): string {
  return `${type} ${sort(args.map(describeInput))}`;
}

function describeInput(input: GraphQLArgument | GraphQLInputField): string {
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
