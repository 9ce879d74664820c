/** The interface of a store: one transaction at a time for each key. */

import { sleep } from "../shared/deadline.ts";

/** A value to store. */
export interface StoredValue {
  readonly value: string;
  /** Milliseconds after which the store can delete the value; more than 0. */
  readonly ttlMs: number;
}

/** A store of strings that several processes share. */
export interface TokenStore {
  /**
   * Waits until no other process runs a transaction of this key, reads its value, and calls `change` with it;
   * `undefined` if there is none. Stores what `change` returns, and nothing if that is `undefined`. Resolves
   * when the value is stored, and rejects if it is not: another transaction then stores it. `change` never
   * rejects, and can take 120 s. A transaction must end if its process is killed; it can end earlier than
   * `change`, and must then reject. The signal is aborted if no call waits any longer before `change` is
   * called. A transaction that has not ended after 30 s counts as lost, and another one can start.
   */
  transact(
    key: string,
    change: (value: string | undefined) => Promise<StoredValue | undefined>,
    request: { readonly signal: AbortSignal },
  ): PromiseLike<unknown>;
}

/** Time that a lock lasts. A rotating refresh token needs more: the stored value has its own mark. */
export const LOCK_TTL_MS = 20_000;
/** Time to wait for a lock: longer than the lock of a killed process lasts. */
const LOCK_WAIT_MS = 30_000;
/** Delays between two attempts to get a lock: the first, and the longest. */
const FIRST_POLL_MS = 50;
const MAX_POLL_MS = 1_000;

/**
 * Attempts to get a lock, at random times, so that processes do not poll at the same instant.
 *
 * @throws Error if another process has it for 30 s, or `signal.reason`.
 */
export async function waitForLock<Lock>(
  acquire: () => Promise<Lock | undefined>,
  signal: AbortSignal | undefined,
): Promise<Lock> {
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (let poll = 0; performance.now() < deadline; poll++) {
    const lock = await acquire();
    if (lock !== undefined) return lock;
    const delayMs = (0.5 + Math.random()) * Math.min(MAX_POLL_MS, FIRST_POLL_MS * 1.25 ** poll);
    await sleep(delayMs, { signal, isBackground: true });
  }
  throw new Error("Another process has the lock.");
}
