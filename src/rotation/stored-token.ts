/** The value of a store for one refresh token: its text, and its lifetime. */

import { type AccessToken, cleanToken, readToken } from "../auth/read-token.ts";
import { isRecord } from "../shared/wire.ts";
import type { StoredValue } from "./token-store.ts";

/** Set before a process sends a rotating refresh token, and removed with the response. */
export interface SendMark {
  /** Name of the client that sends it. */
  readonly owner: string;
  /** When the client can send it at the earliest, in milliseconds since the epoch. */
  readonly from: number;
  /** When no response can arrive any longer, in milliseconds since the epoch. */
  readonly until: number;
}

export interface StoredTokens {
  /** Rotations of the refresh token since the configured one. */
  readonly rotations: number;
  /** `undefined` after no rotation: it is the one that every process is configured with. */
  readonly refreshToken: string | undefined;
  /** Access tokens by tenant; an empty name for the tenant that the platform chooses. */
  readonly tokens: ReadonlyMap<string, AccessToken>;
  readonly mark: SendMark | undefined;
}

/**
 * 365 days: a rotated refresh token must outlive the access token, and its own lifetime is not documented. A
 * number, because bundlers keep a product in the top level of a module.
 */
const ROTATED_LIFETIME_MS = 31_536_000_000;
/** Maximum length of a stored value, in characters. */
const MAX_LENGTH = 65_536;
/** Greatest number of bytes of a valid value in UTF-8: three for each character. */
export const MAX_STORED_BYTES = 196_608;

/** A hash, so that no separator in a value can lead to the key of another refresh token. */
export async function createKey(baseUrl: string, refreshToken: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([baseUrl, refreshToken]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return `platform-graphql:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** @param key - Key of the value, repeated in it, so that a value under another key is invalid. */
export function renderStored(
  key: string,
  { rotations, refreshToken, tokens, mark }: StoredTokens,
): StoredValue {
  const sorted = [...tokens].sort(([, a], [, b]) => b.expiresAt - a.expiresAt);
  const render = () => {
    const entries = sorted.map(([tenant, { value, expiresAt, refreshAt }]) => [
      tenant,
      { value, expiresAt, refreshAt },
    ]);
    return JSON.stringify({ key, rotations, refreshToken, tokens: Object.fromEntries(entries), mark });
  };
  let value = render();
  // Drops tokens until the text is short enough: first those that expire first.
  while (value.length > MAX_LENGTH && sorted.pop()) value = render();
  const [lastToExpire] = sorted;
  const lastsUntil = Math.max(mark?.until ?? 0, lastToExpire?.[1].expiresAt ?? 0);
  const ttlMs = rotations > 0 ? ROTATED_LIFETIME_MS : Math.max(1, Math.ceil(lastsUntil - Date.now()));
  return { value, ttlMs };
}

/** @returns `undefined` if the value is invalid, or belongs to another key. */
export function readStored(text: unknown, expectedKey: string): StoredTokens | undefined {
  if (typeof text !== "string" || text.length > MAX_LENGTH) return undefined;
  try {
    const { key, rotations, refreshToken, tokens, mark } = JSON.parse(text);
    const rotated = cleanToken(refreshToken, "stored refresh token");
    const isConsistent =
      Number.isSafeInteger(rotations) && rotations >= 0 && rotations > 0 === (rotated !== undefined);
    if (key !== expectedKey || !isConsistent || !isRecord(tokens)) return undefined;
    return { rotations, refreshToken: rotated, tokens: readTokens(tokens), mark: readMark(mark) };
  } catch {
    return undefined;
  }
}

function readTokens(tokens: Record<string, unknown>): Map<string, AccessToken> {
  const read = new Map<string, AccessToken>();
  for (const [tenant, stored] of Object.entries(tokens)) {
    const { value, expiresAt, refreshAt } = stored as Record<string, number>;
    const token = cleanToken(value, "stored token");
    if (token === undefined || expiresAt === undefined || !Number.isFinite(expiresAt)) continue;
    read.set(tenant, readToken(token, { origin: "store", expiresAt, refreshAt }));
  }
  return read;
}

/** A time that is missing lies in the past for `findTurn`. */
function readMark(mark: unknown): SendMark | undefined {
  const { owner } = (mark ?? {}) as Record<string, unknown>;
  return typeof owner === "string" ? (mark as SendMark) : undefined;
}
