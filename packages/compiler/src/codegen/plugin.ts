/** The exports of `documents.ts`, which `typed-document-node` writes. */

import { type GraphQLSchema, parse } from "graphql";
import { cacheByObject } from "../model/cache.ts";
import type { CompiledDefinition } from "../model/compile.ts";
import { nameType } from "../model/names.ts";
import { renderDocComment, renderJson } from "./documents.ts";

export interface DocumentRenderer {
  readonly imports: readonly string[];
  /** Renders `export const <Name>Document = … as unknown as DocumentNode<…>;` with a line break before it. */
  readonly render: (definition: CompiledDefinition) => string;
}

/**
 * Runs the plugin once for each kind of definition. It would print each operation several times, double backslashes and
 * write no comments.
 */
export async function createRenderer(schema: GraphQLSchema, documentNodeImport: string): Promise<DocumentRenderer> {
  const { plugin } = await import("./typed-document-node.js");
  const document = parse("query Name { name } mutation Name { name } fragment Name on Query { name }");
  const config = { ...CONFIG, documentNodeImport: `${documentNodeImport}#TypedDocumentNode` };
  const { content, prepend = [] } = plugin(schema, [{ document }], config);
  const lines = content.matchAll(/^export const \w+ = gql`[^`]*` as unknown as \w+<Types\.Name([A-Z][a-z]+).*$/gm);
  const byKind = new Map(Array.from(lines, ([line, kind = ""]) => [kind.toLowerCase(), line]));
  return {
    imports: prepend.filter((part) => part !== null),
    render: cacheByObject((definition) => fillIn(byKind.get(definition.kind) ?? "", definition)),
  };
}

const CONFIG = {
  // The cheapest mode whose types are the same: it parses nothing. The tag `gql` is not imported.
  documentMode: "graphQLTag",
  gqlImport: "gql",
  importOperationTypesFrom: "Types",
  useTypeImports: true,
  // Names stay as they are in the operations.
  namingConvention: "keep",
  dedupeOperationSuffix: true,
} as const;

/** Replaces `Name` and the text with the tag `gql` in a line of the plugin. */
function fillIn(line: string, definition: CompiledDefinition): string {
  const { name, node } = definition;
  const text = line.replaceAll(/gql`[^`]*`|Name(Document|Query|Mutation|Fragment)/g, (_, part) => {
    if (part === undefined) return renderJson(definition);
    return part === "Document" ? `${name}Document` : nameType(node);
  });
  return `\n${renderDocComment(node)}${text}\n`;
}
