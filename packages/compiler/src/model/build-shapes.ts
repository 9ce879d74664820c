/** Builds the TypeScript types of results and variables under a schema, as `typescript-operations` writes them. */

import {
  type GraphQLCompositeType,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import { type FragmentsByName, fieldOf, isRequiredInput } from "./graphql.ts";
import { UNKNOWN_TYPE } from "./open-types.ts";
import type { ScalarType } from "./scalars.ts";
import {
  collectFields,
  type FieldOccurrence,
  isOptional,
  type SelectionOccurrence,
  selectionsOf,
} from "./selections.ts";
import { type Atoms, type Member, type Objects, type Property, type Shape, UNKNOWN_ATOM } from "./shape.ts";

type Scalars = Readonly<Record<string, ScalarType>>;

interface ShapeContext {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
  readonly scalars: Scalars;
  readonly openTypes: boolean;
}

/** Builds the type of selections on a composite type. */
export function shapeResult(
  context: ShapeContext,
  type: GraphQLCompositeType,
  occurrences: readonly SelectionOccurrence[],
): Objects {
  const possible = isAbstractType(type) ? context.schema.getPossibleTypes(type) : [type];
  const isOpen = context.openTypes && isAbstractType(type);
  const members: Member[] = [];
  const unselected: string[] = [];
  for (const one of isOpen ? [...possible, type] : possible) {
    const name = nameOf(one);
    const properties = new Map<string, Property>();
    for (const [key, fields] of collectFields(context.schema, context.fragments, one, occurrences)) {
      const property = shapeProperty(context, one, fields);
      if (property) properties.set(key, property);
    }
    if (properties.size === 0) unselected.push(name);
    else members.push({ name, properties });
  }
  if (unselected.length > 0) members.push({ name: "", properties: new Map() });
  return { kind: "objects", name: type.name, members, unselected, isOpen };
}

/** Name of an object type. Unknown types have the name of their union or interface. */
function nameOf(type: GraphQLCompositeType): string {
  return isAbstractType(type) ? UNKNOWN_TYPE : type.name;
}

function shapeProperty(
  context: ShapeContext,
  parent: GraphQLCompositeType,
  fields: readonly FieldOccurrence[],
): Property | undefined {
  const [{ node } = {}] = fields;
  const field = node && fieldOf(context.schema, parent, node.name.value);
  if (!field) return undefined;
  const rest = { coordinate: `${parent.name}.${field.name}`, node };
  if (field.name === "__typename") {
    const atoms = new Set([JSON.stringify(nameOf(parent))]);
    // Codegen writes a conditional `__typename` as required.
    return { shape: { kind: "atoms", name: "__typename", isEnum: false, atoms }, optional: false, ...rest };
  }
  return { shape: shapeOutput(context, field.type, selectionsOf(fields)), optional: isOptional(fields), ...rest };
}

function shapeOutput(
  context: ShapeContext,
  type: GraphQLOutputType,
  occurrences: readonly SelectionOccurrence[],
): Shape {
  const shape = (nullable: GraphQLOutputType): Shape => {
    if (isNonNullType(nullable)) return shape(nullable.ofType);
    if (isListType(nullable)) return { kind: "list", of: shapeOutput(context, nullable.ofType, occurrences) };
    if (isCompositeType(nullable)) return shapeResult(context, nullable, occurrences);
    const leaf = shapeLeaf(context.scalars, nullable, "output");
    return context.openTypes && leaf.isEnum ? { ...leaf, atoms: new Set([...leaf.atoms, UNKNOWN_ATOM]) } : leaf;
  };
  return isNonNullType(type) ? shape(type.ofType) : { kind: "nullable", of: shape(type) };
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
