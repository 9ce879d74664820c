/** Finds the operations that use a schema element, and the places. */

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isLeafType,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import { memoize } from "../../model/cache.ts";
import { appliesTo, fieldOf, inputTypesOf, interfacesOf } from "../../model/graphql.ts";
import { findFragments } from "../../model/selections.ts";
import {
  comparePlaces,
  compareText,
  findOperations,
  ownerOf,
  placeOf,
} from "../compare/document-operations.ts";
import { findUses, type Use } from "../compare/find-uses.ts";
import type { OperationReport, Place } from "../verdict/report.ts";

/**
 * How an operation uses an element. `document`: it contains the element. `abstract`: it selects an interface
 * or a union that the type belongs to. `variable`: a value of a variable can contain the element. `result`:
 * the value of a field can.
 */
export type Via = "document" | "abstract" | "variable" | "result";

interface ElementUse {
  readonly place: Place;
  readonly via: Via;
  /** Fragment that contains the place. */
  readonly fragment?: string;
}

/** An operation with its uses of an element, including those in its fragments. Sorted by place. */
export interface OperationUses extends Pick<OperationReport, "name" | "kind" | "place"> {
  readonly uses: readonly ElementUse[];
}

/**
 * Returns the operations that use an element, by name.
 *
 * @param coordinate - Coordinate of an element of the schema.
 */
export function findOperationUses(
  schema: GraphQLSchema,
  document: DocumentNode,
  coordinate: string,
): OperationUses[] {
  const viaOf = createMatcher(schema, coordinate);
  const listUses = memoize((node: OperationDefinitionNode | FragmentDefinitionNode): ElementUse[] => {
    const byPlace = new Map<string, ElementUse>();
    for (const use of findUses(schema, node)) {
      const via = viaOf(use);
      if (!via) continue;
      const place = placeOf(use.node);
      byPlace.set(`${place.line}:${place.column}`, {
        place,
        via,
        ...(node.kind === Kind.FRAGMENT_DEFINITION && { fragment: node.name.value }),
      });
    }
    return [...byPlace.values()];
  });
  return findOperations(document, findFragments(document))
    .map(({ name, kind, node, fragments }) => {
      const uses = [node, ...fragments].flatMap(listUses);
      return { name, kind, place: placeOf(node), uses: uses.sort((a, b) => comparePlaces(a.place, b.place)) };
    })
    .filter(({ uses }) => uses.length > 0)
    .sort((a, b) => compareText(a.name, b.name));
}

function createMatcher(schema: GraphQLSchema, coordinate: string): (use: Use) => Via | undefined {
  const owner = ownerOf(coordinate);
  const member = coordinate.slice(owner.length);
  const type = schema.getType(owner);
  const inherited = new Set(interfacesOf(type).map((name) => name + member));
  const isAccepted = memoize((variableType: string) => inputTypesOf(schema, [variableType]).includes(owner));
  const isSubType = memoize((name: string) => isCompositeType(type) && appliesTo(schema, type, name));
  const isReturned = (use: Use & { readonly kind: "field" }) => {
    const field = fieldOf(schema, schema.getType(use.type), use.field);
    return isLeafType(type) && field !== undefined && getNamedType(field.type) === type;
  };
  return (use) => {
    // The definition of a variable is a separate use.
    if (use.kind === "value")
      return use.type === coordinate && use.node.kind !== Kind.VARIABLE ? "document" : undefined;
    if (use.coordinate === coordinate) return "document";
    switch (use.kind) {
      case "enum value":
        return use.coordinate.startsWith(`${coordinate}.`) ? "document" : undefined;
      case "variable":
        return isAccepted(use.coordinate) ? "variable" : undefined;
      case "type":
        return member === "" && isSubType(use.coordinate) ? "abstract" : undefined;
      case "field":
        if (isReturned(use)) return "result";
        return inherited.has(use.coordinate) ? "abstract" : undefined;
      default:
        return inherited.has(use.coordinate) ? "abstract" : undefined;
    }
  };
}
