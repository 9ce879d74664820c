/** What a renewal costs: exchanges for callers who find the token expired, and the way to the first result. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import KeyvRedis from "@keyv/redis";
import Keyv from "keyv";
import ky from "ky";
import { redisInstalled, startRedis } from "../../test/support/redis.ts";
import { createClient, refreshToken, type TokenStore } from "../dist/index.js";
import { fileStore } from "../dist/node.js";
import { renderNumber, renderTable } from "./markdown.ts";
import { type Measurement, rotate } from "./measurement.ts";
import { QUERY, renderReply } from "./overhead/exchange.ts";
import { type Summary, summarize } from "./statistics.ts";

const CALLERS = 1000;
const DOCUMENT = { name: "ListIntegrations", kind: "query", text: QUERY } as const;
const REFRESH_TOKEN = "refresh-token-of-the-bench";
const baseUrl = "http://127.0.0.1";

interface Counts {
  readonly exchanges: number;
  readonly requests: number;
}

export interface Refresh {
  /** For 1,000 calls at once. */
  readonly counts: Record<string, Counts>;
  /** Milliseconds from a new client to its first result, by store. */
  readonly firstMs: Record<string, { readonly cold: Summary; readonly warm: Summary }>;
}

export const refresh: Measurement<Refresh> = {
  async measure({ quick, report }) {
    report(`refresh: ${CALLERS} callers`);
    const counts = {
      "**ours**, expired by the clock": await callOurs(expiredToken()),
      "**ours**, refused by the platform": await callOurs("access-token-that-is-refused"),
      "ky's refresh recipe, refused by the platform": await callKy(),
    };
    const rounds = quick ? 5 : 100;
    const cold: Record<string, number[]> = {};
    const warm: Record<string, number[]> = {};
    const directory = await mkdtemp(join(tmpdir(), "bench-"));
    await using redis = redisInstalled ? await startRedis() : undefined;
    for (let round = 0; round < rounds; round++) {
      report(`first result, round ${round + 1} of ${rounds}`);
      const stores: Record<string, TokenStore | undefined> = {
        none: undefined,
        fileStore: fileStore({ directory: join(directory, `${round}`) }),
        "Keyv, in memory": new Keyv() as TokenStore,
      };
      const shared = redis && new Keyv(new KeyvRedis(redis.url), { namespace: `${round}` });
      if (shared) stores["Keyv, in Redis on loopback"] = shared as TokenStore;
      for (const name of rotate(Object.keys(stores), round)) {
        cold[name] = [...(cold[name] ?? []), await timeFirst(stores[name])];
        warm[name] = [...(warm[name] ?? []), await timeFirst(stores[name])];
      }
      await shared?.disconnect();
    }
    await rm(directory, { recursive: true });
    const firstMs = Object.fromEntries(
      Object.keys(cold).map((name) => [name, { cold: summarize(cold[name] ?? []), warm: summarize(warm[name] ?? []) }]),
    );
    return { counts, firstMs };
  },

  render: ({ counts, firstMs }) => `## Renewal

${renderNumber(CALLERS)} calls at once whose access token is over:

${renderTable(
  ["client", "exchanges", "requests"],
  Object.entries(counts).map(([name, { exchanges, requests }]) => [
    name,
    renderNumber(exchanges),
    renderNumber(requests),
  ]),
)}

From a new client to its first result, over a platform that answers at once: the store's own cost. Without a token in the
store (cold) there is an exchange in it, with one (warm) there is none, but for a client without a store. To Redis, a cold start opens
the connection too.

${renderTable(
  ["store", "cold", "warm"],
  Object.entries(firstMs).map(([name, { cold, warm }]) => [
    name,
    ...[cold, warm].map(
      ({ median, quartiles: [low, high] }) => `${median.toFixed(2)} ms (${low.toFixed(2)}–${high.toFixed(2)})`,
    ),
  ]),
)}
`,
};

/** A platform in memory that takes one access token and counts. */
function createPlatform(): Counts & { readonly fetch: typeof fetch } {
  const counts = { exchanges: 0, requests: 0 };
  const reply = renderReply("small");
  const headers = { "content-type": "application/json" };
  return Object.assign(counts, {
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      if (request.url.endsWith("/auth/refresh")) {
        counts.exchanges++;
        return new Response(`{"access_token":"access-token-that-is-taken"}`, { headers });
      }
      counts.requests++;
      const taken = request.headers.get("authorization") === "Bearer access-token-that-is-taken";
      return taken ? new Response(reply, { headers }) : new Response("{}", { status: 401, headers });
    },
  });
}

async function callOurs(accessToken: string): Promise<Counts> {
  const platform = createPlatform();
  const auth = refreshToken({ refreshToken: REFRESH_TOKEN, accessToken });
  const client = createClient({ baseUrl, auth, fetch: platform.fetch });
  const calls = Array.from({ length: CALLERS }, (_, first) => client.execute<unknown, object>(DOCUMENT, { first }));
  await Promise.all(calls);
  return { exchanges: platform.exchanges, requests: platform.requests };
}

/** As in ky's documentation of `ky.retry`: each call that is refused asks for a token of its own. */
async function callKy(): Promise<Counts> {
  const platform = createPlatform();
  const client = ky.create({
    fetch: platform.fetch,
    retry: { methods: ["post"] },
    hooks: {
      afterResponse: [
        async ({ request, response, retryCount }) => {
          if (response.status !== 401 || retryCount > 0) return undefined;
          const answer = await ky.post(`${baseUrl}/auth/refresh`, { fetch: platform.fetch });
          const { access_token: token } = await answer.json<{ access_token: string }>();
          const headers = new Headers(request.headers);
          headers.set("authorization", `Bearer ${token}`);
          return ky.retry({ request: new Request(request, { headers }), delay: 0 });
        },
      ],
    },
  });
  const body = { query: QUERY };
  await Promise.all(Array.from({ length: CALLERS }, () => client.post(`${baseUrl}/api`, { json: body }).json()));
  return { exchanges: platform.exchanges, requests: platform.requests };
}

async function timeFirst(store: TokenStore | undefined): Promise<number> {
  const { fetch } = createPlatform();
  const startedAt = performance.now();
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: REFRESH_TOKEN, store }), fetch });
  await client.execute<unknown, object>(DOCUMENT, { first: 1 });
  return performance.now() - startedAt;
}

function expiredToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ exp: 1_700_000_000 })}.x`;
}
