/**
 * `platform-graphql schema check` and `schema uses`, and GraphQL Inspector's `diff` and `validate`, over
 * 1,000 operations and GitHub's schema.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CLI, ROOT } from "../commands.ts";
import { generateOperations } from "../operations.ts";
import { FLOOR } from "./codegen-tools.ts";
import { BENCH, createProject, pullSnapshot, SCHEMAS, writeSnapshot } from "./fixtures.ts";
import { compareCosts, type Measurement, summarizeCosts } from "./measurement.ts";
import { type Cost, runNode } from "./processes.ts";

const INSPECTOR = join(BENCH, "node_modules/@graphql-inspector/cli/cjs/index.js");

export const check: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 1 : 5;
  const operations = generateOperations(SCHEMAS["GitHub, earlier"], quick ? 50 : 1000);
  const pull = async (file: string) => pullSnapshot(await readFile(file, "utf8"));
  await using project = await createProject(BENCH, {
    ...(await pull(SCHEMAS["GitHub, earlier"])),
    operations,
  });
  await writeSnapshot(join(project.folder, "next"), await pull(SCHEMAS.GitHub));
  const before = "schema.graphql";
  const after = "next/schema.graphql";
  await writeConsumers(project.folder, operations);
  const ours = [
    CLI,
    "schema",
    "check",
    "--snapshot",
    before,
    "--against",
    after,
    "--operations",
    "operations",
  ];
  const commands = {
    [FLOOR]: [join(ROOT, "checks/floor.mjs"), "operations", before, after],
    ours,
    "ours, 50 consumers": [...ours, "--consumers"],
    uses: [CLI, "schema", "uses", "Node.id", "--schema", after, "--operations", "operations"],
    "Inspector: diff": [INSPECTOR, "diff", before, after],
    "Inspector: validate": [INSPECTOR, "validate", "operations/*.graphql", after],
  };
  const costs: Record<string, Cost[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of Object.entries(commands)) {
      report(`schema check, round ${round + 1} of ${rounds}: ${name}`);
      // Exit code 1 means that operations break. A command that fails prints almost nothing.
      const cost = await runNode(command, { cwd: project.folder, accept: [1] });
      if (cost.output.length < 50) throw new Error(`${name}: ${cost.output}`);
      costs[name] ??= [];
      costs[name].push(cost);
    }
  }
  const rows = Object.entries(costs).map(([name, all]) => [
    name,
    { ...summarizeCosts(all), [`CPU ÷ ${FLOOR}`]: compareCosts(all, costs[FLOOR]) },
  ]);
  return Object.fromEntries(rows);
};

/** 50 workspaces that use 20 operations each. */
async function writeConsumers(folder: string, operations: readonly string[]): Promise<void> {
  const names = operations.flatMap((text) => /^\w+ (\w+)/.exec(text)?.[1] ?? []);
  const root = { name: "bench", type: "module", workspaces: ["consumers/*"] };
  await writeFile(join(folder, "package.json"), JSON.stringify(root));
  for (let index = 0; index < 50; index++) {
    const consumer = join(folder, `consumers/${index}`);
    const manifest = { name: `consumer-${index}`, dependencies: { bench: "*" } };
    await mkdir(consumer, { recursive: true });
    await writeFile(join(consumer, "package.json"), JSON.stringify(manifest));
    const used = names.filter((_, place) => place % 50 === index).map((name) => `${name}Document`);
    await writeFile(join(consumer, "main.ts"), `import { ${used.join(", ")} } from "bench";\n`);
  }
}
