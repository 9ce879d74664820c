/** Time from the import of a client to its first response, over loopback. `start.ts <client> <base URL>` prints a sample. */

import { CLIENTS, createTarget, loadClient } from "./clients.ts";
import { type Measurement, rotate, summarize, summarizeRatios } from "./measurement.ts";
import { runForJson } from "./processes.ts";
import { startServer } from "./server.ts";

const REFERENCE = "raw fetch";

interface Sample {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export const start: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 2 : 10;
  const samples: Record<string, Sample[]> = {};
  await using server = await startServer();
  for (let round = 0; round < rounds; round++) {
    for (const name of rotate(Object.keys(CLIENTS), round)) {
      report(`import and first request, round ${round + 1} of ${rounds}: ${name}`);
      samples[name] ??= [];
      samples[name].push(await runForJson("start.ts", name, server.base));
    }
  }
  const of = (name: string, kind: keyof Sample) => samples[name]?.map((sample) => sample[kind]) ?? [];
  const rows = Object.keys(samples).map((name) => [
    name,
    {
      "wall, ms": summarize(of(name, "wallMs")),
      "wall ÷ fetch": summarizeRatios(of(name, "wallMs"), of(REFERENCE, "wallMs")),
      "CPU ÷ fetch": summarizeRatios(of(name, "cpuMs"), of(REFERENCE, "cpuMs")),
    },
  ]);
  return Object.fromEntries(rows);
};

if (import.meta.main) {
  const [name = "", base = ""] = process.argv.slice(2);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const create = await loadClient(name);
  await create(createTarget(`${base}/small`, fetch))(1);
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1000, wallMs } satisfies Sample));
  process.exit();
}
