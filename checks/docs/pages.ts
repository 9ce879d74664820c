/** The generated parts of the documentation: whole pages, and blocks of pages. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../commands.ts";
import { renderCommands, renderExitCodes, renderOutput } from "./commands.ts";
import { renderFigures, renderServers } from "./comparison.ts";
import { renderDifferences } from "./differences.ts";
import { renderLayers } from "./layers.ts";
import { renderOptions } from "./options.ts";

/**
 * Pages that have generated blocks, between `<!-- generated: name argument -->` and `<!-- /generated -->`.
 */
const PAGES = [
  "docs/batches.md",
  "docs/ci.md",
  "docs/client.md",
  "docs/codegen.md",
  "docs/how-it-works.md",
  "docs/graphql-codegen.md",
  "docs/reading-and-writing.md",
  "docs/response-validation.md",
  "docs/schema-check.md",
  "docs/testing.md",
];

const BLOCKS: Readonly<Record<string, (argument: string) => string | Promise<string>>> = {
  options: renderOptions,
  output: renderOutput,
  "exit-codes": renderExitCodes,
  figures: renderFigures,
  servers: renderServers,
  layers: renderLayers,
  differences: renderDifferences,
};

/** Texts of all pages with generated parts, by their paths. */
export async function renderPages(): Promise<ReadonlyMap<string, string>> {
  // One after the other, because commands change the working directory.
  const pages: [string, string][] = [];
  for (const page of PAGES) pages.push([page, await renderBlocks(page)]);
  return new Map([...pages, ["docs/cli.md", await renderCommands()]]);
}

async function renderBlocks(page: string): Promise<string> {
  const text = await readFile(join(ROOT, page), "utf8");
  const blocks = [...text.matchAll(/^<!-- generated: ([\w-]+) ?(.*) -->\n/gm)];
  const results: string[] = [];
  for (const [, name = "", argument = ""] of blocks) {
    const render = BLOCKS[name];
    if (!render) throw new Error(`${page}: there is no generated block ${name}.`);
    results.push(await render(argument));
  }
  return text.replaceAll(
    /^(<!-- generated: .* -->\n)[\s\S]*?(?=^<!-- \/generated -->)/gm,
    (_, start) => `${start}\n${results.shift()}\n\n`,
  );
}
