/**
 * Text of a schema, of operations and of file names in reports: it is neither markup, nor a command, nor
 * invisible.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import {
  foreignTexts,
  OWN_COMMAND,
  PIECES,
  UNSEEN,
  WORKFLOW_COMMAND,
} from "../../../test/support/foreign.ts";
import { SAMPLES } from "../../../test/support/random.ts";
import { expectPrinted, withoutStyles } from "../../../test/support/screen.ts";
import { type Report, type ReportFormat, renderReport } from "../src/index.ts";
import { createForeignReport } from "./support/foreign-report.ts";

/** The elements of a page and their attributes, such as `a href`, as a browser reads them. */
function listMarkup(page: string): Set<string> {
  const markup = new Set<string>();
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ("tagName" in node) markup.add([node.tagName, ...node.attrs.map(({ name }) => name)].join(" "));
    if (node.nodeName === "#comment") markup.add("comment");
    if ("childNodes" in node) node.childNodes.forEach(visit);
  };
  visit(parse(page));
  return markup;
}

function expectSameMarkup(page: string, harmless: string): void {
  const expected = listMarkup(harmless);
  expect([...listMarkup(page)].filter((element) => !expected.has(element))).toEqual([]);
}

/** Markdown outside of code. */
const proseOf = (text: string) =>
  text
    .replaceAll(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, "")
    .replaceAll(/(?<![\\`])`[^`\n]+`|<code>[^<\n]*<\/code>/g, "");

async function renderAll(
  text: string,
): Promise<Record<ReportFormat | "colors", string> & { report: Report }> {
  const { report, sources } = createForeignReport(text);
  const render = (format: ReportFormat, colors = false) =>
    renderReport(format, report, { sources, colors, verbose: true });
  return {
    report,
    text: await render("text"),
    colors: await render("text", true),
    json: await render("json"),
    markdown: await render("markdown"),
    github: await render("github"),
    html: await render("html"),
    junit: await render("junit"),
  };
}

const HARMLESS = renderAll("word");

/** @returns the JUnit file, whose parser checks many at once. */
async function expectHarmless(text: string): Promise<string> {
  const [{ report, colors, ...files }, harmless] = await Promise.all([renderAll(text), HARMLESS]);
  const shown = { ...files, colors: withoutStyles(colors) };
  for (const [format, output] of Object.entries(shown)) {
    expect(output.match(UNSEEN), format).toBeNull();
    expect(
      output.replaceAll(format === "github" ? OWN_COMMAND : /(?!)/g, "").match(WORKFLOW_COMMAND),
      format,
    ).toBeNull();
  }
  expect(JSON.parse(files.json)).toEqual(JSON.parse(JSON.stringify(report)));
  expectSameMarkup(files.html, harmless.html);
  await expectPrinted(colors);
  const prose = proseOf(files.markdown);
  expect(prose.match(/(?<!\\)\]\(https:|(?<![\w`&])[@#](?=\w)/)?.input).toBeUndefined();
  expect([...listMarkup(prose)].filter((tag) => /^(?:script|img|title)/.test(tag))).toEqual([]);
  return files.junit;
}

async function expectXml(files: readonly string[]): Promise<void> {
  const schema = readFileSync(join(import.meta.dirname, "fixtures/report-formats/junit.xsd"), "utf8");
  const xml = files.map((contents, index) => ({ fileName: `${index}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema });
  expect(errors).toEqual([]);
}

/** Pieces in one text. The parts of a report cut longer texts. */
const JOINED = 6;

test("any text is text in each format: no command, no markup, and nothing that a reader cannot see", async () => {
  const junit: string[] = [];
  const check = async (text: string) => void junit.push(await expectHarmless(text));
  for (let first = 0; first < PIECES.length; first += JOINED)
    await check(PIECES.slice(first, first + JOINED).join(""));
  await fc.assert(fc.asyncProperty(foreignTexts, check), { numRuns: 2 * SAMPLES, seed: 1 });
  await expectXml(junit.slice(0, 200));
});

test.for(["`", "#", ":", "<", "\u001b", " "])(
  "100 kB of the character %j are text in each format",
  { tags: ["slow"] },
  async (mark) => expectXml([await expectHarmless(mark.repeat(100_000))]),
);
