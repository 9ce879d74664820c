/** From the `#` lines above an operation in its `.graphql` file to the doc comment above its export. */

import { type ExecutableDefinitionNode, type Token, TokenKind } from "graphql";

/**
 * The doc comment of a definition, ending with a newline, or nothing: what its `#` lines say, or else its description.
 * Only lines directly above it count; an empty line in between makes them a remark about the file.
 */
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

/** A comment behind other code on its line belongs to that code. */
function isCommentLine(token: Token | null): token is Token {
  return token?.kind === TokenKind.COMMENT && token.prev?.line !== token.line;
}
