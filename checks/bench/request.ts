/** Processor time and wall time of one request, relative to raw `fetch` in the same round. */

import { CLIENTS } from "./clients.ts";
import { type Measurement, rotate, summarizeRatios, type Table } from "./measurement.ts";
import { runForJson } from "./processes.ts";
import type { Mode, Sample } from "./request-child.ts";
import { startServer } from "./server.ts";

const REFERENCE = "raw fetch";
const MODES: Readonly<Record<Mode, string>> = { sequential: "one at a time", concurrent: "64 at once", large: "1 MB" };

export const request: Measurement = async ({ quick, report }) => {
  const share = quick ? "0.05" : "1";
  const table: Table = Object.fromEntries(Object.keys(CLIENTS).map((name) => [name, {}]));
  await using server = await startServer();
  for (const place of ["loopback", "stub"]) {
    // Without a network, the figures vary less.
    const rounds = quick ? 2 : place === "stub" ? 3 : 5;
    for (const mode of Object.keys(MODES) as Mode[]) {
      const samples: Record<string, Sample[]> = {};
      for (let round = 0; round < rounds; round++) {
        for (const name of rotate(Object.keys(CLIENTS), round)) {
          report(`${place}, ${MODES[mode]}, round ${round + 1} of ${rounds}: ${name}`);
          const base = place === "stub" ? "stub" : server.base;
          samples[name] ??= [];
          samples[name].push(await runForJson("request-child.ts", name, mode, base, share));
        }
      }
      const of = (name: string, kind: keyof Sample) => samples[name]?.map((sample) => sample[kind]) ?? [];
      for (const [name, row] of Object.entries(table)) {
        row[`${place}, ${MODES[mode]}: CPU ÷ fetch`] = summarizeRatios(of(name, "cpu"), of(REFERENCE, "cpu"));
      }
    }
  }
  return table;
};
