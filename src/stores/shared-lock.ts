/** The lock under which one process refreshes a shared token. */

import { sleep } from "../deadline.ts";
import { createUsageError } from "../errors.ts";
import { FAILED, type ReleaseLock, type RunOperation, type TokenStore } from "./token-store.ts";

/** Time that a lock lasts, in multiples of `attemptTimeout`. */
const TTL_FACTOR = 2;
/** Delays between two attempts to get the lock: the first, and the longest. */
const FIRST_POLL_MS = 50;
const MAX_POLL_MS = 1_000;

/**
 * Runs `work` with the lock, and extends the lock until `work` settles. If the store failed or has no locks, `work` runs
 * without one.
 *
 * @param work - Receives whether it has the lock.
 * @returns `undefined` if another process holds the lock.
 */
export async function withLock<Result>(
  store: TokenStore,
  run: RunOperation,
  nameKey: () => Promise<string>,
  attemptTimeout: number,
  work: (hasLock: boolean) => Promise<Result>,
): Promise<Result | undefined> {
  const ttlMs = attemptTimeout * TTL_FACTOR;
  const release = (granted: ReleaseLock | null | undefined) => granted && run(() => granted(), true);
  let isLate = false;
  // One attempt: if only its response was lost, a second one would wait for the lock of the first.
  const granted = await run(
    async () => {
      const lock = await store.lock?.(await nameKey(), ttlMs);
      if (lock && typeof lock !== "function")
        throw createUsageError('sharedToken: "lock" of the store must return a function, or nothing.');
      if (isLate) await release(lock);
      return store.lock ? (lock ?? undefined) : FAILED;
    },
    false,
    1,
  );
  isLate = true;
  if (granted === FAILED) return work(false);
  if (!granted) return undefined;
  const controller = new AbortController();
  const extend = async () => {
    for (;;) {
      await sleep(ttlMs / 2, controller.signal, true);
      await run(() => granted.extend?.(ttlMs), true, 1);
    }
  };
  extend().catch(() => {});
  try {
    return await work(true);
  } finally {
    controller.abort();
    await release(granted);
  }
}

/**
 * Delay before another process attempts to get the lock: random, so that processes do not poll at the same instant,
 * and increasing up to 1 s, or a tenth of `attemptTimeout` if that is less.
 */
export function pollDelayMs(poll: number, attemptTimeout: number): number {
  return (0.5 + Math.random()) * Math.min(MAX_POLL_MS, attemptTimeout / 10, FIRST_POLL_MS * 1.25 ** poll);
}
