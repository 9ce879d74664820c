/**
 * Calls at once against servers that limit the rate. `limits.ts <client> <scenario>` prints one cell for two bursts: failed
 * calls, requests per call, and time relative to the ideal time.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createFixedWindow, createSlidingWindow, type Limiter } from "../../test/support/limits.ts";
import { createTarget, loadClient } from "./clients.ts";
import { renderReply } from "./exchange.ts";
import type { Measurement, Table } from "./measurement.ts";
import { runForJson } from "./processes.ts";

const CLIENTS = [
  "ours",
  "octokit, retry and throttling",
  "urql, auth and retry",
  "Apollo, context, error and retry links",
];

interface Scenario {
  readonly limiter: () => Limiter;
  readonly calls: number;
  readonly kind?: "query" | "mutation";
  /** Calls that one loop makes one after another. @default 1 */
  readonly pages?: number;
  /** Clients with a queue each, as in so many processes. @default 1 */
  readonly clients?: number;
  /** Seconds that the limit allows for each burst. */
  readonly ideals: readonly [number, number];
}

/** 50 requests per second for two seconds, then 5. */
function createChange(): Limiter {
  const startedAt = performance.now();
  return createFixedWindow((now) => (now - startedAt < 2_000 ? 50 : 5), 1_000, true);
}
const fixed = () => createFixedWindow(() => 20, 1_000, true);
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "200 queries, fixed window": { limiter: fixed, calls: 200, ideals: [9, 9] },
  "100 mutations, fixed window": { limiter: fixed, calls: 100, kind: "mutation", ideals: [4, 4] },
  "30 loops of 7 pages, fixed window": { limiter: fixed, calls: 30, pages: 7, ideals: [9.5, 9.5] },
  "200 queries, sliding window without header": {
    ...{ limiter: () => createSlidingWindow(() => 20, 1_000), calls: 200, ideals: [9, 9] },
  },
  "200 queries, 50 per second, then 5": { limiter: createChange, calls: 200, ideals: [21, 39] },
  "4 × 50 queries, fixed window": { limiter: fixed, calls: 50, clients: 4, ideals: [9, 9] },
};

export const limits: Measurement = async ({ quick, report }) => {
  const table: Table = {};
  for (const name of CLIENTS) {
    report(`limits: ${name}`);
    const scenarios = Object.keys(SCENARIOS).slice(0, quick ? 2 : undefined);
    // At once, because they wait most of the time, but each after the first requests of the one before.
    const cells = scenarios.map(async (scenario, index) => {
      await setTimeout(index * 3_000);
      return [scenario, await runForJson<string>("limits.ts", name, scenario)];
    });
    table[name] = Object.fromEntries(await Promise.all(cells));
  }
  return table;
};

async function run(name: string, { limiter, calls, kind, pages = 1, clients = 1, ideals }: Scenario): Promise<string> {
  const limit = limiter();
  let requests = 0;
  const reply = renderReply("small");
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      requests++;
      const seconds = limit(performance.now());
      const headers = { "content-type": "application/json", ...(seconds && { "retry-after": `${seconds}` }) };
      response.writeHead(seconds === undefined ? 200 : 429, headers).end(seconds === undefined ? reply : "{}");
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const create = await loadClient(name);
  const sends = Array.from({ length: clients }, () => create({ ...createTarget(base, fetch), timeoutMs: 120_000 }));
  const bursts: string[] = [];
  // The second burst shows what a client has learned. It begins in another period of the limit.
  for (const idealS of ideals) {
    const [startedAt, before] = [performance.now(), requests];
    const loops = sends.flatMap((send) =>
      Array.from({ length: calls }, async (_, call) => {
        for (let page = 0; page < pages; page++) await send(call * pages + page, kind);
      }),
    );
    const ends = await Promise.allSettled(loops);
    const failed = ends.filter(({ status }) => status === "rejected").length;
    const [perCall, ratio] = [
      (requests - before) / (calls * pages * clients),
      (performance.now() - startedAt) / 1000 / idealS,
    ];
    bursts.push(`${failed} failed, ${perCall.toFixed(2)} ×, ${ratio.toFixed(2)} ×`);
    await setTimeout(1_500);
  }
  return bursts.join("; ");
}

if (import.meta.main) {
  process.on("unhandledRejection", () => {});
  const [name = "", scenario = ""] = process.argv.slice(2);
  const found = SCENARIOS[scenario];
  if (!found) throw new Error(`Unknown scenario ${scenario}`);
  process.stdout.write(JSON.stringify(await run(name, found)));
  process.exit();
}
