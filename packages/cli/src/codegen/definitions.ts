/** What the documents define: operations and fragments, each with all that a request for it must carry. */

import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  visit,
} from "graphql";

/** An operation or a fragment that has a name. */
export interface NamedDefinition<Node extends OperationDefinitionNode | FragmentDefinitionNode> {
  readonly name: string;
  readonly node: Node;
  /** The definition, then the fragments that it spreads, directly or through others, each once; no descriptions. */
  readonly document: DocumentNode;
}

/** All of them, sorted by name, so that the order of files never shows in the output. */
export interface Definitions {
  readonly operations: readonly NamedDefinition<OperationDefinitionNode>[];
  readonly fragments: readonly NamedDefinition<FragmentDefinitionNode>[];
}

/** Collects the definitions of a document that has passed `findProblems`: names are present and unique. */
export function collectDefinitions({ definitions }: DocumentNode): Definitions {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));

  const define = <Node extends OperationDefinitionNode | FragmentDefinitionNode>(
    node: Node,
  ): NamedDefinition<Node>[] => {
    if (!node.name) return [];
    const parts = [node, ...collectFragments(node, byName)];
    return [
      { name: node.name.value, node, document: { kind: Kind.DOCUMENT, definitions: parts.map(stripDescriptions) } },
    ];
  };
  return {
    operations: operations.flatMap(define).sort(compareNames),
    fragments: fragments.flatMap(define).sort(compareNames),
  };
}

function collectFragments(
  root: DefinitionNode,
  byName: ReadonlyMap<string, FragmentDefinitionNode>,
): ReadonlySet<FragmentDefinitionNode> {
  const found = new Set<FragmentDefinitionNode>();
  const collectFrom = (node: DefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = byName.get(name.value);
        if (!fragment || found.has(fragment)) return;
        found.add(fragment);
        collectFrom(fragment);
      },
    });
  };
  collectFrom(root);
  return found;
}

/** Descriptions on operations are younger than many servers, which would refuse to parse them. */
function stripDescriptions(definition: DefinitionNode): DefinitionNode {
  return visit(definition, {
    enter: (node) => ("description" in node && node.description ? { ...node, description: undefined } : undefined),
  });
}

/** By code unit, not by locale: the same order on every machine. */
function compareNames(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
