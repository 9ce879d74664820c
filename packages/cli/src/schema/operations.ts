/** The operations of a document, each with the fragments that it needs. */

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type TypeNode,
} from "graphql";
import type { OperationReport } from "./report.ts";

export interface Operation {
  readonly name: string;
  readonly kind: OperationReport["kind"];
  readonly node: OperationDefinitionNode;
  /** Those that it spreads, directly or through others, each once. */
  readonly fragments: readonly FragmentDefinitionNode[];
}

export type FragmentsByName = ReadonlyMap<string, FragmentDefinitionNode>;

export function findFragments(document: DocumentNode): FragmentsByName {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

export function findOperations(document: DocumentNode, fragments: FragmentsByName): Operation[] {
  return document.definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((node) => ({
      name: node.name?.value ?? `unnamed ${node.operation}`,
      kind: node.operation,
      node,
      fragments: [...reach(node.selectionSet, fragments, new Set())],
    }));
}

function reach(
  { selections }: SelectionSetNode,
  fragments: FragmentsByName,
  found: Set<FragmentDefinitionNode>,
): Set<FragmentDefinitionNode> {
  for (const selection of selections) {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      if (selection.selectionSet) reach(selection.selectionSet, fragments, found);
      continue;
    }
    const fragment = fragments.get(selection.name.value);
    if (!fragment || found.has(fragment)) continue;
    found.add(fragment);
    reach(fragment.selectionSet, fragments, found);
  }
  return found;
}

/** The name inside lists and exclamation marks. */
export function nameOfType(node: TypeNode): string {
  return node.kind === Kind.NAMED_TYPE ? node.name.value : nameOfType(node.type);
}
