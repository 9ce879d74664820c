/** Parsed documents as `typed-document-node` writes them, if graphql-codegen runs. */

import { removeDescriptions, renderNodeDocument } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { type ExecutableDefinitionNode, type FragmentDefinitionNode, Kind, print } from "graphql";
import type { Settings } from "./settings.ts";

/** The function that the plugin exports. Its schema is not read, because the types are in `types.ts`. */
export type Plugin = (
  schema: null,
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
  { documentNodeImport }: Pick<Settings, "documentNodeImport">,
  plugin: Plugin | undefined,
): NodeRenderer {
  if (!plugin) return renderNodeDocument;
  return (definition) => {
    const node = removeDescriptions(definition.node);
    // It parses its own text, with each backslash twice, and fails or changes the string.
    if (print(node).includes("\\")) return renderNodeDocument(definition);
    const config = {
      documentNodeImport: `${documentNodeImport}#TypedDocumentNode`,
      importOperationTypesFrom: "Types",
      useTypeImports: true,
      // Names stay as they are in the operations.
      namingConvention: "keep",
      dedupeOperationSuffix: true,
      externalFragments: listFragments(definition),
    };
    return plugin(null, [{ document: { kind: Kind.DOCUMENT, definitions: [node] } }], config).content.trim();
  };
}

function listFragments({ fragments }: Definition): object[] {
  return fragments.map((fragment) => {
    const node = removeDescriptions(fragment.node) as FragmentDefinitionNode;
    return { node, name: node.name.value, onType: node.typeCondition.name.value, isExternal: true };
  });
}
