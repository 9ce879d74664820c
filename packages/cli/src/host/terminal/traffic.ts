/** `fetch` of a run: counts requests, and makes the tokens in them known to the redaction. */

import type { Redaction } from "../secrets/redaction.ts";

/** Counts of a run so far. */
export interface Facts {
  /** Absent if no platform is configured. */
  readonly platform: { readonly baseUrl: string; readonly local: boolean } | undefined;
  /** Number of requests with an operation. */
  readonly requests: number;
  /** Number of refresh requests. */
  readonly refreshes: number;
  /** 0 until the clock is started. */
  readonly durationMs: number;
}

export interface Traffic {
  readonly fetch: typeof globalThis.fetch;
  /**
   * Starts the clock, unless it runs, and sets the platform. The start of a local platform is not counted.
   */
  start(target?: Facts["platform"]): void;
  facts(): Facts;
  /** Refresh token of the last refresh request that replaced it. */
  refreshToken(): string | undefined;
}

/** The platform and the requests of a run so far. */
interface TrafficState {
  platform: Facts["platform"];
  refreshToken: string | undefined;
  /** A time of `performance.now()`. */
  startedAt: number | undefined;
  requests: number;
  refreshes: number;
}

export function openTraffic({ add }: Pick<Redaction, "add">): Traffic {
  const state: TrafficState = {
    platform: undefined,
    refreshToken: undefined,
    startedAt: undefined,
    requests: 0,
    refreshes: 0,
  };
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      add(request.headers.get("authorization")?.replace(/^\S+\s+/, ""));
      if (new URL(request.url).pathname.endsWith("/auth/refresh")) return sendRefresh(request, state, add);
      state.requests++;
      return globalThis.fetch(request);
    },
    start(target) {
      state.startedAt ??= performance.now();
      state.platform = target && { baseUrl: target.baseUrl, local: target.local };
    },
    facts() {
      const { platform, requests, refreshes, startedAt } = state;
      const durationMs = startedAt === undefined ? 0 : Math.round(performance.now() - startedAt);
      return { platform, requests, refreshes, durationMs };
    },
    refreshToken: () => state.refreshToken,
  };
}

/** Sends a refresh request, and makes its tokens known. */
async function sendRefresh(request: Request, state: TrafficState, add: Redaction["add"]): Promise<Response> {
  state.refreshes++;
  const sent = await readTokens(request);
  add(sent);
  const response = await fetch(request);
  const received = await readTokens(response);
  add(received);
  const { refresh_token: next = sent.refresh_token } = received;
  if (response.ok && next !== sent.refresh_token) state.refreshToken = next;
  return response;
}

/** In characters. A longer body is not one of a refresh, and can be endless. */
const MAX_REFRESH_LENGTH = 100_000;

/**
 * Returns the members of a refresh request, or of its response, whose names end with "token". The body can
 * still be read.
 */
async function readTokens(message: Request | Response): Promise<Readonly<Record<string, string>>> {
  let text = "";
  for await (const chunk of message.clone().body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.length > MAX_REFRESH_LENGTH) return {};
  }
  try {
    const members = Object.entries<string>({ ...JSON.parse(text) });
    return Object.fromEntries(
      members.filter(([name, value]) => name.endsWith("token") && typeof value === "string"),
    );
  } catch {
    return {};
  }
}
