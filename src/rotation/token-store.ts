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
   * Runs one transaction. The store
   * - waits until no other process runs a transaction of this key, or `signal` aborts;
   * - calls `change` with the value of the key, or `undefined` if there is none;
   * - stores what `change` returns, if that is not `undefined`;
   * - resolves when the value is stored, and rejects if it is not;
   * - ends the transaction if its process is killed. It can end it before `change` does, such as when a lock
   *   expires: it then rejects, and does not store the value.
   *
   * The client
   * - returns from `change`, which never rejects, within 120 s or a longer `attemptTimeout`;
   * - aborts `signal` if no call waits any longer before `change` is called;
   * - stores the value in another transaction if this one rejects;
   * - can start another one if this one has not ended after 30 s. The value says that a refresh token is on the
   *   way, so that it is not sent twice.
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
