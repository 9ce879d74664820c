/** Code generation and type-checking with each generator, and our command again when nothing changed. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../commands.ts";
import { FLOOR, TOOLS, type Tool } from "./codegen-tools.ts";
import { createProject, createWorkloads } from "./fixtures.ts";
import {
  compareCosts,
  type Measurement,
  rotate,
  summarize,
  summarizeCosts,
  type Table,
} from "./measurement.ts";
import { type Cost, run, runNode } from "./processes.ts";

const REFERENCES = [FLOOR, "client-preset"];

export const codegen: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 1 : 3;
  const table: Table = {};
  for (const [workload, files] of Object.entries(await createWorkloads(quick))) {
    const { operations } = files;
    const costs: Record<string, Cost[]> = {};
    const checks: Record<string, Cost> = {};
    const again: Cost[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const name of rotate(Object.keys(TOOLS), round)) {
        const tool = TOOLS[name] as Tool;
        report(`codegen, ${workload}, round ${round + 1} of ${rounds}: ${name}`);
        await using project = await createProject(tool.packages, files);
        const { folder } = project;
        await tool.prepare(folder, operations);
        costs[name] ??= [];
        costs[name].push(await runNode(tool.command, { cwd: folder }));
        if (name === "ours") again.push(await runNode(tool.command, { cwd: folder }));
        if (tool.imports && !checks[name]) {
          checks[name] = await checkTypes(folder, tool.imports, operations);
        }
      }
    }
    for (const name of Object.keys(TOOLS)) {
      table[`${workload}: ${name}`] = {
        ...summarizeCosts(costs[name] ?? []),
        ...Object.fromEntries(
          REFERENCES.map((reference) => [`CPU ÷ ${reference}`, compareCosts(costs[name], costs[reference])]),
        ),
        ...(name === "ours" && { "again, s": summarize(again.map(({ wallMs }) => wallMs / 1000)) }),
        ...(checks[name] && { "tsc, s": checks[name].wallMs / 1000 }),
      };
    }
  }
  return table;
};

/**
 * Type-checks a module that uses all operations. Consumers of our operations see declarations, as from a
 * package.
 */
async function checkTypes(
  folder: string,
  [documents, resultOf]: readonly [string, string],
  operations: readonly string[],
): Promise<Cost> {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  if (documents.startsWith("./lib/")) {
    const declarations = {
      rootDir: "generated",
      outDir: "lib",
      declaration: true,
      emitDeclarationOnly: true,
    };
    await writeConfig(folder, ["generated/operations.ts"], declarations);
    await run([tsc, "-p", "."], { cwd: folder });
  }
  const types = operations.map(
    (text, n) => `export type T${n} = ResultOf<typeof documents.${nameDocument(text)}>;`,
  );
  const imports = `import * as documents from "${documents}";\nimport type { ResultOf } from "${resultOf}";\n`;
  await writeFile(join(folder, "consumer.ts"), imports + types.join("\n"));
  await writeConfig(folder, ["consumer.ts"], { noEmit: true });
  return run([tsc, "-p", "."], { cwd: folder });
}

function writeConfig(folder: string, files: readonly string[], options: object): Promise<void> {
  const shared = { target: "es2023", module: "nodenext", strict: true, skipLibCheck: true, types: [] };
  return writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...shared, ...options }, files }),
  );
}

function nameDocument(operation: string): string {
  return `${/^\w+ (\w+)/.exec(operation)?.[1]}Document`;
}
