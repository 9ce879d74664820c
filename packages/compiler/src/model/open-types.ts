/** Result types with a member for the enum values and object types that a later schema can add. */

import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLInterfaceType,
  GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLUnionType,
  isAbstractType,
  isInterfaceType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { appliesTo } from "./graphql.ts";

/** Stands for a value that an enum of a result does not have yet. The literal is Relay's. */
export const UNKNOWN_VALUE = "%future added value";
/** `__typename` of an object type that a union or interface does not have yet. The literal is Relay's. */
export const UNKNOWN_TYPE = "%other";

/**
 * Name of the unknown type in the plugin's output, and condition of the fragments that select only on it. No type of a
 * schema has it, because `__` is reserved.
 */
export const UNKNOWN_MEMBER = "__other";

/** The part of the plugin that builds the type of one selection set. */
export interface SelectionBuilder {
  readonly _processor: { readonly config: { convertName(name: string, options: object): string } };
  readonly _loadedFragments: readonly { readonly name: string; readonly node: FragmentDefinitionNode }[];
  readonly _parentSchemaType: GraphQLCompositeType;
  _selectionSet: SelectionSetNode | undefined;
  _schema: GraphQLSchema;
  createNext(type: GraphQLCompositeType, selectionSet: SelectionSetNode): SelectionBuilder;
  _buildGroupedSelections(path: string): GroupedSelections;
}

/** The types of an object, by the name of its GraphQL type. Several types are an intersection. */
interface GroupedSelections {
  readonly grouped: Record<string, (string | { readonly union: readonly string[] })[]>;
  /** Whether there is a member without properties. */
  readonly mustAddEmptyObject: boolean;
  readonly dependentTypes: readonly object[];
}

/** Adds the unknown value to the enums of results, and the unknown type to unions and interfaces. */
export function openTypes(builder: SelectionBuilder): void {
  const { config } = builder._processor;
  const { convertName } = config;
  // The processor names only enums.
  config.convertName = (name, options) => `${convertName(name, options)} | '${UNKNOWN_VALUE}'`;
  openSelections(builder);
}

function openSelections(builder: SelectionBuilder): SelectionBuilder {
  const { createNext, _buildGroupedSelections: build } = builder;
  builder.createNext = (type, selectionSet) => openSelections(createNext(type, selectionSet));
  builder._buildGroupedSelections = (path) => {
    const { _parentSchemaType: type, _selectionSet: selectionSet } = builder;
    if (!selectionSet || !isAbstractType(type)) return build(path);
    const selections = selectionSet.selections.filter((node) => !isForUnknown(node));
    builder._selectionSet = { ...selectionSet, selections };
    return addUnknownType(builder, type, selectionSet, path, build(path));
  };
  return builder;
}

function isForUnknown(node: SelectionNode): boolean {
  return node.kind === Kind.INLINE_FRAGMENT && node.typeCondition?.name.value === UNKNOWN_MEMBER;
}

function addUnknownType(
  builder: SelectionBuilder,
  type: GraphQLUnionType | GraphQLInterfaceType,
  selectionSet: SelectionSetNode,
  path: string,
  known: GroupedSelections,
): GroupedSelections {
  const { _schema: schema } = builder;
  const unknown = createUnknownType(type);
  const next = builder.createNext(unknown, selectCommon(builder, type, selectionSet));
  const getType = (name: string) => (name === UNKNOWN_MEMBER ? unknown : schema.getType(name));
  next._schema = Object.create(schema, { getType: { value: getType } });
  const { grouped, mustAddEmptyObject, dependentTypes } = next._buildGroupedSelections(path);
  const parts = grouped[UNKNOWN_MEMBER] ?? [];
  const text = renderParts(parts);
  // Without `__typename`, a known type without selections of its own has the same type.
  const isNew = parts.length > 0 && !Object.values(known.grouped).some((others) => renderParts(others) === text);
  return {
    grouped: isNew ? { ...known.grouped, [UNKNOWN_MEMBER]: parts } : known.grouped,
    mustAddEmptyObject: known.mustAddEmptyObject || mustAddEmptyObject,
    dependentTypes: [...known.dependentTypes, ...dependentTypes],
  };
}

/** An object type with the fields that all types of a union or interface have. */
function createUnknownType(type: GraphQLUnionType | GraphQLInterfaceType): GraphQLObjectType {
  const unknown = new GraphQLObjectType({ name: UNKNOWN_MEMBER, fields: {} });
  return isInterfaceType(type) ? Object.assign(unknown, { getFields: () => type.getFields() }) : unknown;
}

/** The selections that apply to all types of a union or interface, without type conditions. */
function selectCommon(
  { _schema: schema, _loadedFragments: fragments }: SelectionBuilder,
  type: GraphQLCompositeType,
  selectionSet: SelectionSetNode,
): SelectionSetNode {
  const select = (node: SelectionNode): SelectionNode[] => {
    if (node.kind === Kind.FIELD) return [node];
    const fragment =
      node.kind === Kind.INLINE_FRAGMENT ? node : fragments.find(({ name }) => name === node.name.value)?.node;
    const applies = fragment && appliesTo(schema, type, fragment.typeCondition?.name.value);
    if (!fragment || !(applies || isForUnknown(node))) return [];
    const { directives = [] } = node;
    return [{ kind: Kind.INLINE_FRAGMENT, directives, selectionSet: selectAll(fragment.selectionSet) }];
  };
  const selectAll = ({ kind, selections }: SelectionSetNode): SelectionSetNode => ({
    kind,
    selections: selections.flatMap(select),
  });
  return selectAll(selectionSet);
}

/** The text of types without doc comments, which can differ. */
function renderParts(parts: GroupedSelections["grouped"][string]): string {
  return JSON.stringify(parts).replaceAll(/\/\*\*.*?\*\//g, "");
}
