/** Builds the types of variables, and of the enums and input types that they use. */

import {
  type GraphQLInputField,
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

  const compile: InputCompiler = (type) =>
    isNonNullType(type) ? compileNonNull(type.ofType) : { kind: "nullable", of: compileNonNull(type) };

  const compileNonNull = (type: GraphQLInputType): ResultType => {
    if (isListType(type)) return { kind: "list", of: compile(type.ofType) };
    if (isNonNullType(type)) return compileNonNull(type.ofType);
    if (!isInputObjectType(type)) return leafOf(type);
    const compiled = named.get(type.name);
    if (compiled) return compiled;
    // Registered before its fields are built, because input types can be recursive.
    const members: Member[] = [];
    const { name, isOneOf } = type;
    const exported = exportName(name);
    const objects: Objects = { kind: "objects", name, exported, members, isUnion: isOneOf };
    named.set(name, objects);
    const fields = Object.values(type.getFields());
    const describe = ({ name: field, description, deprecationReason }: GraphQLInputField) => ({
      coordinate: `${name}.${field}`,
      description: description ?? undefined,
      deprecationReason: deprecationReason ?? undefined,
    });
    const property = (field: GraphQLInputField): [string, Property] => [
      field.name,
      { type: compile(field.type), optional: !isRequiredInput(field), ...describe(field) },
    ];
    // One field is set and the others are absent.
    const choice = (chosen: GraphQLInputField): [string, Property][] =>
      fields.map((field) => [
        field.name,
        field === chosen
          ? { type: compileNonNull(field.type), optional: false, ...describe(field) }
          : { type: NEVER, optional: true, ...describe(field) },
      ]);
    const all = isOneOf ? fields.map(choice) : [fields.map(property)];
    for (const properties of all) {
      members.push({
        exported,
        types: [name],
        isRest: false,
        isOpen: false,
        properties: new Map(properties),
      });
    }
    return objects;
  };
  return compile;
}

/** No atom: assignable to every type. */
const NEVER: Leaf = { kind: "leaf", name: "never", atoms: new Set() };
