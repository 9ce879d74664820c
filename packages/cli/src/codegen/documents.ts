/** Operations and fragments with their dependencies, and the module of string documents. */

import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  type Token,
  TokenKind,
  visit,
} from "graphql";

/** An operation or a fragment. */
export interface NamedDefinition<Node extends OperationDefinitionNode | FragmentDefinitionNode> {
  readonly name: string;
  readonly node: Node;
  /** The definition, then all fragments that it uses, directly or indirectly. Without descriptions. */
  readonly document: DocumentNode;
}

/** Sorted by name, so that the output does not depend on the order of the files. */
export interface Definitions {
  readonly operations: readonly NamedDefinition<OperationDefinitionNode>[];
  readonly fragments: readonly NamedDefinition<FragmentDefinitionNode>[];
}

/** @param document - A valid document: its names are present and unique. */
export function collectDefinitions({ definitions }: DocumentNode): Definitions {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));

  const define = <Node extends OperationDefinitionNode | FragmentDefinitionNode>(
    node: Node,
  ): NamedDefinition<Node>[] => {
    if (!node.name) return [];
    const parts = [node, ...collectFragments(node, byName)].map(removeDescriptions);
    return [{ name: node.name.value, node, document: { kind: Kind.DOCUMENT, definitions: parts } }];
  };
  // By code unit and not by locale, so that the order is the same on every machine.
  const compareNames = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);
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

/** Many servers cannot parse descriptions on operations, which are new in the specification. */
function removeDescriptions(definition: DefinitionNode): DefinitionNode {
  return visit(definition, {
    enter: (node) => ("description" in node && node.description ? { ...node, description: undefined } : undefined),
  });
}

/** Renders a module with one `export const <Name>Document: TypedDocumentString<…> = { name, kind, text }` per operation. */
export function renderStringDocuments({ operations }: Definitions, documentType: string, types: string): string {
  return `import type { TypedDocumentString } from "${documentType}";
import type * as Types from "${types}";

export type * from "${types}";
${operations.map(renderStringDocument).join("")}`;
}

function renderStringDocument({ name, node, document }: NamedDefinition<OperationDefinitionNode>): string {
  const result = `Types.${name}${node.operation === "query" ? "Query" : "Mutation"}`;
  return `
${renderDocComment(node)}export const ${name}Document: TypedDocumentString<${result}, ${result}Variables> = {
  name: "${name}",
  kind: "${node.operation}",
  text: ${renderTextLiteral(print(document))},
};
`;
}

/** Renders a template literal, which keeps text readable. */
export function renderTextLiteral(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, "\\$&")}\``;
}

/** Renders the `#` lines directly above a definition, or else its description, as a doc comment with a line break, or "". */
export function renderDocComment(node: ExecutableDefinitionNode): string {
  const lines = (readCommentAbove(node) ?? node.description?.value)?.replaceAll("*/", "*\\/").split("\n");
  if (!lines) return "";
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

function readCommentAbove({ loc }: ExecutableDefinitionNode): string | undefined {
  const lines: string[] = [];
  let below = loc?.startToken;
  while (below && isCommentLine(below.prev) && below.prev.line === below.line - 1) {
    below = below.prev;
    lines.unshift(below.value.replace(/^ /, "").trimEnd());
  }
  return lines.join("\n").trim() || undefined;
}

/** A comment after code on the same line belongs to that code. */
function isCommentLine(token: Token | null): token is Token {
  return token?.kind === TokenKind.COMMENT && token.prev?.line !== token.line;
}
