/** Text of a schema, of operations and of file names in reports: it is neither markup, nor a command, nor invisible. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { SAMPLES } from "../../../test/support/random.ts";
import { type Report, type ReportFormat, renderReport } from "../src/index.ts";
import { drifted, withOperations } from "./support/report.ts";
import { checkTexts } from "./support/schema-check.ts";

/** Markup, links, mentions, commands of CI, escapes of terminals, and what is not seen. */
const PIECES = [
  ...[
    "<script>alert(1)</script>",
    "<img src=x onerror=y>",
    "</code>",
    "</title>",
    "<!--",
    "-->",
    "]]>",
    '" onload="x',
  ],
  ...[
    "[click](https://evil.example)",
    "![x](https://evil.example/x)",
    "@someone",
    "#1",
    "`",
    "```",
    "~~~",
    "|",
    "\\",
  ],
  ...[
    "::error::x",
    "::add-mask::x",
    "##[group]x",
    "##vso[task.complete]",
    "%0A::error::x",
    "::stop-commands::x",
  ],
  ...[
    "\u001b[2J",
    "\u001b]8;;https://evil.example\u0007",
    "\u009b31m",
    "\u0000",
    "\u0008",
    "\u007f",
    "\u0085",
  ],
  ...[
    "\u2028",
    "\u2029",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "\u{e0041}",
    "\ud800",
    "\uffff",
    "*/",
    '"""',
  ],
  ...["\n", "\r\n", "\r", "\t", " ", "&amp;", "&#58;", "'", "é", "😀", "word", "x".repeat(1_000)],
];

const foreignTexts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(""));

/** A GraphQL string with the text. */
const quote = (text: string) => `"${text.replaceAll(/[^ !#-[\]-~]/g, toEscape)}"`;

function toEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A report with the text in each place, and the operations of the report. */
function createReport(text: string): { report: Report; sources: ReadonlyMap<string, string> } {
  const [file, value] = [`operations/${text}.graphql`, quote(text.toWellFormed())];
  const operation = `# ${text.toWellFormed().replaceAll(/[\n\r]/g, " ")}\nquery Get { item(of: ${value}) { name kind } }`;
  const before = `type Query { item(of: String = ${value}): Item } type Item { name: String! kind: String }`;
  const after = `type Query { item(of: String, with: String = ${value}): Item }
    ${value} type Item { ${value} name: String @deprecated(reason: ${value}) other: String }`;
  const report = checkTexts(before, after, { [file]: operation });
  const [first] = drifted.operations;
  const finding = first?.findings[0];
  if (!first || !finding) throw new TypeError("The sample has findings.");
  const code = `other/${text}.graphql`;
  const place = { file: code, line: 2, column: 1 };
  const other = {
    ...first,
    name: text,
    place,
    findings: [{ ...finding, message: text, coordinate: text, place }],
  };
  const invalid = {
    ...other,
    verdict: "unaffected" as const,
    findings: [],
    errors: [{ message: text, place }],
  };
  const all = {
    ...withOperations(report, [...report.operations, other, invalid]),
    remarks: [text],
    staleAccepted: [{ coordinate: text, reason: text, expires: "2020-01-01", problem: "expired" as const }],
    recordings: [{ file: text, problem: "mismatch" as const, message: text, path: text, coordinate: text }],
  };
  return {
    report: all,
    sources: new Map([
      [file, operation],
      [code, `{\n${text}\n}`],
    ]),
  };
}

const UNSEEN = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\ufffe\uffff]/u;
/** GitHub and Azure find commands of the second form anywhere in a line. */
const COMMAND = /^\s*::\w|##(?:vso)?\[/im;
const OWN_COMMAND = /^::(?:error|warning|notice) (?:file=[^:,\n]*,line=\d+,col=\d+,)?title=[^:,\n]*::/gm;

const TAG = /<\/?([a-z][a-z\d]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/g;

/** The elements and attributes, such as `a href`. */
function listMarkup(page: string): Set<string> {
  return new Set(
    Array.from(
      page.matchAll(TAG),
      ([, name, attributes = ""]) => `${name}${attributes.replaceAll(/="[^"]*"/g, "")}`,
    ),
  );
}

const withoutStyle = (page: string) => page.replace(/<style>[^<]*<\/style>|<!doctype html>/g, "");

function expectSameMarkup(page: string, harmless: string): void {
  const known = listMarkup(harmless);
  expect([...listMarkup(page)].filter((tag) => !known.has(tag))).toEqual([]);
  expect(page.replaceAll(TAG, "")).not.toMatch(/[<>]/);
}

/** Markdown outside of code. */
const proseOf = (text: string) =>
  text
    .replaceAll(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, "")
    .replaceAll(/(?<![\\`])`[^`\n]+`|<code>[^<\n]*<\/code>/g, "");

async function renderAll(
  text: string,
): Promise<Record<ReportFormat | "colors", string> & { report: Report }> {
  const { report, sources } = createReport(text);
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

/** @returns the JUnit file, whose parser checks many at once. */
async function expectHarmless(text: string): Promise<string> {
  const [{ report, colors, ...files }, harmless] = await Promise.all([renderAll(text), renderAll("word")]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colors of the report
  const shown = { ...files, colors: colors.replaceAll(/\u001b\[[\d;]*m/g, "") };
  for (const [format, output] of Object.entries(shown)) {
    expect(output.match(UNSEEN), format).toBeNull();
    expect(
      output.replaceAll(format === "github" ? OWN_COMMAND : /(?!)/g, "").match(COMMAND),
      format,
    ).toBeNull();
  }
  expect(JSON.parse(files.json)).toEqual(JSON.parse(JSON.stringify(report)));
  expectSameMarkup(withoutStyle(files.html), withoutStyle(harmless.html));
  const prose = proseOf(files.markdown);
  expect(prose.match(/(?<!\\)\]\(https:|(?<![\w`&])[@#](?=\w)/)?.input).toBeUndefined();
  const tags = listMarkup(prose);
  expect([...tags].filter((tag) => /^(?:script|img|title)/.test(tag))).toEqual([]);
  return files.junit;
}

async function expectXml(files: readonly string[]): Promise<void> {
  const schema = readFileSync(join(import.meta.dirname, "fixtures/report-formats/junit.xsd"), "utf8");
  const xml = files.map((contents, index) => ({ fileName: `${index}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema });
  expect(errors).toEqual([]);
}

test("any text is text in each format: no command, no markup, and nothing that a reader cannot see", async () => {
  const junit: string[] = [];
  const check = async (text: string) => void junit.push(await expectHarmless(text));
  for (const piece of PIECES) await check(piece);
  await fc.assert(fc.asyncProperty(foreignTexts, check), { numRuns: 20 * SAMPLES, seed: 1 });
  await expectXml(junit.slice(0, 200));
});

test("100 kB of one character are text in each format", { tags: ["slow"] }, async () => {
  const junit: string[] = [];
  for (const mark of ["`", "#", ":", "<", "\u001b", " "])
    junit.push(await expectHarmless(mark.repeat(100_000)));
  await expectXml(junit);
});
