/** `fetch` for `doctor` and `verify`: counts requests and reports issued refresh tokens. */

import type { RunFacts } from "./checks.ts";
import { readTokens } from "./redaction.ts";
import type { Terminal } from "./terminal.ts";

export interface Traffic {
  readonly fetch: typeof globalThis.fetch;
  /** The counts so far. The time starts when the traffic is opened. */
  facts(platform?: RunFacts["platform"]): RunFacts;
  /** Refresh token of the last exchange that replaced it. */
  refreshToken(): string | undefined;
}

/** @param timeout - Timeout of each request in milliseconds. */
export function openTraffic(
  { interruption, fetch }: Pick<Terminal, "interruption" | "fetch">,
  timeout: number,
): Traffic {
  let refreshToken: string | undefined;
  let requests = 0;
  const startedAt = performance.now();
  return {
    async fetch(input, init) {
      requests++;
      const request = new Request(input, init);
      const signal = AbortSignal.any([request.signal, interruption, AbortSignal.timeout(timeout)]);
      const response = await fetch(request, { signal });
      if (!response.ok || !new URL(request.url).pathname.endsWith("/auth/refresh")) return response;
      const { refresh_token: next } = await readTokens(response);
      if (next) refreshToken = next;
      return response;
    },
    facts: (target) => ({
      platform: target && { baseUrl: target.baseUrl, local: target.local },
      requests,
      durationMs: Math.round(performance.now() - startedAt),
    }),
    refreshToken: () => refreshToken,
  };
}
