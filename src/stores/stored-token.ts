/** The entries of a store for one credential: their keys, their text and their lifetime. */

import { type AccessToken, cleanToken, readToken } from "../auth/token.ts";
import { FAILED, type RunOperation, type TokenStore } from "./token-store.ts";

export interface StoredToken {
  readonly token: AccessToken;
  /** Rotations of the refresh token since the configured one. */
  readonly generation: number;
  /** `undefined` in generation 0, which every process is configured with. */
  readonly refreshToken: string | undefined;
}

/** The entries of one credential: the newest one, and one for each of the last generations. */
export interface StoredTokens {
  lockKey(): Promise<string>;
  /**
   * Reads the newest entry, or the entry of one generation. An invalid entry is deleted.
   *
   * @param isUrgent - Whether to read during the cooldown of the store as well.
   * @returns `undefined` if there is none, or `null` if the store failed.
   */
  read(isUrgent: boolean, generation?: number): Promise<StoredToken | null | undefined>;
  /** @returns whether the store accepted the entry. */
  write(entry: StoredToken): Promise<boolean>;
}

/** Number of earlier generations that stay in the store (docs/decisions/0033-generations-of-stored-credentials.md). */
export const KEPT_GENERATIONS = 8;
/**
 * 365 days: a rotated refresh token must outlive the access token, and its own lifetime is not documented. A number,
 * because bundlers keep a product in the top level of a module.
 */
const ROTATED_LIFETIME_MS = 31_536_000_000;
/** Maximum length of a stored value, in characters. */
const MAX_LENGTH = 65_536;
/** Greatest number of bytes of a valid value in UTF-8: three for each character. */
export const MAX_STORED_BYTES = 196_608;

/** @param identity - Base URL, tenant and configured refresh token. */
export function openStoredTokens(
  store: TokenStore,
  run: RunOperation,
  identity: readonly (string | undefined)[],
): StoredTokens {
  let name: Promise<string> | undefined;
  // A hash, so that no separator in a value can lead to the key of another credential.
  const keyOf = async (part: number | string = "") => {
    name ??= hash(JSON.stringify(identity));
    return `platform-graphql:${await name}${part && `:${part}`}`;
  };

  async function read(isUrgent: boolean, generation?: number): Promise<StoredToken | null | undefined> {
    const value = await run(async () => store.get(await keyOf(generation)), isUrgent);
    if (value === FAILED) return null;
    if (value === undefined || value === null) return undefined;
    const key = await keyOf(generation);
    const entry = readStoredToken(value, key, generation);
    if (!entry) await run(() => store.delete(key), false);
    return entry;
  }

  async function put(entry: StoredToken, ttlMs: number, part?: number): Promise<boolean> {
    const set = async () => {
      const key = await keyOf(part);
      return store.set(key, writeStoredToken(key, entry), ttlMs);
    };
    return (await run(set, entry.generation > 0)) !== FAILED;
  }

  async function write(entry: StoredToken): Promise<boolean> {
    const { token, generation } = entry;
    if (generation === 0) return put(entry, Math.max(1, Math.ceil(token.expiresAt - Date.now())));
    // Only the process that created a generation writes its key, so that it has no late write of an older entry.
    const stored = await Promise.all([put(entry, ROTATED_LIFETIME_MS, generation), put(entry, ROTATED_LIFETIME_MS)]);
    if (stored.includes(false)) return false;
    const old = generation - KEPT_GENERATIONS;
    if (old > 0) run(async () => store.delete(await keyOf(old)), false).catch(() => {});
    return true;
  }

  return { lockKey: () => keyOf("lock"), read, write };
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param key - Key of the value, repeated in it, so that a value under another key is invalid. */
function writeStoredToken(key: string, { token, generation, refreshToken }: StoredToken): string {
  const { value: accessToken, expiresAt, refreshAt } = token;
  return JSON.stringify({ key, generation, refreshToken, accessToken, expiresAt, refreshAt });
}

/** @returns `undefined` if the value is invalid, or belongs to another key or generation. */
function readStoredToken(value: unknown, expectedKey: string, expected?: number): StoredToken | undefined {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return undefined;
  try {
    const { key, generation, accessToken, expiresAt, refreshAt, refreshToken } = JSON.parse(value);
    const token = cleanToken(accessToken, "stored token");
    const rotated = cleanToken(refreshToken, "stored refresh token");
    if (expected !== undefined && generation !== expected) return undefined;
    const isConsistent =
      Number.isSafeInteger(generation) && generation >= 0 && generation > 0 === (rotated !== undefined);
    if (key !== expectedKey || token === undefined || !Number.isFinite(expiresAt) || !isConsistent) return undefined;
    return {
      token: readToken(token, { origin: "store", expiresAt, ...(refreshAt <= expiresAt && { refreshAt }) }),
      generation,
      refreshToken: rotated,
    };
  } catch {
    return undefined;
  }
}
