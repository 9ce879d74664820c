/** A renewal in a fleet: look first, let one process ask, and never let a store stand in the way. */

import { sleep } from "../deadline.ts";
import type { Renewal, Renewed } from "./keeper.ts";
import { type BoundStore, LOCK_LIFE_MS } from "./store.ts";

/** How often a process that waits looks for what the holder of the lock has stored. Spread, so that they do not queue. */
const pollMs = (): number => 25 + Math.random() * 50;

/**
 * @param recall - What the store holds, if it is of use.
 * @param fetchToken - Asks the platform and stores the answer.
 */
export async function renewShared(
  store: BoundStore,
  renewal: Renewal,
  recall: (renewal: Renewal) => Promise<Renewed | undefined>,
  fetchToken: (renewal: Renewal) => Promise<Renewed>,
): Promise<Renewed> {
  const giveUpAt = performance.now() + LOCK_LIFE_MS;
  let found = await recall(renewal);
  if (found) return found;
  let lock = await store.lock();
  while (lock === "held" && performance.now() < giveUpAt) {
    await sleep(pollMs(), renewal.signal);
    found = await recall(renewal);
    if (found) return found;
    lock = await store.lock();
  }
  try {
    // Between the last look and the lock, its holder may have stored one and gone.
    found = typeof lock === "function" ? await recall(renewal) : undefined;
    return found ?? (await fetchToken(renewal));
  } catch (error) {
    // Another process may have been luckier, or have used up the refresh token that has just been refused.
    found = await recall(renewal);
    if (!found) throw error;
    return found;
  } finally {
    if (typeof lock === "function") lock();
  }
}
