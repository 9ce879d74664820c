/** Used heap over 100,000 calls. `heap.ts <client> <calls>` prints MiB after each tenth of the calls. */

import { setImmediate } from "node:timers/promises";
import { createTarget, loadClient } from "./clients.ts";
import { renderReply } from "./exchange.ts";
import type { Measurement, Table } from "./measurement.ts";
import { runForJson } from "./processes.ts";

const CALLS = 100_000;

export const heap: Measurement = async ({ quick, report }) => {
  const calls = quick ? CALLS / 10 : CALLS;
  const table: Table = {};
  for (const name of ["raw fetch", "ours"]) {
    report(`heap over ${calls} calls: ${name}`);
    const heapMiB = await runForJson<number[]>("heap.ts", name, `${calls}`);
    const tenths = heapMiB.map((value, index) => [`${((index + 1) * calls) / 10_000}k, MiB`, value]);
    table[name] = { ...Object.fromEntries(tenths), "growth, MiB": (heapMiB.at(-1) ?? 0) - (heapMiB[0] ?? 0) };
  }
  return table;
};

if (import.meta.main) {
  const [name = "", calls = ""] = process.argv.slice(2);
  const bytes = new TextEncoder().encode(renderReply("small"));
  const respond = async () => new Response(bytes, { headers: { "content-type": "application/json" } });
  const send = (await loadClient(name))(createTarget("http://127.0.0.1", respond));
  const heapMiB: number[] = [];
  for (let sent = 1; sent <= Number(calls); sent++) {
    await send(sent);
    if (sent % 64 === 0) await setImmediate();
    if (sent % (Number(calls) / 10) === 0) heapMiB.push(await collect());
  }
  process.stdout.write(JSON.stringify(heapMiB));
  process.exit();
}

/** Used heap in MiB after garbage collection. Finalizers run between turns of the event loop. */
async function collect(): Promise<number> {
  for (let turn = 0; turn < 5; turn++) {
    globalThis.gc?.();
    await setImmediate();
  }
  return process.memoryUsage().heapUsed / 1024 ** 2;
}
