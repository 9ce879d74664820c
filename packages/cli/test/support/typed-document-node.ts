/** Parsed documents as the plugin `typed-document-node` writes them: an independent way to the same text. */

import { type ExecutableDefinitionNode, type FragmentDefinitionNode, Kind, print } from "graphql";
import { removeDescriptions, renderNodeDocument } from "../../../compiler/src/codegen/index.ts";

/** The function that the plugin exports. Its schema is not read, because the types are in `types.ts`. */
export type Plugin = (
  schema: never,
  files: readonly { readonly document: object }[],
  config: object,
) => { readonly content: string };

interface Definition {
  readonly node: ExecutableDefinitionNode;
  readonly fragments: readonly { readonly node: ExecutableDefinitionNode }[];
}

type NodeRenderer = typeof renderNodeDocument;

/** Runs the plugin for one definition at a time, because it writes no comments. */
export function createNodeRenderer(
  { documentNodeImport }: { readonly documentNodeImport: string },
  plugin: Plugin,
): NodeRenderer {
  return (definition) => {
    const node = removeDescriptions(definition.node);
    // It parses its own text, with each backslash twice, and fails or changes the string.
    if (print(node).includes("\\")) return renderNodeDocument(definition);
    const config = {
      documentNodeImport: `${documentNodeImport}#TypedDocumentNode`,
      importOperationTypesFrom: "Types",
      useTypeImports: true,
      externalFragments: listFragments(definition),
    };
    return plugin(
      null as never,
      [{ document: { kind: Kind.DOCUMENT, definitions: [node] } }],
      config,
    ).content.trim();
  };
}

function listFragments({ fragments }: Definition): object[] {
  return fragments.map((fragment) => {
    const node = removeDescriptions(fragment.node) as FragmentDefinitionNode;
    return { node, name: node.name.value, onType: node.typeCondition.name.value, isExternal: true };
  });
}
