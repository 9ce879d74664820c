/** Where the processor time of a request goes: CPU profiles of a client, summed by whose code it is. */

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNode } from "./child.ts";
import { renderTable } from "./markdown.ts";
import type { Measurement } from "./measurement.ts";
import { startServer } from "./overhead/start-server.ts";

const CLIENTS = ["raw fetch", "ky, one bare request", "ours"];
const PLACES = { stub: "sequential", loopback: "concurrent" } as const;
const OURS = new URL("../dist/", import.meta.url).href;
const OWNERS = ["ours", "ky", "fetch (undici)", "Node", "garbage collection", "the engine, and the bench"] as const;

type Owner = (typeof OWNERS)[number];
/** Parts of the whole, 0 to 1. */
type Shares = Record<Owner, number>;

export interface Profiles {
  readonly clients: Record<string, Record<keyof typeof PLACES, Shares>>;
}

/** The part of a `.cpuprofile` that we read. */
interface CpuProfile {
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export const profile: Measurement<Profiles> = {
  async measure({ quick, report }) {
    await using server = await startServer();
    const clients: Profiles["clients"] = {};
    for (const name of CLIENTS) {
      const profileOne = (place: keyof typeof PLACES) => {
        report(`profile, ${place}: ${name}`);
        const base = place === "stub" ? "stub" : server.base;
        return record([name, PLACES[place], base, quick ? "0.1" : "2"]);
      };
      clients[name] = { stub: await profileOne("stub"), loopback: await profileOne("loopback") };
    }
    return { clients };
  },

  render: ({ clients }) => `## Where the time of a request goes

CPU profiles (\`node --cpu-prof\`) over the stub, one at a time, and over loopback, 64 at once, summed by whose code was running.

${renderTable(
  ["client, place", ...OWNERS],
  Object.entries(clients).flatMap(([name, places]) =>
    Object.entries(places).map(([place, shares]) => [
      `${name === "ours" ? "**ours**" : name}, ${place}`,
      ...OWNERS.map((owner) => `${Math.round((shares[owner] ?? 0) * 100)} %`),
    ]),
  ),
)}
`,
};

async function record(args: readonly string[]): Promise<Shares> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const child = join(import.meta.dirname, "overhead/child.ts");
  await runNode(["--expose-gc", "--cpu-prof", `--cpu-prof-dir=${folder}`, child, ...args]);
  const [file = ""] = await readdir(folder);
  const recorded = JSON.parse(await readFile(join(folder, file), "utf8")) as CpuProfile;
  await rm(folder, { recursive: true });
  return sumByOwner(recorded);
}

function sumByOwner({ nodes, samples, timeDeltas }: CpuProfile): Shares {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const shares = Object.fromEntries(OWNERS.map((owner) => [owner, 0])) as Shares;
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const { functionName = "", url = "" } = frames.get(id) ?? {};
    if (functionName === "(idle)") continue;
    const us = timeDeltas[index] ?? 0;
    shares[findOwner(functionName, url)] += us;
    total += us;
  }
  for (const owner of OWNERS) shares[owner] /= total;
  return shares;
}

function findOwner(functionName: string, url: string): Owner {
  if (functionName === "(garbage collector)") return "garbage collection";
  if (url.includes("/node_modules/ky/")) return "ky";
  if (url.startsWith(OURS)) return "ours";
  if (url.includes("/undici/")) return "fetch (undici)";
  return url.startsWith("node:") ? "Node" : "the engine, and the bench";
}
