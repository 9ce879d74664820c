/** The transactions of one client in its store. */

import { waitAtMost } from "../shared/deadline.ts";
import { type Hooks, notify } from "../shared/hooks.ts";
import type { StoredValue, TokenStore } from "./token-store.ts";

/** After this time, a transaction that has not ended counts as lost, and another one starts. */
export const LOST_AFTER_MS = 30_000;

export interface Transactor {
  /**
   * Runs one transaction at a time, so that those that hang do not accumulate.
   *
   * @param change - Returns the value to store, if there is one.
   * @param signal - Aborted if no call waits for it any longer.
   */
  transact(
    change: (text: string | undefined, key: string) => Promise<StoredValue | undefined>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Reports a transaction that failed or hangs, once for each outage. */
  reportFailure(): void;
}

export function createTransactor(store: TokenStore, key: Promise<string>, hooks: Hooks): Transactor {
  /** The last transaction. `ended` resolves when it ends, in whatever way. */
  let last = { ended: Promise.resolve(), lostAt: 0 };
  let isFailing = false;

  function reportFailure(): void {
    if (!isFailing) notify(hooks.didWarn, { code: "STORE_FAILED" });
    isFailing = true;
  }
  return {
    reportFailure,
    async transact(change, signal) {
      let awaited: typeof last | undefined;
      // Again if another call that waited was first.
      while (awaited !== last) {
        awaited = last;
        const { ended, lostAt } = awaited;
        // Judged by the clock when a call comes: the timers of a call that has ended can be gone.
        await waitAtMost(lostAt - performance.now(), () => ended, { signal, isBackground: true });
      }
      const run = async () => {
        const name = await key;
        signal.throwIfAborted();
        await store.transact(name, (text) => change(text, name), { signal });
      };
      const transaction = run();
      last = { ended: transaction.catch(() => {}), lostAt: performance.now() + LOST_AFTER_MS };
      try {
        await transaction;
        isFailing = false;
      } catch (error) {
        reportFailure();
        throw error;
      }
    },
  };
}
