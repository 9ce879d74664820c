/** Rewrites conditional selections (`@include`, `@skip`) in a form for which the plugin writes correct types. */

import {
  type DirectiveNode,
  type DocumentNode,
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
} from "graphql";
import { collectFragments, type FragmentsByName, fieldOf, findFragments } from "../model/graphql.ts";
import { UNKNOWN_MEMBER } from "../model/open-types.ts";
import {
  collectFields,
  type FieldOccurrence,
  isCondition,
  isOptional,
  type SelectionOccurrence,
  selectionsOf,
} from "../model/selections.ts";

/**
 * The plugin loses fields of conditional fragments, and the condition of a field that occurs several times. In the
 * rewritten operations and fragments, each type selects each field once, and only fields have conditions.
 */
export function moveConditions(schema: GraphQLSchema, document: DocumentNode, isOpen: boolean): DocumentNode {
  const context = { schema, fragments: findFragments(document), isOpen };
  const definitions = document.definitions.map((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) return node;
    if (
      ![node, ...collectFragments(node.selectionSet, context.fragments)].some(({ selectionSet }) =>
        hasCondition(selectionSet),
      )
    )
      return node;
    const type =
      node.kind === Kind.OPERATION_DEFINITION
        ? schema.getRootType(node.operation)
        : schema.getType(node.typeCondition.name.value);
    if (!isCompositeType(type)) return node;
    return { ...node, selectionSet: rewrite(context, type, [{ set: node.selectionSet, condition: "" }]) };
  });
  return { ...document, definitions };
}

function hasCondition({ selections }: SelectionSetNode): boolean {
  return selections.some((node) => {
    if (node.directives?.some(isCondition)) return true;
    return node.kind !== Kind.FRAGMENT_SPREAD && node.selectionSet !== undefined && hasCondition(node.selectionSet);
  });
}

interface RewriteContext {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
  /** Whether the types of results have a member for unknown types. */
  readonly isOpen: boolean;
}

function rewrite(
  context: RewriteContext,
  type: GraphQLCompositeType,
  occurrences: readonly SelectionOccurrence[],
): SelectionSetNode {
  const { schema, fragments, isOpen } = context;
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
        ...(isCompositeType(returned) && { selectionSet: rewrite(context, returned, sets) }),
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
  // The plugin names types after their first path, and shares them between selections with the same location.
  const loc = occurrences[0]?.set.loc;
  const create = (selections: readonly SelectionNode[]): SelectionSetNode => ({
    kind: Kind.SELECTION_SET,
    selections,
    ...(loc && { loc }),
  });
  if (!isAbstractType(type)) return create([...own.values()]);
  const possible = schema.getPossibleTypes(type).map((one) => ({ name: one.name, fields: select(one) }));
  const common = [...own].filter(([text]) => possible.every(({ fields }) => fields.has(text)));
  const unknown = isOpen ? [{ name: UNKNOWN_MEMBER, fields: own }] : [];
  const all = [...possible, ...unknown];
  for (const [text] of common) for (const { fields } of all) fields.delete(text);
  const rest = all.flatMap(({ name, fields }) => (fields.size > 0 ? [createFragment(name, [...fields.values()])] : []));
  return create([...common.map(([, node]) => node), ...rest]);
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
