/**
 * The queue of a client's calls after a 429.
 *
 * 1. Until a 429, no call waits. The first one sets a window of slots: as many as requests are on the way.
 * 2. Each 429 takes one slot, and another one rests until `Retry-After`, or for 250 ms. At least four slots remain, and as
 *    many as the waiting calls need per second to meet their deadlines.
 * 3. While calls wait, each accepted request adds an eighth of a slot, and after a second without a 429 half of the window.
 * 4. Calls wait for their own `Retry-After` and then for a slot, those with the least time first. A call that has waited for
 *    a random part of its time, from a quarter to three quarters, is sent without a slot, so that no call fails because of
 *    another one's 429.
 * 5. After that, or after its third 429, a call no longer uses the queue. A limit is forgotten a minute after its last rest.
 */

import { waitAtMost } from "./deadline.ts";
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

/** A call that waits, between the ones with less and with more time. */
interface Entry {
  readonly endsAt: number;
  /** Ends the wait. */
  readonly resume: (slot: Slot) => void;
  before: Entry;
  next: Entry;
}

export function createQueue(): Queue {
  const limit = createLimit();
  /** The place between the last call that waits and the first one. A linked list, because 100,000 calls can wait. */
  const ends = { endsAt: Number.NEGATIVE_INFINITY } as Entry;
  ends.before = ends.next = ends;
  let waiting = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function add(endsAt: number, resume: Entry["resume"]): Entry {
    let before = ends.before;
    while (before.endsAt > endsAt) before = before.before;
    const entry = { endsAt, resume, before, next: before.next };
    before.next = entry.next.before = entry;
    waiting++;
    return entry;
  }

  function remove({ before, next }: Entry): void {
    before.next = next;
    next.before = before;
    waiting--;
  }

  /** Slots that the waiting calls need per second to meet the first deadline. */
  const countNeeded = (now: number) => waiting / Math.max(1, (ends.next.endsAt - now) / 1_000);

  /** Resumes as many calls as there are slots, and waits for the next slot. */
  function pump(): void {
    clearTimeout(timer);
    while (waiting > 0) {
      const now = performance.now();
      const slot = limit.take(now, countNeeded(now));
      if (!slot) {
        timer = setTimeout(pump, limit.waitMs(now));
        return;
      }
      const first = ends.next;
      remove(first);
      first.resume(slot);
    }
  }

  /** Resolves with a slot, unless `signal` aborts before. */
  function wait(endsAt: number, signal: AbortSignal): Promise<Slot> {
    return new Promise((resolve) => {
      let taken: Slot | undefined;
      const entry = add(endsAt, (slot) => {
        taken = slot;
        resolve(slot);
      });
      signal.addEventListener("abort", () => {
        if (taken) limit.free(taken);
        else remove(entry);
        pump();
      });
      if (waiting === 1) pump();
    });
  }

  return {
    enter(endsAt, signal) {
      const now = performance.now();
      const slot = waiting > 0 ? undefined : limit.take(now, 0);
      if (slot) return slot;
      const maxWaitMs = (endsAt - now) * (0.25 + Math.random() / 2);
      return waitAtMost(maxWaitMs, signal, (stopped) => wait(endsAt, stopped));
    },
    leave(slot, outcome) {
      if (!slot) return;
      const now = performance.now();
      if (outcome?.cause === "limit") {
        const { retryAfterMs = REST_MS } = outcome.failure.facts;
        const restMs = Math.min(MAX_PAUSE_MS, retryAfterMs * (1 + Math.random() * SPREAD));
        limit.reject(slot, now, restMs, countNeeded(now));
      } else if (outcome && !outcome.cause) limit.accept(slot, now, waiting > 0);
      else limit.free(slot);
      if (waiting > 0) pump();
    },
  };
}
