/** `platform-graphql schema check` and `schema uses`, and GraphQL Inspector's `diff` and `validate`, over 1,000 operations and GitHub's schema. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FLOOR } from "./codegen-tools.ts";
import {
  BENCH,
  CLI,
  createProject,
  generateOperations,
  pullSnapshot,
  ROOT,
  SCHEMAS,
  writeSnapshot,
} from "./fixtures.ts";
import { type Measurement, summarize, summarizeRatios } from "./measurement.ts";
import { type Cost, runNode } from "./processes.ts";

const INSPECTOR = join(BENCH, "node_modules/@graphql-inspector/cli/cjs/index.js");

export const schemaCheck: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 1 : 5;
  const operations = generateOperations(SCHEMAS["GitHub, earlier"], quick ? 50 : 1000);
  const pull = async (file: string) => pullSnapshot(await readFile(file, "utf8"));
  await using project = await createProject(BENCH, { ...(await pull(SCHEMAS["GitHub, earlier"])), operations });
  await writeSnapshot(join(project.folder, "next"), await pull(SCHEMAS.GitHub));
  const [before, after] = ["schema.graphql", "next/schema.graphql"];
  const commands = {
    [FLOOR]: [join(ROOT, "checks/floor.mjs"), "operations", before, after],
    ours: [CLI, "schema", "check", "--snapshot", before, "--against", after, "--operations", "operations"],
    uses: [CLI, "schema", "uses", "Node.id", "--schema", after, "--operations", "operations"],
    "Inspector: diff": [INSPECTOR, "diff", before, after],
    "Inspector: validate": [INSPECTOR, "validate", "operations/*.graphql", after],
  };
  type Command = keyof typeof commands;
  const costs: Record<Command, Cost[]> = {
    [FLOOR]: [],
    ours: [],
    uses: [],
    "Inspector: diff": [],
    "Inspector: validate": [],
  };
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of Object.entries(commands)) {
      report(`schema check, round ${round + 1} of ${rounds}: ${name}`);
      // Exit code 1 means that operations break. A command that fails prints almost nothing.
      const cost = await runNode(command, { cwd: project.folder, accept: [1] });
      if (cost.output.length < 50) throw new Error(`${name}: ${cost.output}`);
      costs[name as Command].push(cost);
    }
  }
  const cpu = (name: Command) => costs[name].map(({ cpuMs }) => cpuMs);
  const validate = cpu("Inspector: validate");
  const both = cpu("Inspector: diff").map((cpuMs, round) => cpuMs + (validate[round] ?? Number.NaN));
  const rows = Object.entries(costs).map(([name, all]) => [
    name,
    {
      "wall, s": summarize(all.map(({ wallMs }) => wallMs / 1000)),
      "CPU, s": summarize(all.map(({ cpuMs }) => cpuMs / 1000)),
      "peak, MiB": summarize(all.map(({ peakMiB }) => peakMiB)),
      ...(name === "ours" && {
        [`CPU ÷ ${FLOOR}`]: summarizeRatios(cpu("ours"), cpu(FLOOR)),
        "CPU ÷ both of Inspector's": summarizeRatios(cpu("ours"), both),
      }),
    },
  ]);
  return Object.fromEntries(rows);
};
