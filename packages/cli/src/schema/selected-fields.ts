/** Fields where they are selected, as the server collects them: through fragments, and merged by their names in the response. */

import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql";
import type { FragmentsByName } from "./operations.ts";

export interface Context {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
}

/** A selection set, and the fragments that it stands in: one that spreads itself, at any depth, ends there. */
export interface Scope {
  readonly set: SelectionSetNode;
  readonly within: ReadonlySet<string>;
}

/** A field where it is selected, and the type that it is selected on. */
export interface Selected {
  readonly node: FieldNode;
  readonly on: GraphQLCompositeType;
  readonly within: ReadonlySet<string>;
}

/** Whether whatever is selected on `other` is selected on `type` too. */
export function covers(schema: GraphQLSchema, other: GraphQLCompositeType, type: GraphQLCompositeType): boolean {
  if (other === type) return true;
  return isAbstractType(other) && (isObjectType(type) || isInterfaceType(type)) && schema.isSubType(other, type);
}

/** By the name that each has in the response. */
export function groupByKey(fields: readonly Selected[]): Map<string, Selected[]> {
  const groups = new Map<string, Selected[]>();
  for (const field of fields) {
    const key = field.node.alias?.value ?? field.node.name.value;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return groups;
}

/** The fields of a selection set, those of its fragments included. */
export function listFields(context: Context, on: GraphQLCompositeType, { set, within }: Scope): Selected[] {
  const { schema, fragments } = context;
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [{ node: selection, on, within }];
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    if (!fragment || (name !== undefined && within.has(name))) return [];
    const type = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : on;
    if (!isCompositeType(type)) return [];
    // A condition that says less than what is known takes nothing away.
    const narrower = covers(schema, type, on) ? on : type;
    const inner = name === undefined ? within : new Set([...within, name]);
    return listFields(context, narrower, { set: fragment.selectionSet, within: inner });
  });
}

/** What is selected inside of fields. */
export function openFields(fields: readonly Selected[]): Scope[] {
  return fields.flatMap(({ node: { selectionSet: set }, within }) => (set ? [{ set, within }] : []));
}
