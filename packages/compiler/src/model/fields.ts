/** The fields that selection sets select on one type, through all their fragments. */

import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from "graphql";
import type { Condition } from "./conditions.ts";
import { appliesTo, type Field, fieldOf, interfacesOf, possibleTypesOf } from "./graphql.ts";
import {
  type FieldOccurrence,
  listFields,
  type Occurrences,
  type ScopedSet,
  type WalkContext,
} from "./selections.ts";

/** By response name, in the order of the document. */
export type FieldsByName = ReadonlyMap<string, Occurrences>;

export interface CollectedFields {
  /** Conditions that all types of the selection meet are left out of their `typeConditions`. */
  readonly fields: FieldsByName;
  /** The type conditions that the type meets, without those that all types of the selection meet. */
  readonly typeConditions: ReadonlySet<string>;
  /**
   * Whether the sets select a field that this type does not have, because a fragment does not apply to it.
   */
  readonly isPartial: boolean;
}

/**
 * Walks the selection sets of a field, or of a definition, once for all object types.
 *
 * @param selected - Type of the field or the definition.
 * @returns A function that collects the fields of one of its object types; or, for the selected type itself,
 * the fields that are selected on all its types.
 */
export function createFieldCollector(
  context: WalkContext & { readonly schema: GraphQLSchema },
  selected: GraphQLCompositeType,
  sets: readonly ScopedSet[],
): (type: GraphQLCompositeType) => CollectedFields {
  const { schema } = context;
  const listed = listFields(context, sets).map((occurrence) => {
    const narrowing = occurrence.typeConditions.filter((name) => !appliesTo(schema, selected, name));
    if (narrowing.length === occurrence.typeConditions.length) return occurrence;
    return { ...occurrence, typeConditions: narrowing };
  });
  // A union can have thousands of types, each with fields of its own: a type only looks at its own.
  const byObject = new Map<string, number[]>();
  const others: number[] = [];
  for (const [index, { typeConditions }] of listed.entries()) {
    const [outer = ""] = typeConditions;
    if (!isObjectType(schema.getType(outer))) others.push(index);
    else if (byObject.has(outer)) byObject.get(outer)?.push(index);
    else byObject.set(outer, [index]);
  }
  return (type) => {
    const own = byObject.get(type.name) ?? [];
    const indexes = own.length === 0 ? others : [...others, ...own].sort((a, b) => a - b);
    const typeConditions = new Set<string>();
    const selected: FieldOccurrence[] = [];
    for (const index of indexes) {
      const occurrence = listed[index] as FieldOccurrence;
      const unmet = occurrence.typeConditions.findIndex((name) => !appliesTo(schema, type, name));
      // A condition around an unmet one is met, and distinguishes the type although this field is not
      // selected on it.
      const met = unmet < 0 ? occurrence.typeConditions : occurrence.typeConditions.slice(0, unmet);
      for (const name of met) typeConditions.add(name);
      if (unmet < 0) selected.push(occurrence);
    }
    return { fields: groupByName(selected), typeConditions, isPartial: selected.length < listed.length };
  };
}

/** Groups fields by response name. A node that is selected again under the same condition is left out. */
function groupByName(occurrences: readonly FieldOccurrence[]): FieldsByName {
  const fields = new Map<string, [FieldOccurrence, ...FieldOccurrence[]]>();
  const seen = new Map<FieldNode, Set<Condition>>();
  for (const occurrence of occurrences) {
    const { node, condition } = occurrence;
    const conditions = seen.get(node) ?? new Set();
    if (conditions.has(condition)) continue;
    seen.set(node, conditions.add(condition));
    const key = (node.alias ?? node.name).value;
    const known = fields.get(key);
    if (known) known.push(occurrence);
    else fields.set(key, [occurrence]);
  }
  return fields;
}

/** Whether an object type has a narrower type for a field than what the document selects. */
export function isNarrower(schema: GraphQLSchema, type: GraphQLObjectType, fields: FieldsByName): boolean {
  return [...fields.values()].some((occurrences) => {
    const own = fieldOf(schema, type, occurrences[0].node.name.value);
    const selected = findSelectedField(schema, occurrences);
    return String(own?.type) !== String(selected?.field.type);
  });
}

/**
 * The field as the document selects it: on an object type, an interface, or the narrowest of several
 * interfaces.
 */
export function findSelectedField(
  schema: GraphQLSchema,
  occurrences: Occurrences,
): SelectedField | undefined {
  let narrowest: SelectedField | undefined;
  for (const owner of new Set(occurrences.map(({ parent }) => parent))) {
    const field = owner && fieldOf(schema, owner, occurrences[0].node.name.value);
    if (!field) continue;
    if (!narrowest || isSubTypeOf(schema, field, narrowest.field)) narrowest = { owner, field };
  }
  return narrowest;
}

interface SelectedField {
  readonly owner: GraphQLCompositeType;
  readonly field: Field;
}

/** Whether the type of a field belongs to the interface or union of the other field. */
function isSubTypeOf(schema: GraphQLSchema, field: Field, other: Field): boolean {
  const type = getNamedType(field.type);
  const wide = getNamedType(other.type);
  return interfacesOf(type).includes(wide.name) || possibleTypesOf(schema, wide).includes(type.name);
}
