/**
 * Reports in Markdown as a parser of GitHub's dialect reads them: texts of others add no named link, picture,
 * element or heading.
 */

import fc from "fast-check";
import { lexer, type Token, walkTokens } from "marked";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { expect, test } from "vitest";
import { renderReport } from "../../packages/compiler/src/index.ts";
import { createForeignReport } from "../../packages/compiler/test/support/foreign-report.ts";
import { foreignTexts, PIECES } from "../../test/support/foreign.ts";
import { SAMPLES } from "../../test/support/random.ts";

interface Structure {
  /** Types of blocks and spans, and elements of HTML with their attributes. */
  readonly kinds: ReadonlySet<string>;
  readonly headings: number;
}

async function readStructure(text: string): Promise<Structure> {
  const { report, sources } = createForeignReport(text);
  const markdown = await renderReport("markdown", report, { sources, verbose: true });
  const kinds = new Set<string>();
  let headings = 0;
  const visitNode = (node: DefaultTreeAdapterTypes.Node): void => {
    if ("tagName" in node)
      kinds.add(["element", node.tagName, ...node.attrs.map(({ name }) => name)].join(" "));
    if ("childNodes" in node) node.childNodes.forEach(visitNode);
  };
  walkTokens(lexer(markdown), (token: Token) => {
    // GitHub links each address. Its text is the address, which a reader sees.
    kinds.add(token.type === "link" && token.href.endsWith(token.text) ? "text" : token.type);
    if (token.type === "heading") headings++;
    if (token.type === "html") visitNode(parseFragment(token.raw));
  });
  return { kinds, headings };
}

test("a text of others is text in Markdown", async () => {
  const harmless = await readStructure("word");
  // A text can need an escape, or be empty or longer than a line.
  const allowed = new Set([...harmless.kinds, "escape", "br", "space", "element br", "element code"]);
  const check = async (text: string) => {
    const { kinds, headings } = await readStructure(text);
    expect([...kinds].filter((kind) => !allowed.has(kind))).toEqual([]);
    expect(headings).toBe(harmless.headings);
  };
  for (const piece of PIECES) await check(piece);
  await fc.assert(fc.asyncProperty(foreignTexts, check), { numRuns: 50 * SAMPLES, seed: 1 });
});
