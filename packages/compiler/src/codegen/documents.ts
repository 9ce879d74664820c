/** The texts of operations and fragments in `operations.ts` and `documents.ts`. */

import { type ExecutableDefinitionNode, print, type Token, TokenKind } from "graphql";
import { cacheByObject } from "../model/cache.ts";
import type { CompiledDefinition } from "../model/compilation.ts";
import { nameExport, nameType, nameVariables } from "../model/names.ts";
import type { Objects } from "../model/result-type.ts";
import { spreadsOf } from "../model/selections.ts";
import { printableJson } from "../text/printable.ts";
import { renderComment, renderTextLiteral } from "../text/typescript-text.ts";
import { renderResponseShape } from "./response-shape.ts";

/** Renders the definition as it is sent: with all fragments that it uses, directly or through others. */
export function renderText({ node, fragments }: CompiledDefinition): string {
  return [node, ...fragments.map((fragment) => fragment.node)].map(printNode).join("\n\n");
}

/**
 * Renders `export const <Name>Document: TypedDocumentString<…> = { name, kind, text, … }` for an operation.
 *
 * @param types - Before the names of types: the namespace of their module, or "" if they are in the same
 * module.
 */
export function renderStringDocument(
  definition: CompiledDefinition,
  shapes: boolean,
  types = "Types.",
): string {
  const { name, node, kind, result } = definition;
  const text = renderText(definition);
  const nonNull = kind === "mutation" && hasNonNull(result) ? "  nonNullRoot: true,\n" : "";
  const shape = shapes ? `  shape: "${renderResponseShape(result, text)}",\n` : "";
  const parameters = `${types}${nameType(node)}, ${types}${nameVariables(node)}, "${kind}"`;
  return `
${renderDocComment(node)}export const ${nameExport(node)}: TypedDocumentString<${parameters}> = {
  name: "${name}",
  kind: "${kind}",
  text: ${renderTextLiteral(text)},
${nonNull}${shape}};
`;
}

const SHAPE_COMMENT = `
// shape: the length of the text, then the type of the data: {fields}, [lists], ! non-null, ? can be absent,
// (values of an enum), =the scalar with the same values, <types>{fields of these types}. A field without a
// type is __typename.
`;

/** Explains the member of documents that is encoded. */
export function renderEncoding(shapes: boolean): string {
  return shapes ? SHAPE_COMMENT : "";
}

/** Whether `null` for one root field would remove the data of all. `__typename` is never `null`. */
function hasNonNull({ members }: Objects): boolean {
  const properties = members.flatMap((member) => [...member.properties.values()]);
  return properties.some(({ type, node }) => type.kind !== "nullable" && node?.name.value !== "__typename");
}

/**
 * Renders `export const <Name>Document = … as unknown as DocumentNode<…>;` without its comment: the same
 * bytes as the plugin `typed-document-node`, for all versions of graphql.
 */
export function renderNodeDocument(definition: CompiledDefinition): string {
  const { exported, type } = describeNode(definition, "Types.");
  return `export const ${exported} = ${renderNode(definition)} as unknown as ${type};`;
}

/**
 * Renders the same document as a text that is parsed when the module is loaded. TypeScript reads one literal,
 * and not the thousands of objects in it.
 *
 * @param types - Before the names of types: the namespace of their module, or "" if they are in the same
 * module.
 */
export function renderNodeText(definition: CompiledDefinition, types: string): string {
  const { exported, type } = describeNode(definition, types);
  const json = renderNode(definition).replaceAll(/[\\']/g, "\\$&");
  return `export const ${exported}: ${type} = /* @__PURE__ */ JSON.parse('${json}');`;
}

/** The name and the type of a parsed document. */
function describeNode(
  { node, kind }: CompiledDefinition,
  types: string,
): { readonly exported: string; readonly type: string } {
  const variables = kind === "fragment" ? "unknown" : types + nameVariables(node);
  return { exported: nameExport(node), type: `DocumentNode<${types}${nameType(node)}, ${variables}>` };
}

const renderNode = cacheByObject((definition: CompiledDefinition) => {
  const definitions = [definition.node, ...orderFragments(definition)].map(stringifyNode);
  return `{"kind":"Document","definitions":[${definitions.join()}]}`;
});

/** Renders a module with parsed documents. `typesModule` exports their types. */
export function renderNodeModule(
  typesModule: string,
  documentNodeImport: string,
  definitions: readonly CompiledDefinition[],
  render: (definition: CompiledDefinition) => string,
): string {
  const documents = definitions.map(
    (definition) => `\n${renderDocComment(definition.node)}${render(definition)}\n`,
  );
  return `import type { TypedDocumentNode as DocumentNode } from '${documentNodeImport}';
import type * as Types from "${typesModule}";

export type * from "${typesModule}";
export type { TypedDocumentNode } from "${documentNodeImport}";
${documents.join("")}`;
}

/** Fragments in the order of the plugin: each after those that it spreads, and the direct ones last. */
function orderFragments({ node, fragments }: CompiledDefinition): Iterable<ExecutableDefinitionNode> {
  const byName = new Map(fragments.map((fragment) => [fragment.name, fragment.node]));
  const spreadsIn = (definition: ExecutableDefinitionNode) =>
    spreadsOf(definition.selectionSet).flatMap((name) => byName.get(name) ?? []);
  const ordered = new Set<ExecutableDefinitionNode>();
  const addNested = (definition: ExecutableDefinitionNode): void => {
    for (const fragment of spreadsIn(definition)) {
      if (ordered.has(fragment)) continue;
      addNested(fragment);
      ordered.add(fragment);
    }
  };
  const direct = spreadsIn(node);
  direct.forEach(addNested);
  return new Set([...ordered, ...direct]);
}

// A fragment is rendered once, however many operations spread it.
const printNode = cacheByObject((node: ExecutableDefinitionNode) => print(removeDescriptions(node)));
const stringifyNode = cacheByObject((node: ExecutableDefinitionNode) =>
  printableJson(JSON.stringify(removeDescriptions(node), omitEmpty)),
);

/** Many servers cannot parse descriptions in operations, which are new in the specification. */
export function removeDescriptions(node: ExecutableDefinitionNode): ExecutableDefinitionNode {
  const variableDefinitions = node.variableDefinitions?.map((variable) => ({
    ...variable,
    description: undefined,
  }));
  return { ...node, description: undefined, ...(variableDefinitions && { variableDefinitions }) };
}

function omitEmpty(key: string, value: unknown): unknown {
  const isEmpty = OPTIONAL_LISTS.has(key) && Array.isArray(value) && value.length === 0;
  return key === "loc" || isEmpty ? undefined : value;
}

const OPTIONAL_LISTS: ReadonlySet<string> = new Set(["arguments", "directives", "variableDefinitions"]);

/**
 * Renders the `#` lines directly above a definition, or else its description, as a doc comment with a line
 * break, or "".
 */
export function renderDocComment(node: ExecutableDefinitionNode): string {
  const text = readCommentAbove(node) ?? node.description?.value;
  return text === undefined ? "" : renderComment(text);
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
