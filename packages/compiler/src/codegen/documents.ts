/** The texts of operations and fragments in `operations.ts`. */

import { type ExecutableDefinitionNode, print, type Token, TokenKind } from "graphql";
import { cacheByObject } from "../model/cache.ts";
import type { CompiledDefinition } from "../model/compilation.ts";
import { hasIncremental } from "../model/conditions.ts";
import { nameExport, nameType, nameVariables } from "../model/names.ts";
import type { Objects } from "../model/result-type.ts";
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
  const { name, node, result } = definition;
  const nodes = [node, ...definition.fragments.map((fragment) => fragment.node)];
  const text = renderText(definition);
  const mayBeIncremental = text.includes("@defer") || text.includes("@stream");
  const isIncremental = mayBeIncremental && nodes.some(hasIncremental);
  const kind = isIncremental ? "incremental" : definition.kind;
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

// A fragment is rendered once, however many operations spread it.
const printNode = cacheByObject((node: ExecutableDefinitionNode) => print(removeDescriptions(node)));

/** Many servers cannot parse descriptions in operations, which are new in the specification. */
export function removeDescriptions(node: ExecutableDefinitionNode): ExecutableDefinitionNode {
  const variableDefinitions = node.variableDefinitions?.map((variable) => ({
    ...variable,
    description: undefined,
  }));
  return { ...node, description: undefined, ...(variableDefinitions && { variableDefinitions }) };
}

/**
 * Renders the `#` lines directly above a definition, or else its description, as a doc comment with a line
 * break, or "".
 */
export function renderDocComment(node: ExecutableDefinitionNode): string {
  const text = readCommentAbove(node) ?? node.description?.value;
  return text === undefined ? "" : renderComment(text);
}

/** A comment for a tool: an import of fragments, an instruction for a linter, or the mark of a template. */
const INSTRUCTION =
  /^ ?(?:import |(?:eslint|biome|prettier|cspell|spell-checker)[-:]|graphql$|noinspection )/i;

function readCommentAbove({ loc }: ExecutableDefinitionNode): string | undefined {
  const lines: string[] = [];
  let below = loc?.startToken;
  while (below && isCommentLine(below.prev) && below.prev.line === below.line - 1) {
    below = below.prev;
    if (!INSTRUCTION.test(below.value)) lines.unshift(below.value.replace(/^ /, ""));
  }
  return lines.join("\n").trim() || undefined;
}

/** A comment after code on the same line belongs to that code. */
function isCommentLine(token: Token | null): token is Token {
  return token?.kind === TokenKind.COMMENT && token.prev?.line !== token.line;
}
