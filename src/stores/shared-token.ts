/** Shares the access token of one credential between processes through a store. */

import { responseTimeoutMs } from "../auth/exchange.ts";
import { isDue, isExpired } from "../auth/token.ts";
import type { SharedToken, TokenChain } from "../auth/token-chain.ts";
import type { Refresh, RefreshContext, RefreshResult } from "../auth/token-manager.ts";
import { sleep } from "../deadline.ts";
import { Failure, RefreshRejectedError, UsageError } from "../errors.ts";
import { pollDelayMs, withLock } from "./shared-lock.ts";
import { readStoredToken, type StoredToken, writeStoredToken } from "./stored-token.ts";
import { FAILED, guardStore, type RunOperation, STORE_ATTEMPTS, type TokenStore } from "./token-store.ts";

/** Waiting for a lock ends after the response timeout of an exchange and this many multiples of `attemptTimeout`. */
const LOCK_WAIT_FACTOR = 2.5;
/** A rotated refresh token must outlive the access token. Its own lifetime is not documented. */
const ROTATED_LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
/** Number of earlier generations that stay in the store. */
const KEPT_GENERATIONS = 8;
/** After a rejection: delays before the store is read again, for the process that used the refresh token first. */
const REREAD_DELAYS_MS = [0, 100, 200, 400, 800];
const MAX_WRITE_DELAY_MS = 60_000;

/**
 * Shares one access token between the processes that use the same store, base URL, tenant and refresh token.
 *
 * If a store operation fails or takes longer than 2 s, the client does not use the store for 5 s, or until the operation
 * settles, at most 60 s. Calls still succeed; at worst, the client refreshes the token itself. A rotated refresh token is
 * written until the store accepts it.
 *
 * @throws UsageError if the store has no `get`, `set` and `delete`.
 */
export function sharedToken(store: TokenStore): SharedToken {
  for (const name of ["get", "set", "delete"] as const) {
    if (typeof store?.[name] !== "function") throw new UsageError(`sharedToken: the store has no method "${name}".`);
  }
  listen(store);
  const run = guardStore();
  return {
    share: (chain, identity, attemptTimeout) => share(store, run, chain, identity, attemptTimeout),
  };
}

const listened = new WeakSet<TokenStore>();

function listen(store: TokenStore): void {
  if (listened.has(store)) return;
  listened.add(store);
  try {
    store.on?.("error", () => {});
  } catch {
    throw new UsageError('sharedToken: "on" of the store threw an error.');
  }
}

function share(
  store: TokenStore,
  run: RunOperation,
  chain: TokenChain,
  identity: readonly (string | undefined)[],
  attemptTimeout: number,
): Refresh {
  const configured = chain.latest.refreshToken;
  // A hash, so that no separator in a value can lead to the key of another credential.
  let name: Promise<string> | undefined;
  /** Key of the newest entry, of the lock, or of one generation, which only the process that created it writes. */
  const keyOf = async (part?: number | "lock") => {
    name ??= hash(JSON.stringify(identity));
    return `platform-graphql:${await name}${part === undefined ? "" : `:${part}`}`;
  };

  /** Whether the configured refresh token can be valid: it was neither rejected nor replaced. */
  let isConfiguredUsable = true;
  /** Newest entry that this process has received or read. */
  let latest: StoredToken | undefined;

  /** @returns the entry of a key, `undefined` if there is none, or `null` if the store failed. */
  async function read(isUrgent: boolean, generation?: number): Promise<StoredToken | null | undefined> {
    const value = await run(async () => store.get(await keyOf(generation)), isUrgent);
    if (value === FAILED) return null;
    if (value === undefined || value === null) return undefined;
    const key = await keyOf(generation);
    const entry = readStoredToken(value, key, generation);
    if (!entry) await run(() => store.delete(key));
    return entry;
  }

  function adopt({ refreshToken, generation }: StoredToken): void {
    if (refreshToken !== undefined) chain.advance({ refreshToken, generation });
  }

  /**
   * Reads the newest entry. A late write can replace it by an older one. After the first rotation, the generations after
   * the one in use are therefore read too, as many as the store keeps.
   *
   * @returns the stored token, if it can replace the current one.
   */
  async function recall({ current }: RefreshContext, isUrgent = false): Promise<RefreshResult | undefined> {
    const stored = await read(isUrgent);
    if (stored) adopt(stored);
    let newest = stored;
    for (let step = 0; step < KEPT_GENERATIONS && (isUrgent || chain.latest.generation > 0); step++) {
      const next = await read(isUrgent, chain.latest.generation + 1);
      if (!next) break;
      newest = next;
      adopt(newest);
    }
    const { generation } = chain.latest;
    const found = newest?.generation === generation ? newest : undefined;
    if (found) latest = found;
    const isBehind = stored !== null && (stored?.generation ?? 0) < generation;
    if (isBehind && latest?.generation === generation) write(latest).catch(() => {});
    if (!found) return undefined;
    const { token } = found;
    if (token.value === current?.value || isExpired(token)) return undefined;
    // An early refresh needs a token that does not expire soon, too.
    return current && isDue(current) && isDue(token) ? undefined : { token };
  }

  /** @returns whether the store accepted the entry. */
  async function write(entry: StoredToken): Promise<boolean> {
    const { token, generation } = entry;
    const isRotated = generation > 0;
    const ttlMs = isRotated ? ROTATED_LIFETIME_MS : Math.max(1, Math.ceil(token.expiresAt - Date.now()));
    const put = async (part?: number) => {
      const set = async () => {
        const key = await keyOf(part);
        return store.set(key, writeStoredToken(key, entry), ttlMs);
      };
      return (await run(set, isRotated)) !== FAILED;
    };
    if (!isRotated) return put();
    const stored = await Promise.all([put(generation), put()]);
    if (stored.includes(false)) return false;
    const old = generation - KEPT_GENERATIONS;
    if (old > 0) run(async () => store.delete(await keyOf(old))).catch(() => {});
    return true;
  }

  /** Stores what an exchange returned. A rotated refresh token is written again in the background until it is stored. */
  async function save(result: RefreshResult): Promise<RefreshResult> {
    const { generation, refreshToken } = chain.latest;
    const entry = { token: result.token, generation, refreshToken: generation > 0 ? refreshToken : undefined };
    latest = entry;
    const writeLater = async () => {
      for (let delayMs = 1_000; latest === entry; delayMs = Math.min(MAX_WRITE_DELAY_MS, delayMs * 2)) {
        await sleep(delayMs, undefined, true);
        if (latest !== entry || (await write(entry))) return;
      }
    };
    const isStored = await write(entry).catch(() => false);
    if (!isStored && generation > 0) writeLater().catch(() => {});
    return result;
  }

  /** Exchanges the newest refresh token, and the next one if another process has used it. */
  async function exchangeNewest(context: RefreshContext): Promise<RefreshResult> {
    for (let round = 1; ; round++) {
      const used = chain.latest;
      let isSent = false;
      const didStart = () => {
        isSent = true;
        context.didStart();
      };
      const isConfigured = used.refreshToken === configured;
      try {
        const result = await chain.exchange({ ...context, didStart });
        if (isConfigured && result.rotated) isConfiguredUsable = false;
        return await save(result);
      } catch (error) {
        if (!isSent) throw error;
        const isRejected = error instanceof Failure && error.type === RefreshRejectedError;
        if (isConfigured && isRejected) isConfiguredUsable = false;
        for (const delayMs of isRejected ? REREAD_DELAYS_MS : [0]) {
          if (delayMs > 0) await sleep(delayMs, undefined, true);
          const found = await recall(context, isRejected);
          if (found) return found;
          if (chain.latest !== used) break;
        }
        if (chain.latest !== used && round < STORE_ATTEMPTS) continue;
        if (!isRejected || !isConfiguredUsable) throw error;
        // The store can contain a refresh token that was never valid.
        isConfiguredUsable = false;
        const result = await chain.exchange(context, configured).catch(() => undefined);
        if (!result) throw error;
        isConfiguredUsable = !result.rotated || chain.latest.refreshToken === configured;
        return save(result);
      }
    }
  }

  return async (context) => {
    const giveUpAt = performance.now() + responseTimeoutMs(attemptTimeout) + attemptTimeout * LOCK_WAIT_FACTOR;
    // The previous holder of the lock can have stored a token after the first read.
    const refresh = async (hasLock: boolean) => (hasLock && (await recall(context))) || exchangeNewest(context);
    for (let poll = 0; ; poll++) {
      const found = await recall(context);
      if (found) return found;
      const result = await withLock(store, run, () => keyOf("lock"), attemptTimeout, refresh);
      if (result) return result;
      if (performance.now() >= giveUpAt) return exchangeNewest(context);
      await sleep(pollDelayMs(poll, attemptTimeout), undefined, true);
    }
  };
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
