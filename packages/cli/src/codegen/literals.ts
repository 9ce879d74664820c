/** Data as TypeScript source. */

/** A template literal: text stays as readable in the generated file as in the file that it came from. */
export function renderTextLiteral(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, "\\$&")}\``;
}
