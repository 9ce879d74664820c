/** Builds the types of variables, and of the enums and input types that they use. */

import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import type { LeafCompiler } from "./compile-leaf.ts";
import { isRequiredInput } from "./graphql.ts";
import type { ExportedName, Leaf, Member, Objects, Property, ResultType } from "./result-type.ts";

/** Builds the types of the inputs of one schema. Each named type is built once. */
export type InputCompiler = (type: GraphQLInputType) => ResultType;

/** @param exportName - Returns the exported name of an input type. */
export function createInputCompiler(
  leafOf: LeafCompiler,
  exportName: (name: string) => ExportedName,
): InputCompiler {
  const named = new Map<string, Objects>();
  /** Types without their fields yet. They are built one after the other: a chain of types can have any length. */
  const pending: (() => void)[] = [];

  const compile: InputCompiler = (type) => {
    const compiled = compileNonNull(type);
    return isNonNullType(type) ? compiled : { kind: "nullable", of: compiled };
  };

  const compileNonNull: InputCompiler = (type) => {
    if (isListType(type)) return { kind: "list", of: compile(type.ofType) };
    if (isNonNullType(type)) return compileNonNull(type.ofType);
    return isInputObjectType(type) ? compileObject(type) : leafOf(type);
  };

  const compileObject = (type: GraphQLInputObjectType): Objects => {
    const { name, isOneOf } = type;
    const compiled = named.get(name);
    if (compiled) return compiled;
    const members: Member[] = [];
    const exported = exportName(name);
    const objects: Objects = { kind: "objects", name, exported, members, isUnion: isOneOf };
    // Before its fields are built, because input types can be recursive.
    named.set(name, objects);
    const head = { exported, types: [name], isRest: false, isOpen: false };
    pending.push(() => {
      const fields = Object.values(type.getFields());
      if (isOneOf) {
        for (const chosen of fields)
          members.push({ ...head, properties: compileChoice(name, fields, chosen) });
      } else {
        members.push({ ...head, properties: compileFields(name, fields) });
      }
    });
    return objects;
  };

  const compileFields = (owner: string, fields: readonly GraphQLInputField[]): Map<string, Property> =>
    new Map(
      fields.map((field) => {
        const optional = !isRequiredInput(field);
        return [field.name, { type: compile(field.type), optional, ...describe(owner, field) }];
      }),
    );

  /** One field is set and the others are absent. */
  const compileChoice = (
    owner: string,
    fields: readonly GraphQLInputField[],
    chosen: GraphQLInputField,
  ): Map<string, Property> =>
    new Map(
      fields.map((field) => {
        const isSet = field === chosen;
        const type = isSet ? compileNonNull(field.type) : NEVER;
        return [field.name, { type, optional: !isSet, ...describe(owner, field) }];
      }),
    );

  return (type) => {
    const compiled = compile(type);
    for (let build = pending.pop(); build; build = pending.pop()) build();
    return compiled;
  };
}

function describe(
  owner: string,
  { name, description, deprecationReason }: GraphQLInputField,
): Pick<Property, "coordinate" | "description" | "deprecationReason"> {
  return {
    coordinate: `${owner}.${name}`,
    description: description ?? undefined,
    deprecationReason: deprecationReason ?? undefined,
  };
}

/** No atom: assignable to every type. */
const NEVER: Leaf = { kind: "leaf", name: "never", atoms: new Set() };
