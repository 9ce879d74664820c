/** Token refresh: exchanges for 1,000 calls, and the time to the first result with each token store. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, refreshToken } from "@integration-platform/graphql";
import { fileStore } from "@integration-platform/graphql/node";
import ky from "ky";
import { OPERATIONS, REFRESH_TOKEN, renderReply } from "./exchange.ts";
import { type Measurement, rotate, summarize, type Table } from "./measurement.ts";

const CALLERS = 1000;
const DOCUMENT = { name: "ListIntegrations", kind: "query", text: OPERATIONS.query } as const;
const baseUrl = "http://127.0.0.1";

interface Counts {
  readonly exchanges: number;
  readonly requests: number;
}

export const refresh: Measurement = async ({ report }) => {
  report(`refresh: ${CALLERS} callers`);
  return {
    "ours, expired token": await callOurs(expiredToken()),
    "ours, rejected token": await callOurs("access-token-that-is-rejected"),
    "ky's refresh recipe, rejected token": await callKy(),
  };
};

/** From a new client to its first result, over a platform in memory. A warm store contains a token. */
export const stores: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 5 : 100;
  const samples: Record<string, { cold: number[]; warm: number[] }> = {};
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  for (let round = 0; round < rounds; round++) {
    report(`first result, round ${round + 1} of ${rounds}`);
    for (const name of rotate(["none", "fileStore"], round)) {
      const store = name === "none" ? undefined : fileStore({ directory: join(directory, `${round}`) });
      samples[name] ??= { cold: [], warm: [] };
      samples[name].cold.push(await timeFirst(store));
      samples[name].warm.push(await timeFirst(store));
    }
  }
  await rm(directory, { recursive: true });
  const table: Table = {};
  for (const [name, { cold, warm }] of Object.entries(samples)) {
    table[name] = { "cold, ms": summarize(cold), "warm, ms": summarize(warm) };
  }
  return table;
};

/** A platform in memory that accepts one access token and counts requests. */
function createPlatform(): Counts & { readonly fetch: typeof fetch } {
  const counts = { exchanges: 0, requests: 0 };
  const reply = renderReply("small");
  const headers = { "content-type": "application/json" };
  return Object.assign(counts, {
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      if (request.url.endsWith("/auth/refresh")) {
        counts.exchanges++;
        return new Response(`{"access_token":"accepted-access-token"}`, { headers });
      }
      counts.requests++;
      const accepted = request.headers.get("authorization") === "Bearer accepted-access-token";
      return accepted ? new Response(reply, { headers }) : new Response("{}", { status: 401, headers });
    },
  });
}

async function callOurs(accessToken: string): Promise<Record<keyof Counts, number>> {
  const platform = createPlatform();
  const auth = refreshToken({ refreshToken: REFRESH_TOKEN, accessToken });
  const client = createClient({ baseUrl, auth, fetch: platform.fetch });
  const calls = Array.from({ length: CALLERS }, (_, first) => client.execute<unknown, object>(DOCUMENT, { first }));
  await Promise.all(calls);
  return { exchanges: platform.exchanges, requests: platform.requests };
}

/** The example of `ky.retry` in ky's documentation: each rejected call requests its own token. */
async function callKy(): Promise<Record<keyof Counts, number>> {
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
  const body = { query: OPERATIONS.query };
  await Promise.all(Array.from({ length: CALLERS }, () => client.post(`${baseUrl}/api`, { json: body }).json()));
  return { exchanges: platform.exchanges, requests: platform.requests };
}

async function timeFirst(store: ReturnType<typeof fileStore> | undefined): Promise<number> {
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
