/** Builds the TypeScript types of results and variables under a schema, as `typescript-operations` writes them. */

import {
  type GraphQLCompositeType,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type SelectionSetNode,
} from "graphql";
import { createLeafCompiler } from "./compile-leaf.ts";
import { compileResult } from "./compile-result.ts";
import { type FragmentsByName, isRequiredInput } from "./graphql.ts";
import { UNKNOWN_TYPE } from "./open-types.ts";
import type { Objects as ModelObjects, Property as ModelProperty, ResultType } from "./result-type.ts";
import type { ScalarType } from "./scalars.ts";
import type { Atoms, Member, Objects, Property, Shape } from "./shape.ts";

type Scalars = Readonly<Record<string, ScalarType>>;

interface ShapeContext {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
  readonly scalars: Scalars;
  readonly openTypes: boolean;
}

/** Builds the type of a selection set on a composite type: one member for each object type. */
export function shapeResult(
  { schema, fragments, scalars, openTypes }: ShapeContext,
  type: GraphQLCompositeType,
  set: SelectionSetNode,
): Objects {
  const leafOf = createLeafCompiler({
    scalars,
    direction: "output",
    isOpen: openTypes,
    exportName: (name) => ({ name }),
  });
  const isTaken = () => false;
  const result = compileResult({ schema, fragments, openTypes, leafOf, type, set, name: "", isTaken, spread: [] });
  const known = new Map<ModelObjects, Objects>();
  const shapeObjects = (objects: ModelObjects): Objects => {
    const done = known.get(objects);
    if (done) return done;
    const unselected: string[] = [];
    const members = objects.members.flatMap(({ types, isOpen, properties }): Member[] => {
      const names =
        isOpen && openTypes && isAbstractType(schema.getType(objects.name)) ? [...types, UNKNOWN_TYPE] : types;
      if (properties.size === 0) unselected.push(...names);
      return properties.size === 0
        ? []
        : names.map((name) => ({ name, properties: shapeProperties(name, properties) }));
    });
    if (unselected.length > 0) members.push({ name: "", properties: new Map() });
    const isOpen = objects.members.some((member) => member.isOpen);
    const shape: Objects = { kind: "objects", name: objects.name, members, unselected, isOpen };
    known.set(objects, shape);
    return shape;
  };
  const shapeProperties = (name: string, properties: ReadonlyMap<string, ModelProperty>): Map<string, Property> =>
    new Map(
      [...properties].map(([key, { type: nested, optional, coordinate, node }]) => {
        const own = name === UNKNOWN_TYPE ? coordinate : `${name}.${node?.name.value}`;
        const isTypename = nested.kind === "leaf" && nested.name === "__typename";
        return [
          key,
          { shape: shape(nested), optional: optional && !isTypename, coordinate: own, ...(node && { node }) },
        ];
      }),
    );
  const shape = (one: ResultType): Shape => {
    if (one.kind === "objects") return shapeObjects(one);
    if (one.kind === "leaf")
      return { kind: "atoms", name: one.name, isEnum: one.exported !== undefined, atoms: one.atoms };
    return { kind: one.kind, of: shape(one.of) };
  };
  return shapeObjects(result.type);
}

/** Builds the shapes of the input types of one schema. Each named type is built once. */
export type InputShaper = (type: GraphQLInputType) => Shape;

export function createInputShaper(scalars: Scalars): InputShaper {
  const named = new Map<string, Shape>();

  const shape: InputShaper = (type) =>
    isNonNullType(type) ? shapeNonNull(type.ofType) : { kind: "nullable", of: shapeNonNull(type) };

  const shapeNonNull = (type: GraphQLInputType): Shape => {
    if (isListType(type)) return { kind: "list", of: shape(type.ofType) };
    if (isNonNullType(type)) return shapeNonNull(type.ofType);
    const known = named.get(type.name);
    if (known) return known;
    if (!isInputObjectType(type)) {
      const leaf = shapeLeaf(scalars, type, "input");
      named.set(type.name, leaf);
      return leaf;
    }
    // Registered before its fields are built, because input types can be recursive.
    const members: Member[] = [];
    const object: Shape = { kind: "objects", name: type.name, members };
    named.set(type.name, object);
    const fields = Object.values(type.getFields());
    const coordinateOf = ({ name }: GraphQLInputField) => `${type.name}.${name}`;
    const property = (field: GraphQLInputField): [string, Property] => [
      field.name,
      { shape: shape(field.type), optional: !isRequiredInput(field), coordinate: coordinateOf(field) },
    ];
    // In a `@oneOf` type, one field is set and the others are absent.
    const choice = (chosen: GraphQLInputField): [string, Property][] =>
      fields.map((field) => [
        field.name,
        field === chosen
          ? { shape: shapeNonNull(field.type), optional: false, coordinate: coordinateOf(field) }
          : { shape: NEVER, optional: true, coordinate: coordinateOf(field) },
      ]);
    if (type.isOneOf)
      members.push(...fields.map((field) => ({ name: field.name, properties: new Map(choice(field)) })));
    else members.push({ name: type.name, properties: new Map(fields.map(property)) });
    return object;
  };
  return shape;
}

/** No atom: assignable to every type. */
const NEVER: Atoms = { kind: "atoms", name: "never", isEnum: false, atoms: new Set() };

const BUILT_IN: Readonly<Record<string, ScalarType>> = {
  ID: { input: "string | number", output: "string" },
  String: "string",
  Boolean: "boolean",
  Int: "number",
  Float: "number",
};

function shapeLeaf(scalars: Scalars, type: GraphQLScalarType | GraphQLEnumType, direction: "input" | "output"): Atoms {
  const { name } = type;
  if (isEnumType(type)) {
    const atoms = new Set(type.getValues().map((value) => JSON.stringify(value.name)));
    return { kind: "atoms", name, isEnum: true, atoms };
  }
  const mapped = scalars[name] ?? BUILT_IN[name] ?? "unknown";
  const text = typeof mapped === "string" ? mapped : mapped[direction];
  // A type with brackets is one atom: it equals only the same text.
  const atoms = /[<>(){}[\]]/.test(text) ? [text.trim()] : text.split("|").map((part) => part.trim());
  return { kind: "atoms", name, isEnum: false, atoms: new Set(atoms) };
}
