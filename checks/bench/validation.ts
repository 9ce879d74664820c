/** Processor time of a call with response validation, relative to the same call without it, in the same round. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Measurement, rotate, summarizeRatios, type Table } from "./measurement.ts";
import { runForJson } from "./processes.ts";
import { REPLY } from "./validation-child.ts";

const VARIANTS = ["without", "with"] as const;

export const validation: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 2 : 5;
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.setHeader("content-type", "application/json").end(REPLY));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const row: Table[string] = {};
  for (const place of ["loopback", "stub"]) {
    const base = place === "stub" ? place : `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const samples: Record<string, number[]> = { without: [], with: [] };
    for (let round = 0; round < rounds; round++) {
      for (const variant of rotate(VARIANTS, round)) {
        report(`validation, ${place}, round ${round + 1} of ${rounds}: ${variant}`);
        const calls = (place === "stub" ? 20_000 : 4_000) * (quick ? 0.05 : 1);
        samples[variant]?.push(await runForJson("validation-child.ts", variant, base, `${calls}`));
      }
    }
    row[`${place}: CPU ÷ without`] = summarizeRatios(samples.with ?? [], samples.without ?? []);
  }
  server.close();
  return { "response of 10 kB": row };
};
