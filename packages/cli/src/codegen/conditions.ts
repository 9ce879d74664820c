/** Rewrites conditional selections (`@include`, `@skip`) in a form for which the plugin writes correct types. */

import {
  type DirectiveNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from "graphql";
import { collectFragments, type FragmentsByName, fieldOf, findFragments } from "../graphql.ts";
import {
  collectFields,
  type FieldOccurrence,
  isCondition,
  isOptional,
  type SelectionOccurrence,
  selectionsOf,
} from "../selections.ts";

/**
 * The plugin loses fields of conditional fragments, and the condition of a field that occurs several times. In the
 * rewritten operations and fragments, each type selects each field once, and only fields have conditions.
 */
export function moveConditions(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const fragments = findFragments(document);
  const definitions = document.definitions.map((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) return node;
    if (![node, ...collectFragments(node.selectionSet, fragments)].some(hasCondition)) return node;
    const type =
      node.kind === Kind.OPERATION_DEFINITION
        ? schema.getRootType(node.operation)
        : schema.getType(node.typeCondition.name.value);
    if (!isCompositeType(type)) return node;
    return { ...node, selectionSet: rewrite(schema, fragments, type, [{ set: node.selectionSet, condition: "" }]) };
  });
  return { ...document, definitions };
}

function hasCondition(definition: ExecutableDefinitionNode): boolean {
  let found = false;
  visit(definition.selectionSet, {
    Directive(node) {
      found ||= isCondition(node);
    },
  });
  return found;
}

function rewrite(
  schema: GraphQLSchema,
  fragments: FragmentsByName,
  type: GraphQLCompositeType,
  occurrences: readonly SelectionOccurrence[],
): SelectionSetNode {
  const rewriteField = (parent: GraphQLCompositeType, fields: readonly FieldOccurrence[]): FieldNode[] => {
    const [{ node } = {}] = fields;
    const returned = node && getNamedType(fieldOf(schema, parent, node.name.value)?.type);
    if (!node) return [];
    const directives = (node.directives ?? []).filter((directive) => !isCondition(directive));
    const sets = selectionsOf(fields);
    return [
      {
        ...node,
        directives: isOptional(fields) ? [...directives, INCLUDE] : directives,
        ...(isCompositeType(returned) && { selectionSet: rewrite(schema, fragments, returned, sets) }),
      },
    ];
  };
  const select = (one: GraphQLCompositeType): Map<string, FieldNode> =>
    new Map(
      [...collectFields(schema, fragments, one, occurrences).values()]
        .flatMap((fields) => rewriteField(one, fields))
        .map((node) => [print(node), node]),
    );
  const own = select(type);
  if (!isAbstractType(type)) return { kind: Kind.SELECTION_SET, selections: [...own.values()] };
  const possible = schema.getPossibleTypes(type).map((one) => ({ name: one.name, fields: select(one) }));
  const common = [...own].filter(([text]) => possible.every(({ fields }) => fields.has(text)));
  for (const [text] of common) for (const { fields } of possible) fields.delete(text);
  const rest = possible.flatMap(({ name, fields }) =>
    fields.size > 0 ? [createFragment(name, [...fields.values()])] : [],
  );
  return { kind: Kind.SELECTION_SET, selections: [...common.map(([, node]) => node), ...rest] };
}

function createFragment(type: string, selections: readonly FieldNode[]): SelectionNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}

const INCLUDE: DirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: "include" },
  arguments: [
    { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: "if" }, value: { kind: Kind.BOOLEAN, value: true } },
  ],
};
