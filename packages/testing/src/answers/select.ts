/** What an operation selects of an object, by the names of the answer. */

import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  isAbstractType,
  Kind,
  type SelectionSetNode,
} from "graphql";

export interface Selected {
  readonly fieldName: string;
  readonly type: GraphQLOutputType;
  /** Selections of the field, where it has some: a name may be selected more than once. */
  readonly below: readonly SelectionSetNode[];
}

export interface Selecting {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Fields in the order of the document. `@skip` and `@include` are taken for granted. */
export function selectFields(
  { schema, fragments }: Selecting,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, Selected> {
  const selected = new Map<string, Selected>();
  for (const set of sets) add(set);
  return selected;

  function add(set: SelectionSetNode): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) addField(node);
      else {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
        if (fragment && applies(fragment.typeCondition?.name.value)) add(fragment.selectionSet);
      }
    }
  }

  function addField(node: FieldNode): void {
    const fieldName = node.name.value;
    const fieldType =
      fieldName === "__typename" ? new GraphQLNonNull(GraphQLString) : type.getFields()[fieldName]?.type;
    if (!fieldType) return;
    const name = node.alias?.value ?? fieldName;
    const below = [...(selected.get(name)?.below ?? []), ...(node.selectionSet ? [node.selectionSet] : [])];
    selected.set(name, { fieldName, type: fieldType, below });
  }

  function applies(condition: string | undefined): boolean {
    if (condition === undefined || condition === type.name) return true;
    const wanted = schema.getType(condition);
    return isAbstractType(wanted) && schema.isSubType(wanted, type);
  }
}
