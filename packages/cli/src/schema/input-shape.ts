/** The TypeScript types of variables under a schema, as `typescript-operations` would write them. */

import {
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import type { ScalarType } from "../codegen/scalars.ts";
import { memberCoordinate } from "./coordinates.ts";
import { scalarText } from "./scalar-text.ts";
import { type Atoms, type Member, type Property, type Shape, splitAtoms } from "./shape.ts";

/** Shapes the input types of one schema; the same type has the same shape, whatever refers to it. */
export type InputShaper = (type: GraphQLInputType) => Shape;

export function createInputShaper(scalars: Readonly<Record<string, ScalarType>>): InputShaper {
  const named = new Map<string, Shape>();

  const shape: InputShaper = (type) =>
    isNonNullType(type) ? shapeNonNull(type.ofType) : { kind: "nullable", of: shapeNonNull(type) };

  const shapeNonNull = (type: GraphQLInputType): Shape => {
    if (isListType(type)) return { kind: "list", of: shape(type.ofType) };
    if (isNonNullType(type)) return shapeNonNull(type.ofType);
    const known = named.get(type.name);
    if (known) return known;
    if (!isInputObjectType(type)) {
      const atoms = isEnumType(type)
        ? new Set(type.getValues().map(({ name }) => JSON.stringify(name)))
        : splitAtoms(scalarText(scalars, type.name, "input"));
      const leaf: Atoms = { kind: "atoms", name: type.name, isEnum: isEnumType(type), atoms };
      named.set(type.name, leaf);
      return leaf;
    }
    // Known before its fields are: input types refer to themselves.
    const members: Member[] = [];
    const object: Shape = { kind: "objects", name: type.name, members };
    named.set(type.name, object);
    const fields = Object.values(type.getFields());
    const property = (field: GraphQLInputField): [string, Property] => [
      field.name,
      {
        shape: shape(field.type),
        optional: !isNonNullType(field.type) || field.default !== undefined,
        coordinate: memberCoordinate(type.name, field.name),
      },
    ];
    if (type.isOneOf) {
      members.push(...fields.map((field) => shapeChoice(type.name, field, fields, shapeNonNull)));
    } else {
      members.push({ name: type.name, properties: new Map(fields.map(property)) });
    }
    return object;
  };
  return shape;
}

/** One field of a `@oneOf` type is given, the others must not be. */
function shapeChoice(
  type: string,
  chosen: GraphQLInputField,
  fields: readonly GraphQLInputField[],
  shapeNonNull: InputShaper,
): Member {
  const properties = fields.map(({ name, type: fieldType }): [string, Property] => [
    name,
    name === chosen.name
      ? { shape: shapeNonNull(fieldType), optional: false, coordinate: memberCoordinate(type, name) }
      : { shape: NOTHING, optional: true, coordinate: memberCoordinate(type, name) },
  ]);
  return { name: chosen.name, properties: new Map(properties) };
}

/** `never`: no atom, hence assignable to everything, and nothing to it. */
const NOTHING: Atoms = { kind: "atoms", name: "never", isEnum: false, atoms: new Set() };
