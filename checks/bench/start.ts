/** How long it takes from nothing to the first answer: a client's import, and its first request. */

import { runForJson } from "./child.ts";
import { renderNumber, renderSummary, renderTable } from "./markdown.ts";
import { type Measurement, rotate } from "./measurement.ts";
import { CLIENTS } from "./overhead/clients.ts";
import { startServer } from "./overhead/start-server.ts";
import type { Start } from "./start/child.ts";
import { type Summary, summarize, summarizeRatios } from "./statistics.ts";

const FLOOR = "raw fetch";

export interface Starts {
  readonly rounds: number;
  readonly clients: Record<string, { cpuMs: Summary; wallMs: Summary; cpuRatio: Summary; wallRatio: Summary }>;
}

export const start: Measurement<Starts> = {
  async measure({ quick, report }) {
    const rounds = quick ? 3 : 15;
    const names = Object.keys(CLIENTS).filter((name) => !name.startsWith("ky, ") || name === "ky, defaults");
    const samples: Record<string, Start[]> = Object.fromEntries(names.map((name) => [name, []]));
    await using server = await startServer();
    for (let round = 0; round < rounds; round++) {
      for (const name of rotate(names, round)) {
        report(`import and first request, round ${round + 1} of ${rounds}: ${name}`);
        samples[name]?.push(await runForJson("start/child.ts", name, server.base));
      }
    }
    const of = (name: string, kind: keyof Start) => samples[name]?.map((sample) => sample[kind]) ?? [];
    const clients = Object.fromEntries(
      names.map((name) => [
        name,
        {
          cpuMs: summarize(of(name, "cpu")),
          wallMs: summarize(of(name, "wall")),
          cpuRatio: summarizeRatios(of(name, "cpu"), of(FLOOR, "cpu")),
          wallRatio: summarizeRatios(of(name, "wall"), of(FLOOR, "wall")),
        },
      ]),
    );
    return { rounds, clients };
  },

  render: ({ rounds, clients }) => `## Import and first request

From the import of a client, unbundled, to the first answer over loopback, in a process of its own; ${rounds} rounds. The
start of Node itself is not in it; what \`fetch\` loads when it is first called is.

${renderTable(
  ["client", "processor time", "by the clock", "ratio, processor time", "ratio, by the clock"],
  Object.entries(clients).map(([name, { cpuMs, wallMs, cpuRatio, wallRatio }]) => [
    name === "ours" ? "**ours**" : name,
    ...[cpuMs, wallMs].map(({ median }) => `${renderNumber(median)} ms`),
    ...(name === FLOOR ? ["1", "1"] : [cpuRatio, wallRatio].map((ratio) => renderSummary(ratio))),
  ]),
)}
`,
};
