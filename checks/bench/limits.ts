/**
 * Calls on platforms and gateways that limit the rate, at virtual time, so that all of them take seconds. A
 * cell has the failed calls per thousand, requests per accepted one, and the time relative to a plain retry:
 * geometric means over latencies, loads and seeds.
 */

import { accessToken, createClient } from "@integration-platform/graphql";
import { adaptiveLimiter, type Limiter } from "@integration-platform/graphql/limiter";
import {
  type CreateCaller,
  GATEWAYS,
  LIMITED_PLATFORMS,
  type LimitedPlatform,
  type Outcome,
  plainRetry,
  type SendRequest,
  simulate,
} from "../../test/support/limited-platforms.ts";
import { runVirtually } from "../../test/support/virtual-clock.ts";
import type { Measurement, Table } from "./measurement.ts";

const BASE = "http://127.0.0.1";
const LATENCIES_MS = [30, 600];
/** Calls, as fractions of what a platform accepts before the timeout. */
const LOADS = [0.35, 0.8];
/** Of the random numbers. The results of single seeds differ. Without a limiter, only the first one is used. */
const SEEDS = [1, 2, 3, 4, 5];

/** `fetch` of a platform. The number of a call is in its variables. */
function createFetch(send: SendRequest): typeof fetch {
  return async (_, init) => {
    const { first } = JSON.parse(String(init?.body)).variables as { readonly first: number };
    const { status, retryAfter } = await send(first);
    const headers = {
      "content-type": "application/json",
      ...(retryAfter > 0 && { "retry-after": `${retryAfter}` }),
    };
    return new Response(status === 200 ? '{"data":{"a":1}}' : "{}", { status, headers });
  };
}

const createOurs =
  (createLimiter: () => Limiter | undefined): CreateCaller =>
  (send, timeout) => {
    const limiter = createLimiter();
    const client = createClient({
      baseUrl: BASE,
      auth: accessToken("a"),
      fetch: createFetch(send),
      timeout,
      limiter,
    });
    const document = { name: "Read", kind: "query", text: "query Read($first: Int) { a }" } as const;
    return async (first) => void (await client.execute<unknown, { first: number }>(document, { first }));
  };

const CLIENTS: Readonly<Record<string, CreateCaller>> = {
  "plain retry": plainRetry,
  ours: createOurs(adaptiveLimiter),
  "ours, no limiter": createOurs(() => undefined),
};

export const limits: Measurement = async (run) => ({
  ...(await measureAll("platforms", LIMITED_PLATFORMS, run)),
  ...(await measureAll("gateways", GATEWAYS, run)),
});

/**
 * Measures all clients on some platforms. The last rows have the totals, and the figures of this client as
 * numbers.
 */
async function measureAll(
  title: string,
  platforms: Readonly<Record<string, LimitedPlatform>>,
  { quick, report }: Parameters<Measurement>[0],
): Promise<Table> {
  const table: Table = {};
  const totals = new Map<string, Sum>();
  let worse = 0;
  for (const [name, platform] of Object.entries(platforms).slice(0, quick ? 3 : undefined)) {
    report(`limits: ${name}`);
    const sums = await measure(platform, quick ? SEEDS.slice(0, 1) : SEEDS);
    for (const [client, sum] of sums) totals.set(client, add(totals.get(client), sum));
    if ((sums.get("ours")?.failed ?? 0) > (sums.get("plain retry")?.failed ?? 0)) worse++;
    table[`${name}${platform.isHeldOut ? " (held out)" : ""}`] = renderSums(sums);
  }
  table[`all ${title}`] = renderSums(totals);
  const { failed, requests, time } = summarize(totals.get("ours") ?? EMPTY);
  const more = { "platforms with more failures than a plain retry": worse };
  table[`ours, ${title}`] = {
    "failed, ‰": failed,
    "requests ÷ accepted": requests,
    "time ÷ plain retry": time,
    ...more,
  };
  return table;
}

/** The sums of each client on one platform. */
async function measure(
  platform: LimitedPlatform,
  seeds: readonly number[],
): Promise<ReadonlyMap<string, Sum>> {
  const sums = new Map<string, Sum>();
  let reference: readonly Outcome[] = [];
  for (const [client, create] of Object.entries(CLIENTS)) {
    const outcomes: Outcome[] = [];
    const isCompared = client === "plain retry" || client === "ours";
    for (const seed of isCompared ? seeds : seeds.slice(0, 1)) {
      for (const latencyMs of LATENCIES_MS) {
        for (const load of platform.hasLoad === false ? [0.8] : LOADS) {
          outcomes.push(...(await runVirtually(seed, () => simulate(platform, create, { latencyMs, load }))));
        }
      }
    }
    if (client === "plain retry") reference = outcomes;
    sums.set(client, toSum(outcomes, reference));
  }
  return sums;
}

interface Sum {
  readonly calls: number;
  readonly failed: number;
  /** Logarithms. */
  readonly requests: readonly number[];
  readonly times: readonly number[];
}

const EMPTY: Sum = { calls: 0, failed: 0, requests: [], times: [] };

function toSum(outcomes: readonly Outcome[], reference: readonly Outcome[]): Sum {
  return {
    calls: outcomes.reduce((sum, { calls }) => sum + calls, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    requests: outcomes.map(({ requests, accepted }) => Math.log(requests / Math.max(1, accepted))),
    times: outcomes.map(({ ms }, index) => Math.log(ms / (reference[index]?.ms ?? ms))),
  };
}

function add(left: Sum = EMPTY, right: Sum): Sum {
  return {
    calls: left.calls + right.calls,
    failed: left.failed + right.failed,
    requests: [...left.requests, ...right.requests],
    times: [...left.times, ...right.times],
  };
}

/** Failed calls per thousand, and geometric means. */
function summarize({ calls, failed, requests, times }: Sum): Record<"failed" | "requests" | "time", number> {
  const mean = (logs: readonly number[]) => Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  return { failed: (failed * 1_000) / calls, requests: mean(requests), time: mean(times) };
}

function renderSums(sums: ReadonlyMap<string, Sum>): Record<string, string> {
  const cells = [...sums].map(([client, sum]) => {
    const { failed, requests, time } = summarize(sum);
    return [client, `${Math.round(failed)} ‰, ${requests.toFixed(2)} ×, ${time.toFixed(2)} ×`];
  });
  return Object.fromEntries(cells);
}
