/** Code generation and type-checking, by number of operations and size of schema, beside client-preset and gql.tada. */

import { build } from "esbuild";
import { type Cost, runNode } from "./child.ts";
import { createProject, inventOperations, SCHEMAS } from "./codegen/fixtures.ts";
import { checkTypes, generateAgain, TOOLS } from "./codegen/tools.ts";
import { renderNumber, renderTable } from "./markdown.ts";
import type { Measurement } from "./measurement.ts";
import { summarize } from "./statistics.ts";

const COUNTS = [10, 100, 1000] as const;
type SchemaName = "ours" | "GitHub";
type ToolName = keyof typeof TOOLS;

/** Medians. */
type Figures = Omit<Cost, "output">;

interface Row {
  readonly schema: SchemaName;
  readonly operations: number;
  readonly tool: ToolName;
  readonly generate: Figures;
  readonly check: Figures;
  /** A second run, with nothing changed, where the tool has a way to notice. */
  readonly again?: Figures;
}

export interface Codegen {
  readonly rounds: number;
  readonly rows: readonly Row[];
  readonly emptyCheck: Figures;
  /** Bundled bytes of a program that uses one of 1,000 documents over GitHub's schema. */
  readonly oneDocument: number;
}

export const codegen: Measurement<Codegen> = {
  async measure({ quick, report }) {
    const rounds = quick ? 1 : 5;
    const rows: Row[] = [];
    let oneDocument = 0;
    for (const schema of ["ours", "GitHub"] as const) {
      for (const operations of quick ? COUNTS.slice(0, 1) : COUNTS) {
        const texts = inventOperations(SCHEMAS[schema], operations);
        const named = texts.map((text, index) => ({ name: `Operation${index}`, text }));
        const samples = { ours: createSamples(), "client-preset": createSamples(), "gql.tada": createSamples() };
        const again: Cost[] = [];
        for (let round = 0; round < rounds; round++) {
          for (const [tool, { packages, prepare, generate, consume }] of Object.entries(TOOLS)) {
            // Minutes of it, where once shows the same.
            if (tool === "gql.tada" && operations === 1000 && round > 0) continue;
            report(`codegen, ${schema}, ${operations} operations, round ${round + 1} of ${rounds}: ${tool}`);
            await using project = await createProject(packages, texts);
            const { folder } = project;
            await prepare(folder, SCHEMAS[schema]);
            samples[tool as ToolName].generate.push(await generate(folder));
            if (tool === "ours") {
              // The first run writes down what it has done.
              await generateAgain(folder);
              again.push(await generateAgain(folder));
            }
            const files = await consume(folder, named);
            samples[tool as ToolName].check.push(await checkTypes(folder, files));
            if (tool === "ours" && schema === "GitHub") oneDocument = await bundleOne(folder, findMiddle(texts));
          }
        }
        for (const [tool, { generate, check }] of Object.entries(samples)) {
          const figures = { generate: summary(generate), check: summary(check) };
          const row = { schema, operations, tool: tool as ToolName, ...figures };
          rows.push(tool === "ours" ? { ...row, again: summary(again) } : row);
        }
      }
    }
    return { rounds, rows, emptyCheck: await checkNothing(rounds), oneDocument };
  },

  render: ({ rounds, rows, emptyCheck, oneDocument }) => `## Code generation and types

Whole processes, started cold: \`graphql-codegen\` with our config and with client-preset over the same operations, then \`tsc\`
over a module that uses all of them, as consumers see them: our declarations, client-preset's sources. gql.tada
generates from the schema alone, and leaves the operations to the compiler. "Nothing to do" is \`platform-graphql codegen\` where
nothing has changed. Medians of ${rounds} interleaved rounds; of gql.tada with
1,000 operations one. An empty project costs \`tsc\` ${renderNumber(emptyCheck.wallMs / 1000)} s by the clock and ${renderNumber(emptyCheck.cpuMs / 1000)} s of processor time.

${renderTable(
  ["schema, operations, tool", "codegen", "processor", "peak", "nothing to do", "`tsc`", "processor", "peak"],
  rows.map(({ schema, operations, tool, generate, check, again }) => [
    `${schema}, ${renderNumber(operations)}, ${tool === "ours" ? "**ours**" : tool}`,
    ...renderFigures(generate),
    again === undefined ? "" : `${(again.wallMs / 1000).toFixed(2)} s`,
    ...renderFigures(check),
  ]),
)}

A program that imports one of 1,000 documents over GitHub's schema, one of the usual size, bundles to ${renderNumber(oneDocument)} bytes.
`,
};

function renderFigures({ wallMs, cpuMs, peakMiB }: Figures): string[] {
  return [`${(wallMs / 1000).toFixed(2)} s`, `${(cpuMs / 1000).toFixed(2)} s`, `${Math.round(peakMiB)} MiB`];
}

function createSamples(): { generate: Cost[]; check: Cost[] } {
  return { generate: [], check: [] };
}

function summary(costs: readonly Cost[]): Figures {
  const median = (of: (cost: Cost) => number) => summarize(costs.map(of)).median;
  return {
    wallMs: median(({ wallMs }) => wallMs),
    cpuMs: median(({ cpuMs }) => cpuMs),
    peakMiB: median(({ peakMiB }) => peakMiB),
  };
}

async function checkNothing(rounds: number): Promise<Figures> {
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round++) {
    await using project = await createProject(TOOLS.ours.packages, []);
    await runNode(["-e", `require("node:fs").writeFileSync("empty.ts", "export {};")`], { cwd: project.folder });
    costs.push(await checkTypes(project.folder, ["empty.ts"]));
  }
  return summary(costs);
}

/** The operation of the usual size. */
function findMiddle(texts: readonly string[]): string {
  const bySize = texts.map((text, index) => ({ index, size: text.length })).sort((one, other) => one.size - other.size);
  return `Operation${bySize[bySize.length >> 1]?.index}`;
}

async function bundleOne(folder: string, name: string): Promise<number> {
  const contents = `import { ${name}Document } from "./generated/operations.ts"; console.log(${name}Document);`;
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
  return outputFiles[0]?.contents.length ?? 0;
}
