/** Schema elements that an operation or a fragment uses, with their nodes. */

import {
  type ArgumentNode,
  type ASTNode,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";
import { fieldOf } from "../model/graphql.ts";
import { argumentCoordinate, nameOfType } from "./document.ts";

/** One use of one schema element. */
export type Use =
  /** Type of a selection set, from a field or a type condition. */
  | { readonly kind: "type"; readonly coordinate: string; readonly node: ASTNode }
  | {
      readonly kind: "field";
      readonly coordinate: string;
      readonly node: FieldNode;
      /** Type of the selection set, possibly an interface. */
      readonly type: string;
      readonly field: string;
    }
  | { readonly kind: "directive"; readonly coordinate: string; readonly node: DirectiveNode }
  | { readonly kind: "argument"; readonly coordinate: string; readonly node: ASTNode }
  /** An input object literal. */
  | {
      readonly kind: "input object";
      readonly coordinate: string;
      readonly node: ASTNode;
      readonly fields: readonly ObjectFieldNode[];
    }
  | { readonly kind: "input field"; readonly coordinate: string; readonly node: ASTNode }
  | { readonly kind: "enum value"; readonly coordinate: string; readonly node: ASTNode }
  /** Any value. The coordinate is that of its argument or input field, the type its named type. */
  | { readonly kind: "value"; readonly coordinate: string; readonly node: ValueNode; readonly type: string }
  /** The named type of a variable. */
  | { readonly kind: "variable"; readonly coordinate: string; readonly node: ASTNode };

/** Lists the uses in one definition, without its fragments. Elements that the schema does not have are left out. */
export function findUses(schema: GraphQLSchema, definition: OperationDefinitionNode | FragmentDefinitionNode): Use[] {
  const uses: Use[] = [];
  if (definition.kind === Kind.FRAGMENT_DEFINITION) {
    const { name } = definition.typeCondition;
    collectSelections(schema, name.value, definition.typeCondition, definition.selectionSet, uses);
  } else {
    for (const variable of definition.variableDefinitions ?? []) {
      const type = schema.getType(nameOfType(variable.type));
      if (type) uses.push({ kind: "variable", coordinate: type.name, node: variable });
      collectDirectives(schema, variable.directives, uses);
    }
    const root = schema.getRootType(definition.operation);
    if (root) collectSelections(schema, root.name, definition, definition.selectionSet, uses);
  }
  collectDirectives(schema, definition.directives, uses);
  return uses;
}

function collectSelections(
  schema: GraphQLSchema,
  typeName: string,
  node: ASTNode,
  { selections }: SelectionSetNode,
  uses: Use[],
): void {
  const type = schema.getType(typeName);
  if (!isCompositeType(type)) return;
  uses.push({ kind: "type", coordinate: type.name, node });
  for (const selection of selections) {
    collectDirectives(schema, selection.directives, uses);
    if (selection.kind === Kind.FRAGMENT_SPREAD) continue;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition;
      collectSelections(schema, condition?.name.value ?? typeName, condition ?? node, selection.selectionSet, uses);
      continue;
    }
    const field = fieldOf(schema, type, selection.name.value);
    if (!field) continue;
    const coordinate = `${typeName}.${field.name}`;
    uses.push({ kind: "field", coordinate, node: selection, type: typeName, field: field.name });
    collectArguments(coordinate, field.args, selection.arguments ?? [], uses);
    if (!selection.selectionSet) continue;
    collectSelections(schema, getNamedType(field.type).name, selection, selection.selectionSet, uses);
  }
}

function collectDirectives(schema: GraphQLSchema, nodes: readonly DirectiveNode[] | undefined, uses: Use[]): void {
  for (const node of nodes ?? []) {
    const directive = schema.getDirective(node.name.value);
    if (!directive) continue;
    const coordinate = `@${directive.name}`;
    uses.push({ kind: "directive", coordinate, node });
    collectArguments(coordinate, directive.args, node.arguments ?? [], uses);
  }
}

function collectArguments(
  owner: string,
  declared: readonly GraphQLArgument[],
  nodes: readonly ArgumentNode[],
  uses: Use[],
): void {
  for (const node of nodes) {
    const argument = declared.find(({ name }) => name === node.name.value);
    if (!argument) continue;
    const coordinate = argumentCoordinate(owner, argument.name);
    uses.push({ kind: "argument", coordinate, node });
    collectValues(argument.type, coordinate, node.value, uses);
  }
}

function collectValues(type: GraphQLInputType, coordinate: string, node: ValueNode, uses: Use[]): void {
  uses.push({ kind: "value", coordinate, node, type: getNamedType(type).name });
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const values = node.kind === Kind.LIST ? node.values : [node];
    for (const value of values) collectValues(nullable.ofType, coordinate, value, uses);
  } else if (isEnumType(nullable) && node.kind === Kind.ENUM) {
    uses.push({ kind: "enum value", coordinate: `${nullable.name}.${node.value}`, node });
  } else if (isInputObjectType(nullable) && node.kind === Kind.OBJECT) {
    const { fields } = node;
    uses.push({ kind: "input object", coordinate: nullable.name, node, fields });
    for (const fieldNode of fields) {
      const field = nullable.getFields()[fieldNode.name.value];
      if (!field) continue;
      const fieldCoordinate = `${nullable.name}.${field.name}`;
      uses.push({ kind: "input field", coordinate: fieldCoordinate, node: fieldNode });
      collectValues(field.type, fieldCoordinate, fieldNode.value, uses);
    }
  }
}
