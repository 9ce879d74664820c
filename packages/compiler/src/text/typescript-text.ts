/** Foreign text in TypeScript: in comments, and in template literals. */

import { escapeCommands, escapeUnseen, splitLines, writeOutUnseen } from "./printable.ts";

/** Places in comments that tools read as directives. A backslash is inserted there. */
const DIRECTIVES = [
  // TypeScript, Flow, JSX, Vitest, Jest.
  /(?<=@)(?=(?:ts-|flow|noflow|jsx|vitest-|jest-))/gi,
  // Linters and formatters: `eslint-disable`, `biome-ignore`.
  /(?<=(?:eslint|tslint|oxlint|biome|prettier|deno-lint|deno-fmt|rome))-(?=[a-z])/gi,
  // Coverage: `istanbul ignore`, `c8 ignore`, `v8 ignore`, `node:coverage`.
  /(?<=(?:istanbul|c8|v8)) (?=ignore)/gi,
  /(?<=node):(?=coverage)/gi,
  // Source maps and magic comments of bundlers.
  /(?<=source(?:Mapping)?)URL(?==)/gi,
  /(?<=[#@])__(?=(?:PURE|NO_SIDE_EFFECTS|INLINE|KEY)__)/g,
];

/**
 * Renders a doc comment with a line break. The text cannot end the comment, and contains no directive of a
 * tool.
 *
 * @param indent - White space before each line after the first, and before the code after the comment.
 * @default ""
 */
export function renderComment(text: string, indent = ""): string {
  const lineBreak = `\n${indent}`;
  const lines = splitLines(text).map(renderCommentLine);
  if (lines.length === 1) return `/** ${lines[0]} */${lineBreak}`;
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */", ""].join(lineBreak);
}

function renderCommentLine(line: string): string {
  const shown = writeOutUnseen(line.replaceAll("\t", "  ")).replaceAll("*/", "*\\/");
  return DIRECTIVES.reduce((text, directive) => text.replaceAll(directive, (match) => `\\${match}`), shown);
}

/** Renders a template literal, which keeps text readable. Its value is the text, with line feeds. */
export function renderTextLiteral(text: string): string {
  const escaped = text.replaceAll(/\r\n|\r/g, "\n").replaceAll(/[\\`]|\$\{/g, "\\$&");
  return `\`${escapeCommands(escapeUnseen(escaped))}\``;
}
