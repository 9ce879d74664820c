/** `platform-graphql schema check` beside GraphQL Inspector's `diff` and `validate`, which together ask the same. */

import { join } from "node:path";
import { type Cost, runNode } from "./child.ts";
import { BENCH, createProject, inventOperations, ROOT, SCHEMAS } from "./codegen/fixtures.ts";
import { renderNumber, renderSummary, renderTable } from "./markdown.ts";
import type { Measurement } from "./measurement.ts";
import { type Summary, summarize, summarizeRatios } from "./statistics.ts";

const OPERATIONS = 1000;
const OURS = [join(ROOT, "dist/cli/main.js"), "schema", "check"];
const INSPECTOR = join(BENCH, "node_modules/@graphql-inspector/cli/cjs/index.js");

interface Figures {
  readonly wallMs: Summary;
  readonly cpuMs: Summary;
  readonly peakMiB: Summary;
}

export interface SchemaCheck {
  readonly rounds: number;
  readonly commands: Record<string, Figures>;
  /** Processor time: ours to both of Inspector's commands. */
  readonly ratio: Summary;
}

export const schemaCheck: Measurement<SchemaCheck> = {
  async measure({ quick, report }) {
    const rounds = quick ? 1 : 5;
    const [before, after] = [SCHEMAS["GitHub, earlier"], SCHEMAS.GitHub];
    await using project = await createProject(BENCH, inventOperations(before, quick ? 50 : OPERATIONS));
    const cwd = project.folder;
    const commands: Record<string, readonly string[]> = {
      "**ours**: `schema check`": [...OURS, "--snapshot", before, "--against", after, "--operations", "operations"],
      "Inspector: `diff`": [INSPECTOR, "diff", before, after],
      "Inspector: `validate`": [INSPECTOR, "validate", "operations/*.graphql", after],
    };
    const costs: Record<string, Cost[]> = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, command] of Object.entries(commands)) {
        report(`schema check, round ${round + 1} of ${rounds}: ${name}`);
        // Exit code 1 is a verdict, of ours and of theirs: operations break. It is also that of a command that broke.
        const cost = await runNode(command, { cwd, accept: [1] });
        if (cost.output.length < 50) throw new Error(`${name} found nothing: ${cost.output}`);
        costs[name]?.push(cost);
      }
    }
    const of = (name: string, kind: keyof Omit<Cost, "output">) => costs[name]?.map((cost) => cost[kind]) ?? [];
    const [ours = "", diff = "", validate = ""] = Object.keys(commands);
    const both = of(diff, "cpuMs").map((ms, round) => ms + (of(validate, "cpuMs")[round] ?? Number.NaN));
    const figures = Object.keys(commands).map((name): [string, Figures] => [
      name,
      {
        wallMs: summarize(of(name, "wallMs")),
        cpuMs: summarize(of(name, "cpuMs")),
        peakMiB: summarize(of(name, "peakMiB")),
      },
    ]);
    return { rounds, commands: Object.fromEntries(figures), ratio: summarizeRatios(of(ours, "cpuMs"), both) };
  },

  render: ({ rounds, commands, ratio }) => `## Schema check

GitHub's schema at two times (\`@octokit/graphql-schema\` 15.0.0 and 15.24.0, 1.1 and 1.2 MB), ${renderNumber(OPERATIONS)} operations. Whole
processes, medians of ${rounds} interleaved rounds. Ours compares, validates, and judges the types of every operation.

${renderTable(
  ["command", "by the clock", "processor time", "peak memory"],
  Object.entries(commands).map(([name, { wallMs, cpuMs, peakMiB }]) => [
    name,
    `${(wallMs.median / 1000).toFixed(2)} s`,
    `${(cpuMs.median / 1000).toFixed(2)} s`,
    `${Math.round(peakMiB.median)} MiB`,
  ]),
)}

Processor time of ours to both of Inspector's commands: ${renderSummary(ratio)}.
`,
};
