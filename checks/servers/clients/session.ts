/** Refreshes a token by hand: once for concurrent calls, and for several programs if they share Redis. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Settings } from "../clients.ts";
import type { SharedRedis } from "../software/redis.ts";

interface Tokens {
  readonly accessToken?: string;
  readonly refreshToken: string;
}

export interface Session {
  /** The access token; `undefined` before the first refresh. */
  readonly accessToken: () => string | undefined;
  /** @param rejected - The token that the server rejected. */
  readonly refresh: (rejected: string | undefined) => Promise<string | undefined>;
}

export function createSession({ baseUrl, refreshToken, fetch, redis }: Settings): Session {
  let tokens: Tokens = { refreshToken };
  let pending: Promise<void> | undefined;

  async function requestTokens(current: Tokens): Promise<Tokens> {
    const response = await fetch(`${baseUrl}/auth/refresh`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: current.refreshToken }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`The refresh failed with ${response.status}`);
    const { access_token: accessToken, refresh_token: next = current.refreshToken } = await response.json();
    return { accessToken, refreshToken: next };
  }

  async function update(rejected: string | undefined): Promise<void> {
    tokens = redis
      ? await refreshShared(redis, tokens, rejected, requestTokens)
      : await requestTokens(tokens);
  }

  return {
    accessToken: () => tokens.accessToken,
    refresh: async (rejected) => {
      if (tokens.accessToken === rejected) {
        pending ??= update(rejected).finally(() => {
          pending = undefined;
        });
        await pending;
      }
      return tokens.accessToken;
    },
  };
}

/** Uses the tokens of another program, or refreshes them under a lock. */
async function refreshShared(
  { client, prefix }: SharedRedis,
  own: Tokens,
  rejected: string | undefined,
  requestTokens: (current: Tokens) => Promise<Tokens>,
): Promise<Tokens> {
  const owner = randomUUID();
  while ((await client.set(`${prefix}lock`, owner, { NX: true, PX: 10_000 })) === null) await sleep(50);
  try {
    const stored = await client.get(`${prefix}tokens`);
    const current: Tokens = stored ? JSON.parse(stored) : own;
    if (current.accessToken !== undefined && current.accessToken !== rejected) return current;
    const next = await requestTokens(current);
    await client.set(`${prefix}tokens`, JSON.stringify(next));
    return next;
  } finally {
    if ((await client.get(`${prefix}lock`)) === owner) await client.del(`${prefix}lock`);
  }
}
