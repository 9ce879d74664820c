/** `fetch` for `doctor` and `verify`: counts requests and records issued tokens. */

export interface Traffic {
  readonly fetch: typeof globalThis.fetch;
  /** Number of requests so far. */
  requests(): number;
  /** Refresh token of the last exchange that replaced it. */
  refreshToken(): string | undefined;
  /** All tokens that exchanges returned, for redaction. */
  secrets(): readonly string[];
}

/** @param timeout - Timeout of each request in milliseconds. */
export function openTraffic(interruption: AbortSignal, timeout: number): Traffic {
  const secrets = new Set<string>();
  let refreshToken: string | undefined;
  let sent = 0;
  return {
    async fetch(input, init) {
      sent++;
      const request = new Request(input, init);
      const signal = AbortSignal.any([request.signal, interruption, AbortSignal.timeout(timeout)]);
      const response = await fetch(request, { signal });
      if (!response.ok || !new URL(request.url).pathname.endsWith("/auth/refresh")) return response;
      const { access_token: access, refresh_token: next } = parse(await response.clone().text());
      if (typeof access === "string") secrets.add(access);
      if (typeof next === "string" && next !== "") {
        secrets.add(next);
        refreshToken = next;
      }
      return response;
    },
    requests: () => sent,
    refreshToken: () => refreshToken,
    secrets: () => [...secrets],
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}
