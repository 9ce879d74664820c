/** Token stores: one access token for a fleet, instead of one for each process. */

import { withDeadline } from "../deadline.ts";
import { type AccessToken, cleanToken, readToken } from "./token.ts";

/**
 * What a store must be able to do: the shape of Keyv, so that `new Keyv(new KeyvRedis(url))` is one. A store that is slow,
 * down or poisoned costs an exchange, never a call.
 */
export interface TokenStore {
  get(key: string): unknown;
  /** @param ttlMs - Milliseconds after which the value may be forgotten; never 0. */
  set(key: string, value: string, ttlMs: number): unknown;
  delete(key: string): unknown;
  /**
   * Optional: lets one process of a fleet renew while the others wait for what it stores. Answers at once: with a
   * function that releases the lock, or with nothing while another process holds it. A lock whose holder died must end by
   * itself after `ttlMs`.
   */
  lock?(key: string, ttlMs: number): unknown;
  /** Where a store emits errors, as Keyv does: one without a listener would end the process. */
  on?(event: "error", listener: (error: unknown) => void): unknown;
}

/** A token as it is kept. */
export interface StoredToken {
  readonly token: AccessToken;
  /** Present once the platform has rotated the refresh token that the process was configured with. */
  readonly refreshToken: string | undefined;
}

/** A store, seen through one credential. Nothing of it throws, and nothing of it takes longer than 2 seconds. */
export interface BoundStore {
  read(): Promise<StoredToken | undefined>;
  write(stored: StoredToken): Promise<void>;
  /** A function that releases the lock; `"held"` by another process; `"none"` where the store offers none or fails. */
  lock(): Promise<(() => void) | "held" | "none">;
}

/** The longest that a process waits for another one's renewal, and that a dead one's lock lasts. */
export const LOCK_LIFE_MS = 5_000;
const STORE_TIMEOUT_MS = 2_000;
/** A store that has just failed or hung is not asked again for this long, so that a call waits for it once. */
const ALONE_MS = 5_000;
/** No token of ours comes near it; what does is not ours. */
const MAX_STORED_LENGTH = 65_536;
/** A rotated refresh token must outlive the access token beside it. Its own life is "not shown". */
const ROTATED_LIFE_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Binds a store to a credential. The key is a hash of all its parts, so that no separator in one of them can reach another
 * credential's token; the value repeats it, so that a value that was moved is not taken for ours.
 */
export function bindStore(store: TokenStore, credential: readonly (string | undefined)[]): BoundStore {
  listen(store);
  const key = hash(JSON.stringify(credential)).then((digest) => `platform-graphql:${digest}`);

  let aloneUntil = 0;
  /** One operation of the store, or `fallback` where it fails or hangs; then it is left alone for a moment. */
  async function ask<Result>(work: (key: string) => unknown, fallback: Result): Promise<unknown | Result> {
    if (performance.now() < aloneUntil) return fallback;
    try {
      return await withDeadline(
        STORE_TIMEOUT_MS,
        undefined,
        () => undefined,
        async () => work(await key),
      );
    } catch {
      aloneUntil = performance.now() + ALONE_MS;
      return fallback;
    }
  }

  return {
    async read() {
      const value = await ask((name) => store.get(name), undefined);
      if (value === undefined || value === null) return undefined;
      const stored = parseStored(value, await key);
      if (!stored) await ask((name) => store.delete(name), undefined);
      return stored;
    },

    async write({ token, refreshToken }) {
      const life = Math.floor(refreshToken === undefined ? token.expiresAt - Date.now() : ROTATED_LIFE_MS);
      if (life <= 0) return;
      const { value: accessToken, expiresAt } = token;
      await ask(
        (name) => store.set(name, JSON.stringify({ key: name, accessToken, expiresAt, refreshToken }), life),
        0,
      );
    },

    async lock() {
      if (!store.lock) return "none";
      const release = await ask((name) => store.lock?.(`${name}:lock`, LOCK_LIFE_MS), "none");
      if (release === "none") return "none";
      return typeof release === "function" ? () => void ask(() => release(), undefined) : "held";
    },
  };
}

const listened = new WeakSet<TokenStore>();

/** Gives an emitting store its listener, once however many clients share it. */
function listen(store: TokenStore): void {
  if (listened.has(store)) return;
  listened.add(store);
  store.on?.("error", () => {});
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What was stored, if it is ours and still of use. Never throws: anybody may have written it. */
function parseStored(value: unknown, key: string): StoredToken | undefined {
  if (typeof value !== "string" || value.length > MAX_STORED_LENGTH) return undefined;
  try {
    const { key: bound, accessToken, expiresAt, refreshToken } = JSON.parse(value);
    const token = cleanToken(accessToken, "stored token");
    const rotated = cleanToken(refreshToken, "stored refresh token");
    if (bound !== key || token === undefined || !Number.isFinite(expiresAt)) return undefined;
    // Past its time it is of no use, unless a rotated refresh token came with it.
    if (expiresAt <= Date.now() && rotated === undefined) return undefined;
    return { token: readToken(token, { justIssued: false, expiresAt }), refreshToken: rotated };
  } catch {
    return undefined;
  }
}
