/** Time from saving an operation to the updated files, with `platform-graphql codegen --watch`. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch as watchFile } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CLI, ROOT } from "../commands.ts";
import { createProject, createWorkloads, typedOperations, type Workload } from "./fixtures.ts";
import { type Measurement, summarize, type Table } from "./measurement.ts";

export const watch: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 3 : 15;
  const table: Table = {};
  for (const [name, workload] of Object.entries(await createWorkloads(quick))) {
    report(`codegen --watch: ${name}`);
    table[name] = { "saved to generated, ms": summarize(await timeEdits(workload, rounds)) };
  }
  return table;
};

async function timeEdits(workload: Workload, rounds: number): Promise<number[]> {
  await using project = await createProject(ROOT, workload);
  const { folder } = project;
  await writeFile(join(folder, "codegen.mjs"), typedOperations);
  const args = [CLI, "codegen", "--watch", "--config", "codegen.mjs"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  try {
    // Printed when the first run ends.
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk;
    });
    while (!/generated/i.test(printed.replace(/^Watching.*$/m, ""))) await once(child.stdout, "data");
    const times: number[] = [];
    const operation = join(folder, "operations/operation-0.graphql");
    for (let round = 0; round < rounds; round++) {
      const marker = `edited${round}`;
      const changed = contains(join(folder, "generated"), marker);
      // The watcher waits for further changes after each one.
      await setTimeout(500);
      const startedAt = performance.now();
      await writeFile(operation, (workload.operations[0] ?? "").replace("{", `{ ${marker}: __typename`));
      await changed;
      times.push(performance.now() - startedAt);
    }
    return times;
  } finally {
    child.kill();
    await once(child, "close");
  }
}

/** Resolves when `operations.ts` in a folder contains a text. Files are replaced as a whole. */
function contains(folder: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watchFile(folder, async () => {
      const content = await readFile(join(folder, "operations.ts"), "utf8").catch(() => "");
      if (!content.includes(text)) return;
      watcher.close();
      resolve();
    });
  });
}
