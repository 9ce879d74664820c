/** The TypeScript type of an operation's result under a schema, as `typescript-operations` would write it. */

import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql";
import type { ScalarType } from "../codegen/scalars.ts";
import { memberCoordinate } from "./coordinates.ts";
import type { FragmentsByName } from "./operations.ts";
import { scalarText } from "./scalar-text.ts";
import { type Member, type Objects, type Property, type Shape, splitAtoms } from "./shape.ts";

/** What a type is written with. */
export interface Vocabulary {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
  readonly scalars: Readonly<Record<string, ScalarType>>;
}

/** One occurrence of a selection set. */
interface Selected {
  readonly set: SelectionSetNode;
  /** Whether it may be absent (`@include`, `@skip`) while another occurrence of the same field is there. */
  readonly conditional: boolean;
}

interface Collected {
  readonly nodes: { readonly node: FieldNode; readonly conditional: boolean }[];
  /** Whether it stands outside of conditional fragments: codegen writes those as a type of their own. */
  inBase: boolean;
}

/** The type of what is selected of a composite type. */
export function shapeResult(
  vocabulary: Vocabulary,
  type: GraphQLCompositeType,
  selected: readonly Selected[],
): Objects {
  const members: Member[] = [];
  const unselected: string[] = [];
  for (const possible of findPossibleTypes(vocabulary.schema, type)) {
    const collected = new Map<string, Collected>();
    for (const { set, conditional } of selected) collect(vocabulary, possible, set, conditional, true, collected);
    if (![...collected.values()].some(({ inBase }) => inBase)) unselected.push(possible.name);
    if (collected.size === 0) continue;
    const properties = new Map<string, Property>();
    for (const [key, { nodes }] of collected) {
      const property = shapeProperty(vocabulary, possible, nodes);
      if (property) properties.set(key, property);
    }
    members.push({ name: possible.name, properties });
  }
  if (unselected.length > 0) members.push({ name: "", properties: new Map() });
  return { kind: "objects", name: type.name, members, unselected };
}

export function findPossibleTypes(schema: GraphQLSchema, type: GraphQLCompositeType): readonly GraphQLObjectType[] {
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
}

function collect(
  vocabulary: Vocabulary,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  conditional: boolean,
  inBase: boolean,
  collected: Map<string, Collected>,
): void {
  for (const selection of selections) {
    const depends = hasCondition(selection.directives);
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      const entry = collected.get(key) ?? { nodes: [], inBase: false };
      collected.set(key, entry);
      entry.nodes.push({ node: selection, conditional: conditional || depends });
      entry.inBase ||= inBase;
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : vocabulary.fragments.get(selection.name.value);
    if (!fragment || !applies(vocabulary.schema, type, fragment.typeCondition?.name.value)) continue;
    collect(vocabulary, type, fragment.selectionSet, conditional || depends, inBase && !depends, collected);
  }
}

function hasCondition(directives: readonly DirectiveNode[] | undefined): boolean {
  return directives?.some(({ name }) => name.value === "include" || name.value === "skip") ?? false;
}

function applies(schema: GraphQLSchema, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  const abstract = schema.getType(condition);
  return isAbstractType(abstract) && schema.isSubType(abstract, type);
}

function shapeProperty(
  vocabulary: Vocabulary,
  parent: GraphQLObjectType,
  nodes: Collected["nodes"],
): Property | undefined {
  const [first] = nodes;
  if (!first) return undefined;
  const { node } = first;
  const field = vocabulary.schema.getField(parent, node.name.value);
  if (!field) return undefined;
  const coordinate = memberCoordinate(parent.name, field.name);
  const optional = nodes.every(({ conditional }) => conditional);
  if (field.name === "__typename") {
    return { shape: literal(parent.name), optional, coordinate, node };
  }
  const selected = nodes.flatMap(({ node: { selectionSet }, conditional }) =>
    selectionSet ? [{ set: selectionSet, conditional: conditional && !optional }] : [],
  );
  return { shape: shapeOutput(vocabulary, field.type, selected), optional, coordinate, node };
}

/** `__typename` of an object type. */
function literal(name: string): Shape {
  return { kind: "atoms", name: "__typename", isEnum: false, atoms: new Set([JSON.stringify(name)]) };
}

function shapeOutput(vocabulary: Vocabulary, type: GraphQLOutputType, selected: readonly Selected[]): Shape {
  if (isNonNullType(type)) return shapeNonNull(vocabulary, type.ofType, selected);
  return { kind: "nullable", of: shapeNonNull(vocabulary, type, selected) };
}

function shapeNonNull(vocabulary: Vocabulary, type: GraphQLOutputType, selected: readonly Selected[]): Shape {
  if (isListType(type)) return { kind: "list", of: shapeOutput(vocabulary, type.ofType, selected) };
  if (isCompositeType(type)) return shapeResult(vocabulary, type, selected);
  if (isEnumType(type)) {
    const atoms = new Set(type.getValues().map(({ name }) => JSON.stringify(name)));
    return { kind: "atoms", name: type.name, isEnum: true, atoms };
  }
  const name = isNonNullType(type) || isObjectType(type) ? "" : type.name;
  return { kind: "atoms", name, isEnum: false, atoms: splitAtoms(scalarText(vocabulary.scalars, name, "output")) };
}
