/** The fields that selection sets select on one type, through all their fragments. */

import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isCompositeType,
  Kind,
  type SelectionSetNode,
} from "graphql";
import { ALWAYS, addConditions, type Condition } from "./conditions.ts";
import { appliesTo, type FragmentsByName } from "./graphql.ts";

/** One occurrence of a selection set. */
export interface SelectionOccurrence {
  readonly set: SelectionSetNode;
  readonly condition: Condition;
}

/** One occurrence of a field. */
export interface FieldOccurrence {
  readonly node: FieldNode;
  readonly condition: Condition;
  /** The type of the selection set: that of the innermost fragment with a type condition, or of the field around it. */
  readonly parent: GraphQLCompositeType;
  /** Type conditions around it that do not apply to all types of the field around it, outermost first. */
  readonly types: readonly string[];
}

export interface CollectedFields {
  /** By response name, in the order of the document. */
  readonly fields: ReadonlyMap<string, readonly FieldOccurrence[]>;
  /** Type conditions that apply to the type, but not to all types of the selection. */
  readonly types: ReadonlySet<string>;
  /** Whether a fragment does not apply to the type. */
  readonly isPartial: boolean;
}

/**
 * Lists the occurrences of each field.
 *
 * @param selected - Type of the selection.
 * @param type - One of its object types; or the selected type itself, for the fields that all its types have.
 */
export function collectFields(
  schema: GraphQLSchema,
  fragments: FragmentsByName,
  selected: GraphQLCompositeType,
  type: GraphQLCompositeType,
  occurrences: readonly SelectionOccurrence[],
): CollectedFields {
  const fields = new Map<string, FieldOccurrence[]>();
  const types = new Set<string>();
  let isPartial = false;
  const collect = (
    { set, condition: outer }: SelectionOccurrence,
    around: Pick<FieldOccurrence, "parent" | "types">,
  ) => {
    for (const selection of set.selections) {
      const condition = addConditions(outer, selection.directives);
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = fields.get(key);
        const field = { node: selection, condition, ...around };
        if (!known) fields.set(key, [field]);
        else if (!known.some((one) => one.node === selection && one.condition === condition)) known.push(field);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (!fragment) continue;
      const name = fragment.typeCondition?.name.value;
      if (!appliesTo(schema, type, name)) {
        isPartial = true;
        continue;
      }
      const own = name === undefined ? undefined : schema.getType(name);
      const parent = isCompositeType(own) ? own : around.parent;
      const distinguishes = name !== undefined && !appliesTo(schema, selected, name);
      if (distinguishes) types.add(name);
      collect(
        { set: fragment.selectionSet, condition },
        { parent, types: distinguishes ? [...around.types, name] : around.types },
      );
    }
  };
  for (const occurrence of occurrences) collect(occurrence, { parent: selected, types: [] });
  return { fields, types, isPartial };
}

/** The selection sets of a field. If all occurrences have one condition, the sets are complete if the field is present. */
export function selectionsOf(occurrences: readonly FieldOccurrence[]): SelectionOccurrence[] {
  const [first] = occurrences;
  const isSame = occurrences.every(({ condition }) => condition === first?.condition);
  return occurrences.flatMap(({ node: { selectionSet: set }, condition }) =>
    set ? [{ set, condition: isSame ? ALWAYS : condition }] : [],
  );
}
