/** The way to the platform that is verified: counted, bounded in time, and watched for the tokens it hands out. */

/** Milliseconds for one request. */
const PATIENCE_MS = 30_000;

export interface Session {
  readonly fetch: typeof globalThis.fetch;
  /** Requests sent so far. */
  requests(): number;
  /** The refresh token in force: a platform may replace it with each exchange. */
  refreshToken(): string | undefined;
  /** Every token that an exchange has given, for redaction. */
  secrets(): readonly string[];
}

export interface SessionOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly refreshToken: string | undefined;
  readonly interruption: AbortSignal;
}

export function openSession({ baseUrl, refreshToken, interruption }: SessionOptions): Session {
  const secrets = new Set<string>();
  let inForce = refreshToken;
  let sent = 0;
  return {
    async fetch(input, init) {
      sent++;
      const request = new Request(input, init);
      const signal = AbortSignal.any([request.signal, interruption, AbortSignal.timeout(PATIENCE_MS)]);
      const response = await fetch(request, { signal });
      if (response.ok && request.url === `${baseUrl}/auth/refresh`) take(parse(await response.clone().text()));
      return response;
    },
    requests: () => sent,
    refreshToken: () => inForce,
    secrets: () => [...secrets],
  };

  function take({ access_token: issued, refresh_token: next }: Record<string, unknown>): void {
    if (typeof issued === "string") secrets.add(issued);
    if (typeof next !== "string" || next === "") return;
    secrets.add(next);
    inForce = next;
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}
