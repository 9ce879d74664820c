/**
 * The queue of a client's calls after a 429.
 *
 * 1. Until a 429, no call waits. The first one sets a window of slots: as many as requests are on the way.
 * 2. Each 429 takes one slot, and another one rests until `Retry-After`, or for 250 ms. At least four slots remain, and as
 *    many as the waiting calls need per second to meet their deadlines.
 * 3. While calls wait, each accepted request adds a quarter of a slot, and after a second without a 429 half of the window.
 * 4. Calls wait for their own `Retry-After` and then for a slot, those with the least time first. A call that has waited for
 *    a random part of its time, from a quarter to three quarters, is sent without a slot, so that no call fails because of
 *    another one's 429.
 * 5. After that, or after its third 429, a call no longer uses the queue. A limit is forgotten a minute after its last rest.
 */

import { withDeadline } from "./deadline.ts";
import { createLimit, MAX_PAUSE_MS, type Slot } from "./limit.ts";
import type { Outcome } from "./outcome.ts";

/** Rest after a 429 without `Retry-After`. */
const REST_MS = 250;
/** Greatest random part of a rest, so that slots of several processes are not free at the same instant. At 0.25, windows are missed (decision 0056). */
const SPREAD = 0.1;

export interface Queue {
  /**
   * Takes a slot for one request.
   *
   * @returns the slot, or a promise if the call waits. It resolves with `undefined` if the call has waited for long.
   * @throws `signal.reason` itself.
   */
  enter(endsAt: number, signal: AbortSignal | undefined): Slot | Promise<Slot | undefined>;
  /** Returns the slot of a request. Its outcome is `undefined` if there was no response. */
  leave(slot: Slot | undefined, outcome: Outcome | undefined): void;
}

/** A call that waits. */
interface Entry {
  readonly endsAt: number;
  readonly resume: (slot: Slot) => void;
}

export function createQueue(): Queue {
  const limit = createLimit();
  /** Those with the least time first. */
  let waiting: Entry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Slots that the waiting calls need per second to meet the first deadline. */
  function countNeeded(now: number): number {
    const [first] = waiting;
    return first ? (waiting.length * 1_000) / Math.max(1_000, first.endsAt - now) : 0;
  }

  /** Resumes as many calls as there are slots, and waits for the next slot. */
  function pump(): void {
    clearTimeout(timer);
    for (let [first] = waiting; first; [first] = waiting) {
      const now = performance.now();
      const slot = limit.take(now, countNeeded(now));
      if (!slot) {
        timer = setTimeout(pump, limit.waitMs(now));
        return;
      }
      waiting.shift();
      first.resume(slot);
    }
  }

  return {
    enter(endsAt, signal) {
      const now = performance.now();
      const slot = waiting.length > 0 ? undefined : limit.take(now, 0);
      if (slot) return slot;
      const stop = {};
      let entry: Entry | undefined;
      const wait = () =>
        new Promise<Slot | undefined>((resume) => {
          entry = { endsAt, resume };
          waiting.splice(waiting.findLastIndex((other) => other.endsAt <= endsAt) + 1, 0, entry);
          if (waiting.length === 1) pump();
        });
      const maxWaitMs = (endsAt - now) * (0.25 + Math.random() / 2);
      return withDeadline(maxWaitMs, signal, () => stop, wait).catch((error) => {
        // If it got a slot at the same instant, that slot is free again half a second later.
        waiting = waiting.filter((other) => other !== entry);
        pump();
        if (error !== stop) throw error;
        return undefined;
      });
    },
    leave(slot, outcome) {
      if (!slot) return;
      const now = performance.now();
      if (outcome?.cause === "limit") {
        const { retryAfterMs = REST_MS } = outcome.failure.facts;
        const restMs = Math.min(MAX_PAUSE_MS, retryAfterMs * (1 + Math.random() * SPREAD));
        limit.reject(slot, now, restMs, countNeeded(now));
      } else if (outcome && !outcome.cause) limit.accept(slot, now, waiting.length > 0);
      else limit.free(slot);
      if (waiting.length > 0) pump();
    },
  };
}
