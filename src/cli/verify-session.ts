/** The way to the platform that is verified: counted, bounded in time, and true to a refresh token that it replaces. */

/** Milliseconds for one request. */
const PATIENCE_MS = 30_000;

export interface Session {
  readonly fetch: typeof globalThis.fetch;
  /** Requests sent so far. */
  requests(): number;
  /** Whether the platform has replaced the refresh token that was given: it is used up then. */
  hasReplaced(): boolean;
  /** Every token that went over the wire, for redaction. */
  secrets(): readonly string[];
}

export interface SessionOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly refreshToken: string | undefined;
  readonly interruption: AbortSignal;
}

/**
 * Opens a session. Each check exchanges the refresh token that was given; where the platform replaces it with every
 * exchange, the one that is in force goes out in its place, as a client would send it.
 */
export function openSession({ baseUrl, refreshToken, interruption }: SessionOptions): Session {
  const tokens = refreshToken === undefined ? [] : [refreshToken];
  const accessTokens = new Set<string>();
  let sent = 0;
  return {
    async fetch(input, init) {
      sent++;
      const request = new Request(input, init);
      const signal = AbortSignal.any([request.signal, interruption, AbortSignal.timeout(PATIENCE_MS)]);
      // A redirect would take the body along, and with it the refresh token, wherever it leads.
      const redirect = request.method === "POST" ? "manual" : request.redirect;
      const isExchange = request.method === "POST" && request.url === `${baseUrl}/auth/refresh`;
      if (!isExchange) return fetch(request, { signal, redirect });
      const body = putToken(await request.text());
      const response = await fetch(request.url, { method: "POST", headers: request.headers, redirect, body, signal });
      if (response.ok) take(parse(await response.clone().text()));
      return response;
    },
    requests: () => sent,
    hasReplaced: () => tokens.length > 1,
    secrets: () => [...tokens, ...accessTokens],
  };

  function take({ access_token: issued, refresh_token: next }: Record<string, unknown>): void {
    if (typeof issued === "string") accessTokens.add(issued);
    if (typeof next === "string" && next !== "" && !tokens.includes(next)) tokens.push(next);
  }

  /** Only in place of a token that was in force: another one is a check's own, and meant. */
  function putToken(text: string): string {
    const members = parse(text);
    const { refresh_token: held } = members;
    const isOurs = typeof held === "string" && tokens.includes(held) && held !== tokens.at(-1);
    return isOurs ? JSON.stringify({ ...members, refresh_token: tokens.at(-1) }) : text;
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}
