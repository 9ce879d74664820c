/** What `typed-document-node` leaves to do: the import of the types, and doc comments. */

import type { Definitions } from "./definitions.ts";
import { renderDocComment } from "./doc-comment.ts";
import type { CodegenText } from "./preset.ts";

/** The imports and exports that the plugin takes for granted. */
export function renderImports(operationTypes: string, documentType: string): string {
  return `import type * as Types from "${operationTypes}";

export type * from "${operationTypes}";
export type { TypedDocumentNode } from "${documentType}";
`;
}

/** The plugin's output with each operation's and fragment's doc comment above its export. */
export function addDocComments(output: CodegenText, definitions: Definitions, imports: string): CodegenText {
  const { content, prepend = [] } = typeof output === "string" ? { content: output } : output;
  const comments = new Map<string, string>();
  for (const { name, node } of definitions.fragments) comments.set(`${name}FragmentDoc`, renderDocComment(node));
  for (const { name, node } of definitions.operations) comments.set(`${name}Document`, renderDocComment(node));
  const declarations = content.replaceAll(
    /^export const (\w+)/gm,
    (declaration, name: string) => `\n${comments.get(name) ?? ""}${declaration}`,
  );
  return { prepend: [...prepend, imports], content: declarations.trimStart() };
}
