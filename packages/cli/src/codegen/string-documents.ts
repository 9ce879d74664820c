/** Operations as text: plain literals, so that a bundler drops every document that is not imported. */

import { type OperationDefinitionNode, OperationTypeNode, print } from "graphql";
import type { Definitions, NamedDefinition } from "./definitions.ts";
import { renderDocComment } from "./doc-comment.ts";
import { renderTextLiteral } from "./literals.ts";

/** Modules that the generated ones import their types from, as written in an import. */
export interface ImportSources {
  /** Exports the type of the documents. */
  readonly documentType: string;
  /** Exports the types of results and variables. */
  readonly operationTypes: string;
}

/** A module of `export const <Name>Document: TypedDocumentString<…> = { name, kind, text }`, one for each operation. */
export function renderStringDocuments({ operations }: Definitions, from: ImportSources): string {
  return `import type { TypedDocumentString } from "${from.documentType}";
import type * as Types from "${from.operationTypes}";

export type * from "${from.operationTypes}";
${operations.map(renderStringDocument).join("")}`;
}

function renderStringDocument({ name, node, document }: NamedDefinition<OperationDefinitionNode>): string {
  return `
${renderDocComment(node)}export const ${name}Document: TypedDocumentString<${renderOperationTypes(name, node)}> = {
  name: "${name}",
  kind: "${node.operation}",
  text: ${renderTextLiteral(print(document))},
};
`;
}

/** The types of an operation's result and variables, named as `typescript-operations` names them. */
export function renderOperationTypes(name: string, { operation }: OperationDefinitionNode): string {
  const result = `Types.${name}${operation === OperationTypeNode.QUERY ? "Query" : "Mutation"}`;
  return `${result}, ${result}Variables`;
}
