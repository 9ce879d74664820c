/** A scripted `fetch` that records requests to the API and to refresh a token. */

import { createHash } from "node:crypto";
import { vi } from "vitest";
import {
  type ClientOptions,
  createClient,
  type RefreshTokenOptions,
  type ReplaceableAuth,
  refreshToken,
} from "../../src/index.ts";
import { type RotatingTokenOptions, rotatingToken } from "../../src/rotation/index.ts";

export const BASE_URL = "https://platform.example.com";
export const REFRESH_TOKEN = "refresh-token-0";

/** One request. `token` is the bearer token, if any. */
export interface Sent {
  readonly url: string;
  readonly token: string | undefined;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly signal: AbortSignal | undefined;
  /** 1 for the first request to this endpoint. */
  readonly nth: number;
}

type Script = (sent: Sent) => Response | Promise<Response>;

export interface Wire {
  readonly fetch: typeof globalThis.fetch;
  /** Requests to `POST /api`. */
  readonly api: Sent[];
  /** Requests to `POST /auth/refresh`. */
  readonly refresh: Sent[];
  /** "2A 1R": the exact number of requests, to the API and to refresh a token. */
  counts(): string;
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  return Response.json(body, init);
}

export const ok = () => json({ data: { value: "fine" } });
export const unauthorized = () => json({ errors: [{ message: "expired" }] }, { status: 401 });
export const unauthenticated = (data?: object) =>
  json({ errors: [{ message: "expired", extensions: { code: "UNAUTHENTICATED" } }], ...data });
export const html = (status: number) =>
  new Response("<html>Blocked</html>", { status, headers: { "content-type": "text/html" } });

/** Returns fresh-1, fresh-2, …: opaque tokens, so each refresh is recognizable. */
export const grant: Script = ({ nth }) => json({ access_token: `fresh-${nth}` });

export function createWire(scripts: { api?: Script; refresh?: Script } = {}): Wire {
  const api: Sent[] = [];
  const refresh: Sent[] = [];
  const wire: Wire = {
    api,
    refresh,
    counts: () => `${api.length}A ${refresh.length}R`,
    fetch: async (input, init = {}) => {
      const url = String(input);
      const isRefresh = url.endsWith("/auth/refresh");
      const log = isRefresh ? refresh : api;
      const headers = new Headers(init.headers);
      const signal = init.signal ?? undefined;
      signal?.throwIfAborted();
      const sent: Sent = {
        url,
        headers,
        signal,
        token: headers.get("authorization")?.replace(/^Bearer /, ""),
        body: JSON.parse(String(init.body)),
        nth: log.length + 1,
      };
      log.push(sent);
      return isRefresh ? (scripts.refresh ?? grant)(sent) : (scripts.api ?? ok)(sent);
    },
  };
  return wire;
}

/** Creates a client that uses the wire, with a refresh token and by default no access token. */
export function connect(
  wire: Wire,
  options: Partial<ClientOptions> = {},
  credentials: Partial<RefreshTokenOptions> = {},
) {
  return connectWith(refreshToken({ refreshToken: REFRESH_TOKEN, ...credentials }), wire, options);
}

/** As {@link connect}, with a refresh token that is accepted once. */
export function connectRotating(
  wire: Wire,
  options: Partial<ClientOptions> = {},
  credentials: Partial<RotatingTokenOptions> = {},
) {
  return connectWith(rotatingToken({ refreshToken: REFRESH_TOKEN, ...credentials }), wire, options);
}

function connectWith<Options extends RefreshTokenOptions>(
  auth: ReplaceableAuth<Options>,
  wire: Wire,
  options: Partial<ClientOptions>,
) {
  const client = createClient({ baseUrl: BASE_URL, auth, fetch: wire.fetch, ...options });
  return Object.assign(client, { auth });
}

/** An unsigned JWT with these claims. */
export function jwt(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encode({ alg: "none" })}.${encode(claims)}.signature`;
}

/** A token that expires in `ms` milliseconds, issued seven days before that. */
export function tokenExpiringIn(ms: number): string {
  const exp = Math.floor((Date.now() + ms) / 1000);
  return jwt({ exp, iat: exp - 7 * 24 * 60 * 60 });
}

/** Returns what a promise rejects with. Fails the test if it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<Record<string, unknown> & Error> {
  try {
    await promise;
  } catch (error) {
    return error as Record<string, unknown> & Error;
  }
  throw new Error("expected a rejection");
}

/** A promise that the test settles, so that it decides when the platform responds. */
export function gate<Value = void>() {
  return Promise.withResolvers<Value>();
}

/**
 * Makes the hashes of store keys available at once. The real ones take time, during which fake timers can
 * advance.
 */
export function hashAtOnce(): void {
  vi.spyOn(crypto.subtle, "digest").mockImplementation(async (algorithm, data) => {
    return new Uint8Array(
      createHash(String(algorithm))
        .update(data as Uint8Array)
        .digest(),
    ).buffer;
  });
}
