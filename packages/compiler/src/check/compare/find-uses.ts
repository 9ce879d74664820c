/** Schema elements that an operation or a fragment uses, with their nodes. */

import {
  type ArgumentNode,
  type ASTNode,
  type DirectiveNode,
  type ExecutableDefinitionNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
} from "graphql";
import { fieldOf, rootOf, variablesOf } from "../../model/graphql.ts";
import { type FragmentsByName, scopeOf, walkSelections } from "../../model/selections.ts";
import { argumentCoordinate } from "./document-operations.ts";

/** One use of one schema element. */
export type Use =
  | {
      readonly kind: "field";
      readonly coordinate: string;
      readonly node: FieldNode;
      /** Type of the selection set, possibly an interface. */
      readonly type: string;
      readonly field: string;
    }
  | { readonly kind: "directive"; readonly coordinate: string; readonly node: DirectiveNode }
  /**
   * Any value. The coordinate is that of its argument, its input field or its variable's type. The type is
   * its named type.
   */
  | { readonly kind: "value"; readonly coordinate: string; readonly node: ValueNode; readonly type: string }
  | {
      /**
       * `type`: that of a selection set, from a field or a type condition. `input object`: a literal.
       * `variable`: the named type of a variable.
       */
      readonly kind: "type" | "argument" | "input object" | "input field" | "enum value" | "variable";
      readonly coordinate: string;
      readonly node: ASTNode;
    };

/**
 * Lists the uses in one definition, without its fragments. Elements that the schema does not have are left
 * out.
 */
export function findUses(schema: GraphQLSchema, definition: ExecutableDefinitionNode): Use[] {
  const uses: Use[] = [];
  const isFragment = definition.kind === Kind.FRAGMENT_DEFINITION;
  for (const variable of variablesOf(definition)) {
    const type = typeFromAST(schema, variable.type);
    if (isInputType(type)) {
      const coordinate = getNamedType(type).name;
      uses.push({ kind: "variable", coordinate, node: variable });
      if (variable.defaultValue) collectValues(type, coordinate, variable.defaultValue, uses);
    }
    collectDirectives(schema, variable.directives, uses);
  }
  const root = rootOf(schema, definition);
  if (root) {
    uses.push({
      kind: "type",
      coordinate: root.name,
      node: isFragment ? definition.typeCondition : definition,
    });
    collectSelections(schema, root, definition.selectionSet, uses);
  }
  collectDirectives(schema, definition.directives, uses);
  return uses;
}

/** The spread fragments are definitions of their own. */
const NO_FRAGMENTS: FragmentsByName = new Map();

function collectSelections(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  set: SelectionSetNode,
  uses: Use[],
): void {
  walkSelections({ schema, fragments: NO_FRAGMENTS }, set, scopeOf(type), {
    onField(node, { parent }) {
      if (!parent) return;
      collectDirectives(schema, node.directives, uses);
      const field = fieldOf(schema, parent, node.name.value);
      if (!field) return;
      const coordinate = `${parent.name}.${field.name}`;
      uses.push({ kind: "field", coordinate, node, type: parent.name, field: field.name });
      collectArguments(coordinate, field.args, node.arguments ?? [], uses);
      const named = getNamedType(field.type);
      if (!node.selectionSet || !isCompositeType(named)) return;
      uses.push({ kind: "type", coordinate: named.name, node });
      collectSelections(schema, named, node.selectionSet, uses);
    },
    onFragment(node, { parent }) {
      collectDirectives(schema, node.directives, uses);
      const condition = node.kind === Kind.INLINE_FRAGMENT && node.typeCondition;
      if (condition && parent) uses.push({ kind: "type", coordinate: parent.name, node: condition });
    },
  });
}

function collectDirectives(
  schema: GraphQLSchema,
  nodes: readonly DirectiveNode[] | undefined,
  uses: Use[],
): void {
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
    uses.push({ kind: "input object", coordinate: nullable.name, node });
    for (const fieldNode of node.fields) {
      const field = nullable.getFields()[fieldNode.name.value];
      if (!field) continue;
      const fieldCoordinate = `${nullable.name}.${field.name}`;
      uses.push({ kind: "input field", coordinate: fieldCoordinate, node: fieldNode });
      collectValues(field.type, fieldCoordinate, fieldNode.value, uses);
    }
  }
}
