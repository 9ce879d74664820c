/** The fields that selection sets select on one type, through all their fragments. */

import type { GraphQLCompositeType, GraphQLSchema } from "graphql";
import { appliesTo } from "./graphql.ts";
import {
  type FieldOccurrence,
  listFields,
  type SelectionOccurrence,
  type WalkContext,
} from "./selections.ts";

export interface CollectedFields {
  /** By response name, in the order of the document. The types are those that do not apply to the whole selection. */
  readonly fields: ReadonlyMap<string, readonly FieldOccurrence[]>;
  /** Type conditions that apply to the type, but not to all types of the selection. */
  readonly types: ReadonlySet<string>;
  /** Whether a fragment does not apply to the type. */
  readonly isPartial: boolean;
}

/**
 * Walks selection sets once.
 *
 * @param selected - Type of the selection.
 * @returns A function that collects the fields of one of its object types; or of the selected type itself, for the fields
 * that all its types have.
 */
export function createFieldCollector(
  context: WalkContext & { readonly schema: GraphQLSchema },
  selected: GraphQLCompositeType,
  sets: readonly SelectionOccurrence[],
): (type: GraphQLCompositeType) => CollectedFields {
  const { schema } = context;
  const listed = listFields(context, sets).map((occurrence) => {
    const types = occurrence.types.filter((name) => !appliesTo(schema, selected, name));
    return types.length === occurrence.types.length ? occurrence : { ...occurrence, types };
  });
  return (type) => {
    const fields = new Map<string, FieldOccurrence[]>();
    const applying = new Set<string>();
    let isPartial = false;
    for (const occurrence of listed) {
      const { node, condition, types } = occurrence;
      const firstOther = types.findIndex((name) => !appliesTo(schema, type, name));
      const isSelected = firstOther < 0;
      const outer = isSelected ? types : types.slice(0, firstOther);
      for (const name of outer) applying.add(name);
      if (!isSelected) {
        isPartial = true;
        continue;
      }
      const key = (node.alias ?? node.name).value;
      const occurrences = fields.get(key);
      if (!occurrences) fields.set(key, [occurrence]);
      else if (!occurrences.some((other) => other.node === node && other.condition === condition))
        occurrences.push(occurrence);
    }
    return { fields, types: applying, isPartial };
  };
}
