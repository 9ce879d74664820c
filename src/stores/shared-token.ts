/**
 * Shares the access token of one credential between processes through a store. Callers import and call `sharedToken`
 * themselves, so that bundles without a store do not contain this code.
 */

import { responseTimeoutMs } from "../auth/exchange.ts";
import { isDue, isExpired } from "../auth/token.ts";
import type { Refresh, RefreshContext, RefreshResult } from "../auth/token-cache.ts";
import type { SharedToken, TokenChain } from "../auth/token-chain.ts";
import { sleep } from "../deadline.ts";
import { createUsageError, Failure } from "../errors.ts";
import { pollDelayMs, withLock } from "./shared-lock.ts";
import { KEPT_GENERATIONS, openStoredTokens, type StoredToken } from "./stored-token.ts";
import { guardStore, type RunOperation, type TokenStore } from "./token-store.ts";

/**
 * Waiting for a lock ends after this many multiples of `attemptTimeout`: later than the lock of a killed process. With
 * single-use tokens, it ends when no response to an exchange of the holder can arrive either.
 */
const LOCK_WAIT_FACTOR = 2.2;
/** Refresh tokens that one refresh exchanges, if other processes replace them at the same time. */
const MAX_EXCHANGES = 3;
/**
 * Delays before the store is read again after a rejection. The process that used the refresh token first can still be
 * storing its result.
 */
const REREAD_DELAYS_MS = [0, 100, 200, 400, 800];
/** Longest delay before a rotated refresh token is written again. */
const MAX_WRITE_DELAY_MS = 60_000;

/**
 * Shares one access token between the processes that use the same store, base URL, tenant and refresh token.
 *
 * If a store operation fails or takes longer than 2 s, the client does not use the store for 5 s, or until the operation
 * settles, at most 60 s. Calls still succeed; at worst, the client refreshes the token itself. A rotated refresh token is
 * written until the store accepts it.
 *
 * @throws `USAGE` if the store has no `get`, `set` and `delete`.
 */
export function sharedToken(store: TokenStore): SharedToken {
  for (const name of ["get", "set", "delete"] as const) {
    if (typeof store?.[name] !== "function") throw createUsageError(`sharedToken: the store has no method "${name}".`);
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
    throw createUsageError('sharedToken: "on" of the store threw an error.');
  }
}

function share(
  store: TokenStore,
  run: RunOperation,
  chain: TokenChain,
  identity: readonly (string | undefined)[],
  attemptTimeout: number,
): Refresh {
  const configured = chain.latest().refreshToken;
  const { lockKey, read, write } = openStoredTokens(store, run, identity);
  /** Whether the configured refresh token can be valid: it was neither rejected nor replaced. */
  let isConfiguredUsable = true;
  /** Newest entry that this process has received or read. */
  let latest: StoredToken | undefined;

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
    for (let step = 0; step < KEPT_GENERATIONS && (isUrgent || chain.latest().generation > 0); step++) {
      const next = await read(isUrgent, chain.latest().generation + 1);
      if (!next) break;
      newest = next;
      adopt(newest);
    }
    const { generation } = chain.latest();
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

  /** Stores what an exchange returned. A rotated refresh token is written again in the background until it is stored. */
  async function save(result: RefreshResult): Promise<RefreshResult> {
    const { generation, refreshToken } = chain.latest();
    const entry = { token: result.token, generation, refreshToken: generation > 0 ? refreshToken : undefined };
    latest = entry;
    const writeLater = async () => {
      for (let delayMs = 1_000; latest === entry; delayMs = Math.min(MAX_WRITE_DELAY_MS, delayMs * 2)) {
        await sleep(delayMs, undefined, true);
        if (latest !== entry || (await write(entry))) return;
      }
    };
    const isStored = await write(entry).catch(() => {});
    if (!isStored && generation > 0) writeLater().catch(() => {});
    return result;
  }

  /** Exchanges the newest refresh token, and the next one if another process has used it. */
  async function exchangeNewest(context: RefreshContext): Promise<RefreshResult> {
    for (let round = 1; ; round++) {
      const used = chain.latest();
      let isSent = false;
      const didStart = () => {
        isSent = true;
        context.didStart();
      };
      try {
        return await exchange({ ...context, didStart }, used.refreshToken);
      } catch (error) {
        const isRejected = isRefreshRejected(error);
        for (const delayMs of isSent ? (isRejected ? REREAD_DELAYS_MS : [0]) : []) {
          if (delayMs > 0) await sleep(delayMs, undefined, true);
          const found = await recall(context, isRejected);
          if (found) return found;
          if (chain.latest() !== used) break;
        }
        if (chain.latest() !== used && round < MAX_EXCHANGES) continue;
        // The store can contain a refresh token that was never valid.
        if (!isRejected || !isConfiguredUsable) throw error;
        return exchange(context, configured).catch(() => Promise.reject(error));
      }
    }
  }

  async function exchange(context: RefreshContext, refreshToken: string): Promise<RefreshResult> {
    try {
      const result = await chain.exchange(context, refreshToken);
      if (refreshToken === configured) isConfiguredUsable = chain.latest().refreshToken === configured;
      return await save(result);
    } catch (error) {
      if (refreshToken === configured && isRefreshRejected(error)) isConfiguredUsable = false;
      throw error;
    }
  }

  return async (context) => {
    const startedAt = performance.now();
    /** Whether the platform rejected the refresh token while another process had the lock: that one can have used it. */
    let isUsed = false;
    // Computed again in each round, because another process can find out that the tokens are single-use.
    const maxWaitMs = () =>
      attemptTimeout * LOCK_WAIT_FACTOR + (isUsed || chain.isSingleUse() ? responseTimeoutMs(attemptTimeout) : 0);
    // The previous holder of the lock can have stored a token after the first read.
    const refresh = async (hasLock: boolean) => (hasLock && (await recall(context))) || exchangeNewest(context);
    for (let poll = 0; ; poll++) {
      const found = await recall(context);
      if (found) return found;
      const result = await withLock(store, run, lockKey, attemptTimeout, refresh);
      if (result) return result;
      if (performance.now() - startedAt >= maxWaitMs()) {
        try {
          return await exchangeNewest(context);
        } catch (error) {
          if (isUsed || !isRefreshRejected(error)) throw error;
          isUsed = true;
        }
      }
      await sleep(pollDelayMs(poll, attemptTimeout), undefined, true);
    }
  };
}

const isRefreshRejected = (error: unknown): boolean => error instanceof Failure && error.code === "REFRESH_REJECTED";
