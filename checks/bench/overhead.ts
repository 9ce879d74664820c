/** What a client costs beside the request itself: processor time and time, as a ratio to raw `fetch`. */

import { runForJson } from "./child.ts";
import { renderNumber, renderSummary, renderTable } from "./markdown.ts";
import { type Measurement, rotate } from "./measurement.ts";
import type { Mode, Sample } from "./overhead/child.ts";
import { CLIENTS } from "./overhead/clients.ts";
import { startServer } from "./overhead/start-server.ts";
import { type Summary, summarize, summarizeRatios } from "./statistics.ts";

/** By what it is measured over: a `fetch` that answers at once, or a server on loopback. */
const PLACES = ["loopback", "stub"] as const;
const MODES: readonly Mode[] = ["sequential", "concurrent", "large"];
const FLOOR = "raw fetch";
/** For reading: a client is at a glance where the eye expects it. */
const TITLES: Readonly<Record<Mode, string>> = {
  sequential: "small, one at a time",
  concurrent: "small, 64 at once",
  large: "1 MB, one at a time",
};

type Place = (typeof PLACES)[number];
type Samples = Record<string, Record<Place, Record<Mode, Sample[]>>>;
type Figures = Record<Place, Record<Mode, { cpuUs: Summary; wallUs: Summary; cpuRatio: Summary; wallRatio: Summary }>>;

export interface Overhead {
  readonly rounds: number;
  readonly clients: Record<string, Figures>;
}

export const overhead: Measurement<Overhead> = {
  async measure({ quick, report }) {
    const rounds = quick ? 2 : 5;
    const share = quick ? "0.1" : "1";
    const names = Object.keys(CLIENTS);
    const none = () => ({ sequential: [], concurrent: [], large: [] });
    const samples: Samples = Object.fromEntries(names.map((name) => [name, { loopback: none(), stub: none() }]));
    await using server = await startServer();
    for (let round = 0; round < rounds; round++) {
      for (const place of PLACES) {
        for (const mode of MODES) {
          for (const name of rotate(names, round)) {
            report(`one request, ${place}, ${TITLES[mode]}, round ${round + 1} of ${rounds}: ${name}`);
            const base = place === "stub" ? "stub" : server.base;
            samples[name]?.[place][mode].push(await runForJson("overhead/child.ts", name, mode, base, share));
          }
        }
      }
    }
    const clients = Object.fromEntries(names.map((name) => [name, summarizeClient(samples, name)]));
    return { rounds, clients };
  },

  render({ rounds, clients }) {
    const table = (kind: "cpu" | "wall") =>
      renderTable(
        ["client", ...PLACES.flatMap((place) => MODES.map((mode) => `${place}: ${TITLES[mode]}`))],
        Object.entries(clients).map(([name, figures]) => [
          name === "ours" ? "**ours**" : name,
          ...PLACES.flatMap((place) =>
            MODES.map((mode) => {
              const figure = figures[place][mode];
              if (name !== FLOOR) return renderSummary(figure[`${kind}Ratio`]);
              return `1 = ${renderNumber(figure[`${kind}Us`].median)} µs`;
            }),
          ),
        ]),
      );
    return `## One request

A query with variables and a bearer token; the reply parsed, \`data\` returned. Each client as its documentation sets it up,
in a process of its own, new in each of ${rounds} interleaved rounds; the figures are ratios to raw \`fetch\` in the same round, median
and quartiles. Ours runs with all that it promises: token keeping, replay, retry, deadline, size cap.

Processor time (user and system, garbage collection included):

${table("cpu")}

Time by the clock:

${table("wall")}
`;
  },
};

function summarizeClient(samples: Samples, name: string): Figures {
  const forMode = (place: Place, mode: Mode) => {
    const of = (client: string, kind: keyof Sample) =>
      samples[client]?.[place][mode].map((sample) => sample[kind]) ?? [];
    return {
      cpuUs: summarize(of(name, "cpu")),
      wallUs: summarize(of(name, "wall")),
      cpuRatio: summarizeRatios(of(name, "cpu"), of(FLOOR, "cpu")),
      wallRatio: summarizeRatios(of(name, "wall"), of(FLOOR, "wall")),
    };
  };
  const forPlace = (place: Place) => Object.fromEntries(MODES.map((mode) => [mode, forMode(place, mode)]));
  return Object.fromEntries(PLACES.map((place) => [place, forPlace(place)])) as Figures;
}
