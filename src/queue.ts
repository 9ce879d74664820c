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
  /** Ends the wait. `undefined` after it has ended. */
  resume: ((slot: Slot | undefined) => void) | undefined;
}

export function createQueue(): Queue {
  const limit = createLimit();
  /** Ordered by deadline, from `first` on. Calls that no longer wait stay in it, without what they refer to. */
  const list: Entry[] = [];
  let first = 0;
  let waiting = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Slots that the waiting calls need per second to meet the first deadline, or 0. */
  function countNeeded(now: number): number {
    const leftMs = (list[first]?.endsAt ?? 0) - now;
    return (waiting * 1_000) / Math.max(1_000, leftMs);
  }

  function end(entry: Entry, slot?: Slot): void {
    if (!entry.resume) return;
    waiting--;
    entry.resume(slot);
    entry.resume = undefined;
  }

  /** Resumes as many calls as there are slots, and waits for the next slot. */
  function pump(): void {
    clearTimeout(timer);
    for (; waiting > 0; first++) {
      const entry = list[first] as Entry;
      if (!entry.resume) continue;
      const now = performance.now();
      const slot = limit.take(now, countNeeded(now));
      if (!slot) {
        timer = setTimeout(pump, limit.waitMs(now));
        break;
      }
      end(entry, slot);
    }
    if (waiting === 0) {
      list.length = 0;
      first = 0;
    }
    // Not after each call, because a removal moves all others.
    if (first > list.length / 2) first -= list.splice(0, first).length;
  }

  return {
    enter(endsAt, signal) {
      const now = performance.now();
      const slot = waiting > 0 ? undefined : limit.take(now, 0);
      if (slot) return slot;
      const entry: Entry = { endsAt, resume: undefined };
      const stop = {};
      const wait = () =>
        new Promise<Slot | undefined>((resolve) => {
          entry.resume = resolve;
          waiting++;
          const before = list.findLastIndex((other) => other.endsAt <= endsAt);
          list.splice(Math.max(before + 1, first), 0, entry);
          if (waiting === 1) pump();
        });
      const maxWaitMs = (endsAt - now) * (0.25 + Math.random() / 2);
      return withDeadline(maxWaitMs, signal, () => stop, wait).catch((error) => {
        // If it got a slot at the same instant, that slot is free again half a second later.
        end(entry);
        pump();
        if (error !== stop) throw error;
        return undefined;
      });
    },
    leave(slot, outcome) {
      if (!slot) return;
      const now = performance.now();
      const { failure } = outcome ?? {};
      if (failure && outcome?.cause === "limit") {
        const { retryAfterMs = REST_MS } = failure.facts;
        const restMs = Math.min(MAX_PAUSE_MS, retryAfterMs * (1 + Math.random() * SPREAD));
        limit.reject(slot, now, restMs, countNeeded(now));
      } else if (outcome && !outcome.cause) limit.accept(slot, now, waiting > 0);
      else limit.free(slot);
      if (waiting > 0) pump();
    },
  };
}
