/** `fetch` for `doctor` and `verify`: counts requests and reports issued refresh tokens. */

import { readTokens } from "./redaction.ts";
import type { Terminal } from "./terminal.ts";

export interface Traffic {
  readonly fetch: typeof globalThis.fetch;
  /** Number of requests so far. */
  requests(): number;
  /** Refresh token of the last exchange that replaced it. */
  refreshToken(): string | undefined;
}

/** @param timeout - Timeout of each request in milliseconds. */
export function openTraffic(
  { interruption, fetch }: Pick<Terminal, "interruption" | "fetch">,
  timeout: number,
): Traffic {
  let refreshToken: string | undefined;
  let sent = 0;
  return {
    async fetch(input, init) {
      sent++;
      const request = new Request(input, init);
      const signal = AbortSignal.any([request.signal, interruption, AbortSignal.timeout(timeout)]);
      const response = await fetch(request, { signal });
      if (!response.ok || !new URL(request.url).pathname.endsWith("/auth/refresh")) return response;
      const { refresh_token: next } = await readTokens(response);
      if (next) refreshToken = next;
      return response;
    },
    requests: () => sent,
    refreshToken: () => refreshToken,
  };
}
