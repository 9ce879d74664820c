/** The fields that a selection set selects on one type, through all its fragments. */

import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  Kind,
  print,
  type SelectionSetNode,
} from "graphql";
import { appliesTo, type FragmentsByName } from "./graphql.ts";

/** One occurrence of a selection set. */
export interface SelectionOccurrence {
  readonly set: SelectionSetNode;
  /** The directives (`@include`, `@skip`) that can remove it. Empty: it is always present. */
  readonly condition: string;
}

/** One occurrence of a field. */
export interface FieldOccurrence {
  readonly node: FieldNode;
  readonly condition: string;
}

/** Lists the occurrences of each field by response name. For an interface or union: the fields that all its types have. */
export function collectFields(
  schema: GraphQLSchema,
  fragments: FragmentsByName,
  type: GraphQLCompositeType,
  occurrences: readonly SelectionOccurrence[],
): ReadonlyMap<string, readonly FieldOccurrence[]> {
  const found = new Map<string, FieldOccurrence[]>();
  const collect = ({ set, condition: inherited }: SelectionOccurrence): void => {
    for (const selection of set.selections) {
      const condition = inherited + renderCondition(selection.directives);
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = found.get(key) ?? [];
        found.set(key, known);
        known.push({ node: selection, condition });
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (!fragment || !appliesTo(schema, type, fragment.typeCondition?.name.value)) continue;
      collect({ set: fragment.selectionSet, condition });
    }
  };
  for (const occurrence of occurrences) collect(occurrence);
  return found;
}

/** A field can be absent if each of its occurrences can. */
export function isOptional(occurrences: readonly FieldOccurrence[]): boolean {
  return occurrences.every(({ condition }) => condition !== "");
}

/** The selection sets of a field. If all occurrences have one condition, the sets are complete if the field is present. */
export function selectionsOf(occurrences: readonly FieldOccurrence[]): SelectionOccurrence[] {
  const [first] = occurrences;
  const isSame = occurrences.every(({ condition }) => condition === first?.condition);
  return occurrences.flatMap(({ node: { selectionSet: set }, condition }) =>
    set ? [{ set, condition: isSame ? "" : condition }] : [],
  );
}

export function isCondition({ name }: DirectiveNode): boolean {
  return name.value === "include" || name.value === "skip";
}

function renderCondition(directives: readonly DirectiveNode[] = []): string {
  return directives.filter(isCondition).map(print).join(" ");
}
