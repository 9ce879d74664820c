/** Time of the main thread by package, for the goals that depend on other packages. */

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLI, createProject, createWorkloads, ROOT, typedOperations } from "./fixtures.ts";
import type { Measurement, Table } from "./measurement.ts";
import { runNode } from "./processes.ts";
import { startServer } from "./server.ts";

/** Packages with less than this everywhere are one row. */
const MIN_SHARE = 2;
const KY = "ky, one bare request with a deadline";

/** The part of a V8 profile that is read. */
interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  readonly samples: readonly number[];
  /** Time since the previous sample, in microseconds. */
  readonly timeDeltas: readonly number[];
}

interface Frame {
  readonly functionName: string;
  readonly url: string;
}

/** Share of the time in percent, by package. */
type Shares = ReadonlyMap<string, number>;

export const profile: Measurement = async ({ quick, report }) => {
  const columns: [string, Shares][] = [];
  const add = async (column: string, command: readonly string[], cwd: string) => {
    report(`profile: ${column}`);
    columns.push([`${column}, %`, await measureShares(command, cwd)]);
  };
  await using server = await startServer();
  for (const name of ["ours", KY]) {
    await add(`requests over the stub: ${name}`, ["request-child.ts", name, "concurrent", "stub"], import.meta.dirname);
  }
  await add("import and first request: ours", ["start.ts", "ours", server.base], import.meta.dirname);
  for (const [name, { schema, operations }] of Object.entries(createWorkloads(quick))) {
    await using project = await createProject(ROOT, schema, operations);
    await writeFile(join(project.folder, "codegen.mjs"), typedOperations);
    await add(`codegen: ${name}`, [CLI, "codegen", "--config", "codegen.mjs"], project.folder);
  }
  const packages = [...new Set(columns.flatMap(([, shares]) => [...shares.keys()]))];
  const isLarge = (name: string) => columns.some(([, shares]) => (shares.get(name) ?? 0) >= MIN_SHARE);
  const rows: Table = { ...Object.fromEntries(packages.filter(isLarge).map((name) => [name, {}])), others: {} };
  for (const [column, shares] of columns) {
    for (const [name, share] of shares) {
      const row = rows[name] ?? rows.others ?? {};
      row[column] = Number(row[column] ?? 0) + share;
    }
  }
  return rows;
};

async function measureShares(command: readonly string[], cwd: string): Promise<Shares> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  await runNode(["--cpu-prof", `--cpu-prof-dir=${folder}`, ...command], { cwd });
  const [file = ""] = await readdir(folder);
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(await readFile(join(folder, file), "utf8"));
  await rm(folder, { recursive: true });
  const owners = new Map(nodes.map(({ id, callFrame }) => [id, nameOwner(callFrame)]));
  const times = new Map<string, number>();
  let sum = 0;
  for (const [index, id] of samples.entries()) {
    const owner = owners.get(id);
    const time = timeDeltas[index] ?? 0;
    if (!owner) continue;
    times.set(owner, (times.get(owner) ?? 0) + time);
    sum += time;
  }
  return new Map([...times].map(([owner, time]) => [owner, (100 * time) / sum]));
}

/** Package of a function. Empty if the thread was idle. */
function nameOwner({ functionName, url }: Frame): string {
  if (functionName === "(idle)") return "";
  if (functionName === "(garbage collector)") return "garbage collector";
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (installed) return installed;
  if (url.includes("/packages/cli/")) return "@integration-platform/graphql-cli";
  if (url.includes("/checks/bench/")) return "bench";
  return url.startsWith("file:") ? "@integration-platform/graphql" : "Node.js";
}
