/** Token stores, and how the client uses one that fails or hangs. */

import { withDeadline } from "../deadline.ts";
import { isOperationError } from "../errors.ts";

/** A store of strings, such as a [Keyv](https://keyv.org) instance. Its failures never fail a call. */
export interface TokenStore {
  /** Returns the value; `undefined` or `null` if there is none. */
  get(key: string): MaybePromise<string | null | undefined>;
  /**
   * Stores a value. A returned promise is awaited.
   *
   * @param ttlMs - Milliseconds after which the store can delete the value; never 0.
   */
  set(key: string, value: string, ttlMs: number): unknown;
  /** Deletes a value. A returned promise is awaited. */
  delete(key: string): unknown;
  /**
   * Optional: lets one process refresh while the others wait for the token that it stores. Tries once, without waiting.
   * Returns a function that releases the lock, or `undefined` if another process holds it. The lock must expire after
   * `ttlMs`, even if its holder crashes.
   */
  lock?(key: string, ttlMs: number): MaybePromise<ReleaseLock | null | undefined>;
  /** The client adds a listener, because an `error` event without one ends a Node.js process. */
  on?(event: "error", listener: (error: unknown) => void): unknown;
}

/** Releases a lock. A returned promise is awaited. */
export interface ReleaseLock {
  (): unknown;
  /**
   * Optional: lets the lock expire after `ttlMs` from now. Called while a token exchange is slow. Without it, another process
   * can get the lock then and use the same refresh token.
   */
  extend?(ttlMs: number): unknown;
}

type MaybePromise<Value> = Value | PromiseLike<Value>;

/** Result of an operation that the store did not complete. */
export const FAILED: unique symbol = Symbol("failed");

/** An operation that fails at once is attempted again, because lost connections are often replaced at once. */
export const STORE_ATTEMPTS = 3;
/** Timeout of one operation. */
const STORE_TIMEOUT_MS = 2_000;
/** After an operation that failed or timed out, the client does not use the store for this long. */
const STORE_COOLDOWN_MS = 5_000;
/** After this time, an operation that has not settled counts as lost. */
const LOST_AFTER_MS = 60_000;

/**
 * Runs an operation of a store.
 *
 * @param isUrgent - Whether to run it during the cooldown as well.
 * @param attempts - @default 3
 * @returns `FAILED` if it failed, timed out, or was not run because of the cooldown.
 * @throws `USAGE` of the operation.
 */
export type RunOperation = <Result>(
  operation: () => MaybePromise<Result>,
  isUrgent: boolean,
  attempts?: number,
) => Promise<Result | typeof FAILED>;

/**
 * Creates the function that runs all operations on one store. After an operation has failed, the store is not used during a
 * cooldown. After one has timed out, the cooldown lasts until it settles, at most 60 s, so that operations that hang do not
 * accumulate.
 */
export function guardStore(): RunOperation {
  let pausedUntil = 0;
  return async (operation, isUrgent, attempts = STORE_ATTEMPTS) => {
    if (!isUrgent && performance.now() < pausedUntil) return FAILED;
    let hasTimedOut = false;
    const onTimeout = () => {
      hasTimedOut = true;
    };
    for (let attempt = 1; attempt <= attempts && !hasTimedOut; attempt++) {
      const running = (async () => operation())();
      try {
        return await withDeadline(STORE_TIMEOUT_MS, undefined, onTimeout, () => running, true);
      } catch (error) {
        if (isOperationError(error)) throw error;
        const didSettle = () => {
          pausedUntil = Math.min(pausedUntil, performance.now() + STORE_COOLDOWN_MS);
        };
        running.then(didSettle, didSettle);
      }
    }
    pausedUntil = performance.now() + (hasTimedOut ? LOST_AFTER_MS : STORE_COOLDOWN_MS);
    return FAILED;
  };
}
