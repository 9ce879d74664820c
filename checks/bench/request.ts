/** Processor time of one request, relative to raw `fetch` and to some clients in the same round. */

import { CLIENTS } from "./clients.ts";
import { type Measurement, rotate, summarizeRatios, type Table } from "./measurement.ts";
import { runForJson } from "./processes.ts";
import type { Mode } from "./request-child.ts";
import { startServer } from "./server.ts";

const REFERENCE = "raw fetch";
/** Clients of the goals. */
const PEERS = [
  "ky, one bare request with a deadline",
  "urql, auth and retry",
  "Apollo, context, error and retry links",
];
const VALIDATION = "ours, response validation";
const MODES: Readonly<Record<Mode, string>> = {
  sequential: "one at a time",
  concurrent: "64 at once",
  large: "1 MB",
};

export const request: Measurement = async ({ quick, report }) => {
  const share = quick ? "0.05" : "1";
  const ratios: Readonly<Record<string, readonly [string, string]>> = {
    ...Object.fromEntries(Object.keys(CLIENTS).map((name) => [name, [name, REFERENCE]])),
    ...Object.fromEntries(PEERS.map((name) => [`ours ÷ "${name}"`, ["ours", name]])),
    [`${VALIDATION} ÷ ours`]: [VALIDATION, "ours"],
  };
  const table: Table = Object.fromEntries(Object.keys(ratios).map((row) => [row, {}]));
  await using server = await startServer();
  const rounds = quick ? 2 : 5;
  for (const mode of Object.keys(MODES) as Mode[]) {
    // Most of a large response is JSON.parse.
    const names = mode === "large" ? [REFERENCE, "ours"] : Object.keys(CLIENTS);
    const samples: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const name of rotate(names, round)) {
        report(`${MODES[mode]}, round ${round + 1} of ${rounds}: ${name}`);
        samples[name]?.push(await runForJson("request-child.ts", name, mode, server.base, share));
      }
    }
    for (const [row, [name, reference]] of Object.entries(ratios)) {
      const [measured, compared] = [samples[name], samples[reference]];
      if (!measured || !compared) continue;
      table[row] = { ...table[row], [MODES[mode]]: summarizeRatios(measured, compared) };
    }
  }
  return table;
};
